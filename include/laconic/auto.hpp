// auto.hpp - the cheapest exact encoding of a value, by real token count.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/export.hpp>
#include <laconic/tokens.hpp>
#include <laconic/value.hpp>

namespace laconic {

struct AutoOptions {
  /// The formats that compete; minified JSON always does. A codec that cannot read back what
  /// it writes never wins.
  std::span<const Codec* const> candidates;
  /// This one wins when it costs at most `margin_percent` more than the cheapest, and not more
  /// than minified JSON.
  const Codec* prefer = nullptr;
  double margin_percent = 0;
  /// When minified JSON is longer than this, the formats compete on a sample of about this many
  /// bytes, and only the winner writes the whole value. 0: always on the whole value. The result
  /// is counted, compared with minified JSON and read back either way.
  std::uint64_t sample_bytes = 0;
  /// For readers that are not told the format: only a text that this registry recognises by its
  /// content, and reads as the same value, wins. Minified JSON needs no proof.
  const CodecRegistry* recognised_by = nullptr;
};

/// How one format did.
struct AutoCandidate {
  std::string_view name;  ///< of the codec
  std::uint64_t bytes = 0;
  std::uint64_t tokens = 0;
  bool exact = false;  ///< it was read back and gave the same value; only tried if it could win
  std::string fault;   ///< why it could not be written, or what reading back gave
};

struct AutoChoice {
  std::string text;
  const Codec* codec = nullptr;
  std::uint64_t tokens = 0;
  std::uint64_t json_tokens = 0;          ///< of minified JSON; `tokens` is never more
  std::vector<AutoCandidate> candidates;  ///< cheapest first; of the sample if there is one
  std::uint64_t sample_bytes = 0;         ///< of the sample as minified JSON; 0: none was used
};

/// Writes `value` in every candidate format, counts, and returns the cheapest text that reads
/// back as the same value. Deterministic: of equals the earlier candidate wins, and minified
/// JSON over all.
[[nodiscard]] LACONIC_API Result<AutoChoice> encode_auto(Value value, const Tokenizer& tokenizer,
                                                         const AutoOptions& options);

}  // namespace laconic
