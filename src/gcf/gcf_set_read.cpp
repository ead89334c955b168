// gcf_set_read.cpp - payloads about keyed sets: full, delta, unchanged (GCF 10a.2).
#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <laconic/delta.hpp>

#include "gcf/gcf_columns.hpp"
#include "gcf/gcf_delta_text.hpp"
#include "gcf/gcf_scalar.hpp"
#include "gcf/gcf_set.hpp"
#include "gcf/gcf_write.hpp"
#include "text/ascii.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"

namespace laconic::gcf {
namespace {

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}

/// `## name [N]{@id,..}` and its rows.
struct Section {
  const char* at = nullptr;
  std::string name;
  bool is_map = false;
  std::uint64_t count = 0;
  std::vector<std::string> fields;
  std::size_t key = 0;
  std::vector<SetRow> rows;
};

class SetReader {
 public:
  bool read(std::string_view wire, const DecodeOptions& options, SetMessage& out) {
    if (!text_.open(wire, options, "generic") || !text_.next(line_)) return false;
    if (text_.says("unchanged")) return unchanged(out);
    key_ = text_.field("key");
    if (text_.says("delta")) return delta(out);
    return full(out);
  }
  [[nodiscard]] const Error& error() const noexcept { return text_.error(); }

 private:
  bool fail(const char* at, Errc code, std::string detail) {
    return text_.fail(at, code, std::move(detail));
  }
  bool need(std::string_view name, std::string& out) {
    out = text_.field(name);
    return !out.empty() || fail(text_.begin() + 4, Errc::malformed_delta,
                                "the header has no " + std::string(name) + "=");
  }

