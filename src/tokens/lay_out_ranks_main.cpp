// lay_out_ranks_main.cpp - a step of the build: packed ranks in, a table for the program out.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tokens/rank_layout.hpp"

int main(int count, char** arguments) {
  using namespace laconic::tokens;
  if (count != 3) {
    std::fputs("usage: lay_out_ranks PACKED TABLE\n", stderr);
    return 2;
  }
  std::ifstream in(arguments[1], std::ios::binary);
  const std::string packed((std::istreambuf_iterator<char>(in)), {});
  std::vector<std::string_view> ranks;
  RankBlock block;
  std::string fault = "the packed file is cut off";
  if (packed.empty() || !unpack_ranks(packed, ranks) || !lay_out_ranks(ranks, block, fault)) {
    std::fprintf(stderr, "lay_out_ranks: %s: %s\n", arguments[1], fault.c_str());
    return 1;
  }
  std::ofstream out(arguments[2], std::ios::binary);
  out.write(block.data(), static_cast<std::streamsize>(block.size));
  out.close();
  return out ? 0 : 3;
}
