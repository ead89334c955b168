// gcf_conformance.cpp - runs the public GCF fixture suite, strictly.
//
// Every file is executed according to its `operation`, every comparison is exact, and
// the run fails when the number of cases differs from what the suite is known to hold.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/gcf.hpp>
#include <laconic/json.hpp>

#include "delta_operations.hpp"
#include "direct_json.hpp"
#include "exact_text.hpp"
#include "graph_operations.hpp"
#include "plain_json.hpp"
#include "stream_operations.hpp"

namespace laconic {
namespace {

namespace fs = std::filesystem;
using support::difference;
using support::exact;

constexpr int not_run = 77;  // what CTest knows as skipped

struct Suite {
  std::string_view folder;
  std::size_t cases;
};
constexpr Suite suites[] = {{"gcf-3.5.3", 281}, {"gcf-3.6.0", 42}};

struct Operation {
  std::string_view name;
  std::size_t executed;
  std::size_t pending;
};
constexpr Operation operations[] = {
    {"encode", 164, 0},
    {"error", 64, 0},
    {"decode", 47, 0},
    {"roundtrip", 8, 0},
    {"roundtrip-wire", 3, 0},
    {"encode-error", 2, 0},
    {"graph-stream-encode", 8, 0},
    {"generic-pack-root", 5, 0},
    {"generic-delta-verify", 4, 0},
    {"pack-root", 4, 0},
    {"generic-delta-decode", 3, 0},
    {"generic-delta-session", 3, 0},
    {"session", 3, 0},
    {"generic-delta", 2, 0},
    {"delta", 2, 0},
    {"delta-verify", 1, 0},
};

// Tables give all records one order of members, so these cannot keep theirs.
constexpr std::string_view other_order[] = {
    "gcf-3.5.3/flatten/016_gt_in_field_name.json",
    "gcf-3.5.3/inline-schema/008_no_inline_when_first_row_missing.json",
    "gcf-3.5.3/inline-schema/009_decode_inline_schema.json",
    "gcf-3.5.3/inline-schema/010_decode_shared_array_schema.json",
    "gcf-3.5.3/inline-schema/011_decode_mixed_attachments.json",
    "gcf-3.5.3/scalar/027_grapheme_extending_scalar_delimiter.json",
};

// Fixtures that name a phrase of the message instead of the error.
struct Phrase {
  std::string_view text;
  Errc code;
};
constexpr Phrase phrases[] = {
    {"duplicate member key", Errc::duplicate_key},
    {"at least two fields", Errc::malformed_header_field},
    {"zero count", Errc::invalid_count},
};

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string from_base64(std::string_view text) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const std::size_t digit = alphabet.find(c);
    if (digit == std::string_view::npos) break;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      out += static_cast<char>(bits >> count & 0xff);
    }
  }
  return out;
}

std::string_view text_member(Value fixture, std::string_view key) {
  const Value* value = fixture.find(key);
  return value != nullptr && value->is_string() ? value->string() : std::string_view();
}

/// One fixture. Each operation answers with what is wrong, or "" when all is well.
class Fixture {
 public:
  Fixture(std::string_view file, Value content) : file_(file), content_(content) {}

  /// False in `known` when laconic has nothing that could carry the operation out.
  std::string run(bool& known) const {
    const std::string_view operation = text_member(content_, "operation");
    known = true;
    if (operation == "encode" || operation == "roundtrip") return encode();
    if (operation == "roundtrip-wire") return roundtrip_wire();
    if (operation == "encode-error") return encode_error();
    if (operation == "decode") return decode();
    if (operation == "error") return error();
    if (operation == "session") return session();
    if (std::string wrong = conformance::run_delta_operation(operation, content_, known); known) {
      return wrong;
    }
    if (operation == "graph-stream-encode") return conformance::graph_stream_encode(content_);
    known = false;
    return "not implemented";
  }

 private:
  [[nodiscard]] std::string compare(Value expected, Value got) const {
    std::string wrong = difference(expected, got, false);
    if (!wrong.empty()) return "value: " + wrong;
    if (!same_value(expected, got)) return "same_value denies what a plain comparison sees";
    wrong = difference(expected, got, true);
    if (wrong.empty() != identical(expected, got)) return "identical and a plain comparison differ";
    const bool listed =
        std::find(std::begin(other_order), std::end(other_order), file_) != std::end(other_order);
    if (listed && wrong.empty()) return "members are in order: take it off the list";
    if (!listed && !wrong.empty()) return "order: " + wrong;
    return "";
  }

