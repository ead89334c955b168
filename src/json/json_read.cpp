// json_read.cpp - JSON text to a Document.
//
// simdjson's first stage checks UTF-8 and strings and lists where every token starts:
//
//     {"id":7,"ok":true}
//     ^^   ^^^^   ^^   ^      positions 0 1 5 6 7 8 12 13 17
//
// The rest is here, one step per token, because simdjson's own second stage rounds
// numbers, accepts repeated keys and does not say where it failed. Strings without
// escapes and all numbers stay where they are: the document keeps a copy of the text.
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <laconic/json.hpp>

#include "json/json.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/text_check.hpp"
#include "value/store.hpp"
#include "value/value_stack.hpp"

namespace laconic::json {
namespace {

using detail::ShapeCursor;
using detail::ShapeTable;
using detail::TreeMaker;
using detail::ValueStack;

static_assert(padding >= simdjson::SIMDJSON_PADDING);

struct Frame {
  ShapeCursor outer;    // the shape so far of the object around this container
  std::uint32_t first;  // index of the container's first child on the value stack
  bool is_object;
};

constexpr auto token_ends = [] {
  std::array<bool, 256> table{};
  for (const char c : {' ', '\t', '\n', '\r', ',', ':', '[', ']', '{', '}'}) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}();

bool ends_token(const char* p, const char* text_end) noexcept {
  return token_ends[static_cast<unsigned char>(*p)] || p == text_end;
}

class Reader {
 public:
  /// The token list ends in the position of the text's end, where a NUL stands.
  Reader(const char* text, std::size_t size, TreeMaker& maker) noexcept
      : text_(text),
        text_end_(text + size),
        has_escapes_(std::memchr(text, '\\', size) != nullptr),
        maker_(maker),
        shapes_(maker.shapes()) {}

  /// Reads the one value; false means `error()`.
  bool read(const std::uint32_t* token);
  [[nodiscard]] Value root() const noexcept { return *values_.from(0); }
  /// Reads a value in front of each of these ends. False means `error()`, or that values
  /// and ends do not fit together.
  bool read_all(const std::uint32_t* token, std::span<const std::uint32_t> ends);
  [[nodiscard]] std::span<const Value> roots() const noexcept {
    return {values_.from(0), values_.size()};
  }
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  bool fail(const char* p, Errc code, std::string detail) {
    error_ = {code, static_cast<std::uint64_t>(p - text_), std::move(detail)};
    return false;
  }
  bool fail_expected(const char* p, const char* expected);
  bool out_of_memory() { return fail(text_, Errc::out_of_memory, "no memory for the document"); }

  const std::uint32_t* value(const std::uint32_t* token);
  bool scalar(const char* p, const char* next);
  bool number(const char* p);
  template <std::size_t size>
  bool literal(const char* p, const char (&word)[size], Value value);
  bool string(const char* p, const char* next, Value& out);
  bool key(const char* p, const char* next);
  bool open(const char* p, bool is_object);
  bool close(const char* p);

