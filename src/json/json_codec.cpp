// json_codec.cpp - JSON as a row of the registry.
#include <laconic/json.hpp>

namespace laconic::json {
namespace {

/// JSON starts with one of few characters; nothing else we read starts with a bracket
/// or a quote.
int sniff(std::string_view head) noexcept {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);  // the reader says what is wrong
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return 0;
  const char c = head[first];
  if (c == '{' || c == '[') return 90;
  if (c == '"') return 70;
  if (c == '-' || (c >= '0' && c <= '9')) return 40;
  const std::string_view rest = head.substr(first);
  const bool literal =
      rest.starts_with("true") || rest.starts_with("false") || rest.starts_with("null");
  return literal ? 40 : 0;
}

constexpr Codec json_codec{
    .name = "json",
    .description = "JSON (RFC 8259), minified or indented",
    .extensions = ".json",
    .media_types = "application/json",
    .lossless = true,
    .decode = [](const Codec&, std::string_view text,
                 const DecodeOptions& options) { return json::decode(text, options); },
    .encode = [](const Codec&, Value value,
                 const EncodeOptions& options) { return json::encode(value, options); },
    .sniff = sniff,
};

}  // namespace

const Codec& codec() noexcept {
  return json_codec;
}

}  // namespace laconic::json
