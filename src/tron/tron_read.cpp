// tron_read.cpp - values: JSON's, and instances of classes.
#include "tron/tron_read.hpp"

#include <string>
#include <utility>

#include "text/escape.hpp"
#include "text/text_check.hpp"
#include "text/utf8.hpp"
#include "tron/tron_names.hpp"

namespace laconic::tron {

using detail::KeyRef;
using detail::OpenObject;
using detail::Shape;
using detail::TreeMaker;

void Reader::skip() noexcept {
  while (p_ < end_) {
    if (*p_ == ' ' || *p_ == '\n' || *p_ == '\r' || *p_ == '\t') {
      ++p_;
    } else if (*p_ == '#') {
      p_ = skip_in_line(p_);
    } else {
      return;
    }
  }
}

void Reader::skip_separators() noexcept {
  skip();
  while (p_ < end_ && *p_ == ';') {
    ++p_;
    skip();
  }
}

bool Reader::read(Value& root) {
  skip_separators();
  while (word_at(p_) == "class") {
    if (!class_definition()) return false;
    skip_separators();
  }
  if (!value(root)) return false;
  skip_separators();
  return p_ == end_ || fail(p_, Errc::trailing_characters, "text behind the end of the value");
}

/// The value at `p_`; the caller has skipped what may stand before it.
bool Reader::value(Value& out) {
  if (p_ >= end_) return fail_expected(p_, "a value");
  switch (*p_) {
    case '"': {
      std::string_view text;
      if (!string(p_, text)) return false;
      out = TreeMaker::string(text.data(), text.size());
      return true;
    }
    case '[': return array(out);
    case '{': return object(out);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': return number(p_, out);
    default: return word_value(out);
  }
}

bool Reader::word_value(Value& out) {
  const char* const at = p_;
  const std::string_view word = word_at(at);
  if (word.empty()) return fail_expected(at, "a value");
  p_ += word.size();
  if (word == "null") {
    out = Value();
  } else if (word == "true" || word == "false") {
    out = TreeMaker::boolean(word == "true");
  } else if (word == "class") {
    return fail(at, Errc::unexpected_character, "a class is defined above the data only");
  } else {
    return instance(word, at, out);
  }
  return true;
}

bool Reader::next_element(char close, const char* expected, bool& at_end) {
  skip();
  if (p_ < end_ && *p_ == ',') {
    ++p_;
    skip();
    at_end = p_ < end_ && *p_ == close;  // a comma may stand behind the last one
  } else if (p_ < end_ && *p_ == close) {
    at_end = true;
  } else {
    return fail_expected(p_, expected);
  }
  if (at_end) ++p_;
  return true;
}

bool Reader::array(Value& out) {
  const char* const at = p_++;
  if (!enter(at)) return false;
  const std::size_t first = values_.size();
  skip();
  bool at_end = p_ < end_ && *p_ == ']';
  if (at_end) ++p_;
  while (!at_end) {
    Value item;
    if (!value(item)) return false;
    values_.push(item);
    if (!next_element(']', "',' or ']'", at_end)) return false;
  }
  out = maker_.array(values_.from(first), values_.size() - first);
  values_.shrink(first);
  --level_;
  return check_maker(at);
}

bool Reader::object(Value& out) {
  const char* const at = p_++;
  if (!enter(at)) return false;
  OpenObject open{};
  begin(open);
  skip();
  bool at_end = p_ < end_ && *p_ == '}';
  if (at_end) ++p_;
  while (!at_end) {
    const char* const key_at = p_;
    std::string_view key;
    std::uint32_t place = 0;
    if (p_ >= end_ || *p_ != '"') return fail_expected(p_, "a member name in double quotes");
    if (!string(p_, key) || !add_member(key_at, key, open, place)) return false;
    skip();
    if (p_ >= end_ || *p_ != ':') return fail_expected(p_, "':' after a member name");
    ++p_;
    skip();
    Value member;
    if (!value(member)) return false;
    set_member(open, place, member);
    if (!next_element('}', "',' or '}'", at_end)) return false;
  }
  --level_;
  return finish(at, open, out);
}

// ---- instances

bool Reader::instance(std::string_view name, const char* at, Value& out) {
  skip();
  if (p_ >= end_ || *p_ != '(') {
    if (is_digit(name[0]) || class_of(name) != 0) {
      return fail_expected(p_, "'(' behind the name of a class");
    }
    return fail(at, Errc::unexpected_character,
                "expected a value; strings stand in quotes, the literals are true, false and null");
  }
  std::uint32_t index = 0;
  if (!find_class(name, at, index) || !enter(at)) return false;
  ++p_;
  const std::size_t first = values_.size();
  const std::size_t first_named = named_.size();
  skip();
  bool at_end = p_ < end_ && *p_ == ')';
  if (at_end) ++p_;
  while (!at_end) {
    if (!argument(index, first, first_named)) return false;
    if (!next_element(')', "',' or ')'", at_end)) return false;
  }
  ClassEntry& entry = classes_[index];
  const std::size_t count = values_.size() - first;
  if (count != entry.node->size) return wrong_count(entry, at, count, named_.size() != first_named);
  if (entry.shape == nullptr) {
    entry.shape = maker_.shapes().finish({entry.node});
    if (entry.shape == nullptr) return out_of_memory(at);
  }
  if (named_.size() != first_named && !arrange(index, first, first_named)) return false;
  out = maker_.object(classes_[index].shape, values_.from(first));
  values_.shrink(first);
  named_.resize(first_named);
  --level_;
  return check_maker(at);
}

bool Reader::wrong_count(const ClassEntry& entry, const char* at, std::size_t count, bool named) {
  std::string detail = "class " + std::string(entry.name) + " has " +
                       std::to_string(entry.node->size) + " properties, " + std::to_string(count) +
                       (count == 1 ? " argument is given" : " arguments are given");
  if (!named && count < entry.node->size) {
    const detail::ShapeNode* node = entry.node;
    while (node->size != count + 1)
      node = node->parent;
    detail += "; " + quoted(node->key.text()) + " is the first that is missing";
  }
  return fail(at, Errc::row_width_mismatch, std::move(detail));
}

bool Reader::argument(std::uint32_t class_index, std::size_t first, std::size_t first_named) {
  const char* const at = p_;
  // A word or a string is a name when '=' follows.
  Value item;
  if (p_ < end_ && *p_ == '"') {
    std::string_view text;
    if (!string(p_, text)) return false;
    skip();
    if (p_ < end_ && *p_ == '=') return named_argument(class_index, first, first_named, text, at);
    item = TreeMaker::string(text.data(), text.size());
  } else {
    const std::string_view word = word_at(p_);
    if (!word.empty()) {
      p_ += word.size();
      skip();
      if (p_ < end_ && *p_ == '=') return named_argument(class_index, first, first_named, word, at);
      p_ = at;
    }
    if (!value(item)) return false;
  }
  if (named_.size() != first_named) {
    return fail(at, Errc::unexpected_character,
                "an argument without a name cannot follow one with a name");
  }
  const ClassEntry& entry = classes_[class_index];
  if (values_.size() - first >= entry.node->size) {
    return fail(at, Errc::row_width_mismatch,
                "class " + std::string(entry.name) + " has " + std::to_string(entry.node->size) +
                    (entry.node->size == 1 ? " property" : " properties") +
                    "; this argument is one too many");
  }
  values_.push(item);
  return true;
}

bool Reader::named_argument(std::uint32_t class_index, std::size_t first, std::size_t first_named,
                            std::string_view key, const char* at) {
  ++p_;  // the equals sign
  skip();
  std::uint32_t place = 0;
  const std::size_t expected =
      named_.size() == first_named ? values_.size() - first : std::size_t{named_.back().place} + 1;
  if (!place_of(classes_[class_index], key, at, expected, place)) return false;
  named_.push_back({place, at});
  Value item;
  if (!value(item)) return false;
  values_.push(item);
  return true;
}

/// Where a property is in its class; mostly behind the one named last.
bool Reader::place_of(ClassEntry& entry, std::string_view key, const char* at, std::size_t expected,
                      std::uint32_t& place) {
  if (entry.shape == nullptr) {
    entry.shape = maker_.shapes().finish({entry.node});
    if (entry.shape == nullptr) return out_of_memory(at);
  }
  const Shape& shape = *entry.shape;
  if (expected < shape.size && shape.keys[expected].text() == key) {
    place = static_cast<std::uint32_t>(expected);
    return true;
  }
  if (entry.place_by_key.empty()) {
    entry.place_by_key.reserve(shape.size);
    for (std::uint32_t i = 0; i < shape.size; ++i)
      entry.place_by_key.emplace(shape.keys[i].id, i);
  }
  const KeyRef* const interned = maker_.shapes().intern(key.data(), key.size());
  if (interned == nullptr) return out_of_memory(at);
  const auto found = entry.place_by_key.find(interned->id);
  if (found == entry.place_by_key.end()) {
    return fail(at, Errc::invalid_key,
                "class " + std::string(entry.name) + " has no property " + quoted(key));
  }
  place = found->second;
  return true;
}

/// Puts named arguments where they belong. There are as many as properties, so one that is given
/// twice is the only fault there can be.
bool Reader::arrange(std::uint32_t class_index, std::size_t first, std::size_t first_named) {
  const std::size_t size = values_.size() - first;
  const std::size_t positional = size - (named_.size() - first_named);
  const std::size_t copies = values_.size();
  for (std::size_t i = positional; i < size; ++i) {
    const Value item = values_[first + i];
    values_.push(item);
  }
  for (std::size_t i = positional; i < size; ++i)
    values_[first + i] = TreeMaker::marked_cell(detail::CellMark::missing);
  for (std::size_t i = 0; i < size - positional; ++i) {
    const Named& named = named_[first_named + i];
    Value& slot = values_[first + named.place];
    if (detail::ValueAccess::cell_mark(slot) != detail::CellMark::missing) {
      return fail(named.at, Errc::duplicate_key,
                  "property " + quoted(classes_[class_index].shape->keys[named.place].text()) +
                      " is given twice");
    }
    slot = values_[copies + i];
  }
  values_.shrink(copies);
  return true;
}

Result<Document> decode(std::string_view text, const DecodeOptions& options) {
  if (const auto good = check_text(text, options.max_bytes); !good) return good.error();
  // A byte order mark is dropped, and offsets still count it.
  const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  TreeMaker maker(options.max_depth);
  maker.set_text_size(text.size());
  const char* const copy = detail::keep_padded(maker, text);
  if (copy == nullptr) return Error{Errc::out_of_memory, 0, "no memory for the text"};
  Reader reader(copy, copy + text.size(), options, maker);
  reader.start_at(copy + mark);
  Value root;
  if (!reader.read(root)) return reader.error();
  return maker.finish(root);
}

}  // namespace laconic::tron
