// long_message.hpp - the id of a message that is too long to be held.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace laconic::mcp {

/// Follows a JSON message in pieces and finds the value of its own member "id", wherever that
/// stands. It keeps nothing else.
class LongMessage {
 public:
  /// The next bytes of the message.
  void feed(std::string_view bytes);
  /// The bytes of the id's value; empty if there was none, or not yet.
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  /// Whether the message has a member "method" of its own: then it is no response.
  [[nodiscard]] bool has_method() const noexcept { return has_method_; }
  [[nodiscard]] bool starts_like_json() const noexcept { return first_ == '{' || first_ == '['; }
  [[nodiscard]] char first() const noexcept { return first_; }

 private:
  void end_of_string();
  static constexpr std::size_t longest_id = 1024;

  std::string word_;  // the string or scalar at depth 1 that is being read, if short
  std::string id_;
  char first_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
  bool is_array_ = false;
  bool expects_value_ = false;  // at depth 1, behind a colon
  bool value_is_id_ = false;
  bool has_method_ = false;
  std::size_t depth_ = 0;
};

}  // namespace laconic::mcp