  static std::string bytes(std::string_view what, std::string_view expected, std::string_view got) {
    if (expected == got) return "";
    return std::string(what) + ": expected\n" + std::string(expected) + "---- but got\n" +
           std::string(got) + "----";
  }

  [[nodiscard]] std::string encode() const {
    const Value* input = content_.find("input");
    const std::string_view expected = text_member(content_, "expected");
    if (input == nullptr || expected.empty()) return "fixture without input or expected";
    if (conformance::is_graph_wire(expected)) return conformance::graph_encode(*input, expected);
    auto wire = gcf::encode(*input);
    if (!wire) return "encode: " + wire.error().message();
    if (std::string wrong = bytes("encode", expected, *wire); !wrong.empty()) return wrong;
    auto back = gcf::decode(exact(*wire));
    if (!back) return "decode: " + back.error().message();
    if (std::string wrong = compare(*input, back->root()); !wrong.empty()) return wrong;
    auto again = gcf::encode(back->root());
    if (!again) return "encode again: " + again.error().message();
    if (std::string wrong = bytes("encode again", expected, *again); !wrong.empty()) return wrong;
    // No fixture of 3.5 has a constant column, so both levels agree on them.
    if (file_.starts_with("gcf-3.5")) {
      gcf::EncodeOptions options;
      options.spec = gcf::Spec::v3_5;
      wire = gcf::encode(*input, options);
      if (!wire) return "encode at 3.5: " + wire.error().message();
      return bytes("encode at 3.5", expected, *wire);
    }
    return "";
  }

  [[nodiscard]] std::string roundtrip_wire() const {
    auto doc = gcf::decode(exact(text_member(content_, "input")));
    if (!doc) return "decode: " + doc.error().message();
    auto wire = gcf::encode(doc->root());
    if (!wire) return "encode: " + wire.error().message();
    return bytes("encode", text_member(content_, "expected"), *wire);
  }

  [[nodiscard]] std::string encode_error() const {
    const Value* input = content_.find("input");
    if (input == nullptr) return "fixture without input";
    auto wire = gcf::encode(*input);
    if (wire) return "accepted: " + *wire;
    return check_error(wire.error());
  }

  [[nodiscard]] std::string decode() const {
    const Value* expected = content_.find("expected");
    if (expected == nullptr) return "fixture without expected";
    const std::string_view text = text_member(content_, "input");
    if (conformance::is_graph_wire(text)) return conformance::graph_decode(text, *expected);
    auto doc = gcf::decode(exact(text_member(content_, "input")));
    if (!doc) return "decode: " + doc.error().message();
    if (std::string wrong = compare(*expected, doc->root()); !wrong.empty()) return wrong;
    if (std::string wrong = support::check_to_json(text_member(content_, "input"), {}, doc);
        !wrong.empty()) {
      return wrong;
    }
    // What was read can be written, and reads back as the same.
    auto wire = gcf::encode(doc->root());
    if (!wire) return "encode: " + wire.error().message();
    auto back = gcf::decode(exact(*wire));
    if (!back) return "decode again: " + back.error().message();
    return difference(doc->root(), back->root(), false);
  }

  [[nodiscard]] std::string session() const {
    const Value* calls = content_.find("calls");
    return calls == nullptr ? "fixture without calls" : conformance::graph_session(*calls);
  }

  [[nodiscard]] std::string error() const {
    const std::string_view base64 = text_member(content_, "inputBase64");
    const std::string input =
        base64.empty() ? std::string(text_member(content_, "input")) : from_base64(base64);
    auto doc = gcf::decode(exact(input));
    if (doc) return "accepted as " + support::plain_json(doc->root());
    if (doc.error().offset > input.size()) return "the offset lies behind the text";
    if (std::string wrong = support::check_to_json(input, {}, doc); !wrong.empty()) return wrong;
    return check_error(doc.error());
  }

  [[nodiscard]] std::string check_error(const Error& error) const {
    const std::string_view expected = text_member(content_, "expectedError");
    if (expected.empty()) return "fixture without expectedError";
    for (const Phrase& phrase : phrases) {
      if (phrase.text != expected) continue;
      if (error.code == phrase.code && error.message().find(expected) != std::string::npos) {
        return "";
      }
      return "expected \"" + std::string(expected) + "\", got " + error.message();
    }
    if (slug(error.code) == expected) return "";
    return "expected " + std::string(expected) + ", got " + error.message();
  }

  std::string_view file_;
  Value content_;
};

