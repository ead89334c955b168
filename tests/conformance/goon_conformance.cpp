// goon_conformance.cpp - the GOON vectors: written as expected, read, and written again.
//
//   goon_conformance [FILE]
//
// Exit code 77: the vectors are not there; with LACONIC_REQUIRE_FIXTURES=1 a failure.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <laconic/goon.hpp>
#include <laconic/json.hpp>

namespace {

namespace fs = std::filesystem;
using laconic::Value;

constexpr unsigned vector_count = 21;
// Cases whose text says less than is needed to write it again.
constexpr std::string_view one_way[] = {"paths_only_unpathed", "traversal_with_path_ids"};

std::string run(Value test, bool& written_again) {
  const std::string_view expected = test.find("expected")->string();
  const auto text = laconic::goon::encode(*test.find("input"));
  if (!text) return text.error().message();
  if (*text != expected) return "expected:\n" + std::string(expected) + "\ngot:\n" + *text;
  const auto back = laconic::goon::decode(*text);
  if (!back) return "does not read back: " + back.error().message();
  const auto again = laconic::goon::encode(back->root());
  if (!again) return "cannot be written again: " + again.error().message();
  written_again = *again == *text;
  for (const std::string_view name : one_way) {
    if (test.find("name")->string() == name) return written_again ? "no exception any more" : "";
  }
  return written_again ? "" : "written differently the second time:\n" + *again;
}

}  // namespace

int main(int argc, char** argv) {
  const fs::path path = argc > 1 ? argv[1] : LACONIC_CONFORMANCE_FIXTURES "/goon/vectors.json";
  if (!fs::is_regular_file(path)) {
    std::printf("NOT RUN: no vectors in %s\n", path.string().c_str());
    const char* required = std::getenv("LACONIC_REQUIRE_FIXTURES");
    return required != nullptr && std::string_view(required) == "1" ? 1 : 77;
  }
  std::ifstream in(path, std::ios::binary);
  const auto vectors = laconic::json::decode(std::string(std::istreambuf_iterator<char>(in), {}));
  if (!vectors) {
    std::printf("FAILED: %s\n", vectors.error().message().c_str());
    return 1;
  }
  unsigned cases = 0;
  unsigned failed = 0;
  unsigned again = 0;
  for (const Value& test : vectors->root().items()) {
    ++cases;
    bool written_again = false;
    const std::string fault = run(test, written_again);
    if (written_again) ++again;
    if (fault.empty()) continue;
    ++failed;
    std::printf("FAILED %s\n%s\n", std::string(test.find("name")->string()).c_str(), fault.c_str());
  }
  std::printf("%u vectors, %u written again, %u failed\n", cases, again, failed);
  if (cases != vector_count) std::printf("there must be %u vectors\n", vector_count);
  return failed == 0 && cases == vector_count ? 0 : 1;
}
