// golden_gcf.cpp - our own GCF cases: what is written, read, refused and repaired.
//
//     golden_gcf FOLDER OK BAD LENIENT [--update]
//
// The numbers are how many cases each folder holds; any other number is a failure.
//
//     ok/NAME.json       a value              ok/NAME.gcf      its text, byte for byte
//     bad/NAME.gcf       a text to refuse, or
//     bad/NAME.json      a value to refuse    bad/NAME.err     error and offset, and the
//                                                              place with a caret under it
//     lenient/NAME.gcf   a text that strict reading refuses
//     lenient/NAME.json  the value it stands for
//     lenient/NAME.notes error and offset of each repair
//
// NAME.options, where needed, holds lines such as spec=3.5, flatten=false,
// layout=compact, group=KEY,GROUP (value grouping), order=other (the text gives members
// another order), read-only (we would write another text), warnings=N.
//
// --update rewrites what the library produces: .gcf of ok, .err, .notes and .json of
// lenient. Read the difference before you keep it.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/gcf.hpp>
#include <laconic/json.hpp>

#include "direct_json.hpp"
#include "exact_text.hpp"
#include "plain_gcf.hpp"
#include "plain_json.hpp"

namespace laconic {
namespace {

namespace fs = std::filesystem;
using support::difference;
using support::exact;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Options {
  gcf::EncodeOptions encode;
  std::string key, group;
  bool read_only = false;
  bool other_order = false;
  std::size_t warnings = 0;
  std::string fault;
};

Options read_options(const fs::path& path) {
  Options options;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line == "spec=3.5") {
      options.encode.spec = gcf::Spec::v3_5;
    } else if (line == "flatten=false") {
      options.encode.flatten = false;
    } else if (line == "layout=compact") {
      options.encode.layout = gcf::Layout::compact;
    } else if (line.starts_with("group=")) {
      const std::size_t comma = line.find(',');
      options.key = line.substr(6, comma - 6);
      options.group = line.substr(comma + 1);
    } else if (line == "read-only") {
      options.read_only = true;
    } else if (line == "order=other") {
      options.other_order = true;
    } else if (line.starts_with("warnings=")) {
      options.warnings = std::strtoul(line.c_str() + 9, nullptr, 10);
    } else {
      options.fault = "unknown option: " + line;
    }
  }
  return options;
}

Result<std::string> encode(Value value, const Options& options) {
  return options.group.empty()
             ? gcf::encode(value, options.encode)
             : gcf::encode_grouped(value, options.key, options.group, options.encode);
}

/// "slug offset", then the line and the caret of a report for people.
std::string picture(std::string_view text, const Error& error) {
  const std::string report = describe("text", text, error);
  return std::string(slug(error.code)) + ' ' + std::to_string(error.offset) + '\n' +
         report.substr(report.find('\n') + 1);
}

std::size_t count_notes(const Document& doc, Note::Type type) {
  return static_cast<std::size_t>(
      std::count_if(doc.notes().begin(), doc.notes().end(),
                    [type](const Note& note) { return note.type == type; }));
}

class Golden {
 public:
  Golden(fs::path folder, bool update) : folder_(std::move(folder)), update_(update) {}

  /// Runs a folder and returns how many cases it has.
  template <class Check>
  void run(const char* name, std::size_t expected, Check check) {
    std::set<std::string> cases;
    for (const auto& entry : fs::directory_iterator(folder_ / name)) {
      cases.insert(entry.path().stem().string());
    }
    for (const std::string& each : cases) {
      base_ = folder_ / name / each;
      const std::string wrong = (this->*check)();
      ++(wrong.empty() ? passed_ : failed_);
      if (!wrong.empty()) std::printf("FAIL %s/%s: %s\n", name, each.c_str(), wrong.c_str());
    }
    if (cases.size() != expected) {
      ++failed_;
      std::printf("FAIL %s holds %zu cases instead of %zu\n", name, cases.size(), expected);
    }
  }