std::map<std::string, std::string> read_pending(const fs::path& path) {
  std::map<std::string, std::string> pending;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t blank = line.find(' ');
    const std::size_t reason = line.find_first_not_of(' ', blank);
    if (blank == std::string::npos || reason == std::string::npos) {
      std::printf("FAIL %s: a line without a reason: %s\n", path.c_str(), line.c_str());
      std::exit(1);
    }
    if (!pending.emplace(line.substr(0, blank), line.substr(reason)).second) {
      std::printf("FAIL %s: listed twice: %s\n", path.c_str(), line.c_str());
      std::exit(1);
    }
  }
  return pending;
}

struct Counts {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t pending = 0;
};

class Run {
 public:
  explicit Run(fs::path root)
      : root_(std::move(root)), pending_(read_pending(LACONIC_CONFORMANCE_PENDING)) {}

  void suite(const Suite& suite) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(root_ / suite.folder)) {
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    if (files.size() != suite.cases) {
      std::printf("FAIL %s: %zu files instead of %zu\n", std::string(suite.folder).c_str(),
                  files.size(), suite.cases);
      broken_ = true;
    }
    for (const fs::path& path : files)
      one(path);
  }

  int finish() {
    for (const auto& [file, reason] : pending_) {
      std::printf("FAIL pending.txt lists %s, which does not exist\n", file.c_str());
      broken_ = true;
    }
    std::printf("\n%-22s %8s %8s %8s\n", "operation", "passed", "failed", "pending");
    Counts sum;
    for (const Operation& operation : operations) {
      const Counts counts = counts_[std::string(operation.name)];
      std::printf("%-22s %8zu %8zu %8zu\n", std::string(operation.name).c_str(), counts.passed,
                  counts.failed, counts.pending);
      if (counts.passed + counts.failed != operation.executed ||
          counts.pending != operation.pending) {
        std::printf("FAIL %s: %zu executed and %zu pending instead of %zu and %zu\n",
                    std::string(operation.name).c_str(), counts.passed + counts.failed,
                    counts.pending, operation.executed, operation.pending);
        broken_ = true;
      }
      sum.passed += counts.passed;
      sum.failed += counts.failed;
      sum.pending += counts.pending;
      counts_.erase(std::string(operation.name));
    }
    for (const auto& [name, counts] : counts_) {
      std::printf("FAIL unknown operation %s\n", name.c_str());
      broken_ = true;
    }
    std::printf("%zu passed, %zu failed, %zu pending\n", sum.passed, sum.failed, sum.pending);
    return broken_ || sum.failed != 0 || sum.passed == 0 ? 1 : 0;
  }

 private:
  void one(const fs::path& path) {
    const std::string file = fs::relative(path, root_).generic_string();
    const std::string text = read_file(path);
    auto fixture = json::decode(exact(text));
    if (!fixture) {
      std::printf("FAIL %s: %s", file.c_str(), describe(file, text, fixture.error()).c_str());
      broken_ = true;
      return;
    }
    bool known = false;
    const std::string wrong = Fixture(file, fixture->root()).run(known);
    Counts& counts = counts_[std::string(text_member(fixture->root(), "operation"))];
    const auto listed = pending_.find(file);
    if (listed != pending_.end()) {
      pending_.erase(listed);
      ++counts.pending;
      if (known && wrong.empty()) {
        std::printf("FAIL %s passes: take it off pending.txt\n", file.c_str());
        broken_ = true;
      }
      return;
    }
    ++(wrong.empty() ? counts.passed : counts.failed);
    if (!wrong.empty()) std::printf("FAIL %s: %s\n", file.c_str(), wrong.c_str());
  }

  fs::path root_;
  std::map<std::string, std::string> pending_;
  std::map<std::string, Counts> counts_;
  bool broken_ = false;
};

int run() {
  const char* given = std::getenv("LACONIC_FIXTURES");
  const fs::path root = given != nullptr ? given : LACONIC_CONFORMANCE_FIXTURES;
  for (const Suite& suite : suites) {
    if (fs::is_directory(root / suite.folder)) continue;
    std::printf("NOT RUN: no ../shared/conformance (%s is missing)\n",
                (root / suite.folder).c_str());
    const char* required = std::getenv("LACONIC_REQUIRE_FIXTURES");
    return required != nullptr && std::string_view(required) == "1" ? 1 : not_run;
  }
  Run all(root);
  for (const Suite& suite : suites)
    all.suite(suite);
  return all.finish();
}

}  // namespace
}  // namespace laconic

int main() {
  return laconic::run();
}
