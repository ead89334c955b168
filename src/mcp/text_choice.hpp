// text_choice.hpp - the cheapest text that says the same as a JSON text, proven before it is sent.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/value.hpp>

#include "mcp/proxy_settings.hpp"

namespace laconic::mcp {

/// Why a text was left as it is; empty when it was not.
using Reason = std::string_view;
inline constexpr Reason not_json = "not_json";
inline constexpr Reason too_small = "too_small";
inline constexpr Reason too_large = "too_large";
inline constexpr Reason no_gain = "no_gain";
inline constexpr Reason verify_failed = "verify_failed";

struct TextChoice {
  Reason reason;                  ///< empty: `text` is to be sent
  std::string text;               ///< what to send
  std::string format;             ///< its name
  std::size_t tokens_before = 0;  ///< by the first tokenizer
  std::size_t tokens_after = 0;   ///< likewise, of what is sent
  bool under_limit = false;       ///< the original was longer than the client shows, this is not
};

/// A text and the JSON value in it.
struct JsonText {
  std::string text;  ///< padded for reading in place
  Document document;
  bool is_json = false;      ///< one complete object or array, but for what stands around it
  bool is_embedded = false;  ///< something stands around it
  std::string before;        ///< then: the text up to the JSON, or up to a fence's tag
  std::string after;         ///< and behind it
  std::string inner;         ///< the JSON itself
  bool is_fenced = false;

  /// Reads `text`; it is kept, and the document refers to it.
  void read(std::string given, Embedded embedded = Embedded::off);
  /// The whole text with something else in the place of the JSON.
  [[nodiscard]] std::string around(std::string_view replacement, std::string_view format) const;

 private:
  bool find_fence();
  bool find_prefix();
};

/// Chooses among the formats. Pure: the same text and settings give the same choice.
[[nodiscard]] TextChoice choose_text(const JsonText& original, const std::vector<Format>& formats,
                                     const ProxySettings& settings, std::size_t persist_chars);

/// The tokens of a text by the first tokenizer; nothing when it cannot be counted.
[[nodiscard]] std::optional<std::size_t> count_tokens(std::string_view text,
                                                      const ProxySettings& settings);

/// Whether the text has more tokens than that; stops counting as soon as that is sure.
[[nodiscard]] bool has_more_tokens(std::string_view text, std::size_t than,
                                   const Tokenizer& tokenizer);

/// A text with its tokens by the first tokenizer.
struct CountedText {
  std::string_view text;
  std::size_t tokens;
};

/// Whether `a` has fewer tokens than `b` for every tokenizer.
[[nodiscard]] bool is_cheaper(const CountedText& a, const CountedText& b,
                              const ProxySettings& settings);

}  // namespace laconic::mcp
