// toml_codec.cpp - TOML as a row of the registry.
#include <laconic/toml.hpp>

namespace laconic::toml {
namespace {

bool is_key_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.';
}

/// `[name]` or `[[name]]` with a name that JSON has no word for.
bool is_header(std::string_view line) noexcept {
  const bool is_double = line.starts_with("[[");
  line.remove_prefix(is_double ? 2 : 1);
  if (line.empty() || !((line[0] | 0x20) >= 'a' && (line[0] | 0x20) <= 'z')) return false;
  std::size_t size = 0;
  while (size < line.size() && is_key_character(line[size]))
    ++size;
  const std::string_view name = line.substr(0, size);
  if (name == "true" || name == "false" || name == "null") return false;
  line.remove_prefix(size);
  if (!line.starts_with(is_double ? "]]" : "]")) return false;
  line.remove_prefix(is_double ? 2 : 1);
  const std::size_t rest = line.find_first_not_of(" \t");
  return rest == std::string_view::npos || line[rest] == '#';
}

/// `key = value`, where the value starts like one.
bool is_member(std::string_view line) noexcept {
  std::size_t size = 0;
  if (line[0] == '"' || line[0] == '\'') {
    size = line.find(line[0], 1);
    if (size == std::string_view::npos) return false;
    ++size;
  } else {
    while (size < line.size() && is_key_character(line[size]))
      ++size;
  }
  if (size == 0) return false;
  line.remove_prefix(size);
  const std::size_t equals = line.find_first_not_of(" \t");
  if (equals == std::string_view::npos || line[equals] != '=') return false;
  const std::size_t value = line.find_first_not_of(" \t", equals + 1);
  if (value == std::string_view::npos) return false;
  const std::string_view rest = line.substr(value);
  return std::string_view("\"'[{+-0123456789").find(rest[0]) != std::string_view::npos ||
         rest.starts_with("true") || rest.starts_with("false") || rest.starts_with("inf") ||
         rest.starts_with("nan");
}

/// The next line that is neither blank nor a comment, trimmed; empty at the end.
std::string_view next_line(std::string_view& text) noexcept {
  while (!text.empty()) {
    const std::size_t stop = text.find('\n');
    std::string_view line = text.substr(0, stop);
    text.remove_prefix(stop == std::string_view::npos ? text.size() : stop + 1);
    while (line.ends_with('\r') || line.ends_with(' ') || line.ends_with('\t'))
      line.remove_suffix(1);
    while (line.starts_with(' ') || line.starts_with('\t'))
      line.remove_prefix(1);
    if (!line.empty() && line[0] != '#') return line;
  }
  return {};
}

/// A member says enough. A header could be broken JSON, so it needs a line like it behind it.
int sniff(std::string_view head) noexcept {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const std::string_view first = next_line(head);
  if (first.empty()) return 0;
  if (first[0] != '[') return is_member(first) ? 60 : 0;
  if (!is_header(first)) return 0;
  const std::string_view second = next_line(head);
  if (second.empty()) return 0;
  const bool fits = second[0] == '[' ? is_header(second) : is_member(second);
  return fits ? 92 : 0;  // above JSON, which this cannot be
}

constexpr Codec toml_codec{
    .name = "toml",
    .description = "TOML 1.0",
    .extensions = ".toml",
    .media_types = "application/toml",
    .lossless = true,
    .decode = [](const Codec&, std::string_view text,
                 const DecodeOptions& options) { return toml::decode(text, options); },
    .encode = [](const Codec&, Value value,
                 const EncodeOptions& options) { return toml::encode(value, options); },
    .sniff = sniff,
};

}  // namespace

const Codec& codec() noexcept {
  return toml_codec;
}

}  // namespace laconic::toml
