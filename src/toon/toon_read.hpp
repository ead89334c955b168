// toon_read.hpp - the reader of TOON, recursive descent over lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/toon.hpp>

#include "toon/toon_lines.hpp"
#include "value/json_text.hpp"
#include "value/store.hpp"
#include "value/value_stack.hpp"

namespace laconic::toon {

/// A level of a table's field list.
struct Fields {
  const detail::Shape* shape = nullptr;
  std::uint32_t leaves = 0;
  bool flat = true;
  unsigned depth = 1;                  ///< of the objects that a row makes
  std::vector<Fields> groups;          ///< one per entry; without a shape for a plain field
  std::vector<std::uint32_t> members;  ///< lenient: the member each entry goes to, if repeated
};

/// `key[N]{...}:` taken apart.
struct Header {
  bool has_key = false;
  std::string_view key;
  std::uint64_t length = 0;
  bool huge = false;  ///< the length is beyond 64 bits
  bool keyed = false;
  bool has_fields = false;
  char delimiter = ',';
  const Fields* fields = nullptr;  ///< stays until other headers are read
  const char* rest = nullptr;      ///< behind the colon and spaces, up to the end of the line
  const char* bracket = nullptr;
};

class Reader {
 public:
  /// `text` is padded, ends in LF (which `end` points behind) and lives as long as the maker.
  /// With a sink, what is read is written to it as JSON and not kept. The caller is strict
  /// then, since a repair may change what was written before; and where reading fails, only
  /// a reader without a sink knows the proper error.
  Reader(const char* text, const char* end, const DecodeOptions& options, detail::TreeMaker& maker,
         detail::JsonSink* sink = nullptr);

  bool read(Value& root);
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  /// Where the parts of a line are.
  struct Marks {
    const char* colon = nullptr;    ///< the first one that is not quoted
    const char* bracket = nullptr;  ///< likewise, if it comes before the colon
  };
  /// The depth of a scope's lines; `floor` is lower when a lenient reader shifted it.
  struct Scope {
    unsigned depth;
    unsigned floor;
  };
  struct ObjectState {
    detail::ShapeCursor cursor;
    std::size_t first;
  };

  bool fail(const char* p, Errc code, std::string detail);
  /// A fault that lenient readers note and accept.
  bool recover(const char* p, Errc code, const char* detail);

  bool read_root(Value& root);
  bool take(Line& line);
  void note_tabbed_blank();
  [[nodiscard]] static Marks marks_of(std::string_view text) noexcept;
  bool open_scope(unsigned depth, Scope& scope, bool& is_empty);
  /// Whether the next line belongs to the scope; `ok` becomes false on a fault.
  bool belongs(const Scope& scope, bool& ok);

  const char* likely_value(ObjectState& state, const char* start, const char* end, unsigned depth);
  bool object(const Scope& scope, ObjectState& state);
  bool field(const Line& line, std::string_view text, unsigned depth, ObjectState& state);
  bool add_member(const char* at, std::string_view key, ObjectState& state);
  void begin(ObjectState& state);
  /// Whether a container with `levels` levels of nesting fits here.
  [[nodiscard]] bool fits(unsigned levels) const noexcept {
    return level_ + levels <= maker_.max_depth();
  }
  void emit_record(const Fields& fields, std::size_t& cell);
  bool finish(const char* at, ObjectState& state, Value& out);

  bool header(std::string_view text, const Marks& marks, Header& out);
  bool known_field_list(const char*& p, const char* end, Header& header);
  bool field_list(const char*& p, const char* end, char delimiter, Fields& out, unsigned level);
  bool header_value(const Line& line, Header& header, unsigned depth, Value& out);
  bool inline_array(const Line& line, const Header& header, Value& out);
  bool list(const Line& line, const Header& header, unsigned depth, Value& out);
  bool item(const Line& line, unsigned depth);
  bool rows(const Line& line, Header& header, unsigned depth, Value& out);
  bool entries(const Line& line, Header& header, unsigned depth, Value& out);
  bool cells(const char* p, const char* end, const Header& header);
  bool assemble(const char* at, const Fields& fields, std::size_t& cell, Value& out);
  bool check_count(const Line& line, const Header& header, std::uint64_t found);

  bool token(const char* start, const char* end, Value& out);
  bool emit_token(const char* start, const char* end);
  bool quoted(const char* start, const char* end, std::string_view& out);
  bool key_token(const char* start, const char* end, std::string_view& out);
  [[nodiscard]] static const char* skip_quoted(const char* p, const char* end) noexcept;

  /// Lists of fields tend to come again with every table of a list.
  struct KnownFields {
    std::string_view text;
    char delimiter = 0;
    Fields fields;
  };
  static constexpr std::size_t known_size = 4;

  const char* text_;
  const char* end_;
  KnownFields known_[known_size];
  std::size_t next_known_ = 0;
  static constexpr unsigned first_keys = 8;
  detail::ShapeNode* first_keys_[first_keys] = {};  ///< the last object's, by depth
  bool lenient_;
  detail::TreeMaker& maker_;
  detail::JsonSink* emit_;
  Lines lines_;
  detail::ValueStack values_;
  unsigned started_ = 0;  ///< header scopes that are open and have content
  unsigned level_ = 0;
  Error error_{Errc::invalid_line, 0, {}};
};

}  // namespace laconic::toon
