// tron_read_class.cpp - class definitions, and where a list of properties ends.
#include <string>

#include "text/escape.hpp"
#include "tron/tron_names.hpp"
#include "tron/tron_read.hpp"

namespace laconic::tron {

using detail::KeyRef;
using detail::ShapeCursor;
using detail::ShapeTable;

const char* Reader::skip_in_line(const char* p) const noexcept {
  while (p < end_ && (*p == ' ' || *p == '\t' || *p == '\r'))
    ++p;
  if (p < end_ && *p == '#') {
    while (p < end_ && *p != '\n')
      ++p;
  }
  return p;
}

std::string_view Reader::word_at(const char* p) const noexcept {
  const char* const start = p;
  while (p < end_ && is_word_character(*p))
    ++p;
  return {start, static_cast<std::size_t>(p - start)};
}

bool Reader::name(const char* what, std::string_view& out) {
  skip();
  out = word_at(p_);
  if (out.empty() || is_digit(out[0])) return fail_expected(p_, what);
  if (is_reserved(out)) {
    return fail(p_, Errc::unexpected_character,
                "expected " + std::string(what) + "; \"" + std::string(out) + "\" is reserved");
  }
  p_ += out.size();
  return true;
}

std::uint32_t Reader::class_of(std::string_view name) {
  if (last_class_ < classes_.size() && classes_[last_class_].name == name) return last_class_ + 1;
  const KeyRef* const key = maker_.shapes().intern(name.data(), name.size());
  const std::uint32_t id = key == nullptr ? 0xFFFFFFFFU : key->id & ~detail::plain_key_bit;
  return id < class_by_key_.size() ? class_by_key_[id] : 0;
}

bool Reader::find_class(std::string_view name, const char* at, std::uint32_t& index) {
  index = class_of(name);
  if (index == 0) {
    return fail(at, Errc::unresolved_reference,
                "no class is called " + std::string(name) +
                    "; define it above the data, as in class " + std::string(name) + ": id,name");
  }
  last_class_ = --index;
  return true;
}

/// `class NAME (PARENT):`, from behind the word on.
bool Reader::class_head(std::string_view& name, ShapeCursor& cursor) {
  if (!this->name("the name of a class", name)) return false;
  const char* const at = p_ - name.size();
  if (class_of(name) != 0) {
    return fail(at, Errc::duplicate_header_field,
                "class " + std::string(name) + " is defined twice; rename one");
  }
  cursor = maker_.shapes().begin();
  skip();
  if (p_ < end_ && *p_ == '(') {
    ++p_;
    std::string_view parent;
    std::uint32_t index = 0;
    if (!this->name("the name of a class", parent)) return false;
    if (!find_class(parent, p_ - parent.size(), index)) return false;
    skip();
    if (p_ >= end_ || *p_ != ')')
      return fail_expected(p_, "')' behind the name of the parent class");
    ++p_;
    cursor.node = classes_[index].node;
    properties_ += cursor.node->size;
    skip();
  }
  if (p_ >= end_ || *p_ != ':') return fail_expected(p_, "':' and the properties of the class");
  ++p_;
  return true;
}

bool Reader::class_definition() {
  const char* const at = p_;
  p_ += 5;
  if (classes_.size() >= max_classes_) {
    return fail(at, Errc::limit_exceeded,
                "more classes than the limit of " + std::to_string(max_classes_));
  }
  std::string_view name;
  ShapeCursor cursor{};
  if (!class_head(name, cursor) || !properties(name, cursor)) return false;
  // Ends the bookkeeping of a wide list; the list itself is made when an object needs it.
  if (cursor.serial != 0 && maker_.shapes().finish(cursor) == nullptr) return out_of_memory(at);
  const KeyRef* const key = maker_.shapes().intern(name.data(), name.size());
  if (key == nullptr) return out_of_memory(at);
  const std::size_t id = key->id & ~detail::plain_key_bit;
  if (id >= class_by_key_.size()) class_by_key_.resize(id + 1);
  classes_.push_back({name, cursor.node, nullptr, {}});
  class_by_key_[id] = static_cast<std::uint32_t>(classes_.size());
  return true;
}

/// Whether a line that starts here is data and not a property.
bool Reader::starts_data(const char* p) const noexcept {
  if (*p == '"') return false;
  const std::string_view word = word_at(p);
  if (word.empty() || is_digit(word[0]) || is_reserved(word)) return true;
  p += word.size();
  while (p < end_ && (*p == ' ' || *p == '\t' || *p == '\r'))
    ++p;
  return p < end_ && *p == '(';
}

/// Decides with at most one line end what follows a property. A line that ends the list is left
/// to the caller.
Reader::Next Reader::behind_property() {
  const char* p = skip_in_line(p_);
  bool comma = false;
  if (p < end_ && *p == ',') {
    comma = true;
    p = skip_in_line(p + 1);
  }
  p_ = p;
  if (p >= end_ || *p == ';') return Next::end;
  if (*p != '\n') {
    if (comma) return Next::property;
    fail(p, Errc::unexpected_character, "expected ',' or a line end behind a property");
    return Next::fault;
  }
  // An empty line ends the list, and so does one with nothing but a comment.
  const char* const next = skip_in_line(p + 1);
  if (next >= end_ || *next == '\n' || *next == ';' || starts_data(next)) return Next::end;
  p_ = next;
  return Next::property;
}

/// One property at `p_`. Reserved words are meant when the line leaves no other reading.
bool Reader::property(ShapeCursor& cursor, bool same_line) {
  const char* const at = p_;
  std::string_view key;
  if (p_ < end_ && *p_ == '"') {
    if (!string(p_, key)) return false;
  } else {
    key = word_at(p_);
    if (key.empty()) return fail_expected(p_, "the name of a property");
    if (is_reserved(key)) {
      if (!same_line) return fail_expected(p_, "the name of a property");
      if (!recover(at, Errc::invalid_key, "a reserved word as a property stands in quotes"))
        return false;
    }
    p_ += key.size();
  }
  if (++properties_ > max_properties_) {
    return fail(
        at, Errc::limit_exceeded,
        "the classes have more properties than the limit of " + std::to_string(max_properties_));
  }
  switch (maker_.shapes().step(cursor, key.data(), key.size())) {
    case ShapeTable::Step::ok: return true;
    case ShapeTable::Step::out_of_memory: return out_of_memory(at);
    case ShapeTable::Step::duplicate: break;
  }
  return fail(at, Errc::duplicate_field_name, "the class has property " + quoted(key) + " twice");
}

bool Reader::properties(std::string_view class_name, ShapeCursor& cursor) {
  const char* const colon = p_;
  skip();
  bool same_line = true;
  for (const char* p = colon; p < p_; ++p)
    same_line = same_line && *p != '\n';
  if (p_ >= end_ || (*p_ != '"' && !is_word_character(*p_)) ||
      (!same_line && is_reserved(word_at(p_)))) {
    return fail(colon, Errc::malformed_header_field,
                "class " + std::string(class_name) + " has no properties");
  }
  while (true) {
    if (!property(cursor, same_line)) return false;
    const char* const before = p_;
    switch (behind_property()) {
      case Next::fault: return false;
      case Next::end: return true;
      case Next::property: break;
    }
    same_line = true;
    for (const char* p = before; p < p_; ++p)
      same_line = same_line && *p != '\n';
  }
}

}  // namespace laconic::tron
