// long_message.cpp - a scanner that forgets as it goes.
#include "mcp/long_message.hpp"

namespace laconic::mcp {

void LongMessage::end_of_string() {
  if (depth_ != 1 || is_array_) return;
  if (expects_value_) {
    if (value_is_id_) id_ = '"' + word_ + '"';
    return;
  }
  value_is_id_ = word_ == "id";
  if (value_is_id_) id_.clear();  // said twice, the last one counts
  has_method_ = has_method_ || word_ == "method";
}

void LongMessage::feed(std::string_view bytes) {
  for (const char c : bytes) {
    if (in_string_) {
      if (!escaped_ && c == '"') {
        in_string_ = false;
        end_of_string();
        word_.clear();
        continue;
      }
      escaped_ = !escaped_ && c == '\\';
      if (depth_ == 1 && word_.size() < longest_id) word_ += c;
      continue;
    }
    switch (c) {
      case ' ':
      case '\t':
      case '\r':
      case '\n': continue;
      case '"':
        in_string_ = true;
        escaped_ = false;
        word_.clear();
        break;
      case '{':
      case '[':
        if (depth_ == 0) is_array_ = c == '[';
        ++depth_;
        break;
      case '}':
      case ']':
        if (depth_ == 1) expects_value_ = false;
        if (depth_ != 0) --depth_;
        break;
      case ':':
        if (depth_ == 1) expects_value_ = true;
        break;
      case ',':
        if (depth_ == 1) expects_value_ = value_is_id_ = false;
        break;
      default:
        if (depth_ == 1 && expects_value_ && value_is_id_ && id_.size() < longest_id) id_ += c;
        break;
    }
    if (first_ == 0) first_ = c;
  }
}

}  // namespace laconic::mcp
