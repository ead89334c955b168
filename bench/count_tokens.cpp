// count_tokens.cpp - laconic counting the texts of the token benchmark.
//
//   count_tokens SECONDS FILE...
//
// Prints one JSON object: {"rows":[{contender, encoding, file, seconds, tokens}]}, where
// seconds is the mean CPU time of one count. Nothing is kept between two counts.
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <laconic/tokens.hpp>

namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::strtod(argv[1], nullptr) : 0;
  std::string rows;
  for (int i = 2; i < argc; ++i) {
    std::ifstream in(argv[i], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    for (const std::string_view encoding : laconic::Tokenizer::builtin_names()) {
      const auto tokenizer = laconic::Tokenizer::builtin(encoding);
      const auto tokens = tokenizer->count(text);
      if (!tokens) {
        std::fprintf(stderr, "%s: %s\n", argv[i], tokens.error().message().c_str());
        return 1;
      }
      const double start = cpu_seconds();
      double passed = 0;
      unsigned runs = 0;
      bool same = true;
      for (; passed < seconds || runs == 0; passed = cpu_seconds() - start, ++runs) {
        const auto again = tokenizer->count(text);
        same = same && again && *again == *tokens;
      }
      if (!same) return 1;
      rows += rows.empty() ? "" : ",";
      rows += R"({"contender":"laconic","encoding":")" + std::string(encoding) + R"(","file":")" +
              std::filesystem::path(argv[i]).filename().string() + R"(","seconds":)" +
              std::to_string(passed * 1e6 / runs) + R"(e-6,"tokens":)" + std::to_string(*tokens) +
              "}";
    }
  }
  std::printf("{\"rows\":[%s]}\n", rows.c_str());
  return 0;
}
