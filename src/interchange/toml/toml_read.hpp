// toml_read.hpp - the reader of TOML 1.0, recursive descent over bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/toml.hpp>

#include "interchange/toml/toml_tables.hpp"
#include "value/loss_notes.hpp"
#include "value/store.hpp"

namespace laconic::toml {

class Reader {
 public:
  /// `text` ends in LF, which `end` points behind, has padding behind that, and lives as long as
  /// the maker.
  Reader(const char* text, const char* begin, const char* end, detail::TreeMaker& maker)
      : text_(text), p_(begin), end_(end), maker_(maker), tables_(maker) {}

  bool read(Value& root);
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  bool fail(const char* at, Errc code, std::string detail);
  bool out_of_memory() { return fail(p_, Errc::out_of_memory, "no memory for the document"); }
  bool too_deep(const char* at);
  bool duplicate(const char* at, std::string_view key);

  // toml_read.cpp: statements
  void skip_blanks() noexcept;
  bool skip_comment();
  bool end_of_line();
  bool skip_to_value();  ///< over blanks, line ends and comments, in arrays
  [[nodiscard]] bool at_line_end() const noexcept {
    return *p_ == '\n' || (*p_ == '\r' && p_[1] == '\n');
  }
  void skip_line_end() noexcept { p_ += *p_ == '\r' ? 2 : 1; }
  bool header(Table& root, Table*& current);
  bool key_path();
  bool key(std::string_view& out);
  bool member(Table& start);
  bool value(Value& out, unsigned depth);
  bool array(Value& out, unsigned depth);
  bool inline_table(Value& out, unsigned depth);

  // toml_scalar.cpp: what stands for itself
  bool string(std::string_view& out);
  bool basic_string(bool multi_line, std::string_view& out);
  bool literal_string(bool multi_line, std::string_view& out);
  bool escape(const char*& p, char*& to, bool multi_line);
  bool bare_value(Value& out);
  bool number(std::string_view token, Value& out);
  bool based_integer(std::string_view token, Value& out);
  bool moment(std::string_view token, Value& out);
  bool keep_text(std::string_view text, Value& out);

  const char* text_;
  const char* p_;
  const char* end_;
  detail::TreeMaker& maker_;
  Tables tables_;
  detail::LossNotes losses_;
  std::vector<std::string_view> path_;  ///< the parts of the last key
  std::vector<const char*> path_places_;
  Error error_{Errc::unexpected_character, 0, {}};
};

}  // namespace laconic::toml
