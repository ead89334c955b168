// toon_conformance.cpp - the public TOON fixtures, every case compared strictly.
//
//   toon_conformance [FOLDER]
//
// Exit code 77: the fixtures are not there; with LACONIC_REQUIRE_FIXTURES=1 a failure.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/json.hpp>
#include <laconic/toon.hpp>

namespace {

namespace fs = std::filesystem;
using laconic::Kind;
using laconic::Value;

// How many cases the suite has; a runner that finds fewer is broken.
constexpr unsigned encode_cases = 179;
constexpr unsigned decode_cases = 593;
// Cases that expect numbers rounded to binary64; ours are exact.
constexpr unsigned rounded_cases = 4;

struct Tally {
  unsigned encoded = 0;
  unsigned decoded = 0;
  unsigned rounded = 0;
  unsigned failed = 0;
};

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string text_of(Value value) {
  const auto text = laconic::json::encode(value);
  return text ? *text : text.error().message();
}

bool flag(Value test, std::string_view name) {
  const Value* value = test.find(name);
  return value != nullptr && value->kind() == Kind::boolean && value->boolean();
}

void report(Tally& tally, const fs::path& file, Value test, const std::string& what) {
  ++tally.failed;
  std::printf("FAILED %s: %s\n%s\n", file.filename().string().c_str(),
              std::string(test.find("name")->string()).c_str(), what.c_str());
}

laconic::toon::Delimiter delimiter_of(std::string_view text) {
  return static_cast<laconic::toon::Delimiter>(text.at(0));
}

void run_encode(const fs::path& file, Value test, Tally& tally) {
  ++tally.encoded;
  laconic::toon::EncodeOptions options;
  if (const Value* given = test.find("options")) {
    for (const auto [key, value] : given->members()) {
      if (key == "delimiter") {
        options.delimiter = delimiter_of(value.string());
      } else if (key == "indentSize") {
        options.indent_size = static_cast<unsigned>(value.integer());
      } else {
        return report(tally, file, test, "unknown option " + std::string(key));
      }
    }
  }
  const Value input = *test.find("input");
  const auto text = laconic::toon::encode(input, options);
  if (flag(test, "shouldError")) {
    if (text) report(tally, file, test, "an error is expected, got:\n" + *text);
    return;
  }
  if (!text) return report(tally, file, test, text.error().message());
  const std::string_view expected = test.find("expected")->string();
  if (*text != expected) {
    return report(tally, file, test, "expected:\n" + std::string(expected) + "\ngot:\n" + *text);
  }
  laconic::toon::DecodeOptions back_options;
  back_options.indent_size = options.indent_size;
  const auto back = laconic::toon::decode(*text, back_options);
  if (!back) return report(tally, file, test, "does not read back: " + back.error().message());
  if (!laconic::same_value(back->root(), input)) {
    return report(tally, file, test, "reads back as " + text_of(back->root()));
  }
  const auto again = laconic::toon::encode(back->root(), options);
  if (!again || *again != *text) report(tally, file, test, "a second round trip changes the text");
}

void run_decode(const fs::path& file, Value test, Tally& tally) {
  ++tally.decoded;
  laconic::toon::DecodeOptions options;
  if (const Value* given = test.find("options")) {
    for (const auto [key, value] : given->members()) {
      if (key == "strict") {
        options.lenient = !value.boolean();
      } else if (key == "indentSize") {
        options.indent_size = static_cast<unsigned>(value.integer());
      } else {
        return report(tally, file, test, "unknown option " + std::string(key));
      }
    }
  }
  const std::string_view input = test.find("input")->string();
  const auto document = laconic::toon::decode(input, options);
  // The way past the document says the same.
  const auto direct = laconic::toon::to_json(input, options);
  if (direct.ok() != document.ok() ||
      (document ? *direct != text_of(document->root())
                : direct.error().message() != document.error().message())) {
    return report(tally, file, test, std::string(input) + "\nto_json differs from decode");
  }
  if (flag(test, "shouldError")) {
    if (document) {
      report(tally, file, test,
             std::string(input) + "\nan error is expected, got " + text_of(document->root()));
    }
    return;
  }
  if (!document) {
    return report(tally, file, test, std::string(input) + "\n" + document.error().message());
  }
  const Value expected = *test.find("expected");
  if (laconic::identical(document->root(), expected)) return;
  if (input == "a: 1e400" || input == "a: 9007199254740993") {
    // As written, not rounded.
    if (text_of(document->root()) == "{\"a\":" + std::string(input.substr(3)) + "}") {
      ++tally.rounded;
      return;
    }
  }
  report(tally, file, test,
         std::string(input) + "\nexpected " + text_of(expected) + "\ngot      " +
             text_of(document->root()));
}

}  // namespace

int main(int argc, char** argv) {
  const fs::path root = argc > 1 ? argv[1] : LACONIC_CONFORMANCE_FIXTURES "/toon-4.4";
  if (!fs::is_directory(root)) {
    std::printf("NOT RUN: no fixtures in %s\n", root.string().c_str());
    const char* required = std::getenv("LACONIC_REQUIRE_FIXTURES");
    return required != nullptr && std::string_view(required) == "1" ? 1 : 77;
  }
  Tally tally;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  for (const fs::path& path : files) {
    const auto suite = laconic::json::decode(read_file(path));
    if (!suite || suite->root().find("tests") == nullptr) {
      std::printf("FAILED %s: no list of tests\n", path.string().c_str());
      ++tally.failed;
      continue;
    }
    const bool encodes = path.parent_path().filename() == "encode";
    for (const Value& test : suite->root().find("tests")->items()) {
      encodes ? run_encode(path, test, tally) : run_decode(path, test, tally);
    }
  }
  std::printf("%u encode and %u decode cases, %u exact where the suite rounds, %u failed\n",
              tally.encoded, tally.decoded, tally.rounded, tally.failed);
  const bool complete = tally.encoded == encode_cases && tally.decoded == decode_cases &&
                        tally.rounded == rounded_cases;
  if (!complete) std::printf("the numbers of cases are not those of the suite\n");
  return tally.failed == 0 && complete ? 0 : 1;
}
