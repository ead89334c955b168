// replay.cpp - runs a fuzzer over files instead of inventing inputs.
//
//     json_replay FLOOR FOLDER...
//
// Every file of the folders, every prefix of it, and the file with each byte taken out.
// Fewer files than FLOOR is a failure: a lost corpus must not pass.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz_target.hpp"

namespace {

namespace fs = std::filesystem;

/// In a block of exactly its size, as a fuzzer would hand it over.
void run(const std::string& text) {
  auto* copy = new std::uint8_t[text.size()];
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  LLVMFuzzerTestOneInput(copy, text.size());
  delete[] copy;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: replay FLOOR FOLDER...\n", stderr);
    return 2;
  }
  std::vector<fs::path> files;
  for (int i = 2; i < argc; ++i) {
    for (const auto& entry : fs::directory_iterator(argv[i])) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::size_t inputs = 0;
  for (const fs::path& path : files) {
    std::printf("%s\n", path.filename().c_str());
    std::fflush(stdout);  // the name must be out before a crash
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    run(text);
    for (std::size_t i = 0; i < text.size(); ++i) {
      run(text.substr(0, i));
      run(text.substr(0, i) + text.substr(i + 1));
      inputs += 2;
    }
  }
  std::printf("%zu files, %zu inputs\n", files.size(), inputs + files.size());
  const auto floor = static_cast<std::size_t>(std::strtoul(argv[1], nullptr, 10));
  if (files.size() < floor || floor == 0) {
    std::printf("FAIL: fewer than %zu files\n", floor);
    return 1;
  }
  return 0;
}