  std::string ok() {
    const Options options = read_options(file(".options"));
    if (!options.fault.empty()) return options.fault;
    auto value = json::decode(exact(read_file(file(".json"))));
    if (!value) return "bad .json: " + value.error().message();
    if (!options.read_only) {
      auto text = encode(value->root(), options);
      if (!text) return "refused: " + text.error().message();
      if (std::string wrong = same_or_update(".gcf", *text); !wrong.empty()) return wrong;
      if (options.group.empty() && options.encode.layout == gcf::Layout::canonical &&
          *text != support::plain_gcf(value->root(), {options.encode.spec == gcf::Spec::v3_6,
                                                      options.encode.flatten})) {
        return "differs from the obvious writer";
      }
    }
    const std::string wire = read_file(file(".gcf"));
    auto back = gcf::decode(exact(wire));
    if (!back) return "refused: " + describe("gcf", wire, back.error());
    if (count_notes(*back, Note::Type::repair) != 0) return "repaired";
    if (count_notes(*back, Note::Type::warning) != options.warnings) return "number of warnings";
    DecodeOptions lenient;
    lenient.lenient = true;
    auto same = gcf::decode(exact(wire), lenient);
    if (!same || !identical(same->root(), back->root()) ||
        count_notes(*same, Note::Type::repair) != 0) {
      return "the lenient reader differs";
    }
    for (const auto& [mode, result] : {std::pair{DecodeOptions(), &back}, {lenient, &same}}) {
      const std::string direct = support::check_to_json(wire, mode, *result);
      if (!direct.empty()) return direct;
    }
    if (!options.group.empty()) return same_set(value->root(), back->root());
    std::string wrong = difference(value->root(), back->root(), false);
    if (!wrong.empty()) return "value: " + wrong;
    wrong = difference(value->root(), back->root(), true);
    if (wrong.empty() == options.other_order) return "order: " + wrong;
    return "";
  }

  std::string bad() {
    const Options options = read_options(file(".options"));
    if (!options.fault.empty()) return options.fault;
    if (fs::exists(file(".json"))) {
      auto value = json::decode(exact(read_file(file(".json"))));
      if (!value) return "bad .json: " + value.error().message();
      auto text = encode(value->root(), options);
      if (text) return "written as\n" + *text;
      return same_or_update(".err", std::string(slug(text.error().code)) + '\n');
    }
    const std::string wire = read_file(file(".gcf"));
    auto doc = gcf::decode(exact(wire));
    if (doc) return "accepted as " + support::plain_json(doc->root());
    if (doc.error().offset > wire.size()) return "the offset lies behind the text";
    if (std::string wrong = support::check_to_json(wire, {}, doc); !wrong.empty()) return wrong;
    return same_or_update(".err", picture(wire, doc.error()));
  }

  std::string lenient() {
    const std::string wire = read_file(file(".gcf"));
    if (gcf::decode(exact(wire))) return "the strict reader accepts it";
    DecodeOptions options;
    options.lenient = true;
    auto doc = gcf::decode(exact(wire), options);
    if (!doc) return "refused: " + describe("gcf", wire, doc.error());
    if (std::string wrong = support::check_to_json(wire, options, doc); !wrong.empty()) {
      return wrong;
    }
    std::string notes;
    for (const Note& note : doc->notes()) {
      notes += note.type == Note::Type::repair ? "" : "warning ";
      notes += std::string(slug(note.code)) + ' ' + std::to_string(note.offset) + '\n';
    }
    if (count_notes(*doc, Note::Type::repair) == 0) return "nothing was reported as repaired";
    if (std::string wrong = same_or_update(".notes", notes); !wrong.empty()) return wrong;
    return same_or_update(".json", support::plain_json(doc->root()) + '\n');
  }

  int finish() const {
    std::printf("%zu passed, %zu failed\n", passed_, failed_);
    return failed_ == 0 && passed_ > 0 ? 0 : 1;
  }

 private:
  [[nodiscard]] fs::path file(const char* extension) const {
    return fs::path(base_.string() + extension);
  }

  std::string same_or_update(const char* extension, const std::string& got) {
    const std::string expected = read_file(file(extension));
    if (expected == got) return "";
    if (update_) {
      std::ofstream(file(extension), std::ios::binary) << got;
      return "";
    }
    return std::string(extension) + ": expected\n" + expected + "---- but got\n" + got + "----";
  }

  /// Grouping loses the order of records, and nothing else.
  static std::string same_set(Value expected, Value got) {
    if (!got.is_array() || expected.size() != got.size()) return "number of records";
    for (const Value record : expected.items()) {
      if (std::none_of(got.items().begin(), got.items().end(),
                       [&](Value other) { return same_value(record, other); })) {
        return "record lost: " + support::plain_json(record);
      }
    }
    return "";
  }

  fs::path folder_;
  fs::path base_;
  bool update_;
  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
};

int run(const std::vector<std::string>& args) {
  if (args.size() != 4 && !(args.size() == 5 && args[4] == "--update")) {
    std::fputs("usage: golden_gcf FOLDER OK BAD LENIENT [--update]\n", stderr);
    return 2;
  }
  Golden golden(args[0], args.size() == 5);
  golden.run("ok", std::stoul(args[1]), &Golden::ok);
  golden.run("bad", std::stoul(args[2]), &Golden::bad);
  golden.run("lenient", std::stoul(args[3]), &Golden::lenient);
  return golden.finish();
}

}  // namespace
}  // namespace laconic

int main(int argc, char** argv) {
  return laconic::run({argv + 1, argv + argc});
}