  bool unchanged(SetMessage& out) {
    out.outcome = Outcome::unchanged;
    if (!need("pack_root", out.root)) return false;
    if (!text_.at_end()) {
      return fail(line_.data(), Errc::invalid_line, "an unchanged answer has no body");
    }
    const std::string_view count = text_.field("count");
    for (const char c : count) {
      if (!is_digit(c) || out.count > (~std::uint64_t{0} - 9) / 10) {
        return fail(count.data(), Errc::malformed_header_field, "count= is a number");
      }
      out.count = out.count * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return true;
  }

  bool full(SetMessage& out) {
    out.outcome = Outcome::full;
    std::string key;
    if (!need("pack_root", out.root) || !need("key", key)) return false;
    if (text_.at_end()) {
      return fail(line_.data(), Errc::invalid_line, "a full payload has a section with its rows");
    }
    Section section;
    if (!read_section(section)) return false;
    if (!text_.at_end()) {
      return fail(line_.data(), Errc::count_mismatch, "more lines than the section counts");
    }
    auto set = KeyedSet::from_parts(std::move(section.name), key, std::move(section.fields),
                                    std::move(section.rows), section.is_map);
    if (!set) return fail(section.at, set.error().code, set.error().detail);
    if (set->root() != out.root) {
      return fail(text_.begin(), Errc::root_mismatch,
                  "the payload has the root " + set->root() + " and not the one in its header");
    }
    out.full = std::move(*set);
    return true;
  }

  bool delta(SetMessage& out) {
    out.outcome = Outcome::delta;
    SetDelta& delta = out.delta;
    delta.tool = text_.field("tool");
    if (!need("base_root", delta.base_root) || !need("new_root", delta.new_root) ||
        !need("key", delta.key)) {
      return false;
    }
    out.root = delta.new_root;
    bool seen[3] = {};
    while (!text_.at_end()) {
      Section section;
      if (!read_section(section)) return false;
      constexpr std::string_view names[] = {"added", "changed", "removed"};
      const auto known = std::find(std::begin(names), std::end(names), section.name);
      if (known == std::end(names) || section.is_map) {
        return fail(section.at, Errc::malformed_delta,
                    "the sections of a delta are added, changed and removed");
      }
      bool& before = seen[known - std::begin(names)];
      if (before) return fail(section.at, Errc::malformed_delta, "this section occurs twice");
      before = true;
      if (section.name == "removed") {
        if (section.fields.size() != 1) {
          return fail(section.at, Errc::malformed_delta, "removed records are named by key only");
        }
        for (SetRow& row : section.rows)
          delta.removed.push_back(std::move(row[0]));
        continue;
      }
      if (!align(section, delta)) return false;
      (section.name == "added" ? delta.added : delta.changed) = std::move(section.rows);
    }
    return true;
  }

  /// Both sections with records have the same fields; the first decides their order.
  bool align(Section& section, SetDelta& delta) {
    if (delta.fields.empty()) delta.fields = section.fields;
    if (delta.fields == section.fields) return true;
    std::vector<std::size_t> places;
    if (!find_places(delta.fields, section.fields, places)) {
      return fail(section.at, Errc::malformed_delta,
                  "added and changed records have different fields");
    }
    for (SetRow& row : section.rows) {
      SetRow other;
      for (const std::size_t place : places)
        other.push_back(std::move(row[place]));
      row = std::move(other);
    }
    return true;
  }

  bool read_section(Section& out) {
    const char* p = line_.data();
    const char* const end = p + line_.size();
    if (!line_.starts_with("## ")) {
      return after_rows_
                 ? fail(p, Errc::count_mismatch, "more rows than the section counts")
                 : fail(p, Errc::malformed_delta, "expected a section such as ## rows [2]{@id,..}");
    }
    p += 3;
    while (p != end && *p == ' ')
      ++p;
    out.at = p;
    if (p != end && *p != '[') {
      if (!name(p, end, out.name)) return false;
      if (p == end || *p != ' ') {
        return fail(p, Errc::malformed_delta, "expected a space and [N] behind the name");
      }
      while (p != end && *p == ' ')
        ++p;
    }
    if (!count(p, end, out) || !columns(p, end, out) || !text_.next(line_)) return false;
    std::unordered_set<std::string> keys;
    while (out.rows.size() != out.count) {
      if (text_.at_end() || line_.starts_with("## ")) {
        return fail(line_.data(), Errc::count_mismatch,
                    "the section counts " + std::to_string(out.count) + " rows, the text has " +
                        std::to_string(out.rows.size()));
      }
      SetRow row;
      if (!cells(out, row)) return false;
      const Cell& id = row[out.key];
      if (id.kind == Cell::Kind::null || (out.is_map && id.kind != Cell::Kind::string)) {
        return fail(line_.data(), Errc::invalid_key,
                    out.is_map ? "the key of a map is a string" : "a record needs a key");
      }
      if (!keys.insert(identity_text(id)).second) {
        // In a delta a contradiction like any other.
        return fail(line_.data(), text_.says("delta") ? Errc::delta_invalid : Errc::duplicate_key,
                    "the key of this row occurred before");
      }
      out.rows.push_back(std::move(row));
      if (!text_.next(line_)) return false;
    }
    after_rows_ = true;
    return true;
  }

  /// A bare or quoted name at `p`, which is left behind it.
  bool name(const char*& p, const char* end, std::string& out) {
    if (p != end && *p == '"') return text_.quoted_string(p, end, out);
    const char* const start = p;
    while (p != end && (is_bare_key({p, 1}) || is_digit(*p)))
      ++p;
    out.assign(start, p);
    if (is_bare_key(out)) return true;
    return fail(start, Errc::invalid_key,
                "a bare name is made of letters, digits and underscores and does not start with a "
                "digit; put this one in double quotes");
  }

  bool count(const char*& p, const char* end, Section& out) {
    const char* const at = p;
    const char* const close = std::find(p, end, ']');
    if (p == end || *p != '[' || close == end) {
      return fail(at, Errc::invalid_count, "a count in brackets is expected, for example [3]");
    }
    const char* const digits = p + 1;
    const char* stop = close;
    out.is_map = stop != digits && stop[-1] == ':';
    if (out.is_map) --stop;
    if (stop == digits || stop - digits > 18 || !std::all_of(digits, stop, is_digit) ||
        (*digits == '0' && stop - digits > 1)) {
      return fail(at, Errc::invalid_count,
                  "a count is digits without a sign, a leading zero or spaces");
    }
    for (const char* d = digits; d != stop; ++d)
      out.count = out.count * 10 + static_cast<std::uint64_t>(*d - '0');
    if (out.is_map && out.count == 0) {
      return fail(at, Errc::invalid_count, "zero count: a keyed map has at least one member");
    }
    p = close + 1;
    return true;
  }

  bool columns(const char* p, const char* end, Section& out) {
    if (p == end || *p != '{') {
      return fail(p, Errc::malformed_header_field, "a list of columns is expected");
    }
    ++p;
    std::unordered_set<std::string> names;
    std::size_t identities = 0;
    while (true) {
      while (p != end && is_blank(*p))
        ++p;
      const bool identity = p != end && *p == '@';
      if (identity) {
        ++p;
        ++identities;
        out.key = out.fields.size();
      }
      if (p == end || *p == ',' || *p == '}' || *p == '=') {
        return fail(p, Errc::malformed_header_field,
                    "a column name is missing; the empty name is written \"\"");
      }
      const char* const at = p;
      std::string field;
      if (!name(p, end, field)) return false;
      if (std::any_of(field.begin(), field.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '>'; })) {
        return fail(at, Errc::invalid_key,
                    "a field of a keyed set has neither '>' nor control characters in its name");
      }
      if (identity && field != key_) {
        return fail(at, Errc::malformed_delta, "the @ column is not the key in the header");
      }
      if (!names.insert(field).second) {
        return fail(at, Errc::duplicate_field_name, "column " + quoted(field) + " occurs twice");
      }
      if (out.fields.size() == max_columns) {
        return fail(at, Errc::limit_exceeded,
                    "more than " + std::to_string(max_columns) + " columns in one table");
      }
      out.fields.push_back(std::move(field));
      while (p != end && is_blank(*p))
        ++p;
      if (p == end || (*p != ',' && *p != '}')) {
        return fail(p, Errc::malformed_header_field,
                    "a list of columns is separated by commas and ends in }; a keyed set has no "
                    "constant columns");
      }
      if (*p++ == '}') break;
    }
    while (p != end && is_blank(*p))
      ++p;
    if (p != end) return fail(p, Errc::malformed_header_field, "text behind the columns");
    if (identities != 1) {
      return fail(out.at, Errc::malformed_delta, "exactly one column is the key, marked by @");
    }
    if (out.is_map && (out.fields.size() < 2 || out.key != 0)) {
      return fail(out.at, Errc::malformed_header_field,
                  "a keyed map needs at least two fields, the first of which is the key");
    }
    return true;
  }

