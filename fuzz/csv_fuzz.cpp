// csv_fuzz.cpp - any bytes as CSV, TSV and typed CSV: refused with a place, or read and written
// back.
#include <laconic/csv.hpp>

#include "everyday_fuzz.hpp"

using namespace laconic;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr Setting strings[] = {{"types", "strings"}};
  constexpr Setting typed[] = {{"types", "typed"}};
  fuzz::check_everyday(csv::codec(), data, size);
  fuzz::check_everyday(csv::codec(), data, size, strings);
  fuzz::check_everyday(csv::tsv_codec(), data, size);
  fuzz::check_everyday(csv::tsv_codec(), data, size, typed);
  fuzz::check_everyday(csv::typed_codec(), data, size);
  return 0;
}
