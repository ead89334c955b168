// toon_codec.cpp - TOON as a row of the registry.
#include <laconic/toon.hpp>

namespace laconic::toon {
namespace {

bool is_length(std::string_view text) noexcept {
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9')
    ++digits;
  if (digits == 0 || digits == text.size()) return false;
  std::size_t at = digits;
  if (text[at] == ':') ++at;
  if (at < text.size() && (text[at] == '|' || text[at] == '\t')) ++at;
  return at + 1 < text.size() && text[at] == ']' && (text[at + 1] == ':' || text[at + 1] == '{');
}

/// Headers such as `users[3]{id,name}:` are typical; without one TOON cannot be told from
/// YAML, and nothing is claimed.
int sniff(std::string_view head) noexcept {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  for (int lines = 0; !head.empty() && lines < 64; ++lines) {
    const std::size_t stop = head.find('\n');
    std::string_view line = head.substr(0, stop);
    head.remove_prefix(stop == std::string_view::npos ? head.size() : stop + 1);
    const std::size_t content = line.find_first_not_of(" -\r");
    if (content == std::string_view::npos || line[content] == '#') continue;
    line.remove_prefix(content);
    const std::size_t bracket = line.find('[');
    const std::size_t colon = line.find(':');
    if (bracket < colon && is_length(line.substr(bracket + 1))) {
      return bracket == 0 ? 95 : 80;  // the first is what no JSON starts with
    }
    // Up to the first header there are only fields.
    if (colon == std::string_view::npos || line[0] == '{' || line[0] == '<') return 0;
  }
  return 0;
}

Result<Document> decode_row(const Codec&, std::string_view text,
                            const laconic::DecodeOptions& options) {
  DecodeOptions own;
  static_cast<laconic::DecodeOptions&>(own) = options;
  return toon::decode(text, own);
}

constexpr Codec toon_codec{
    .name = "toon",
    .description = "Token-Oriented Object Notation 4.4",
    .extensions = ".toon",
    .media_types = "text/toon",
    .lossless = true,
    .decode = decode_row,
    .encode =
        [](const Codec&, Value value, const laconic::EncodeOptions& options) {
          EncodeOptions own;
          static_cast<laconic::EncodeOptions&>(own) = options;
          return toon::encode(value, own);
        },
    .to_json =
        [](const Codec&, std::string_view text, const laconic::DecodeOptions& options,
           Document* notes) {
          DecodeOptions own;
          static_cast<laconic::DecodeOptions&>(own) = options;
          return toon::to_json(text, own, notes);
        },
    .sniff = sniff,
};

}  // namespace

const Codec& codec() noexcept {
  return toon_codec;
}

ConfiguredCodec::ConfiguredCodec(const EncodeOptions& own_encode,
                                 const DecodeOptions& own_decode) noexcept
    : Codec(toon_codec), encode_options(own_encode), decode_options(own_decode) {
  encode = [](const Codec& self, Value value, const laconic::EncodeOptions& call) {
    EncodeOptions merged = static_cast<const ConfiguredCodec&>(self).encode_options;
    static_cast<laconic::EncodeOptions&>(merged) = call;
    return toon::encode(value, merged);
  };
  decode = [](const Codec& self, std::string_view text, const laconic::DecodeOptions& call) {
    DecodeOptions merged = static_cast<const ConfiguredCodec&>(self).decode_options;
    static_cast<laconic::DecodeOptions&>(merged) = call;
    return toon::decode(text, merged);
  };
  to_json = [](const Codec& self, std::string_view text, const laconic::DecodeOptions& call,
               Document* notes) {
    DecodeOptions merged = static_cast<const ConfiguredCodec&>(self).decode_options;
    static_cast<laconic::DecodeOptions&>(merged) = call;
    return toon::to_json(text, merged, notes);
  };
}

}  // namespace laconic::toon
