// tool_book.hpp - what tools/list said, and what we made of it.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace laconic::mcp {

struct KnownTool {
  bool is_app = false;        ///< a user interface reads its results: hands off
  bool was_stripped = false;  ///< the client holds an entry of it without outputSchema, from us
  bool has_schema = false;    ///< the server declared outputSchema
  bool is_read_only = false;  ///< the server says that it changes nothing
  std::string input_schema;   ///< kept where arguments may be decoded
};

/// One client on one pipe: what was delivered here is what it knows.
class ToolBook {
 public:
  static constexpr std::size_t most = 4096;

  /// The tool's page; nullptr when the book is full.
  [[nodiscard]] KnownTool* open(std::string_view name) {
    const auto found = tools_.find(name);
    if (found != tools_.end()) return &found->second;
    if (tools_.size() >= most) return nullptr;
    return &tools_.emplace(std::string(name), KnownTool{}).first->second;
  }
  [[nodiscard]] const KnownTool* find(std::string_view name) const {
    const auto found = tools_.find(name);
    return found == tools_.end() ? nullptr : &found->second;
  }
  /// A list reached the client as the server wrote it: what it holds now is not known.
  void distrust() noexcept {
    for (auto& entry : tools_)
      entry.second.was_stripped = false;
  }
  /// A tool takes the old text of an edit: others of its server show files to be edited.
  bool edits_files = false;

 private:
  std::map<std::string, KnownTool, std::less<>> tools_;
};

}  // namespace laconic::mcp
