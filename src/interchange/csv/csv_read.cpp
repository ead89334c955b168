// csv_read.cpp - a header row and records, to an array of objects.
//
// All cells wait on one stack, each already what its text looks like; columns that turn out to
// hold something else as well are made strings again when the last row is read.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include <laconic/csv.hpp>

#include "interchange/csv/csv_cells.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/simd.hpp"
#include "text/text_check.hpp"
#include "text/utf8.hpp"
#include "value/store.hpp"
#include "value/value_stack.hpp"

namespace laconic::csv {
namespace {

using detail::ShapeCursor;
using detail::ShapeTable;
using detail::TreeMaker;

class Reader {
 public:
  /// `text` is padded, ends in LF (which `end` points behind) and lives as long as the maker.
  Reader(const char* text, const char* begin, const char* end, const DecodeOptions& options,
         TreeMaker& maker)
      : text_(text),
        p_(begin),
        end_(end),
        separator_(options.separator),
        types_(options.types),
        lenient_(options.lenient),
        maker_(maker) {}

  bool read(Value& root);
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  bool fail(const char* at, Errc code, std::string detail) {
    error_ = {code, static_cast<std::uint64_t>(at - text_), std::move(detail)};
    return false;
  }
  bool recover(const char* at, Errc code, std::string detail) {
    if (!lenient_) return fail(at, code, std::move(detail));
    maker_.note(Note::Type::repair, code, static_cast<std::uint64_t>(at - text_), detail);
    return true;
  }
  bool out_of_memory() { return fail(text_, Errc::out_of_memory, "no memory for the document"); }

  bool header();
  bool row();
  bool fix_width(const char* start, std::size_t first);
  /// Reads a cell and what ends it; `ends_row` says that this was a line end.
  bool cell(std::string_view& out, bool& is_quoted, bool& ends_row);
  bool quoted_cell(std::string_view& out);
  bool bare_cell(std::string_view& out);
  bool separator_or_end(bool& ends_row);
  bool value_of(std::string_view text, unsigned& seen, Value& out);
  void make_strings(std::size_t column);
  [[nodiscard]] bool at_blank_line() const noexcept {
    return *p_ == '\n' || (*p_ == '\r' && p_[1] == '\n');
  }
  void skip_line_end() noexcept { p_ += *p_ == '\r' ? 2 : 1; }

