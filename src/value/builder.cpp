// builder.cpp - documents made by hand.
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <laconic/builder.hpp>

#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/utf8.hpp"
#include "value/store.hpp"

namespace laconic {

using detail::ShapeCursor;
using detail::ShapeTable;
using detail::TreeMaker;

struct Builder::Impl {
  struct Frame {
    bool is_object;
    bool has_key;  // a key waits for its value
    std::size_t first;
    ShapeCursor shape;
  };

  explicit Impl(unsigned max_depth) : limit(max_depth), maker(new TreeMaker(max_depth)) {}
  ~Impl() { delete maker; }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void fail(Errc code, std::string detail) {
    if (!failed) error = {code, 0, std::move(detail)};
    failed = true;
  }

  /// Says whether a value may come now, and takes note that it did.
  bool accept() {
    if (failed) return false;
    if (frames.empty()) {
      if (!values.empty()) fail(Errc::bad_usage, "a second root value; a document has one");
    } else if (frames.back().is_object) {
      if (!frames.back().has_key) fail(Errc::bad_usage, "a value without a key inside an object");
      frames.back().has_key = false;
    }
    return !failed;
  }

  void push(Value value) {
    if (accept()) values.push_back(value);
  }

  void begin(bool is_object) {
    if (!accept()) return;
    if (frames.size() >= maker->max_depth()) {
      return fail(Errc::depth_exceeded, "nested deeper than the limit of " +
                                            std::to_string(maker->max_depth()) + " levels");
    }
    frames.push_back({is_object, false, values.size(), maker->shapes().begin()});
  }

  void end(bool is_object) {
    if (failed) return;
    if (frames.empty() || frames.back().is_object != is_object) {
      return fail(Errc::bad_usage,
                  is_object ? "end_object without begin_object" : "end_array without begin_array");
    }
    const Frame frame = frames.back();
    if (frame.has_key)
      return fail(Errc::bad_usage, "a key without a value at the end of an object");
    const Value* children = values.data() + frame.first;
    const Value made = is_object ? maker->object(maker->shapes().finish(frame.shape), children)
                                 : maker->array(children, values.size() - frame.first);
    if (!maker->ok()) {
      const Error cause = maker->error(0);
      return fail(cause.code, cause.detail);
    }
    values.resize(frame.first);
    values.push_back(made);
    frames.pop_back();
  }

  void key(std::string_view text) {
    if (failed) return;
    if (frames.empty() || !frames.back().is_object) {
      return fail(Errc::bad_usage, "a key outside an object");
    }
    if (frames.back().has_key)
      return fail(Errc::bad_usage, "two keys without a value between them");
    if (!is_utf8(text)) return fail(Errc::invalid_utf8, "a key is not UTF-8");
    padded.assign(text);
    padded.append(simd::width, '\0');
    switch (maker->shapes().step(frames.back().shape, padded.data(), text.size())) {
      case ShapeTable::Step::ok: break;
      case ShapeTable::Step::duplicate:
        return fail(Errc::duplicate_key, "member " + quoted(text) + " occurs twice in one object");
      case ShapeTable::Step::out_of_memory:
        return fail(Errc::out_of_memory, "no memory for the document");
    }
    frames.back().has_key = true;
  }

  void number(std::string_view text) {
    const char* kept = maker->keep(text);
    if (kept == nullptr) return fail(Errc::out_of_memory, "no memory for the document");
    const NumberToken token = scan_number(kept);
    if (text.empty() || token.end != kept + text.size()) {
      return fail(Errc::invalid_number, quoted(text) + " is not a JSON number");
    }
    if (token.negative_zero) return push(TreeMaker::real(-0.0));
    push(TreeMaker::number_text(token.kind, kept, text.size(), token.canonical));
  }

  void string(std::string_view text) {
    if (!is_utf8(text)) return fail(Errc::invalid_utf8, "a string is not UTF-8");
    if (text.size() > 0xFFFFFFF0U) return fail(Errc::size_exceeded, "a string of 4 GiB or more");
    const char* kept = maker->keep(text);
    if (kept == nullptr) return fail(Errc::out_of_memory, "no memory for the document");
    push(TreeMaker::string(kept, text.size()));
  }

  unsigned limit;
  TreeMaker* maker;
  std::vector<Value> values;  // finished values, children above their parents' siblings
  std::vector<Frame> frames;
  std::string padded;
  Error error{Errc::bad_usage, 0, {}};
  bool failed = false;
};

Builder::Builder(unsigned max_depth) : impl_(new Impl(max_depth)) {}
Builder::Builder(Builder&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}
Builder& Builder::operator=(Builder&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
Builder::~Builder() {
  delete impl_;
}

Builder& Builder::null() {
  impl_->push(Value());
  return *this;
}

Builder& Builder::boolean(bool value) {
  impl_->push(TreeMaker::boolean(value));
  return *this;
}

Builder& Builder::integer(std::int64_t value) {
  impl_->push(TreeMaker::integer(value));
  return *this;
}

Builder& Builder::unsigned_integer(std::uint64_t value) {
  char digits[20];
  const char* end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  impl_->number({digits, static_cast<std::size_t>(end - digits)});
  return *this;
}

Builder& Builder::real(double value) {
  if (std::isfinite(value)) {
    impl_->push(TreeMaker::real(value));
  } else {
    impl_->fail(Errc::out_of_range, std::string(std::isnan(value) ? "NaN"
                                                : value > 0       ? "Infinity"
                                                                  : "-Infinity") +
                                        " is not a JSON number; send null or a string");
  }
  return *this;
}

Builder& Builder::number(std::string_view lexeme) {
  if (!impl_->failed) impl_->number(lexeme);
  return *this;
}

Builder& Builder::string(std::string_view value) {
  if (!impl_->failed) impl_->string(value);
  return *this;
}

Builder& Builder::value(Value value) {
  switch (value.kind()) {
    case Kind::null: return null();
    case Kind::boolean: return boolean(value.boolean());
    case Kind::integer:
    case Kind::real:
    case Kind::big_number:
      if (!value.lexeme().empty()) return number(value.lexeme());
      return value.kind() == Kind::integer ? integer(value.integer()) : real(value.real());
    case Kind::string: return string(value.string());
    case Kind::array:
      begin_array();
      for (const Value& item : value.items())
        this->value(item);
      return end_array();
    case Kind::object:
      begin_object();
      for (const auto& [name, member] : value.members())
        key(name).value(member);
      return end_object();
  }
  return *this;
}

Builder& Builder::begin_array() {
  impl_->begin(false);
  return *this;
}

Builder& Builder::end_array() {
  impl_->end(false);
  return *this;
}

Builder& Builder::begin_object() {
  impl_->begin(true);
  return *this;
}

Builder& Builder::key(std::string_view key) {
  impl_->key(key);
  return *this;
}

Builder& Builder::end_object() {
  impl_->end(true);
  return *this;
}

Result<Document> Builder::finish() {
  if (!impl_->failed && !impl_->frames.empty()) {
    impl_->fail(Errc::bad_usage, "an array or object was begun and not ended");
  }
  if (!impl_->failed && impl_->values.empty()) impl_->fail(Errc::bad_usage, "no value was given");
  Impl* old = std::exchange(impl_, new Impl(impl_->limit));
  Result<Document> result = old->failed ? Result<Document>(std::move(old->error))
                                        : Result<Document>(old->maker->finish(old->values[0]));
  delete old;
  return result;
}

}  // namespace laconic