  const char* text_;
  const char* text_end_;
  bool has_escapes_;  // somewhere
  TreeMaker& maker_;
  ShapeTable& shapes_;
  ValueStack values_;
  std::vector<Frame> frames_;
  ShapeCursor shape_{};  // of the innermost object
  Error error_{Errc::invalid_character, 0, {}};
};

bool Reader::fail_expected(const char* p, const char* expected) {
  if (p >= text_end_) {
    return fail(text_end_, Errc::unexpected_end,
                std::string("the text ends where ") + expected + " is expected");
  }
  return fail(p, Errc::unexpected_character, std::string("expected ") + expected);
}

template <std::size_t size>
bool Reader::literal(const char* p, const char (&word)[size], Value value) {
  // The size is known, so this is one or two comparisons; the text is padded.
  if (std::memcmp(p, word, size - 1) != 0 || !ends_token(p + size - 1, text_end_)) {
    return fail(p, Errc::unexpected_character,
                "expected a value; the literals are true, false and null");
  }
  values_.push(value);
  return true;
}

/// A string that needs unescaping, or has no end. `next` is where the next token starts.
bool Reader::string(const char* p, const char* next, Value& out) {
  const char* const start = p + 1;
  const auto room = static_cast<std::size_t>(next - start) + simd::width;
  auto* copy = static_cast<char*>(maker_.arena().allocate(room));
  if (copy == nullptr) return out_of_memory();
  const Unescaped done = unescape(start, text_end_, copy);
  if (done.out_end == nullptr) return fail(done.at, done.code, done.detail);
  const auto size = static_cast<std::size_t>(done.out_end - copy);
  maker_.arena().shrink(copy, room, size + simd::width);
  out = TreeMaker::string(copy, size);
  return true;
}

inline bool Reader::number(const char* p) {
  NumberToken token = scan_common_number(p);
  if (token.end == nullptr) token = scan_number(p);
  if (token.end == nullptr) {
    return fail(p, Errc::invalid_number,
                "not a JSON number; no leading zeros or plus sign, digits on both sides of the "
                "point");
  }
  if (!ends_token(token.end, text_end_)) {
    return fail(token.end, Errc::trailing_characters, "text behind a number");
  }
  const auto size = static_cast<std::size_t>(token.end - p);
  const Value value = token.negative_zero
                          ? TreeMaker::real(-0.0)
                          : TreeMaker::number_text(token.kind, p, size, token.canonical);
  values_.push(value);
  return true;
}

inline bool Reader::scalar(const char* p, const char* next) {
  switch (*p) {
    case '"': {
      // Without escapes, the quote in front of the next token ends the string.
      if (!has_escapes_ && next[-1] == '"') [[likely]] {
        values_.push(TreeMaker::string(p + 1, static_cast<std::size_t>(next - p - 2)));
        return true;
      }
      const char* const stop = find_quote_or_escape(p + 1);
      Value value = TreeMaker::string(p + 1, static_cast<std::size_t>(stop - p - 1));
      if (*stop != '"' && !string(p, next, value)) return false;
      values_.push(value);
      return true;
    }
    case 't': return literal(p, "true", TreeMaker::boolean(true));
    case 'f': return literal(p, "false", TreeMaker::boolean(false));
    case 'n': return literal(p, "null", Value());
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
    case '9': return number(p);
    default: return fail_expected(p, "a value");
  }
}

inline bool Reader::key(const char* p, const char* next) {
  if (shapes_.step_likely(shape_, p) != nullptr) [[likely]] {
    return *next == ':' || fail_expected(next, "':' after a member name");
  }
  if (*p != '"') return fail_expected(p, "a member name in double quotes");
  const char* name = p + 1;
  const char* const stop = find_quote_or_escape(name);
  auto size = static_cast<std::size_t>(stop - name);
  if (*stop != '"') [[unlikely]] {
    Value unescaped;
    if (!string(p, next, unescaped)) return false;
    name = unescaped.string().data();
    size = unescaped.size();
  }
  const ShapeTable::Step step = shapes_.step(shape_, name, size);
  if (step != ShapeTable::Step::ok) [[unlikely]] {
    if (step == ShapeTable::Step::out_of_memory) return out_of_memory();
    return fail(
        p, Errc::duplicate_key,
        "member " + quoted({name, size}) + " occurs twice in one object; rename or remove one");
  }
  return *next == ':' || fail_expected(next, "':' after a member name");
}

bool Reader::open(const char* p, bool is_object) {
  if (frames_.size() >= maker_.max_depth()) {
    return fail(
        p, Errc::depth_exceeded,
        "nested deeper than the limit of " + std::to_string(maker_.max_depth()) + " levels");
  }
  frames_.push_back({shape_, static_cast<std::uint32_t>(values_.size()), is_object});
  shape_ = shapes_.begin();
  return true;
}

bool Reader::close(const char* p) {
  const Frame& frame = frames_.back();
  const Value* children = values_.from(frame.first);
  const Value made = frame.is_object ? maker_.object(shapes_.finish(shape_), children)
                                     : maker_.array(children, values_.size() - frame.first);
  if (!maker_.ok()) {
    error_ = maker_.error(static_cast<std::uint64_t>(p - text_));
    return false;
  }
  values_.shrink(frame.first);
  shape_ = frame.outer;
  frames_.pop_back();
  values_.push(made);
  return true;
}

/// Returns the token behind the value, or nullptr.
const std::uint32_t* Reader::value(const std::uint32_t* token) {
  const char* const text = text_;
  bool in_object = false;
  bool key_expected = false;
  // Each turn reads one value, with its key, then closes what ends behind it.
  while (true) {
    if (key_expected) {
      if (!key(text + token[0], text + token[1])) return nullptr;
      token += 2;
    }
    const char* const p = text + *token;
    if (*p == '[' || *p == '{') {
      in_object = *p == '{';
      if (!open(p, in_object)) return nullptr;
      ++token;
      if (text[*token] != (in_object ? '}' : ']')) {
        key_expected = in_object;
        continue;
      }
    } else {
      if (!scalar(p, text + token[1])) return nullptr;
      ++token;
    }
    while (true) {
      const char* const next = text + *token;
      if (*next == ',' && !frames_.empty()) {
        ++token;
        key_expected = in_object;
        break;
      }
      if (frames_.empty()) return token;
      if (*next != (in_object ? '}' : ']')) {
        fail_expected(next, in_object ? "',' or '}'" : "',' or ']'");
        return nullptr;
      }
      if (!close(next)) return nullptr;
      ++token;
      in_object = !frames_.empty() && frames_.back().is_object;
    }
  }
}

bool Reader::read(const std::uint32_t* token) {
  token = value(token);
  if (token == nullptr) return false;
  const char* const next = text_ + *token;
  return next == text_end_ ||
         fail(next, Errc::trailing_characters, "text after the end of the JSON value");
}

bool Reader::read_all(const std::uint32_t* token, std::span<const std::uint32_t> ends) {
  for (const std::uint32_t end : ends) {
    token = value(token);
    if (token == nullptr || token[-1] >= end || token[0] < end) return false;
  }
  return true;
}

Error first_stage_error(simdjson::error_code code, std::string_view text) {
  switch (code) {
    case simdjson::EMPTY:
      return {Errc::unexpected_end, text.size(), "the text is empty; expected a JSON value"};
    case simdjson::MEMALLOC: return {Errc::out_of_memory, 0, "no memory for the tokens"};
    case simdjson::CAPACITY: return {Errc::size_exceeded, 0, "the text is longer than 4 GiB"};
    default: return find_lexical_fault(text);
  }
}

/// Where tokens start. The memory is used again.
class Tokens {
 public:
  /// The text is padded.
  simdjson::error_code find(const char* text, std::size_t size) {
    simdjson::error_code code = simdjson::SUCCESS;
    if (list_ == nullptr) {
      code =
          simdjson::get_active_implementation()->create_dom_parser_implementation(size, 1, list_);
    } else if (list_->capacity() < size) {
      code = list_->set_capacity(size);
    }
    if (code == simdjson::SUCCESS) {
      code = list_->stage1(reinterpret_cast<const std::uint8_t*>(text), size,
                           simdjson::stage1_mode::regular);
    }
    if (code != simdjson::SUCCESS) return code;
    // simdjson leaves room for more: two ends, so that the reader may look one token ahead.
    std::uint32_t* const end = list_->structural_indexes.get() + list_->n_structural_indexes;
    end[0] = end[1] = static_cast<std::uint32_t>(size);
    return code;
  }
  [[nodiscard]] const std::uint32_t* first() const noexcept {
    return list_->structural_indexes.get();
  }

