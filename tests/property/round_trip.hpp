// round_trip.hpp - what must hold for every value and for every text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <laconic/value.hpp>

#include "plain_gcf.hpp"
#include "random.hpp"

namespace laconic::property {

/// What was seen, so that a run can prove that it exercised what it claims to.
struct Statistics {
  support::Features canonical;
  support::Features unflattened;
  std::uint64_t values = 0;
  std::uint64_t refused_values = 0;   ///< numbers that GCF cannot hold
  std::uint64_t compact_shorter = 0;  ///< than canonical
  std::uint64_t wire_bytes = 0;
  std::uint64_t json_bytes = 0;
  std::uint64_t texts = 0;
  std::uint64_t accepted_texts = 0;
  std::uint64_t repaired_texts = 0;  ///< refused as they stand, read by the lenient reader
};

/// Every property of a value: it survives every way of writing it, canonical text is
/// what the obvious writer writes, compact is never longer. `variant` chooses one of
/// the dearer checks. Returns "" or what went wrong.
[[nodiscard]] std::string check_value(Value value, std::uint64_t variant, Statistics& statistics);

/// Every property of a text that may or may not be GCF: an error with a place in the
/// text, or a value that survives; the lenient reader agrees where the strict one is
/// content.
[[nodiscard]] std::string check_text(std::string_view text, Statistics& statistics);

/// The same for JSON.
[[nodiscard]] std::string check_json_text(std::string_view text, Statistics& statistics);

/// `text` with one to three things done to it: lines dropped, doubled, swapped,
/// indented; bytes flipped, inserted, deleted; the end cut off.
[[nodiscard]] std::string mutate(std::string_view text, support::Random& random);

}  // namespace laconic::property
