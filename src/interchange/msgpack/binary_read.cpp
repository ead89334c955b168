// binary_read.cpp - levels of containers, keys as text, and what a document cannot hold.
#include "interchange/msgpack/binary_read.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/utf8.hpp"

namespace laconic::interchange {

using detail::ShapeTable;
using detail::TreeMaker;

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const char c = i + k < bytes.size() ? bytes[i + k] : '\0';
      word = word << 8 | static_cast<unsigned char>(c);
    }
    for (unsigned k = 0; k < 4; ++k)
      out += i + k <= bytes.size() ? digits[word >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

Result<std::string_view> keep_bytes(std::string_view bytes, const DecodeOptions& options,
                                    TreeMaker& maker) {
  if (bytes.size() > options.max_bytes || bytes.size() > 0xFFFFFF00U) {
    return Error{Errc::size_exceeded, 0,
                 "the input has " + std::to_string(bytes.size()) + " bytes; the limit is " +
                     std::to_string(options.max_bytes)};
  }
  const char* const copy = maker.keep(bytes);
  if (copy == nullptr) return Error{Errc::out_of_memory, 0, "no memory for the input"};
  return std::string_view(copy, bytes.size());
}

bool BinaryReader::fail(std::uint64_t offset, Errc code, std::string detail) {
  error_ = {code, offset, std::move(detail)};
  return false;
}

bool BinaryReader::need(std::uint64_t size) {
  if (size <= left()) return true;
  return fail(static_cast<std::uint64_t>(end_ - start_), Errc::unexpected_end,
              "the input ends here, " + std::to_string(size - left()) +
                  " bytes before the end of a value that starts at byte " +
                  std::to_string(offset()) + "; it was cut off");
}

std::uint64_t BinaryReader::take(unsigned size) noexcept {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < size; ++i)
    value = value << 8 | static_cast<unsigned char>(*p_++);
  return value;
}

bool BinaryReader::open(std::uint64_t at, const Level& level) {
  if (at_key()) {
    return fail(at, Errc::not_representable,
                "a map has a key that is a container; keys are text here");
  }
  if (!tree_.open(level.is_map)) {
    error_ = tree_.too_deep(at);
    return false;
  }
  levels_.push_back(level);
  return true;
}

bool BinaryReader::begin(std::uint64_t at, bool is_map, std::uint64_t count) {
  // Every element takes a byte at least, so a count that lies is found out at once.
  if (count > left() / (is_map ? 2 : 1)) {
    return fail(at, Errc::unexpected_end,
                std::string(is_map ? "a map" : "an array") + " of " + std::to_string(count) +
                    " elements starts here, but only " + std::to_string(left()) +
                    " bytes follow; the input was cut off or is damaged");
  }
  return open(at, {is_map ? 2 * count : count, is_map, false, is_map && count != 0, at});
}

bool BinaryReader::begin_open_ended(std::uint64_t at, bool is_map) {
  return open(at, {0, is_map, true, is_map, at});
}

bool BinaryReader::end() {
  const std::uint64_t at = levels_.back().offset;
  levels_.pop_back();
  if (!tree_.close()) {
    error_ = maker_.error(at);
    return false;
  }
  const Value made = tree_.pop();
  return put(at, made);
}

bool BinaryReader::end_complete() {
  while (!levels_.empty() && !levels_.back().open_ended && levels_.back().left == 0) {
    if (!end()) return false;
  }
  return true;
}

bool BinaryReader::put(std::uint64_t at, Value value) {
  if (levels_.empty()) {
    has_root_ = true;
    tree_.push(value);
    return true;
  }
  Level& level = levels_.back();
  if (!level.open_ended) --level.left;
  if (!level.is_map) {
    tree_.push(value);
    return true;
  }
  const bool is_key = level.at_key;
  level.at_key = !is_key;
  if (is_key) return put_key(at, value);
  tree_.push(value);
  return true;
}