 private:
  std::unique_ptr<simdjson::internal::dom_parser_implementation> list_;
};

Result<Done> check_start(std::string_view text, const DecodeOptions& options) {
  if (const auto fits = check_size(text, options.max_bytes); !fits) return fits.error();
  if (text.starts_with("\xEF\xBB\xBF")) {
    return Error{Errc::invalid_character, 0, "the text starts with a byte order mark; remove it"};
  }
  return Done{};
}

/// `text` stays as long as the document, and padding follows it.
Result<Document> read_padded(std::string_view text, TreeMaker& maker) {
  Tokens tokens;
  const auto code = tokens.find(text.data(), text.size());
  if (code != simdjson::SUCCESS) return first_stage_error(code, text);
  Reader reader(text.data(), text.size(), maker);
  if (!reader.read(tokens.first())) return reader.error();
  return maker.finish(reader.root());
}

}  // namespace

Result<Document> decode(std::string_view text, const DecodeOptions& options) {
  if (auto ok = check_start(text, options); !ok) return ok.error();
  TreeMaker maker(options.max_depth);
  maker.set_text_size(text.size());
  auto* copy = static_cast<char*>(maker.arena().allocate(text.size() + padding));
  if (copy == nullptr) return Error{Errc::out_of_memory, 0, "no memory for the text"};
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  std::memset(copy + text.size(), 0, padding);
  return read_padded({copy, text.size()}, maker);
}

Result<Document> decode_padded(std::string_view text, const DecodeOptions& options) {
  assert(text.data()[text.size()] == '\0');
  if (auto ok = check_start(text, options); !ok) return ok.error();
  TreeMaker maker(options.max_depth);
  maker.set_text_size(text.size());
  return read_padded(text, maker);
}

// ---- lines

namespace {

/// Where the lines end that are not blank.
std::vector<std::uint32_t> ends_of_lines(std::string_view text) {
  std::vector<std::uint32_t> ends;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    if (text.substr(start, end - start).find_first_not_of(" \t\r") != std::string_view::npos) {
      ends.push_back(static_cast<std::uint32_t>(end));
    }
    start = end + 1;
  }
  return ends;
}

/// What is wrong with the first line that is wrong.
Error first_bad_line(std::string_view text, const DecodeOptions& options) {
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      const auto document = decode(line, options);
      if (!document) {
        Error error = document.error();
        error.offset += start;
        return error;
      }
    }
    start = end + 1;
  }
  return {Errc::out_of_memory, 0, "no memory for the document"};
}

}  // namespace

