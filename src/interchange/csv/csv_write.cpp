// csv_write.cpp - flat records as CSV or TSV, and what a reader of it would not get back.
#include <algorithm>
#include <cstring>
#include <span>
#include <unordered_map>
#include <vector>

#include <laconic/csv.hpp>

#include "base/output.hpp"
#include "interchange/csv/csv_cells.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/simd.hpp"
#include "value/json_text.hpp"
#include "value/store.hpp"
#include "value/value_path.hpp"

namespace laconic::csv {
namespace {

using detail::KeyRef;
using detail::Shape;
using detail::ValueAccess;

constexpr std::uint32_t missing = 0xFFFFFFFF;

/// What a column's cells need from the reader.
enum Need : unsigned {
  need_type = 1,         // a number or a boolean
  need_not_number = 2,   // a bare string that looks like a number
  need_not_boolean = 4,  // a bare string that looks like true or false
  need_null = 8,         // a null, where every cell is going to be a string
  need_container = 16,   // written as JSON text
  need_member = 32,      // not there, written like null
  need_lone_null = 64,   // a null that would look like a blank line
};

/// How a bare string looks to a reader.
unsigned look_of(std::string_view text) {
  if (text == "true" || text == "false") return seen_boolean;
  if (text.empty() || (text[0] != '-' && (text[0] < '0' || text[0] > '9'))) return seen_text;
  if (!is_number_text(text)) return seen_text;
  std::string padded(text);
  padded.append(2 * simd::width, '\0');
  const NumberToken token = scan_number(padded.data());
  return is_canonical(token, text) ? seen_number : seen_text;
}

class Writer {
 public:
  Writer(const Value& root, const EncodeOptions& options)
      : root_(root),
        options_(options),
        separator_(options.separator),
        typed_(options.types == Types::typed),
        out_(options.max_bytes, ValueAccess::source_size(root) / 2) {}

  Result<std::string> write() {
    const Value* table = &root_;
    if (root_.is_object() && root_.size() == 1 && root_.values()[0].is_array()) {
      table = &root_.values()[0];
      if (typed_) {
        return refuse("the table stands in a member; typed CSV holds the array alone, write that");
      }
    }
    if (!table->is_array()) return refuse("a table is an array of objects");
    if (table->size() == 0) return refuse("an empty array has no columns");
    if (!find_columns(*table)) return fault_;
    const std::span<const Value> rows = table->items();
    header();
    for (const Value& row : rows) {
      out_.put('\n');
      if (!record(row)) return fault_;
      if (out_.failed()) break;
    }
    if (table != &root_) {
      lose("the member " + quoted(root_.key(0)) + " around the table is not written");
    }
    tell_losses();
    return out_.finish();
  }

 private:
  Error refuse(std::string what, const Value* place = nullptr) {
    std::string detail = std::string(name()) + " cannot hold this: " + std::move(what);
    if (place != nullptr) detail += ", at " + detail::path_of(root_, place);
    return {Errc::not_representable, 0, std::move(detail)};
  }
  [[nodiscard]] std::string_view name() const noexcept {
    if (typed_) return "typed CSV";
    return separator_ == '\t' ? "TSV" : "CSV";
  }

