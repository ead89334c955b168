// tron_codec.cpp - TRON as a row of the registry.
#include <laconic/tron.hpp>

#include "tron/tron_names.hpp"

namespace laconic::tron {
namespace {

constexpr SettingText known_settings[] = {
    {"classes", "cheapest|default|never",
     "which key lists become classes: those that save bytes, all that occur twice, or none"},
    {"key_order", "free|exact", "whether objects with the same keys share a class in any order"},
};

EncodeOptions with_settings(EncodeOptions options) noexcept {
  const std::string_view classes = setting(options.settings, "classes");
  if (classes == "cheapest") options.classes = Classes::cheapest;
  if (classes == "default") options.classes = Classes::standard;
  if (classes == "never") options.classes = Classes::never;
  const std::string_view order = setting(options.settings, "key_order");
  if (order == "free") options.key_order = KeyOrder::free;
  if (order == "exact") options.key_order = KeyOrder::exact;
  return options;
}

/// Takes blanks, line ends, comments and semicolons off the front.
void skip_separators(std::string_view& head) noexcept {
  while (!head.empty()) {
    const std::size_t content = head.find_first_not_of(" \t\r\n;");
    head.remove_prefix(content == std::string_view::npos ? head.size() : content);
    if (!head.starts_with('#')) return;
    const std::size_t line_end = head.find('\n');
    head.remove_prefix(line_end == std::string_view::npos ? head.size() : line_end);
  }
}

std::string_view take_name(std::string_view& head) noexcept {
  const std::size_t content = head.find_first_not_of(" \t");
  head.remove_prefix(content == std::string_view::npos ? head.size() : content);
  std::size_t size = 0;
  while (size < head.size() && is_word_character(head[size]))
    ++size;
  const std::string_view name = head.substr(0, size);
  head.remove_prefix(size);
  return name;
}

/// `class A: id,name`, perhaps with a parent. Without a class, TRON is JSON, and is left to it.
int sniff(std::string_view head) noexcept {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  skip_separators(head);
  if (!head.starts_with("class ") && !head.starts_with("class\t")) return 0;
  head.remove_prefix(6);
  const std::string_view name = take_name(head);
  if (name.empty() || is_digit(name[0]) || is_reserved(name)) return 0;
  std::size_t content = head.find_first_not_of(" \t");
  if (content == std::string_view::npos) return 0;
  if (head[content] == '(') {
    head.remove_prefix(content + 1);
    if (take_name(head).empty()) return 0;
    content = head.find_first_not_of(" \t)");
    if (content == std::string_view::npos) return 0;
  }
  return head[content] == ':' ? 95 : 0;
}

constexpr Codec tron_codec{
    .name = "tron",
    .description = "TRON, JSON with classes for repeated key lists",
    .extensions = ".tron",
    .media_types = "application/tron",
    .lossless = true,
    .settings = known_settings,
    .decode =
        [](const Codec&, std::string_view text, const laconic::DecodeOptions& options) {
          DecodeOptions own;
          static_cast<laconic::DecodeOptions&>(own) = options;
          return tron::decode(text, own);
        },
    .encode =
        [](const Codec&, Value value, const laconic::EncodeOptions& options) {
          EncodeOptions own;
          static_cast<laconic::EncodeOptions&>(own) = options;
          return tron::encode(value, with_settings(own));
        },
    .sniff = sniff,
};

}  // namespace

const Codec& codec() noexcept {
  return tron_codec;
}

ConfiguredCodec::ConfiguredCodec(const EncodeOptions& own_encode,
                                 const DecodeOptions& own_decode) noexcept
    : Codec(tron_codec), encode_options(own_encode), decode_options(own_decode) {
  encode = [](const Codec& self, Value value, const laconic::EncodeOptions& call) {
    EncodeOptions merged = static_cast<const ConfiguredCodec&>(self).encode_options;
    static_cast<laconic::EncodeOptions&>(merged) = call;
    return tron::encode(value, with_settings(merged));
  };
  decode = [](const Codec& self, std::string_view text, const laconic::DecodeOptions& call) {
    DecodeOptions merged = static_cast<const ConfiguredCodec&>(self).decode_options;
    static_cast<laconic::DecodeOptions&>(merged) = call;
    return tron::decode(text, merged);
  };
}

}  // namespace laconic::tron
