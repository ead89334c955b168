// goon_codec.cpp - GOON as a row of the registry.
#include <laconic/goon.hpp>

namespace laconic::goon {
namespace {

Result<Document> decode_row(const Codec&, std::string_view text,
                            const laconic::DecodeOptions& options) {
  DecodeOptions own;
  static_cast<laconic::DecodeOptions&>(own) = options;
  own.numbers = setting(options.settings, "numbers") != "never";
  return goon::decode(text, own);
}

Result<std::string> encode_row(const Codec&, Value value, const laconic::EncodeOptions& options) {
  EncodeOptions own;
  static_cast<laconic::EncodeOptions&>(own) = options;
  if (const auto version = setting(options.settings, "version"); !version.empty()) {
    own.version = version;
  }
  own.strict_names = setting(options.settings, "strict_names") == "yes";
  return goon::encode(value, own);
}

int sniff(std::string_view head) noexcept {
  if (!head.starts_with("@header")) return 0;
  head.remove_prefix(7);
  return head.empty() || head.starts_with('\n') || head.starts_with("\r\n") ? 100 : 0;
}

constexpr SettingText settings[] = {
    {"version", "TEXT", "writing: what goon_version says, 1.0.0 if not given"},
    {"strict_names", "no|yes", "writing: refuse names outside [A-Za-z0-9_.-]"},
    {"numbers", "canonical|never", "reading: bare values that look like numbers are numbers"},
};

constexpr Codec goon_codec{
    .name = "goon",
    .description = "Graph Object Output Notation, answers of graph queries",
    .extensions = ".goon",
    .media_types = "text/x-goon",
    .graph = true,
    .settings = settings,
    .decode = decode_row,
    .encode = encode_row,
    .sniff = sniff,
};

}  // namespace

const Codec& codec() noexcept {
  return goon_codec;
}

}  // namespace laconic::goon
