// json_tokens.cpp - strings, numbers and members for readers of formats that extend JSON.
#include "value/json_tokens.hpp"

#include <cstring>
#include <utility>

#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/simd.hpp"

namespace laconic::detail {
namespace {

bool is_word_character(char c) noexcept {
  return static_cast<unsigned char>((c | 0x20) - 'a') < 26 ||
         static_cast<unsigned char>(c - '0') < 10 || c == '_' || c == '$' || c == '.' || c == '+' ||
         c == '-';
}

}  // namespace

const char* keep_padded(TreeMaker& maker, std::string_view text) noexcept {
  auto* copy = static_cast<char*>(maker.arena().allocate(text.size() + reader_padding));
  if (copy == nullptr) return nullptr;
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  std::memset(copy + text.size(), 0, reader_padding);
  return copy;
}

bool JsonTokens::fail(const char* p, Errc code, std::string detail) {
  error_ = {code, offset(p), std::move(detail)};
  return false;
}

bool JsonTokens::fail_expected(const char* p, std::string_view what) {
  if (p >= end_) {
    return fail(end_, Errc::unexpected_end,
                "the text ends where " + std::string(what) + " is expected");
  }
  return fail(p, Errc::unexpected_character, "expected " + std::string(what));
}

bool JsonTokens::note(Note::Type type, const char* p, Errc code, std::string_view detail) {
  if (++notes_ > 10000) {
    return fail(p, Errc::limit_exceeded,
                "more than 10,000 repairs and losses; this text is in another format");
  }
  maker_.note(type, code, offset(p), detail);
  return true;
}

bool JsonTokens::recover(const char* p, Errc code, std::string_view detail) {
  if (!lenient_) return fail(p, code, std::string(detail));
  return note(Note::Type::repair, p, code, detail);
}

bool JsonTokens::out_of_memory(const char* p) {
  return fail(p, Errc::out_of_memory, "no memory for the document");
}

bool JsonTokens::check_maker(const char* p) {
  if (maker_.ok()) return true;
  error_ = maker_.error(offset(p));
  return false;
}

bool JsonTokens::enter(const char* p) {
  if (++level_ <= maker_.max_depth()) return true;
  return fail(p, Errc::depth_exceeded,
              "nested deeper than the limit of " + std::to_string(maker_.max_depth()) + " levels");
}

bool JsonTokens::string(const char*& p, std::string_view& out) {
  const char* const start = p + 1;
  const char* const stop = find_quote_or_escape(start);
  if (*stop == '"') {
    out = {start, static_cast<std::size_t>(stop - start)};
    p = stop + 1;
    return true;
  }
  // Up to the quote that is not behind a backslash the text cannot grow by unescaping.
  const char* close = stop;
  while (close < end_ && *close != '"')
    close += *close == '\\' ? 2 : 1;
  if (close >= end_) close = end_;
  const auto room = static_cast<std::size_t>(close - start) + 2 * simd::width;
  auto* copy = static_cast<char*>(maker_.arena().allocate(room));
  if (copy == nullptr) return out_of_memory(p);
  const Unescaped done = unescape(start, end_, copy);
  if (done.out_end == nullptr) {
    // A string that never closes is wrong where it starts.
    if (done.code == Errc::unterminated_quote) return fail(p, done.code, done.detail);
    return fail(done.at, done.code, done.detail);
  }
  const auto size = static_cast<std::size_t>(done.out_end - copy);
  maker_.arena().shrink(copy, room, size + simd::width);
  out = {copy, size};
  p = done.at + 1;
  return true;
}

bool JsonTokens::number(const char*& p, Value& out) {
  NumberToken token = scan_common_number(p);
  if (token.end == nullptr) token = scan_number(p);
  if (token.end == nullptr || is_word_character(*token.end)) {
    return fail(p, Errc::invalid_number,
                "not a JSON number; no leading zeros or plus sign, digits on both sides of the "
                "point");
  }
  out = token.negative_zero
            ? TreeMaker::real(-0.0)
            : TreeMaker::number_text(token.kind, p, static_cast<std::size_t>(token.end - p),
                                     token.canonical);
  p = token.end;
  return true;
}

void JsonTokens::begin(OpenObject& object) {
  object.cursor = maker_.shapes().begin();
  object.first = values_.size();
}

bool JsonTokens::add_member(const char* at, std::string_view key, OpenObject& object,
                            std::uint32_t& place) {
  switch (maker_.shapes().step(object.cursor, key.data(), key.size())) {
    case ShapeTable::Step::ok:
      place = object.cursor.node->size - 1;
      values_.push(Value());
      return true;
    case ShapeTable::Step::out_of_memory: return out_of_memory(at);
    case ShapeTable::Step::duplicate: break;
  }
  if (!lenient_) {
    return fail(at, Errc::duplicate_key,
                "member " + quoted(key) + " occurs twice in one object; rename or remove one");
  }
  if (!note(Note::Type::repair, at, Errc::duplicate_key,
            "a member occurs twice in one object; the last value counts")) {
    return false;
  }
  const KeyRef* const interned = maker_.shapes().intern(key.data(), key.size());
  if (interned == nullptr) return out_of_memory(at);
  if (object.places == nullptr) object.places = std::make_unique<OpenObject::Places>();
  // Only what came since the last repetition is looked at, so that many of them stay cheap.
  OpenObject::Places& places = *object.places;
  for (const ShapeNode* node = object.cursor.node; node->size > places.known; node = node->parent)
    places.by_key.emplace(node->key.id, node->size - 1);
  places.known = object.cursor.node->size;
  place = places.by_key.find(interned->id)->second;
  return true;
}

void JsonTokens::set_member(OpenObject& object, std::uint32_t place, const Value& value) {
  values_[object.first + place] = value;
}

bool JsonTokens::finish(const char* at, OpenObject& object, Value& out) {
  out = maker_.object(maker_.shapes().finish(object.cursor), values_.from(object.first));
  values_.shrink(object.first);
  return check_maker(at);
}

}  // namespace laconic::detail
