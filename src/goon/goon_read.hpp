// goon_read.hpp - the reader of GOON.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <laconic/goon.hpp>

#include "goon/goon_header.hpp"
#include "goon/goon_object.hpp"

namespace laconic::goon {

class Reader {
 public:
  /// `text` is part of the maker's document.
  Reader(detail::TreeMaker& maker, std::string_view text, const DecodeOptions& options)
      : maker_(maker), text_(text), options_(options) {}

  bool read(Value& out);
  [[nodiscard]] Error error() && { return std::move(error_); }

 private:
  struct ReadNode {
    Reference self;
    std::vector<std::pair<std::string_view, Value>> properties;
    std::size_t bytes = 0;  // of its line
    Value joined;           // its properties as one object, once a row asked for them
    bool is_joined = false;
  };

  bool fail(Errc code, std::size_t offset, std::string detail);
  bool fail(Fault fault) { return fail(fault.code, fault.offset, std::move(fault.detail)); }
  /// What a lenient reader only takes note of.
  bool slip(Errc code, std::size_t offset, std::string detail);

  bool check_text();
  /// The next line, without taking it; false at the end.
  [[nodiscard]] bool peek(Line& out) const noexcept;
  void take(const Line& line) noexcept;
  [[nodiscard]] bool at_section() const noexcept;
  bool expect_section(std::string_view marker);
  bool skip_unknown_sections();

  bool read_header();
  bool read_nodes();
  bool read_node(const Line& line, std::string_view type);
  bool take_length(Line& rest, const Piece& piece, const Value& value);
  bool read_edges();
  bool read_edge(const Line& line, std::string_view type);
  bool read_paths();
  bool read_path(const Line& line);
  bool read_rows();
  bool read_row(const Line& line);
  bool check_count(const Line& head, std::string_view type, std::uint64_t said,
                   std::uint64_t found);
  bool check_total(std::string_view what, const std::optional<std::uint64_t>& said,
                   std::uint64_t found);

  bool value_of(const Piece& piece, bool in_rows, Value& out);
  bool cell_of(const Piece& piece, Value& out);
  Value string_value(std::string_view text);
  Value kept(std::string_view text);
  Value id_value(std::int64_t id) { return kept(std::to_string(id)); }
  Value node_value(ReadNode& node);
  Value array_of(const std::vector<Value>& items) {
    return maker_.array(items.data(), items.size());
  }
  Value group_columns_value();
  Value columns_value();
  Value pagination_value();
  void order_columns();
  Value assemble();

  detail::TreeMaker& maker_;
  std::string_view text_;
  const DecodeOptions& options_;
  std::size_t at_ = 0;
  std::size_t header_at_ = 0;
  Header header_;
  std::vector<ReadNode> nodes_;
  std::map<std::pair<std::string_view, std::int64_t>, std::size_t> places_;
  std::unordered_map<std::string_view, bool> columns_;  // whether they hold nodes
  std::vector<Value> edges_;
  std::vector<Value> rows_;
  std::vector<std::vector<std::string_view>> row_keys_;  // of rows without declared columns
  bool has_rows_ = false;
  bool is_paths_ = false;
  std::uint64_t joined_bytes_ = 0;
  std::vector<Value> truncated_values_;
  std::vector<std::pair<std::string_view, std::string_view>> extra_header_;
  std::vector<std::pair<std::string_view, std::vector<Value>>> extra_sections_;
  Error error_{Errc::invalid_line, 0, {}};
};

}  // namespace laconic::goon
