// value_path.cpp - the way from the root to a value; recursion is bounded by the depth cap.
#include "value/value_path.hpp"

#include <span>

#include "text/escape.hpp"

namespace laconic::detail {
namespace {

bool is_plain(std::string_view key) noexcept {
  if (key.empty()) return false;
  for (const char c : key) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-';
    if (!word) return false;
  }
  return true;
}

/// Steps are put in front on the way back, once the value is found.
bool find(const Value& from, const Value* place, std::string& path) {
  if (from.is_scalar()) return false;
  const std::span<const Value> children = from.is_array() ? from.items() : from.values();
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (&children[i] != place && !find(children[i], place, path)) continue;
    std::string step;
    if (from.is_array()) {
      step = "[" + std::to_string(i) + "]";
    } else {
      const std::string_view key = from.key(i);
      step = is_plain(key) ? "." + std::string(key) : "[" + quoted(key) + "]";
    }
    path.insert(0, step);
    return true;
  }
  return false;
}

}  // namespace

std::string path_of(const Value& root, const Value* place) {
  std::string path;
  find(root, place, path);
  return "$" + path;
}

}  // namespace laconic::detail
