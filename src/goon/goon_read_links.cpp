// goon_read_links.cpp - edges, paths and rows of a GOON text.
#include <algorithm>

#include "goon/goon_read.hpp"
#include "text/escape.hpp"

namespace laconic::goon {

using detail::TreeMaker;

namespace {

constexpr std::string_view arrow = " --> ";
// A cell of a few bytes stands for a whole node; a small text must not become a huge document.
constexpr std::uint64_t most_joined_bytes = std::uint64_t{256} << 20;

}  // namespace

bool Reader::read_edges() {
  Line line{};
  while (!at_section() && peek(line)) {
    const Line head = line;
    std::string_view type;
    std::uint64_t said = 0;
    if (!split_group(line.text, type, said)) {
      return fail(Errc::invalid_group_header, line.offset, "TYPE(count): is expected here");
    }
    take(line);
    std::uint64_t found = 0;
    while (!at_section() && peek(line) && line.text.find(arrow) != std::string_view::npos) {
      if (!read_edge(line, type)) return false;
      take(line);
      ++found;
    }
    if (!check_count(head, type, said, found)) return false;
  }
  return check_total("edges", header_.edges, edges_.size());
}

bool Reader::read_edge(const Line& line, std::string_view type) {
  const std::size_t middle = line.text.find(arrow);
  std::string_view target = line.text.substr(middle + arrow.size());
  std::int64_t depth = 0;
  bool has_depth = false;
  if (const std::size_t mark = target.find(" depth="); mark != std::string_view::npos) {
    has_depth = read_integer(target.substr(mark + 7), depth);
    if (!has_depth) {
      return fail(Errc::invalid_edge_syntax, line.offset, "depth= needs an integer");
    }
    target = target.substr(0, mark);
  }
  Reference from;
  Reference to;
  if (!split_reference(line.text.substr(0, middle), from) || !split_reference(target, to)) {
    return fail(Errc::invalid_edge_syntax, line.offset,
                "an edge is written as From:id --> To:id, with depth=N behind it or not");
  }
  ObjectMaker object(maker_);
  object.add("type", string_value(type))
      .add("from", string_value(from.type))
      .add("from_id", id_value(from.id))
      .add("to", string_value(to.type))
      .add("to_id", id_value(to.id));
  if (has_depth) object.add("depth", TreeMaker::integer(depth));
  edges_.push_back(object.finish());
  return true;
}

bool Reader::read_paths() {
  Line line{};
  const std::size_t start = at_;
  while (!at_section() && peek(line)) {
    if (!read_path(line)) return false;
    take(line);
  }
  // Edges that belong to no path are counted and not shown.
  if (header_.edges && *header_.edges > edges_.size()) {
    maker_.note(Note::Type::loss, Errc::not_lossless, start,
                std::to_string(*header_.edges - edges_.size()) +
                    " edge(s) are counted in the header but belong to no path");
    return true;
  }
  return check_total("edges", header_.edges, edges_.size());
}

bool Reader::read_path(const Line& line) {
  const auto malformed = [&] {
    return fail(Errc::invalid_edge_syntax, line.offset,
                "a path is written as path=N: From:id --TYPE--> To:id");
  };
  std::string_view rest = line.text;
  const std::size_t colon = rest.find(": ");
  std::int64_t path = 0;
  if (!rest.starts_with("path=") || colon == std::string_view::npos ||
      !read_integer(rest.substr(5, colon - 5), path)) {
    return malformed();
  }
  rest.remove_prefix(colon + 2);
  std::size_t next = std::min(rest.find(" --"), rest.size());
  Reference from;
  if (!split_reference(rest.substr(0, next), from) || next == rest.size()) return malformed();
  for (std::int64_t step = 0; next < rest.size(); ++step) {
    rest.remove_prefix(next + 3);
    const std::size_t point = rest.find("--> ");
    if (point == std::string_view::npos) return malformed();
    const std::string_view type = rest.substr(0, point);
    rest.remove_prefix(point + 4);
    next = std::min(rest.find(" --"), rest.size());
    Reference to;
    if (!split_reference(rest.substr(0, next), to)) return malformed();
    ObjectMaker object(maker_);
    object.add("type", string_value(type))
        .add("from", string_value(from.type))
        .add("from_id", id_value(from.id))
        .add("to", string_value(to.type))
        .add("to_id", id_value(to.id))
        .add("path_id", TreeMaker::integer(path))
        .add("step", TreeMaker::integer(step));
    edges_.push_back(object.finish());
    from = to;
  }
  return true;
}

bool Reader::read_rows() {
  Line line{};
  const bool declared = header_.query_type == "aggregation";
  for (const GroupColumn& column : header_.group_columns)
    columns_.emplace(column.name, column.kind == "node");
  for (const MetricColumn& column : header_.columns)
    columns_.emplace(column.name, false);
  while (peek(line)) {
    if (!declared) row_keys_.emplace_back();
    if (!read_row(line)) return false;
    take(line);
  }
  return check_total("rows", header_.rows, rows_.size());
}

bool Reader::read_row(const Line& line) {
  const bool declared = header_.query_type == "aggregation";
  ObjectMaker object(maker_);
  Line rest = line;
  while (!rest.text.empty()) {
    Piece piece{};
    Fault fault;
    const std::size_t start = rest.offset;
    if (!take_piece(rest, piece, fault)) return fail(std::move(fault));
    const auto column = columns_.find(piece.key);
    if (declared && column == columns_.end() &&
        !slip(Errc::invalid_key, start,
              "the header declares no column " + quoted(piece.key.substr(0, 40)))) {
      return false;
    }
    Value value;
    if (declared && column != columns_.end() && column->second) {
      if (!cell_of(piece, value)) return false;
    } else if (!value_of(piece, true, value)) {
      return false;
    }
    if (!object.add_padded(piece.key, value)) {
      if (!slip(Errc::duplicate_key, start,
                "the row has " + quoted(piece.key.substr(0, 40)) + " twice")) {
        return false;
      }
    } else if (!declared) {
      row_keys_.back().push_back(piece.key);
    }
  }
  rows_.push_back(object.finish());
  return true;
}

/// The node that a cell refers to; the cell as it is when there is none.
bool Reader::cell_of(const Piece& piece, Value& out) {
  Reference self;
  const bool refers = !piece.value.starts_with('"') && split_reference(piece.value, self);
  const auto found = refers ? places_.find({self.type, self.id}) : places_.end();
  if (found == places_.end()) return value_of(piece, true, out);
  ReadNode& node = nodes_[found->second];
  joined_bytes_ += node.bytes;
  if (joined_bytes_ > most_joined_bytes) {
    return fail(Errc::limit_exceeded, piece.offset,
                "the nodes that rows refer to have more than " + std::to_string(most_joined_bytes) +
                    " bytes up to here");
  }
  if (!node.is_joined) {
    ObjectMaker properties(maker_);
    for (const auto& [key, value] : node.properties)
      static_cast<void>(properties.add_padded(key, value));
    node.joined = properties.finish();
    node.is_joined = true;
  }
  ObjectMaker object(maker_);
  object.add("type", string_value(self.type))
      .add("id", id_value(self.id))
      .add("properties", node.joined);
  out = object.finish();
  return true;
}

}  // namespace laconic::goon
