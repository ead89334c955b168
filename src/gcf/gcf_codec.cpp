// gcf_codec.cpp - GCF as a row of the registry.
#include <laconic/gcf.hpp>

namespace laconic::gcf {
namespace {

/// The header line is unmistakable, also when it is wrong; a line that starts with it
/// further down is a sign that a model wrapped the payload in prose.
int sniff(std::string_view head) noexcept {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  if (head.starts_with("GCF profile=")) return 100;
  const std::string_view first = head.substr(0, head.find('\n'));
  if (first == "GCF" || first == "GCF\r" || first.starts_with("GCF ")) return 95;
  if (first.starts_with("GCF") && first.find("profile=") != std::string_view::npos) return 95;
  return head.find("\nGCF profile=") != std::string_view::npos ? 60 : 0;
}

Result<Document> decode_row(const Codec&, std::string_view text, const DecodeOptions& options) {
  return gcf::decode(text, options);
}

constexpr Codec gcf_codec{
    .name = "gcf",
    .description = "Graph Compact Format, generic profile",
    .extensions = ".gcf",
    .media_types = "application/vnd.gcf+text",
    .lossless = true,
    .streaming = true,
    .decode = decode_row,
    .encode =
        [](const Codec&, Value value, const laconic::EncodeOptions& options) {
          EncodeOptions own;
          static_cast<laconic::EncodeOptions&>(own) = options;
          return gcf::encode(value, own);
        },
    .to_json = [](const Codec&, std::string_view text, const DecodeOptions& options,
                  Document* notes) { return gcf::to_json(text, options, notes); },
    .sniff = sniff,
};

}  // namespace

const Codec& codec() noexcept {
  return gcf_codec;
}

ConfiguredCodec::ConfiguredCodec(const EncodeOptions& own) noexcept
    : Codec(gcf_codec), options(own) {
  encode = [](const Codec& self, Value value, const laconic::EncodeOptions& call) {
    EncodeOptions merged = static_cast<const ConfiguredCodec&>(self).options;
    static_cast<laconic::EncodeOptions&>(merged) = call;
    return gcf::encode(value, merged);
  };
}

}  // namespace laconic::gcf