  /// Columns are the keys of the first record, or of all when some may be missing.
  bool find_columns(const Value& table) {
    std::unordered_map<std::uint32_t, std::uint32_t> place_of;  // by key
    const Shape* last = nullptr;
    for (const Value& row : table.items()) {
      if (!row.is_object()) {
        fault_ = refuse("an element is no object", &row);
        return false;
      }
      if (!options_.nested_json && (ValueAccess::children(row) & detail::any_container) != 0) {
        const auto cell = std::find_if(row.values().begin(), row.values().end(),
                                       [](const Value& v) { return !v.is_scalar(); });
        fault_ = refuse(typed_ ? "a cell is a container"
                               : "a cell is a container; nested=json writes it as JSON text",
                        &*cell);
        return false;
      }
      const Shape* const shape = ValueAccess::shape(row);
      if (shape == last || places_.contains(shape)) continue;
      last = shape;
      places_.try_emplace(shape);
      for (std::uint32_t i = 0; i < shape->size; ++i) {
        const bool is_new =
            place_of.try_emplace(shape->keys[i].id, static_cast<std::uint32_t>(columns_.size()))
                .second;
        if (!is_new) continue;
        if (places_.size() > 1 && !options_.ragged_null) return ragged(row);
        columns_.push_back(shape->keys[i]);
      }
      if (!options_.ragged_null && shape->size != columns_.size()) return ragged(row);
    }
    if (columns_.empty()) {
      fault_ = refuse("the records have no members");
      return false;
    }
    for (auto& [shape, places] : places_) {
      places.assign(columns_.size(), missing);
      for (std::uint32_t i = 0; i < shape->size; ++i)
        places[place_of[shape->keys[i].id]] = i;
    }
    needs_.resize(columns_.size());
    seen_.resize(columns_.size());
    return true;
  }
  bool ragged(const Value& row) {
    fault_ = refuse(typed_ ? "records with different keys"
                           : "records with different keys; ragged=null writes missing ones empty",
                    &row);
    return false;
  }

  void header() {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c != 0) out_.put(separator_);
      const std::string_view key = columns_[c].text();
      // A byte order mark at the very start would be dropped.
      if ((c == 0 && key.starts_with("\xEF\xBB\xBF")) || !bare(key)) quoted_cell(key);
      if (separator_ == '\t' && key.find_first_of("\t\r\n") != std::string_view::npos) {
        broken_key_ = true;
      }
    }
  }

