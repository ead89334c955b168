// markup_codecs.cpp - XML, Markdown and legacy JSON of payloads as rows of the registry.
#include <laconic/markup.hpp>

#include "graph/payload_value.hpp"
#include "markup/xml_read.hpp"

namespace laconic::markup {
namespace {

Result<std::string> legacy_row(const Codec&, Value value, const laconic::EncodeOptions& options) {
  const auto payload = graph::from_value(value, options.losses);
  if (!payload) return payload.error();
  PayloadJsonOptions own;
  static_cast<laconic::EncodeOptions&>(own) = options;
  own.compact = setting(options.settings, "layout") == "compact";
  return encode_legacy_json(*payload, own);
}

Result<std::string> xml_row(const Codec&, Value value, const laconic::EncodeOptions& options) {
  const auto payload = graph::from_value(value, options.losses);
  if (!payload) return payload.error();
  XmlOptions own;
  static_cast<laconic::EncodeOptions&>(own) = options;
  if (setting(options.settings, "style") == "knowing") own.style = XmlStyle::knowing;
  own.go_quotes = setting(options.settings, "quotes") == "go";
  return encode_xml(*payload, own);
}

Result<Document> read_xml_row(const Codec&, std::string_view text, const DecodeOptions& options) {
  std::vector<SkippedAttribute> skipped;
  const auto payload = read_xml(text, options, skipped);
  if (!payload) return payload.error();
  detail::TreeMaker maker(options.max_depth);
  for (const SkippedAttribute& one : skipped)
    maker.note(Note::Type::repair, Errc::invalid_key, one.offset, one.text + "; it is skipped");
  return graph::finish_document(maker, *payload);
}

Result<std::string> markdown_row(const Codec&, Value value, const laconic::EncodeOptions& options) {
  const auto payload = graph::from_value(value, options.losses);
  return payload ? encode_markdown(*payload, options) : payload.error();
}

int sniff_xml(std::string_view head) noexcept {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const std::size_t start = head.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return 0;
  head.remove_prefix(start);
  if (head.starts_with("<context")) return 100;
  return head.starts_with("<?xml") ? 90 : 0;
}

constexpr SettingText legacy_settings[] = {
    {"layout", "pretty|compact", "two spaces per level, or one line"},
};
constexpr SettingText xml_settings[] = {
    {"style", "full|knowing", "everything, or symbols grouped by distance (cannot be read back)"},
    {"quotes", "xml|go", "attributes of the knowing style: well-formed, or as its origin"},
};

constexpr Codec legacy_codec{
    .name = "legacy-json",
    .description = "Code-graph payloads as the older JSON without edges",
    .graph = true,
    .settings = legacy_settings,
    .encode = legacy_row,
};

constexpr Codec xml{
    .name = "xml",
    .description = "Code-graph payloads as XML",
    .extensions = ".xml",
    .media_types = "application/xml",
    .lossless = true,
    .graph = true,
    .settings = xml_settings,
    .decode = read_xml_row,
    .encode = xml_row,
    .sniff = sniff_xml,
};

constexpr Codec markdown{
    .name = "markdown",
    .aliases = "md",
    .description = "Code-graph payloads as Markdown for people and models",
    .extensions = ".md",
    .media_types = "text/markdown",
    .graph = true,
    .encode = markdown_row,
};

}  // namespace

const Codec& legacy_json_codec() noexcept {
  return legacy_codec;
}

const Codec& xml_codec() noexcept {
  return xml;
}

const Codec& markdown_codec() noexcept {
  return markdown;
}

}  // namespace laconic::markup