  bool cells(const Section& section, SetRow& row) {
    const char* p = line_.data();
    const char* const end = p + line_.size();
    if (*p == '@') {
      const std::string index = "@" + std::to_string(section.rows.size()) + " ";
      if (!line_.starts_with(index)) {
        return fail(p, Errc::invalid_item_id, "the index of this row is " + index);
      }
      p += index.size();
    }
    const auto wrong_width = [&] {
      return fail(line_.data(), Errc::row_width_mismatch,
                  "a row has one cell per column, here " + std::to_string(section.fields.size()));
    };
    while (true) {
      Cell cell;
      if (!one_cell(p, end, cell)) return false;
      row.push_back(std::move(cell));
      if (p == end) break;
      if (row.size() == section.fields.size()) return wrong_width();
      ++p;
    }
    return row.size() == section.fields.size() || wrong_width();
  }

  /// Leaves `p` at the pipe behind the cell or at the end.
  bool one_cell(const char*& p, const char* end, Cell& out) {
    while (p != end && is_blank(*p))
      ++p;
    const char* const start = p;
    if (p != end && *p == '"') {
      out.kind = Cell::Kind::string;
      if (!text_.quoted_string(p, end, out.text)) return false;
      while (p != end && is_blank(*p))
        ++p;
      if (p == end || *p == '|') return true;
      return fail(p, Errc::trailing_characters, "text behind the closing quote of a value");
    }
    p = std::find(p, end, '|');
    const char* stop = p;
    while (stop != start && is_blank(stop[-1]))
      --stop;
    if (stop == start) {
      return fail(start, Errc::invalid_line,
                  "a value is missing; the empty string is written \"\"");
    }
    const char* const control =
        std::find_if(start, stop, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    if (control != stop) {
      return fail(control, Errc::invalid_escape,
                  "a raw control character; quote the string and escape it");
    }
    return bare(start, stop, out);
  }

  bool bare(const char* start, const char* stop, Cell& out) {
    const std::string_view token(start, static_cast<std::size_t>(stop - start));
    if (token == "-" || token == "~") return true;  // absent is null in a keyed set
    if (token == "^" || (token.size() >= 3 && token.starts_with("^{") && token.ends_with('}'))) {
      return fail(start, Errc::invalid_attachment_marker, "a keyed set has no attachments");
    }
    if (token == "true" || token == "false") {
      out = {Cell::Kind::boolean, std::string(token)};
      return true;
    }
    out = {Cell::Kind::string, std::string(token)};
    if (*start != '-' && !is_digit(*start)) return true;
    const NumberToken number = scan_number(start);
    if (number.end != stop) return true;
    out.kind = Cell::Kind::number;
    if (number.negative_zero) {
      out.text = "0";
      return true;
    }
    if (number.canonical || number.kind == Kind::integer) return true;
    const double value = detail::real_from_text(start, static_cast<std::uint32_t>(token.size()));
    const bool whole = token.find_first_of(".eE") == std::string_view::npos;
    if (number.kind == Kind::big_number && (whole || value == 0 || !std::isfinite(value))) {
      const Error error = out_of_range_error(token, 0);
      return fail(start, error.code, error.detail);
    }
    char digits[32];
    out.text.assign(digits, write_real(digits, value));
    return true;
  }

  DeltaText text_;
  std::string_view line_;
  std::string_view key_;
  bool after_rows_ = false;
};

}  // namespace

Result<SetMessage> decode_set(std::string_view wire, const DecodeOptions& options) {
  SetMessage message;
  SetReader reader;
  if (!reader.read(wire, options, message)) return reader.error();
  return message;
}

}  // namespace laconic::gcf