  bool record(const Value& row) {
    if (broken_key_) {
      fault_ = refuse("the name of a column contains a tab or a line end; write csv");
      return false;
    }
    const Shape* const shape = ValueAccess::shape(row);
    if (shape != last_shape_) {
      last_shape_ = shape;
      last_places_ = places_.find(shape)->second.data();
    }
    const Value* const values = row.values().data();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c != 0) out_.put(separator_);
      const std::uint32_t place = last_places_[c];
      if (place == missing) {
        needs_[c] |= need_member;
        null(c);
      } else if (!cell(values[place], c)) {
        return false;
      }
    }
    return true;
  }

  bool cell(const Value& v, std::size_t column) {
    switch (v.kind()) {
      case Kind::null:
        needs_[column] |= need_null;
        null(column);
        return true;
      case Kind::boolean:
        needs_[column] |= need_type;
        seen_[column] |= seen_boolean;
        if (v.boolean()) {
          out_.put_literal("true");
        } else {
          out_.put_literal("false");
        }
        return true;
      case Kind::string: return string(v, v.string(), column);
      case Kind::array:
      case Kind::object: {
        needs_[column] |= need_container;
        Output json(options_.max_bytes);
        detail::JsonText(json).value(v);
        const auto text = json.finish();
        if (!text) {
          fault_ = text.error();
          return false;
        }
        std::string padded = *text;
        padded.append(simd::width, '\0');
        return string(v, std::string_view(padded).substr(0, text->size()), column);
      }
      default: number(v, column); return true;
    }
  }

  void null(std::size_t column) {
    if (columns_.size() != 1) return;
    // An empty line is no row.
    if (typed_) return out_.put_literal("null");
    out_.put_literal("\"\"");
    needs_[column] |= need_lone_null;
  }

  void number(const Value& v, std::size_t column) {
    needs_[column] |= need_type;
    const std::string_view lexeme = v.lexeme();
    if (v.kind() == Kind::big_number) {
      const bool plain = lexeme.find_first_of(".eE") == std::string_view::npos;
      seen_[column] |= plain ? seen_number : seen_text;
      return out_.put(lexeme);
    }
    seen_[column] |= seen_number;
    char* const p = out_.reserve(32);
    if (ValueAccess::has_canonical_text(v) && lexeme.size() <= simd::width) {
      simd::Bytes::load(lexeme.data()).store(p);
      return out_.advance_to(p + lexeme.size());
    }
    if (v.kind() == Kind::integer) return out_.advance_to(write_integer(p, v.integer()));
    out_.advance_to(write_real(p, v.real()));
  }

  bool string(const Value& v, std::string_view text, std::size_t column) {
    if (separator_ == '\t' && text.find_first_of("\t\r\n") != std::string_view::npos) {
      fault_ = refuse("a cell contains a tab or a line end; write csv", &v);
      return false;
    }
    if (typed_ || !bare(text)) {
      quoted_cell(text);
      return true;
    }
    const unsigned look = look_of(text);
    seen_[column] |= look;
    if (look == seen_number) needs_[column] |= need_not_number;
    if (look == seen_boolean) needs_[column] |= need_not_boolean;
    return true;
  }

  /// Writes a string without quotes, if it may stand so. The text is padded.
  bool bare(std::string_view text) {
    if (text.empty()) return false;
    char* const p = out_.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); i += simd::width) {
      const auto bytes = simd::Bytes::load(text.data() + i);
      bytes.store(p + i);
      const auto special = bytes.is('"') | bytes.is('\n') | bytes.is('\r') | bytes.is(separator_);
      if (special.mask().below(text.size() - i).any()) return false;
    }
    out_.advance_to(p + text.size());
    return true;
  }

  /// In quotes, which are doubled inside. The text is padded.
  void quoted_cell(std::string_view text) {
    char* p = out_.reserve(2 * text.size() + 2);
    *p++ = '"';
    std::size_t i = 0;
    for (; i < text.size(); i += simd::width) {
      const auto bytes = simd::Bytes::load(text.data() + i);
      if (bytes.is('"').mask().below(text.size() - i).any()) break;
      bytes.store(p + i);
    }
    if (i < text.size()) {
      p += i;
      for (const char c : text.substr(i)) {
        if (c == '"') *p++ = c;
        *p++ = c;
      }
    } else {
      p += text.size();
    }
    *p++ = '"';
    out_.advance_to(p);
  }

  void lose(std::string what) {
    if (options_.losses != nullptr) options_.losses->push_back({std::move(what)});
  }
  /// One sentence for all columns with this loss.
  template <class Test>
  void lose_columns(std::string_view what, Test test) {
    std::size_t count = 0;
    std::string first;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (test(needs_[c], seen_[c]) && count++ == 0) first = quoted(columns_[c].text());
    }
    if (count == 0) return;
    std::string where = " in column " + first;
    if (count > 1) where += " and " + std::to_string(count - 1) + " more";
    lose(std::string(what) + where);
  }
  void tell_losses() {
    lose_columns("missing members become null",
                 [](unsigned needs, unsigned) { return (needs & need_member) != 0; });
    lose_columns("containers become JSON text",
                 [](unsigned needs, unsigned) { return (needs & need_container) != 0; });
    if (typed_) return;
    lose_columns("null becomes an empty string", [this](unsigned needs, unsigned) {
      return (needs & need_lone_null) != 0 ||
             (options_.types == Types::strings && (needs & need_null) != 0);
    });
    const bool strings = options_.types == Types::strings;
    lose_columns("numbers and booleans become strings", [=](unsigned needs, unsigned seen) {
      return (needs & need_type) != 0 && (strings || !is_of_one_type(seen));
    });
    if (strings) return;
    lose_columns("strings that look like numbers become numbers", [](unsigned n, unsigned seen) {
      return seen == seen_number && (n & need_not_number) != 0;
    });
    lose_columns("strings that look like booleans become booleans", [](unsigned n, unsigned seen) {
      return seen == seen_boolean && (n & need_not_boolean) != 0;
    });
  }

  const Value& root_;
  const EncodeOptions& options_;
  char separator_;
  bool typed_;
  Output out_;
  std::vector<KeyRef> columns_;
  std::unordered_map<const Shape*, std::vector<std::uint32_t>> places_;
  const Shape* last_shape_ = nullptr;
  const std::uint32_t* last_places_ = nullptr;
  std::vector<unsigned> needs_;
  std::vector<unsigned> seen_;
  bool broken_key_ = false;
  Error fault_{Errc::not_representable, 0, {}};
};

}  // namespace

Result<std::string> encode(Value value, const EncodeOptions& options) {
  return Writer(value, options).write();
}

}  // namespace laconic::csv
