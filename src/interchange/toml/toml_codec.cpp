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

/// The first line that is no comment decides.
int sniff(std::string_view head) noexcept {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  while (!head.empty()) {
    const std::size_t stop = head.find('\n');
    std::string_view line = head.substr(0, stop);
    head.remove_prefix(stop == std::string_view::npos ? head.size() : stop + 1);
    while (line.ends_with('\r') || line.ends_with(' ') || line.ends_with('\t'))
      line.remove_suffix(1);
    while (line.starts_with(' ') || line.starts_with('\t'))
      line.remove_prefix(1);
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '[') return is_header(line) ? 92 : 0;  // above JSON, which this cannot be
    return is_member(line) ? 60 : 0;
  }
  return 0;
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
