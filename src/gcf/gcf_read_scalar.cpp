// gcf_read_scalar.cpp - scalars, keys, brackets and column lists (GCF sections 2 and 2a).
#include <algorithm>
#include <cstring>

#include "gcf/gcf_read.hpp"
#include "gcf/gcf_scalar.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"

namespace laconic::gcf {

using detail::CellMark;
using detail::KeyRef;
using detail::TreeMaker;

namespace {

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}

bool starts_bare_key(char c) noexcept {
  return static_cast<unsigned char>((c | 0x20) - 'a') < 26 || c == '_';
}

bool continues_bare_key(char c) noexcept {
  return starts_bare_key(c) || static_cast<unsigned char>(c - '0') < 10;
}

}  // namespace

/// The quoted string at `p`, which is left behind the closing quote.
bool Reader::quoted_string(const char*& p, std::string_view& out) {
  const char* const start = p + 1;
  const char* const stop = find_quote_or_escape(start);
  if (*stop == '"') {
    out = {start, static_cast<std::size_t>(stop - start)};
    p = stop + 1;
    return true;
  }
  if (*stop == '\n' || (*stop == '\r' && stop[1] == '\n')) {
    return fail(p, Errc::unterminated_quote, "the quote is not closed on its line");
  }
  const char* const newline = line_end(start);
  const auto room = static_cast<std::size_t>(newline - start) + simd::width;
  auto* copy = static_cast<char*>(maker_.arena().allocate(room));
  if (copy == nullptr) return fail(p, Errc::out_of_memory, "no memory for the document");
  const Unescaped done = unescape(start, newline, copy);
  if (done.out_end == nullptr) {
    if (done.code == Errc::unterminated_quote) {
      return fail(p, Errc::unterminated_quote, "the quote is not closed on its line");
    }
    return fail(done.at, done.code, done.detail);
  }
  const auto size = static_cast<std::size_t>(done.out_end - copy);
  maker_.arena().shrink(copy, room, size + simd::width);
  out = {copy, size};
  p = done.at + 1;
  return true;
}

/// GCF 2.1 rules 2 to 7 for a token without blanks around it.
bool Reader::bare(const char* start, const char* end, Value& out, CellMark& mark) {
  const auto size = static_cast<std::size_t>(end - start);
  switch (*start) {
    case '~':
      if (size != 1) break;
      mark = CellMark::missing;
      return true;
    case '^':
      if (size != 1 && !(size >= 3 && start[1] == '{' && end[-1] == '}')) break;
      mark = CellMark::attached;
      return true;
    case 't':
      if (size != 4 || std::memcmp(start, "true", 4) != 0) break;
      out = TreeMaker::boolean(true);
      return true;
    case 'f':
      if (size != 5 || std::memcmp(start, "false", 5) != 0) break;
      out = TreeMaker::boolean(false);
      return true;
    case '-':
      if (size == 1) {
        out = Value();
        return true;
      }
      [[fallthrough]];
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': {
      const NumberToken token = scan_number(start);
      if (token.end != end) break;
      if (token.negative_zero) {
        out = TreeMaker::integer(0);
      } else if (token.kind != Kind::big_number) {
        out = TreeMaker::number_text(token.kind, start, size, token.canonical);
      } else {
        // Surplus digits of a fraction only say which double is meant.
        const double value = detail::real_from_text(start, static_cast<std::uint32_t>(size));
        const bool whole =
            std::none_of(start, end, [](char c) { return c == '.' || (c | 0x20) == 'e'; });
        if (whole || value == 0) {
          error_ = out_of_range_error({start, size}, offset(start));
          return false;
        }
        out = TreeMaker::real(value);
      }
      return true;
    }
    default: break;
  }
  out = TreeMaker::string(start, size);
  return true;
}