  const char* text_;
  const char* p_;
  const char* end_;
  char separator_;
  Types types_;
  bool lenient_;
  TreeMaker& maker_;
  detail::ValueStack values_;
  const detail::Shape* shape_ = nullptr;
  std::vector<unsigned> seen_;  ///< per column: what bare cells look like
  std::size_t rows_ = 0;
  Error error_{Errc::invalid_line, 0, {}};
};

bool Reader::quoted_cell(std::string_view& out) {
  const char* const start = p_ + 1;
  const auto closing = [&](const char* from) {
    return static_cast<const char*>(std::memchr(from, '"', static_cast<std::size_t>(end_ - from)));
  };
  const char* quote = closing(start);
  if (quote != nullptr && quote[1] != '"') {
    out = {start, static_cast<std::size_t>(quote - start)};
    p_ = quote + 1;
    return true;
  }
  const char* stop = quote;
  while (stop != nullptr && stop[1] == '"')
    stop = closing(stop + 2);
  if (stop == nullptr) {
    return fail(p_, Errc::unterminated_quote,
                "the cell starts with a quote that is never closed; quotes inside are doubled");
  }
  const auto room = static_cast<std::size_t>(stop - start) + 1 + simd::width;
  auto* const copy = static_cast<char*>(maker_.arena().allocate(room));
  if (copy == nullptr) return out_of_memory();
  char* to = copy;
  *to++ = '"';  // a quote in front of it marks a quoted cell
  const char* from = start;
  while (true) {
    const char* const next = closing(from);
    std::memcpy(to, from, static_cast<std::size_t>(next - from));
    to += next - from;
    if (next == stop) break;
    *to++ = '"';
    from = next + 2;
  }
  std::memset(to, 0, simd::width);
  out = {copy + 1, static_cast<std::size_t>(to - copy - 1)};
  p_ = stop + 1;
  return true;
}

bool Reader::bare_cell(std::string_view& out) {
  const char* const start = p_;
  while (true) {
    const char separator = separator_;
    p_ = simd::find(p_, [separator](simd::Bytes bytes) {
      return bytes.is(separator) | bytes.is('\n') | bytes.is('"') | bytes.is('\r');
    });
    if (*p_ == '"') {
      if (!recover(p_, Errc::unexpected_character,
                   "a quote inside a bare cell; put the cell in quotes and double this one")) {
        return false;
      }
    } else if (*p_ == '\r' && p_[1] != '\n') {
      if (!recover(p_, Errc::invalid_character,
                   "a carriage return that ends no line; put the cell in quotes")) {
        return false;
      }
    } else {
      break;
    }
    ++p_;
  }
  out = {start, static_cast<std::size_t>(p_ - start)};
  return true;
}

bool Reader::separator_or_end(bool& ends_row) {
  ends_row = at_blank_line();
  if (ends_row) {
    skip_line_end();
    return true;
  }
  if (*p_ != separator_) {
    return fail(p_, Errc::trailing_characters,
                "text stands behind the closing quote; a quote inside a cell is doubled");
  }
  ++p_;
  return true;
}

bool Reader::cell(std::string_view& out, bool& is_quoted, bool& ends_row) {
  is_quoted = *p_ == '"';
  if (is_quoted ? !quoted_cell(out) : !bare_cell(out)) return false;
  return separator_or_end(ends_row);
}

bool Reader::header() {
  if (p_ == end_ || at_blank_line()) {
    return fail(p_, Errc::missing_header, "the first line must name the columns");
  }
  ShapeCursor cursor = maker_.shapes().begin();
  for (bool ends_row = false; !ends_row;) {
    const char* const at = p_;
    std::string_view name;
    bool is_quoted = false;
    if (!cell(name, is_quoted, ends_row)) return false;
    switch (maker_.shapes().step(cursor, name.data(), name.size())) {
      case ShapeTable::Step::ok: break;
      case ShapeTable::Step::duplicate:
        return fail(at, Errc::duplicate_field_name,
                    "two columns are called " + quoted(name) + "; rename one");
      case ShapeTable::Step::out_of_memory: return out_of_memory();
    }
  }
  shape_ = maker_.shapes().finish(cursor);
  if (shape_ == nullptr) return out_of_memory();
  seen_.resize(shape_->size);
  return true;
}

/// What a bare cell says; notes in `seen` what it looks like.
bool Reader::value_of(std::string_view text, unsigned& seen, Value& out) {
  const char first = *text.data();
  const bool may_be_number = (first >= '0' && first <= '9') || first == '-';
  if (may_be_number) {
    NumberToken token = scan_common_number(text.data());
    if (token.end == nullptr) token = scan_number(text.data());
    if (token.end == text.data() + text.size() &&
        (types_ == Types::typed || is_canonical(token, text))) {
      seen |= seen_number;
      out = token.negative_zero
                ? TreeMaker::real(-0.0)
                : TreeMaker::number_text(token.kind, text.data(), text.size(), token.canonical);
      return true;
    }
  } else if (text == "true" || text == "false") {
    seen |= seen_boolean;
    out = TreeMaker::boolean(first == 't');
    return true;
  }
  if (types_ == Types::typed) {
    if (text == "null") return true;
    return fail(text.data(), Errc::unexpected_character,
                "a bare cell is a number, true, false, null or empty; put text in quotes");
  }
  seen |= seen_text;
  out = TreeMaker::string(text.data(), text.size());
  return true;
}

bool Reader::fix_width(const char* start, std::size_t first) {
  const std::size_t width = values_.size() - first;
  if (!recover(width < shape_->size ? p_ - 1 : start, Errc::row_width_mismatch,
               "the row has " + std::to_string(width) + " cells, the header has " +
                   std::to_string(shape_->size) +
                   (lenient_ ? "; it was made to fit" : " columns"))) {
    return false;
  }
  while (values_.size() - first < shape_->size)
    values_.push(types_ == Types::strings ? TreeMaker::string(shape_->keys->data, 0) : Value());
  values_.shrink(first + shape_->size);
  return true;
}

bool Reader::row() {
  const char* const start = p_;
  const std::size_t first = values_.size();
  unsigned beyond = 0;
  for (bool ends_row = false; !ends_row;) {
    std::string_view text;
    bool is_quoted = false;
    if (!cell(text, is_quoted, ends_row)) return false;
    Value value;
    if (is_quoted || types_ == Types::strings) {
      value = TreeMaker::string(text.data(), text.size());
    } else if (!text.empty()) {
      const std::size_t column = values_.size() - first;
      if (!value_of(text, column < seen_.size() ? seen_[column] : beyond, value)) return false;
    }
    values_.push(value);
  }
  ++rows_;
  return values_.size() - first == shape_->size || fix_width(start, first);
}

/// Every bare cell of the column is text after all.
void Reader::make_strings(std::size_t column) {
  const char* words[2] = {nullptr, nullptr};
  for (std::size_t i = column; i < values_.size(); i += shape_->size) {
    Value& value = values_[i];
    if (value.kind() == Kind::boolean) {
      const bool is_true = value.boolean();
      const char*& word = words[is_true ? 1 : 0];
      if (word == nullptr) word = maker_.keep(is_true ? "true" : "false");
      if (word != nullptr) value = TreeMaker::string(word, is_true ? 4 : 5);
    } else if (value.is_number()) {
      value = TreeMaker::string(value.lexeme().data(), value.lexeme().size());
    }
  }
}

bool Reader::read(Value& root) {
  if (!header()) return false;
  while (p_ != end_) {
    if (at_blank_line()) {
      const char* const blank = p_;
      while (p_ != end_ && at_blank_line())
        skip_line_end();
      // At the end of the text they mean nothing.
      if (p_ != end_ && !recover(blank, Errc::row_width_mismatch,
                                 "a blank line between rows; remove it, or write a lone empty "
                                 "cell as \"\"")) {
        return false;
      }
      continue;
    }
    if (!row()) return false;
  }
  if (types_ == Types::inferred) {
    for (std::size_t column = 0; column < seen_.size(); ++column) {
      if (!is_of_one_type(seen_[column])) make_strings(column);
    }
  }
  // Records take the places of their cells, which they are copied from first.
  for (std::size_t i = 0; i < rows_; ++i)
    values_[i] = maker_.object(shape_, values_.from(i * shape_->size));
  if (maker_.ok()) root = maker_.array(values_.from(0), rows_);
  if (maker_.ok()) return true;
  error_ = maker_.error(0);
  return false;
}

}  // namespace

Result<Document> decode(std::string_view text, const DecodeOptions& options) {
  if (const auto good = check_text(text, options.max_bytes); !good) return good.error();
  TreeMaker maker(options.max_depth);
  maker.set_text_size(text.size() * 2);
  constexpr std::size_t padding = 64;
  auto* copy = static_cast<char*>(maker.arena().allocate(text.size() + 1 + padding));
  if (copy == nullptr) return Error{Errc::out_of_memory, 0, "no memory for the text"};
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  // The last row ends in a line end even if the text does not.
  std::size_t size = text.size();
  if (!text.ends_with('\n')) copy[size++] = '\n';
  std::memset(copy + size, 0, padding);
  const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  Reader reader(copy, copy + mark, copy + size, options, maker);
  Value root;
  if (!reader.read(root)) return reader.error();
  return maker.finish(root);
}

}  // namespace laconic::csv
