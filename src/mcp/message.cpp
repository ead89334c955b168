// message.cpp - tells requests, responses and the rest apart.
#include "mcp/message.hpp"

namespace laconic::mcp {

Message Message::of(std::string_view line) noexcept {
  Message message;
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r' || line.back() == ' '))
    line.remove_suffix(1);
  message.text = line;
  const char* const end = line.data() + line.size();
  const char* const first = skip_blanks(line.data(), end);
  if (first == end || (*first != '{' && *first != '[')) {
    message.kind = Kind::noise;
    return message;
  }
  if (*first == '[') {
    message.kind = Kind::batch;
    return message;
  }
  const Members members(line, &message.long_strings);
  if (!members.is_plain()) return message;
  message.id = members.find("id");
  message.method = members.find("method");
  message.params = members.find("params");
  message.result = members.find("result");
  const bool has_error = !members.find("error").empty();
  if (!message.method.empty()) {
    message.kind = message.id.empty() ? Kind::notification : Kind::request;
  } else if (!message.id.empty() && !message.result.empty() && !has_error) {
    message.kind = Kind::result;
  } else if (has_error) {
    message.kind = Kind::error;
  }
  return message;
}

std::string id_key(std::string_view id) {
  if (id.find('\\') == std::string_view::npos) return std::string(id);
  std::string text;
  if (!read_json_string(id, text)) return std::string(id);
  std::string key;
  append_json_string(key, text);
  return key;
}

}  // namespace laconic::mcp
