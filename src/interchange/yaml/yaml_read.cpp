// yaml_read.cpp - events to a Document: types, keys, aliases, merges, and what is lost.
#include "interchange/yaml/yaml_read.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/output.hpp"
#include "interchange/yaml/yaml_scalar.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/simd.hpp"
#include "text/text_check.hpp"
#include "text/utf8.hpp"
#include "value/json_text.hpp"

namespace laconic::yaml {

using detail::KeyRef;
using detail::ShapeCursor;
using detail::ShapeNode;
using detail::ShapeTable;
using detail::TreeMaker;
using detail::ValueAccess;

namespace {

constexpr std::uint64_t most_expanded_values = 1000000;
constexpr std::string_view core = "tag:yaml.org,2002:";

/// What a merge key may name: a map, or a list of maps.
bool is_mergeable(const Value& value) noexcept {
  if (value.is_object()) return true;
  if (!value.is_array()) return false;
  for (const Value& item : value.items()) {
    if (!item.is_object()) return false;
  }
  return true;
}

/// yaml-cpp takes a quoted scalar for complete when the text ends in a line end. Whether the last
/// one, which starts at `p` with its tag and anchor, is really closed.
bool is_closed(std::string_view text, std::size_t p) noexcept {
  while (p < text.size() && (text[p] == '!' || text[p] == '&')) {
    p = std::min(text.find_first_of(" \t\r\n", p), text.size());
    p = std::min(text.find_first_not_of(" \t\r\n", p), text.size());
  }
  if (p >= text.size() || (text[p] != '"' && text[p] != '\'')) return true;
  const char quote = text[p];
  for (++p; p < text.size(); ++p) {
    if (text[p] == quote) return true;
    if (text[p] == '\\' && quote == '"') ++p;
  }
  return false;
}

/// It also takes a last line without a colon for a key. Whether the scalar at `p` is such a line.
bool is_half_member(std::string_view text, std::size_t p) noexcept {
  const std::size_t end = std::min(text.find_first_of("\r\n", p), text.size());
  if (text.substr(p, end - p).find_first_of(":,}]") != std::string_view::npos) return false;
  if (text.find_first_not_of(" \t\r\n", end) != std::string_view::npos) return false;
  const std::size_t before = p == 0 ? std::string_view::npos : text.find_last_not_of(" \t", p - 1);
  return before == std::string_view::npos || text[before] != '?';
}

}  // namespace

TreeReader::TreeReader(const DecodeOptions& options, std::uint64_t first_offset, TreeMaker& maker)
    : options_(options), first_offset_(first_offset), maker_(maker) {}

bool TreeReader::fail(std::uint64_t at, Errc code, std::string detail) {
  error_ = {code, place(at), std::move(detail)};
  return false;
}

bool TreeReader::start_document(std::uint64_t at) {
  anchors_.clear();
  if (documents_++ == 0 || options_.documents == Documents::array) return true;
  return fail(at, Errc::trailing_characters,
              "a second document starts here; split the text, or read it with documents=array");
}

void TreeReader::remember(std::size_t anchor, const Value& value, std::uint64_t values,
                          std::uint64_t bytes) {
  if (anchor == 0) return;
  if (anchors_.size() <= anchor) anchors_.resize(anchor + 1);
  anchors_[anchor] = {value, true, values, bytes};
}

bool TreeReader::alias(std::uint64_t at, std::size_t anchor) {
  if (anchor >= anchors_.size() || !anchors_[anchor].is_complete) {
    return fail(at, Errc::not_representable,
                "an alias stands inside what it names; a document cannot contain itself");
  }
  const Anchor& named = anchors_[anchor];
  expanded_values_ += named.values;
  expanded_bytes_ += named.bytes;
  value_count_ += named.values;
  byte_count_ += named.bytes;
  if (expanded_values_ > most_expanded_values || expanded_bytes_ > options_.max_bytes) {
    return fail(at, Errc::limit_exceeded,
                "aliases expand to more than " + std::to_string(most_expanded_values) +
                    " values or max_bytes of text; this looks like an attack");
  }
  lose(at, "an alias became a copy of what it names");
  const Value value = named.value;
  if (!at_key()) return put_value(at, value);
  if (value.is_string()) return put_key(at, value.string());
  return put_container_key(at, value);
}

bool TreeReader::null(std::uint64_t at, std::size_t anchor) {
  return put_scalar(at, anchor, {Value(), "null"});
}

bool TreeReader::scalar(std::uint64_t at, std::string_view tag, std::size_t anchor,
                        std::string_view text) {
  Scalar scalar;
  last_scalar_ = at;
  last_is_key_ = at_key();
  return typed(at, tag, text, scalar) && put_scalar(at, anchor, scalar);
}

/// The value of a scalar: `?` is a plain one without a tag, `!` one in quotes.
bool TreeReader::typed(std::uint64_t at, std::string_view tag, std::string_view text, Scalar& out) {
  out.text = text;
  const bool is_key = at_key();
  const bool is_core = tag.starts_with(core);
  const std::string_view type = is_core ? tag.substr(core.size()) : std::string_view();
  const bool is_typed = type == "int" || type == "float" || type == "bool" || type == "null";
  if (tag != "?" && !is_typed) {
    if (tag != "!" && type != "str") lose(at, "the tag " + std::string(tag) + " was left out");
    return string(at, text, out.value);
  }
  const Resolved resolved = resolve(text, number_text_);
  if (is_typed) {
    const bool fits = (resolved.meaning == Meaning::number && (type == "int" || type == "float")) ||
                      (resolved.meaning == Meaning::not_finite && type == "float") ||
                      (resolved.meaning == Meaning::boolean && type == "bool") ||
                      (resolved.meaning == Meaning::null && type == "null");
    if (!fits) {
      return fail(at, Errc::unexpected_character,
                  "the tag says " + std::string(type) + ", but the text is " + quoted(text));
    }
  }
  out.is_merge = is_key && !is_typed && text == "<<";
  switch (resolved.meaning) {
    case Meaning::string: return string(at, text, out.value);
    case Meaning::null: out.text = "null"; return true;
    case Meaning::boolean: out.value = TreeMaker::boolean(resolved.truth); return true;
    case Meaning::number: return number(at, number_text_, out.value);
    case Meaning::not_finite:
      // As a key it is only its text.
      if (!is_key) lose(at, "NaN or an infinity became null");
      return true;
    case Meaning::too_long: break;
  }
  return fail(at, Errc::out_of_range,
              "a hexadecimal or octal number beyond 64 bits; write it in decimal");
}

bool TreeReader::number(std::uint64_t at, std::string_view json, Value& out) {
  const char* const kept = maker_.keep(json);
  if (kept == nullptr) return fail(at, Errc::out_of_memory, "no memory for the document");
  const NumberToken token = scan_number(kept);
  out = token.negative_zero
            ? TreeMaker::real(-0.0)
            : TreeMaker::number_text(token.kind, kept, json.size(), token.canonical);
  return true;
}

bool TreeReader::string(std::uint64_t at, std::string_view text, Value& out) {
  byte_count_ += text.size();
  if (at_key()) {  // its text is copied where keys are kept
    out = TreeMaker::string(text.data(), text.size());
    return true;
  }
  const char* const kept = maker_.keep(text);
  if (kept == nullptr) return fail(at, Errc::out_of_memory, "no memory for the document");
  out = TreeMaker::string(kept, text.size());
  return true;
}

bool TreeReader::put_scalar(std::uint64_t at, std::size_t anchor, const Scalar& scalar) {
  ++value_count_;
  if (!at_key()) {
    remember(anchor, scalar.value, 1, scalar.value.is_string() ? scalar.text.size() : 0);
    return put_value(at, scalar.value);
  }
  if (anchor != 0) {
    // The string of a key is not kept as a value; an alias needs one.
    Value value = scalar.value;
    if (value.is_string()) {
      const char* const kept = maker_.keep(scalar.text);
      if (kept == nullptr) return fail(at, Errc::out_of_memory, "no memory for the document");
      value = TreeMaker::string(kept, scalar.text.size());
    }
    remember(anchor, value, 1, scalar.text.size());
  }
  Frame& frame = frames_.back();
  if (scalar.is_merge) {
    if (frame.has_merge) {
      return fail(at, Errc::duplicate_key, "a map has two merge keys (<<); write one, with a list");
    }
    frame.merge_comes = true;
    frame.at_key = false;
    return true;
  }
  if (!scalar.value.is_string()) lose(at, "a key that is no string became its text");
  return put_key(at, scalar.text);
}

bool TreeReader::put_value(std::uint64_t at, const Value& value) {
  if (!frames_.empty() && frames_.back().is_map) {
    Frame& frame = frames_.back();
    frame.at_key = true;
    if (frame.merge_comes) {
      frame.merge_comes = false;
      if (is_mergeable(value)) {
        frame.has_merge = true;
        frame.merged = value;
        frame.merge_place = shape_.node->size;
        lose(at, "a merge key (<<) was replaced by the members it names");
        return true;
      }
      if (!step(at, "<<")) return false;
    }
  }
  values_.push(value);
  return true;
}

bool TreeReader::put_key(std::uint64_t at, std::string_view text) {
  frames_.back().at_key = false;
  return step(at, text);
}

bool TreeReader::put_container_key(std::uint64_t at, const Value& key) {
  lose(at, "a key that is no string became its text");
  Output out(options_.max_bytes);
  detail::JsonText(out).value(key);
  const auto text = out.finish();
  return text ? put_key(at, *text) : fail(at, text.error().code, text.error().detail);
}

bool TreeReader::step(std::uint64_t at, std::string_view text) {
  key_text_.assign(text).append(simd::width, '\0');
  switch (maker_.shapes().step(shape_, key_text_.data(), text.size())) {
    case ShapeTable::Step::ok: return true;
    case ShapeTable::Step::duplicate:
      return fail(at, Errc::duplicate_key,
                  "the key " + quoted(text) + " occurs twice in one map; rename or remove one");
    case ShapeTable::Step::out_of_memory: break;
  }
  return fail(at, Errc::out_of_memory, "no memory for the document");
}

bool TreeReader::start(std::uint64_t at, std::string_view tag, std::size_t anchor, bool is_map) {
  const std::string_view own = is_map ? "tag:yaml.org,2002:map" : "tag:yaml.org,2002:seq";
  if (!tag.empty() && tag != "?" && tag != "!" && tag != own) {
    lose(at, "the tag " + std::string(tag) + " was left out");
  }
  if (frames_.size() >= maker_.max_depth()) {
    return fail(
        at, Errc::depth_exceeded,
        "nested deeper than the limit of " + std::to_string(maker_.max_depth()) + " levels");
  }
  frames_.push_back(
      {shape_, values_.size(), anchor, at, value_count_, byte_count_, is_map, is_map});
  ++value_count_;
  shape_ = maker_.shapes().begin();
  return true;
}

/// Makes the members of a map with a merge key anew: its own members win over merged ones, earlier
/// maps over later ones, and merged ones stand where the merge key stood.
bool TreeReader::merge(Frame& frame) {
  const std::uint32_t count = shape_.node->size;
  std::vector<KeyRef> keys(count);
  std::unordered_set<std::uint32_t> taken;
  for (const ShapeNode* node = shape_.node; node->size != 0; node = node->parent) {
    keys[node->size - 1] = node->key;
    taken.insert(node->key.id);
  }
  static_cast<void>(maker_.shapes().finish(shape_));
  const std::vector<Value> own(values_.from(frame.first), values_.from(frame.first) + count);
  values_.shrink(frame.first);
  ShapeCursor cursor = maker_.shapes().begin();
  const auto put_own = [&](std::uint32_t i) {
    if (maker_.shapes().step(cursor, keys[i]) != ShapeTable::Step::ok) {
      return fail(frame.offset, Errc::out_of_memory, "no memory for the document");
    }
    values_.push(own[i]);
    return true;
  };
  for (std::uint32_t i = 0; i < frame.merge_place; ++i) {
    if (!put_own(i)) return false;
  }
  const auto put_map = [&](const Value& map) {
    const KeyRef* key = ValueAccess::shape(map)->keys;
    for (const Value& value : map.values()) {
      const KeyRef merged = *key++;
      if (!taken.insert(merged.id).second) continue;
      if (maker_.shapes().step(cursor, merged) != ShapeTable::Step::ok) {
        return fail(frame.offset, Errc::out_of_memory, "no memory for the document");
      }
      values_.push(value);
    }
    return true;
  };
  if (frame.merged.is_object()) {
    if (!put_map(frame.merged)) return false;
  } else {
    for (const Value& map : frame.merged.items()) {
      if (!put_map(map)) return false;
    }
  }
  for (std::uint32_t i = frame.merge_place; i < count; ++i) {
    if (!put_own(i)) return false;
  }
  shape_ = cursor;
  return true;
}

bool TreeReader::end() {
  Frame frame = frames_.back();
  if (frame.has_merge && !merge(frame)) return false;
  const Value* const children = values_.from(frame.first);
  const Value made = frame.is_map ? maker_.object(maker_.shapes().finish(shape_), children)
                                  : maker_.array(children, values_.size() - frame.first);
  if (!maker_.ok()) {
    error_ = maker_.error(place(frame.offset));
    return false;
  }
  values_.shrink(frame.first);
  shape_ = frame.outer;
  frames_.pop_back();
  remember(frame.anchor, made, value_count_ - frame.values_before,
           byte_count_ - frame.bytes_before);
  return at_key() ? put_container_key(frame.offset, made) : put_value(frame.offset, made);
}

bool TreeReader::finish(Value& root) {
  if (options_.documents == Documents::array) {
    root = maker_.array(values_.from(0), values_.size());
    if (!maker_.ok()) {
      error_ = maker_.error(0);
      return false;
    }
  } else if (values_.size() != 0) {
    root = values_[0];
  }
  losses_.write(maker_);
  return true;
}

Result<Document> decode(std::string_view text, const DecodeOptions& options) {
  // yaml-cpp counts in int.
  const std::uint64_t most = std::min<std::uint64_t>(options.max_bytes, 0x7FFFFF00U);
  if (const auto good = check_text(text, most); !good) return good.error();
  if (const std::size_t at = find_unprintable(text); at != std::string_view::npos) {
    return Error{Errc::invalid_character, at,
                 "a control character; YAML takes it only as an escape in double quotes"};
  }
  const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  TreeMaker maker(options.max_depth);
  maker.set_text_size(text.size());
  TreeReader reader(options, mark, maker);
  Value root;
  if (!run_events(text.substr(mark), reader) || !reader.finish(root)) {
    Error error = reader.error();
    error.offset = std::min<std::uint64_t>(error.offset, text.size());
    return error;
  }
  if (reader.last_is_key() &&
      is_half_member(text.substr(mark), static_cast<std::size_t>(reader.last_scalar()))) {
    return Error{Errc::unexpected_end, mark + reader.last_scalar(),
                 "the text ends in a key without a colon; it may be cut off"};
  }
  if (!is_closed(text.substr(mark), static_cast<std::size_t>(reader.last_scalar()))) {
    return Error{Errc::unterminated_quote, mark + reader.last_scalar(),
                 "the closing quote is missing; the text may be cut off"};
  }
  return maker.finish(root);
}

}  // namespace laconic::yaml
