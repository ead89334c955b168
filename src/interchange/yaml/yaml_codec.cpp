// yaml_codec.cpp - YAML as a row of the registry.
#include <array>

#include <laconic/yaml.hpp>

namespace laconic::yaml {
namespace {

constexpr std::size_t whole_head = 4096;

std::string_view next_line(std::string_view& text) noexcept {
  const std::size_t stop = text.find('\n');
  std::string_view line = text.substr(0, stop);
  text.remove_prefix(stop == std::string_view::npos ? text.size() : stop + 1);
  while (line.ends_with('\r') || line.ends_with(' '))
    line.remove_suffix(1);
  return line;
}

/// `key:` or `key: value`, with a key without spaces or in quotes.
bool is_member(std::string_view line) noexcept {
  if (line.empty()) return false;
  if (line[0] == '"' || line[0] == '\'') {
    const std::size_t close = line.find(line[0], 1);
    if (close == std::string_view::npos) return false;
    line.remove_prefix(close);
  } else if (line.find_first_of(" \t\"'{}[],#&*!|>%@`") < line.find(':')) {
    return false;
  }
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && colon != 0 &&
         (colon + 1 == line.size() || line[colon + 1] == ' ');
}

/// Nothing but members and list items at the left edge, or a document marker. That is little, so
/// not much is claimed.
int sniff(std::string_view head) noexcept {
  const bool is_cut = head.size() >= whole_head;
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  if (head.starts_with("%YAML ")) return 95;
  int lines = 0;
  bool marked = false;
  bool is_list = false;
  while (!head.empty()) {
    const std::string_view line = next_line(head);
    if (head.empty() && is_cut) break;
    if (line.empty() || line[0] == '#') continue;
    if (line == "---" || line.starts_with("--- ")) {
      marked = true;
      continue;
    }
    if (line[0] == ' ' && lines != 0) continue;  // inside something
    if (!is_member(line) && !line.starts_with("- ") && line != "-" &&
        !(lines != 0 && line == "..."))
      return 0;
    if (lines++ == 0) is_list = line.starts_with("- ");
  }
  if (lines == 0) return 0;
  if (marked) return 80;
  // A hyphen and a blank start no number of JSON.
  return is_list ? 45 : 40;
}

constexpr std::array<SettingText, 1> yaml_settings{{
    {"documents", "one|array",
     "Reading: a text with several documents is an error, or an array of them."},
}};

constexpr Codec yaml_codec{
    .name = "yaml",
    .aliases = "yml",
    .description = "YAML 1.2, core schema",
    .extensions = ".yaml .yml",
    .media_types = "application/yaml",
    .lossless = true,
    .settings = yaml_settings,
    .decode =
        [](const Codec&, std::string_view text, const laconic::DecodeOptions& options) {
          DecodeOptions own;
          static_cast<laconic::DecodeOptions&>(own) = options;
          if (setting(options.settings, "documents") == "array") own.documents = Documents::array;
          return yaml::decode(text, own);
        },
    .encode = [](const Codec&, Value value,
                 const EncodeOptions& options) { return yaml::encode(value, options); },
    .sniff = sniff,
};

}  // namespace

const Codec& codec() noexcept {
  return yaml_codec;
}

}  // namespace laconic::yaml