Result<Document> decode_lines(std::string_view text, const DecodeOptions& options) {
  if (auto ok = check_start(text, options); !ok) return ok.error();
  TreeMaker maker(options.max_depth);
  maker.set_text_size(text.size());
  auto* copy = static_cast<char*>(maker.arena().allocate(text.size() + padding));
  if (copy == nullptr) return Error{Errc::out_of_memory, 0, "no memory for the text"};
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  std::memset(copy + text.size(), 0, padding);
  const std::vector<std::uint32_t> ends = ends_of_lines(text);
  if (ends.empty()) return maker.finish(maker.array(nullptr, 0));
  Tokens tokens;
  if (tokens.find(copy, text.size()) != simdjson::SUCCESS) return first_bad_line(text, options);
  Reader reader(copy, text.size(), maker);
  if (!reader.read_all(tokens.first(), ends)) return first_bad_line(text, options);
  const Value root = maker.array(reader.roots().data(), reader.roots().size());
  if (!maker.ok()) return maker.error(0);
  return maker.finish(root);
}

// ---- many texts

struct RecordReader::Impl {
  DecodeOptions options;
  Tokens tokens;
  std::unique_ptr<TreeMaker> maker;  // of the last batch
  std::vector<std::uint32_t> ends;
  std::vector<Value> values;
  std::vector<Document> documents;  // of a batch with a mistake
  Error error{Errc::invalid_character, 0, {}};

  /// All texts as one, with line ends between them, which no value can go beyond. False:
  /// there is a mistake somewhere.
  bool read_together(std::span<const std::string_view> texts) {
    std::uint64_t total = 0;
    for (const std::string_view text : texts) {
      if (text.size() > options.max_bytes) return false;
      total += text.size() + 1;
    }
    if (total > 0xFFFFFF00U) return false;
    const auto size = static_cast<std::size_t>(total);
    maker = std::make_unique<TreeMaker>(options.max_depth);
    auto* const copy = static_cast<char*>(maker->arena().allocate(size + padding));
    if (copy == nullptr) return false;
    char* p = copy;
    ends.clear();
    for (const std::string_view text : texts) {
      if (!text.empty()) std::memcpy(p, text.data(), text.size());
      p += text.size();
      ends.push_back(static_cast<std::uint32_t>(p - copy));
      *p++ = '\n';
    }
    std::memset(p, 0, padding);
    if (tokens.find(copy, size) != simdjson::SUCCESS) return false;
    Reader reader(copy, size, *maker);
    if (!reader.read_all(tokens.first(), ends)) return false;
    values.assign(reader.roots().begin(), reader.roots().end());
    return true;
  }

  Batch read_one_by_one(std::span<const std::string_view> texts) {
    values.clear();
    for (const std::string_view text : texts) {
      auto document = decode(text, options);
      if (!document) {
        error = document.error();
        return {values, &error};
      }
      values.push_back(document->root());
      documents.push_back(std::move(*document));
    }
    return {values, nullptr};
  }

  Batch read(std::span<const std::string_view> texts) {
    documents.clear();
    if (texts.empty()) return {};
    if (read_together(texts)) return {values, nullptr};
    return read_one_by_one(texts);
  }
};

RecordReader::RecordReader(const DecodeOptions& options) : impl_(new Impl) {
  impl_->options = options;
}
RecordReader::RecordReader(RecordReader&& other) noexcept
    : impl_(std::exchange(other.impl_, nullptr)) {}
RecordReader& RecordReader::operator=(RecordReader&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
RecordReader::~RecordReader() {
  delete impl_;
}
RecordReader::Batch RecordReader::read(std::span<const std::string_view> texts) {
  return impl_->read(texts);
}

}  // namespace laconic::json
