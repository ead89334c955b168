// tron_read.hpp - the reader of TRON, recursive descent over characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <laconic/tron.hpp>

#include "value/json_tokens.hpp"

namespace laconic::tron {

class Reader : public detail::JsonTokens {
 public:
  Reader(const char* text, const char* end, const DecodeOptions& options, detail::TreeMaker& maker)
      : JsonTokens(text, end, options.lenient, maker),
        max_classes_(options.max_classes),
        max_properties_(options.max_properties),
        p_(text) {}

  /// Reads from here on; offsets still count from the start of the text.
  void start_at(const char* p) noexcept { p_ = p; }
  bool read(Value& root);

 private:
  struct ClassEntry {
    std::string_view name;
    detail::ShapeNode* node;               ///< the properties, as a place in the tree of key lists
    const detail::Shape* shape = nullptr;  ///< made for the first instance
    /// Made for the first named argument that is not where it is expected.
    std::unordered_map<std::uint32_t, std::uint32_t> place_by_key;
  };
  /// An argument with a name.
  struct Named {
    std::uint32_t place;
    const char* at;
  };
  /// What comes next in a list of properties.
  enum class Next : std::uint8_t { property, end, fault };

  // tron_read_class.cpp
  bool class_definition();
  bool class_head(std::string_view& name, detail::ShapeCursor& cursor);
  bool properties(std::string_view class_name, detail::ShapeCursor& cursor);
  Next behind_property();
  [[nodiscard]] bool starts_data(const char* p) const noexcept;
  bool property(detail::ShapeCursor& cursor, bool same_line);
  bool name(const char* what, std::string_view& out);
  bool find_class(std::string_view name, const char* at, std::uint32_t& index);
  /// 1 + index of the class of that name, or 0.
  [[nodiscard]] std::uint32_t class_of(std::string_view name);

  // tron_read.cpp
  bool value(Value& out);
  bool array(Value& out);
  bool object(Value& out);
  bool word_value(Value& out);
  bool instance(std::string_view name, const char* at, Value& out);
  bool wrong_count(const ClassEntry& entry, const char* at, std::size_t count, bool named);
  bool argument(std::uint32_t class_index, std::size_t first, std::size_t first_named);
  bool named_argument(std::uint32_t class_index, std::size_t first, std::size_t first_named,
                      std::string_view key, const char* at);
  bool arrange(std::uint32_t class_index, std::size_t first, std::size_t first_named);
  bool place_of(ClassEntry& entry, std::string_view key, const char* at, std::size_t expected,
                std::uint32_t& place);
  /// After an element: at the next one, or at `close`, which is then behind `p_`.
  bool next_element(char close, const char* expected, bool& at_end);

  /// Blanks, line ends and comments.
  void skip() noexcept;
  /// Those, and semicolons.
  void skip_separators() noexcept;
  /// Blanks up to the end of the line, with the comment if there is one.
  [[nodiscard]] const char* skip_in_line(const char* p) const noexcept;
  [[nodiscard]] std::string_view word_at(const char* p) const noexcept;

  std::uint32_t max_classes_;
  std::uint32_t max_properties_;
  const char* p_;
  std::vector<ClassEntry> classes_;
  std::vector<std::uint32_t> class_by_key_;  ///< by key id: 1 + index into classes_
  std::vector<Named> named_;
  std::uint64_t properties_ = 0;
  std::uint32_t last_class_ = 0;
};

}  // namespace laconic::tron