/// A scalar that takes all of [start, end) but for blanks around it, where neither `~`
/// nor `^` has a meaning.
bool Reader::scalar(const char* start, const char* end, Value& out) {
  while (start != end && is_blank(*start))
    ++start;
  while (end != start && is_blank(end[-1]))
    --end;
  if (start == end) {
    return fail(start, Errc::invalid_line, "a value is missing; the empty string is written \"\"");
  }
  if (*start == '"') {
    const char* p = start;
    std::string_view text;
    if (!quoted_string(p, text)) return false;
    if (p != end) {
      return fail(p, Errc::trailing_characters, "text behind the closing quote of a value");
    }
    out = TreeMaker::string(text.data(), text.size());
    return true;
  }
  const char* const control =
      std::find_if(start, end, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  if (control != end && !repair(control, Errc::invalid_escape,
                                "a raw control character; quote the string and escape it")) {
    return false;
  }
  CellMark mark = CellMark::none;
  if (!bare(start, end, out, mark)) return false;
  if (mark == CellMark::missing) {
    return fail(
        start, Errc::invalid_missing,
        "~ stands for an absent field and is legal in table rows only; the string is \"~\"");
  }
  if (mark == CellMark::attached) {
    return fail(start, Errc::invalid_attachment_marker,
                "^ announces an attachment and is legal in table rows only; quote the string");
  }
  return true;
}

/// A key at `p`, bare or quoted, which is left behind it. In lenient mode a bare key may
/// hold other characters, up to one of `stops` or the end of the line.
bool Reader::key(const char*& p, KeyRef& out, const char* stops) {
  const char* const start = p;
  if (*p == '"') {
    std::string_view text;
    return quoted_string(p, text) && intern(text.data(), text.size(), out);
  }
  if (starts_bare_key(*p)) {
    while (continues_bare_key(*p))
      ++p;
  }
  const auto stops_here = [&](const char* at) {
    return *at == '\n' || *at == '\r' || (*at != '\0' && std::strchr(stops, *at) != nullptr);
  };
  // Behind the name comes one of `stops`; where there are none, a blank ends it.
  const char* behind = p;
  while (is_blank(*behind)) {
    ++behind;
  }
  if (p == start || !(stops_here(behind) || (*stops == '\0' && behind != p))) {
    const char* stop = p;
    while (!stops_here(stop))
      ++stop;
    while (stop != start && is_blank(stop[-1]))
      --stop;
    if (stop == start) {
      return fail(start, Errc::invalid_key, "a name is missing; the empty name is written \"\"");
    }
    if (!repair(start, Errc::invalid_key,
                "a bare name is made of letters, digits and underscores and does not start with a "
                "digit; put this one in double quotes")) {
      return false;
    }
    p = stop;
  }
  return intern(start, static_cast<std::size_t>(p - start), out);
}

bool Reader::bracket(const char*& p, const char* line_end, Bracket& out) {
  out.at = p;
  const char* const close = std::find(p, line_end, ']');
  if (*p != '[' || close == line_end) {
    return fail(p, Errc::invalid_count, "a count in brackets is expected, for example [3]");
  }
  const char* digits = p + 1;
  const char* end = close;
  out.keyed = end != digits && end[-1] == ':';
  if (out.keyed) --end;
  out.deferred = end - digits == 1 && *digits == '?';
  if (!out.deferred) {
    const bool well_formed =
        end != digits && std::all_of(digits, end, [](char c) { return c >= '0' && c <= '9'; }) &&
        (*digits != '0' || end - digits == 1);
    if (!well_formed) {
      return fail(p, Errc::invalid_count,
                  "a count is digits without a sign, a leading zero or spaces, or ?");
    }
    if (end - digits > 18) return fail(p, Errc::invalid_count, "this count is beyond all limits");
    out.count = 0;
    for (const char* d = digits; d != end; ++d) {
      out.count = out.count * 10 + static_cast<std::uint64_t>(*d - '0');
    }
  }
  p = close + 1;
  return true;
}

/// `{a,"b c",d=1}` at `p`, which is left behind the brace.
bool Reader::column_list(const char*& p, const char* line_end, bool constants, Columns& out) {
  out.columns.clear();
  out.cells = 0;
  out.has_constant = false;
  out.shape = nullptr;
  ++p;
  while (true) {
    while (is_blank(*p))
      ++p;
    Column column;
    column.is_identity = *p == '@';
    if (column.is_identity) ++p;
    column.at = p;
    if (*p == ',' || *p == '}' || *p == '=') {
      return fail(p, Errc::malformed_header_field,
                  "a column name is missing; the empty name is written \"\"");
    }
    const bool was_quoted = *p == '"';
    if (!key(p, column.key, ",}=")) return false;
    while (is_blank(*p))
      ++p;
    if (*p == '=') {
      if (!constants) {
        return fail(p, Errc::malformed_header_field, "a constant column is not legal here");
      }
      const char* const value = ++p;
      while (is_blank(*p))
        ++p;
      if (*p == '"') {
        std::string_view text;
        if (!quoted_string(p, text)) return false;
        column.constant = TreeMaker::string(text.data(), text.size());
        while (is_blank(*p))
          ++p;
        if (p < line_end && *p != ',' && *p != '}') {
          return fail(p, Errc::trailing_characters, "text behind the closing quote of a constant");
        }
      } else {
        const char* const stop =
            std::find_if(p, line_end, [](char c) { return c == ',' || c == '}'; });
        const char* end = stop;
        while (end != p && is_blank(end[-1]))
          --end;
        if (end == p || *p == '~' || *p == '^') {
          const bool empty = end == p;
          CellMark mark = CellMark::none;
          Value ignored;
          if (empty || (bare(p, end, ignored, mark) && mark != CellMark::none)) {
            return fail(value, Errc::invalid_const_value,
                        "a constant column needs a value, which may not be ~ or ^");
          }
        }
        if (!scalar(p, end, column.constant)) return false;
        p = stop;
      }
      column.is_constant = true;
      out.has_constant = true;
    } else {
      ++out.cells;
      // A quoted name with '>' and no empty segment is a path (GCF 7.4.6.2).
      const std::string_view name = column.key.text();
      column.is_path = was_quoted && name.find('>') != std::string_view::npos &&
                       name.front() != '>' && name.back() != '>' &&
                       name.find(">>") == std::string_view::npos;
    }
    out.columns.push_back(column);
    if (out.columns.size() > max_columns) {
      return fail(column.at, Errc::limit_exceeded,
                  "more than " + std::to_string(max_columns) + " columns in one table");
    }
    if (p >= line_end || (*p != ',' && *p != '}')) {
      return fail(std::min(p, line_end), Errc::malformed_header_field,
                  "a list of columns is separated by commas and ends in }");
    }
    if (*p++ == '}') break;
  }
  if (out.cells == 0) {
    return fail(out.columns.empty() ? p : p - 1, Errc::no_bare_column,
                "every column is a constant; at least one must have cells");
  }
  return true;
}

/// Recognises the common inner node: leaves only, side by side.
void Reader::plan_leaves(std::vector<PlanNode>& plan, std::uint32_t node) {
  detail::ShapeCursor cursor = shapes_.begin();
  std::uint32_t count = 0;
  const std::int32_t first = plan[plan[node].first_child].cell;
  bool side_by_side = true;
  for (std::uint32_t child = plan[node].first_child; child != 0; child = plan[child].next) {
    side_by_side &= plan[child].first_child == 0 && plan[child].column < 0 &&
                    plan[child].cell == first + static_cast<std::int32_t>(count);
    ++count;
    static_cast<void>(shapes_.step(cursor, plan[child].key));  // unique by construction
  }
  const detail::Shape* shape = shapes_.finish(cursor);
  if (!side_by_side) return;
  plan[node].leaf_shape = shape;
  plan[node].first_cell = static_cast<std::uint32_t>(first);
  plan[node].leaf_count = count;
}

/// See Columns::frame_bytes.
std::size_t Reader::frame_bytes_of(const Columns& columns) noexcept {
  if (columns.has_constant) return 0;
  std::size_t bytes = 2;
  for (std::uint32_t i = 1; i < columns.plan.size(); ++i) {
    const PlanNode& node = columns.plan[i];
    if ((node.key.id & detail::plain_key_bit) == 0) return 0;
    if (node.first_child != 0 && node.leaf_shape == nullptr) return 0;
    // A comma, quotes and a colon; then quotes, a word such as null, or braces.
    bytes += node.key.size + 4 + 8;
  }
  return bytes;
}

/// Builds the plan of a record from the columns, starting with column `first`.
bool Reader::plan_columns(Columns& columns, std::size_t first) {
  columns.cells = 0;
  columns.levels = 0;
  columns.cell_columns.clear();
  columns.cells_by_key.clear();
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    Column& column = columns.columns[i];
    if (column.is_constant) continue;
    column.cell = columns.cells++;
    columns.cell_columns.push_back(static_cast<std::uint32_t>(i));
    if (i >= first) columns.cells_by_key.push_back({column.key.id, column.cell});
  }
  std::sort(columns.cells_by_key.begin(), columns.cells_by_key.end(),
            [](const auto& a, const auto& b) { return a.key_id < b.key_id; });

  auto& plan = columns.plan;
  plan.clear();
  plan.push_back({{nullptr, 0, 0}, -1, -1});
  columns.flat = !columns.has_constant;
  const auto append = [&](std::uint32_t parent, const KeyRef& name) {
    const auto index = static_cast<std::uint32_t>(plan.size());
    plan.push_back({name, -1, -1});
    if (plan[parent].last_child == 0) {
      plan[parent].first_child = index;
    } else {
      plan[plan[parent].last_child].next = index;
    }
    plan[parent].last_child = index;
    return index;
  };
  // Inner nodes by parent and key, for paths whose columns are not neighbours.
  std::unordered_map<std::uint64_t, std::uint32_t> nodes;
  const auto slot = [](std::uint32_t parent, const KeyRef& name) {
    return (static_cast<std::uint64_t>(parent) << 32) | name.id;
  };
  const bool has_paths = std::any_of(columns.columns.begin(), columns.columns.end(),
                                     [](const Column& c) { return c.is_path; });
  detail::ShapeCursor cursor = shapes_.begin();
  for (std::size_t i = first; i < columns.columns.size(); ++i) {
    const Column& column = columns.columns[i];
    std::uint32_t node = 0;
    std::string_view rest = column.key.text();
    const auto duplicate = [&] {
      return fail(column.at, Errc::duplicate_field_name,
                  "column " + quoted(column.key.text()) + " occurs twice, or as a part of another");
    };
    if (column.is_path) {
      columns.flat = false;
      const auto levels = static_cast<std::uint32_t>(std::count(rest.begin(), rest.end(), '>'));
      columns.levels = std::max(columns.levels, levels);
      for (std::size_t cut = rest.find('>'); cut != std::string_view::npos; cut = rest.find('>')) {
        KeyRef segment;
        const char* copy = maker_.keep(rest.substr(0, cut));
        if (copy == nullptr) return fail_maker(column.at);
        if (!intern(copy, cut, segment)) return false;
        const auto known = nodes.find(slot(node, segment));
        if (known == nodes.end()) {
          const std::uint32_t made = append(node, segment);
          nodes.emplace(slot(node, segment), made);
          node = made;
        } else {
          node = known->second;
          if (plan[node].first_child == 0) return duplicate();
        }
        rest.remove_prefix(cut + 1);
      }
    }
    KeyRef leaf = column.key;
    if (column.is_path) {
      const char* copy = maker_.keep(rest);
      if (copy == nullptr) return fail_maker(column.at);
      if (!intern(copy, rest.size(), leaf)) return false;
    }
    if (has_paths) {
      if (!nodes.emplace(slot(node, leaf), static_cast<std::uint32_t>(plan.size())).second) {
        return duplicate();
      }
    } else if (shapes_.step(cursor, leaf) != detail::ShapeTable::Step::ok) {
      return duplicate();
    }
    const std::uint32_t made = append(node, leaf);
    if (column.is_constant) {
      plan[made].column = static_cast<std::int32_t>(i);
    } else {
      plan[made].cell = static_cast<std::int32_t>(column.cell);
    }
  }
  if (!has_paths) columns.shape = shapes_.finish(cursor);
  for (std::uint32_t node = plan[0].first_child; node != 0; node = plan[node].next) {
    if (plan[node].first_child != 0) plan_leaves(plan, node);
  }
  columns.frame_bytes = frame_bytes_of(columns);
  return true;
}

}  // namespace laconic::gcf