bool BinaryReader::put_key(std::uint64_t at, Value value) {
  char buffer[64] = {};
  std::string_view text;
  switch (value.kind()) {
    case Kind::string: text = value.string(); break;
    case Kind::null: text = {std::strcpy(buffer, "null"), 4}; break;
    case Kind::boolean: text = std::strcpy(buffer, value.boolean() ? "true" : "false"); break;
    case Kind::integer:
      text = {buffer, static_cast<std::size_t>(write_integer(buffer, value.integer()) - buffer)};
      break;
    case Kind::real:
      text = {buffer, static_cast<std::size_t>(write_real(buffer, value.real()) - buffer)};
      break;
    default: text = value.lexeme();
  }
  if (!value.is_string()) losses_.add(at, "a key that is no string became its text");
  switch (tree_.key(text.data(), text.size())) {
    case ShapeTable::Step::ok: return true;
    case ShapeTable::Step::duplicate:
      return fail(at, Errc::duplicate_key, "the key " + quoted(text) + " occurs twice in one map");
    case ShapeTable::Step::out_of_memory: break;
  }
  return fail(at, Errc::out_of_memory, "no memory for the document");
}

bool BinaryReader::put_unsigned(std::uint64_t at, std::uint64_t value) {
  if (value <= 0x7FFFFFFFFFFFFFFFU) {
    return put(at, TreeMaker::integer(static_cast<std::int64_t>(value)));
  }
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  const std::string_view text(digits, static_cast<std::size_t>(end - digits));
  const char* const kept = maker_.keep(text);
  if (kept == nullptr) return fail(at, Errc::out_of_memory, "no memory for the document");
  return put(at, TreeMaker::number_text(Kind::big_number, kept, text.size(), false));
}

bool BinaryReader::put_negative(std::uint64_t at, std::uint64_t value) {
  if (value <= 0x7FFFFFFFFFFFFFFFU) {
    return put(at, TreeMaker::integer(-1 - static_cast<std::int64_t>(value)));
  }
  std::string text =
      value == ~std::uint64_t{0} ? "18446744073709551616" : std::to_string(value + 1);
  text.insert(text.begin(), '-');
  const char* const kept = maker_.keep(text);
  if (kept == nullptr) return fail(at, Errc::out_of_memory, "no memory for the document");
  return put(at, TreeMaker::number_text(Kind::big_number, kept, text.size(), false));
}

bool BinaryReader::put_real(std::uint64_t at, double value) {
  if (std::isfinite(value)) return put(at, TreeMaker::real(value));
  losses_.add(at, "NaN or an infinity became null");
  return put(at, Value());
}

bool BinaryReader::put_string(std::uint64_t at, const char* text, std::uint64_t size) {
  const std::string_view view(text, static_cast<std::size_t>(size));
  if (!is_utf8(view)) {
    return fail(static_cast<std::uint64_t>(text - start_) + first_bad_utf8(view),
                Errc::invalid_utf8, "a string is not UTF-8; bytes belong into a binary value");
  }
  return put(at, TreeMaker::string(view.data(), view.size()));
}

bool BinaryReader::put_made_string(std::uint64_t at, std::string_view text) {
  const char* const kept = maker_.keep(text);
  if (kept == nullptr || text.size() > 0xFFFFFFF0U) {
    return fail(at, Errc::out_of_memory, "no memory for the document");
  }
  return put(at, TreeMaker::string(kept, text.size()));
}

bool BinaryReader::put_bytes(std::uint64_t at, std::string_view bytes, std::string_view what) {
  losses_.add(at, std::string(what) + " became base64 text");
  return put_made_string(at, base64(bytes));
}

bool BinaryReader::finish(Value& root) {
  if (p_ != end_) {
    return fail(offset(), Errc::trailing_characters,
                std::to_string(left()) + " bytes follow the end of the value");
  }
  losses_.write(maker_);
  root = tree_.top();
  return true;
}

}  // namespace laconic::interchange
