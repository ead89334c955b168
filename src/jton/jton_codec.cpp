// jton_codec.cpp - JTON as a row of the registry.
#include <laconic/jton.hpp>

#include "jton/jton_words.hpp"

namespace laconic::jton {
namespace {

constexpr SettingText known_settings[] = {
    {"delimiter", "comma|tab|pipe", "what stands between the cells of a grid"},
    {"row_count", "yes|no", "whether a grid says how many rows it has"},
    {"bare_strings", "no|yes", "cells that look like identifiers without quotes"},
    {"implicit_null", "no|yes", "null cells as nothing"},
    {"unquoted_keys", "no|yes", "keys of objects that are identifiers without quotes"},
};

void set_bool(const EncodeOptions& options, std::string_view name, bool& out) noexcept {
  const std::string_view value = setting(options.settings, name);
  if (!value.empty()) out = value == "yes";
}

EncodeOptions with_settings(EncodeOptions options) noexcept {
  const std::string_view delimiter = setting(options.settings, "delimiter");
  if (delimiter == "comma") options.delimiter = Delimiter::comma;
  if (delimiter == "tab") options.delimiter = Delimiter::tab;
  if (delimiter == "pipe") options.delimiter = Delimiter::pipe;
  set_bool(options, "row_count", options.row_count);
  set_bool(options, "bare_strings", options.bare_strings);
  set_bool(options, "implicit_null", options.implicit_null);
  set_bool(options, "unquoted_keys", options.unquoted_keys);
  return options;
}

std::string_view without_blanks(std::string_view text) noexcept {
  const std::size_t content = text.find_first_not_of(" \t\r\n");
  return content == std::string_view::npos ? std::string_view() : text.substr(content);
}

/// Whether a grid opens with the bracket that stands before `text`: `2: a` or `: a`. TOON has
/// `[2:]{a}:`, where a brace follows the bracket.
bool is_grid(std::string_view text) noexcept {
  text = without_blanks(text);
  while (!text.empty() && is_digit(text[0]))
    text.remove_prefix(1);
  text = without_blanks(text);
  if (!text.starts_with(':')) return false;
  text = without_blanks(text.substr(1));
  if (text.starts_with(']')) return !text.substr(1).starts_with('{');
  return !text.empty() && (is_identifier_start(text[0]) || text[0] == '"');
}

/// A grid anywhere, outside strings, makes JSON into JTON.
int sniff(std::string_view head) noexcept {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  head = without_blanks(head);
  if (!head.starts_with('[') && !head.starts_with('{')) return 0;
  bool in_string = false;
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (head[i] == '"') in_string = !in_string;
    if (in_string && head[i] == '\\') ++i;
    if (!in_string && i < head.size() && head[i] == '[' && is_grid(head.substr(i + 1))) {
      return i == 0 ? 97 : 93;
    }
  }
  return 0;
}

constexpr Codec jton_codec{
    .name = "jton",
    .description = "JTON 1.0, JSON with grids",
    .extensions = ".jton",
    .media_types = "application/jton",
    .lossless = true,
    .settings = known_settings,
    .decode = [](const Codec&, std::string_view text,
                 const DecodeOptions& options) { return jton::decode(text, options); },
    .encode =
        [](const Codec&, Value value, const laconic::EncodeOptions& options) {
          EncodeOptions own;
          static_cast<laconic::EncodeOptions&>(own) = options;
          return jton::encode(value, with_settings(own));
        },
    .sniff = sniff,
};

}  // namespace

const Codec& codec() noexcept {
  return jton_codec;
}

ConfiguredCodec::ConfiguredCodec(const EncodeOptions& own_encode) noexcept
    : Codec(jton_codec), encode_options(own_encode) {
  encode = [](const Codec& self, Value value, const laconic::EncodeOptions& call) {
    EncodeOptions merged = static_cast<const ConfiguredCodec&>(self).encode_options;
    static_cast<laconic::EncodeOptions&>(merged) = call;
    return jton::encode(value, with_settings(merged));
  };
}

}  // namespace laconic::jton
