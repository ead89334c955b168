// toml_read.cpp - lines, keys, headers, arrays and inline tables.
#include "interchange/toml/toml_read.hpp"

#include <cstring>
#include <utility>

#include "text/escape.hpp"
#include "text/text_check.hpp"
#include "text/utf8.hpp"

namespace laconic::toml {

using detail::TreeMaker;

namespace {

bool is_bare(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

}  // namespace

bool Reader::fail(const char* at, Errc code, std::string detail) {
  error_ = {code, static_cast<std::uint64_t>(at - text_), std::move(detail)};
  return false;
}

bool Reader::too_deep(const char* at) {
  return fail(at, Errc::depth_exceeded,
              "nested deeper than the limit of " + std::to_string(maker_.max_depth()) + " levels");
}

bool Reader::duplicate(const char* at, std::string_view key) {
  return fail(at, Errc::duplicate_key,
              quoted(key) + " is defined already; a key has one value, a table one header");
}

void Reader::skip_blanks() noexcept {
  while (*p_ == ' ' || *p_ == '\t')
    ++p_;
}

bool Reader::skip_comment() {
  if (*p_ != '#') return true;
  while (!at_line_end()) {
    const auto c = static_cast<unsigned char>(*p_);
    if ((c < 0x20 && c != '\t') || c == 0x7F) {
      return fail(p_, Errc::invalid_character, "a control character in a comment");
    }
    ++p_;
  }
  return true;
}

bool Reader::end_of_line() {
  skip_blanks();
  if (!skip_comment()) return false;
  if (!at_line_end()) {
    return fail(p_, Errc::trailing_characters, "expected the end of the line or a comment");
  }
  skip_line_end();
  return true;
}

bool Reader::skip_to_value() {
  while (true) {
    skip_blanks();
    if (*p_ == '#') {
      if (!skip_comment()) return false;
    } else if (!at_line_end()) {
      return true;
    }
    skip_line_end();
    if (p_ >= end_) return fail(end_ - 1, Errc::unexpected_end, "the text ends inside an array");
  }
}

bool Reader::key(std::string_view& out) {
  if (*p_ == '"' || *p_ == '\'') {
    const char quote = *p_;
    if (p_[1] == quote && p_[2] == quote) {
      return fail(p_, Errc::invalid_key, "a key is a string of one line");
    }
    return string(out);
  }
  const char* const start = p_;
  while (is_bare(*p_))
    ++p_;
  if (p_ == start) {
    return fail(p_, Errc::invalid_key,
                "expected a key: letters, digits, _ and -, or anything in quotes");
  }
  out = {start, static_cast<std::size_t>(p_ - start)};
  return true;
}

/// A key with dots, into `path_`.
bool Reader::key_path() {
  path_.clear();
  path_places_.clear();
  while (true) {
    skip_blanks();
    path_places_.push_back(p_);
    if (!key(path_.emplace_back())) return false;
    skip_blanks();
    if (*p_ != '.') return true;
    ++p_;
    if (path_.size() > maker_.max_depth()) return too_deep(p_);
  }
}

bool Reader::header(Table& root, Table*& current) {
  const char* const start = p_;
  const bool is_array = p_[1] == '[';
  p_ += is_array ? 2 : 1;
  if (!key_path()) return false;
  if (*p_ != ']' || (is_array && p_[1] != ']')) {
    return fail(p_, Errc::unexpected_character, is_array ? "expected ']]'" : "expected ']'");
  }
  p_ += is_array ? 2 : 1;
  Table* table = &root;
  unsigned depth = 1;
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const bool is_last = i + 1 == path_.size();
    const std::string_view name = path_[i];
    depth += is_last && is_array ? 2 : 1;
    if (depth > maker_.max_depth()) return too_deep(start);
    Entry* entry = table->find(name);
    if (entry == nullptr) {
      entry = &table->add(name);
      if (is_last && is_array) {
        entry->array = &tables_.make_array();
      } else {
        entry->table = &tables_.make(is_last ? Origin::header : Origin::implied, depth);
        table = entry->table;
        continue;
      }
    }
    if (is_last && is_array) {
      if (entry->array == nullptr) return duplicate(path_places_[i], name);
      table = entry->array->emplace_back(&tables_.make(Origin::header, depth));
    } else if (entry->array != nullptr) {
      if (is_last) return duplicate(path_places_[i], name);
      table = entry->array->back();
      depth = table->depth;
    } else {
      if (entry->table == nullptr || entry->table->origin == Origin::closed ||
          (is_last && entry->table->origin != Origin::implied)) {
        return duplicate(path_places_[i], name);
      }
      table = entry->table;
      if (is_last) table->origin = Origin::header;
    }
  }
  current = table;
  return end_of_line();
}

/// KEY = VALUE; tables on the way are made by dots.
bool Reader::member(Table& start) {
  const char* const at = p_;
  if (!key_path()) return false;
  Table* table = &start;
  for (std::size_t i = 0; i + 1 < path_.size(); ++i) {
    Entry* entry = table->find(path_[i]);
    if (entry == nullptr) {
      if (table->depth + 1 > maker_.max_depth()) return too_deep(at);
      entry = &table->add(path_[i]);
      entry->table = &tables_.make(Origin::dotted, table->depth + 1);
    } else if (entry->table == nullptr || entry->table->origin != Origin::dotted) {
      return duplicate(path_places_[i], path_[i]);
    }
    table = entry->table;
  }
  const std::string_view name = path_.back();
  if (table->find(name) != nullptr) return duplicate(path_places_.back(), name);
  if (*p_ != '=') {
    return fail(p_, Errc::unexpected_character, "expected '=' after a key");
  }
  ++p_;
  skip_blanks();
  Value made;
  if (!value(made, table->depth + 1)) return false;
  table->add(name).value = made;
  return true;
}

bool Reader::value(Value& out, unsigned depth) {
  switch (*p_) {
    case '"':
    case '\'': {
      std::string_view text;
      if (!string(text)) return false;
      out = TreeMaker::string(text.data(), text.size());
      return true;
    }
    case '[': return array(out, depth);
    case '{': return inline_table(out, depth);
    default: return bare_value(out);
  }
}

bool Reader::array(Value& out, unsigned depth) {
  const char* const start = p_++;
  if (depth > maker_.max_depth()) return too_deep(start);
  std::vector<Value> items;
  while (true) {
    if (!skip_to_value()) return false;
    if (*p_ == ']') break;
    if (!value(items.emplace_back(), depth + 1) || !skip_to_value()) return false;
    if (*p_ == ']') break;
    if (*p_ != ',') return fail(p_, Errc::unexpected_character, "expected ',' or ']'");
    ++p_;
  }
  ++p_;
  out = maker_.array(items.data(), items.size());
  if (maker_.ok()) return true;
  error_ = maker_.error(static_cast<std::uint64_t>(start - text_));
  return false;
}

bool Reader::inline_table(Value& out, unsigned depth) {
  const char* const start = p_++;
  if (depth > maker_.max_depth()) return too_deep(start);
  Table& table = tables_.make(Origin::closed, depth);
  skip_blanks();
  if (*p_ != '}') {
    while (true) {
      skip_blanks();
      if (!member(table)) return false;
      skip_blanks();
      if (*p_ == '}') break;
      if (*p_ != ',') {
        return fail(p_, Errc::unexpected_character,
                    "expected ',' or '}'; an inline table stands on one line");
      }
      ++p_;
    }
  }
  ++p_;
  const bool made = tables_.value_of(table, out);
  std::vector<Entry>().swap(table.entries);  // there may be millions of them
  if (made) return true;
  error_ = maker_.error(static_cast<std::uint64_t>(start - text_));
  return false;
}

bool Reader::read(Value& root) {
  Table& top = tables_.make(Origin::header, 1);
  Table* current = &top;
  if (maker_.max_depth() == 0) return too_deep(p_);
  while (p_ < end_) {
    skip_blanks();
    if (*p_ == '[') {
      if (!header(top, current)) return false;
    } else if (*p_ == '#' || at_line_end()) {
      if (!end_of_line()) return false;
    } else if (!member(*current) || !end_of_line()) {
      return false;
    }
  }
  if (!tables_.value_of(top, root)) {
    error_ = maker_.error(0);
    return false;
  }
  losses_.write(maker_);
  return true;
}

Result<Document> decode(std::string_view text, const DecodeOptions& options) {
  if (const auto good = check_text(text, options.max_bytes); !good) return good.error();
  TreeMaker maker(options.max_depth);
  maker.set_text_size(text.size());
  constexpr std::size_t padding = 64;
  auto* copy = static_cast<char*>(maker.arena().allocate(text.size() + 1 + padding));
  if (copy == nullptr) return Error{Errc::out_of_memory, 0, "no memory for the text"};
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\n';
  std::memset(copy + text.size() + 1, 0, padding);
  const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  Reader reader(copy, copy + mark, copy + text.size() + 1, maker);
  Value root;
  if (!reader.read(root)) {
    Error error = reader.error();
    if (error.offset >= text.size()) {
      error.offset = text.size();
      if (error.code == Errc::unexpected_character) error.code = Errc::unexpected_end;
    }
    return error;
  }
  return maker.finish(root);
}

}  // namespace laconic::toml
