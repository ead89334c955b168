// tron_write.cpp - a document as TRON: classes, an empty line, then JSON with instances.
#include <laconic/tron.hpp>

#include "base/output.hpp"
#include "text/escape.hpp"
#include "tron/tron_classes.hpp"
#include "tron/tron_names.hpp"
#include "value/json_text.hpp"
#include "value/number_text.hpp"

namespace laconic::tron {
namespace {

using detail::KeyRef;
using detail::Shape;
using detail::Spelling;
using detail::ValueAccess;

class Writer {
 public:
  Writer(const Value& root, const EncodeOptions& options)
      : out_(options.max_bytes, ValueAccess::source_size(root)),
        text_(out_),
        plan_(root, options),
        spelling_(options.classes == Classes::standard ? Spelling::standard : Spelling::shortest) {}

  Result<std::string> write(const Value& root) {
    for (const Class& one : plan_.classes())
      header(one);
    if (!plan_.classes().empty()) out_.put('\n');
    value(root);
    return out_.finish();
  }

 private:
  void header(const Class& one) {
    out_.put_literal("class ");
    out_.put(one.name);
    out_.put_literal(": ");
    for (std::uint32_t i = 0; i < one.shape->size; ++i) {
      const KeyRef& key = one.shape->keys[i];
      if (i != 0) out_.put(',');
      if (is_bare(key.text())) {
        out_.put(key.text());
      } else {
        put_quoted(out_, key.text());
      }
    }
    out_.put('\n');
  }

  /// Recursion is bounded by the depth cap of documents.
  void value(const Value& v) {
    if (v.is_number()) return detail::put_number(out_, v, spelling_);
    if (v.is_scalar()) return text_.scalar(v);
    if (v.is_object()) return object(v);
    out_.put('[');
    bool first = true;
    for (const Value& item : v.items()) {
      if (!first) out_.put(',');
      first = false;
      value(item);
    }
    out_.put(']');
  }

  void object(const Value& v) {
    const Shape* const shape = ValueAccess::shape(v);
    const ClassPlan::Use& use = plan_.use_of(shape);
    if (use.class_index != ClassPlan::none) return instance(v, use);
    out_.put('{');
    const KeyRef* key = shape->keys;
    bool first = true;
    for (const Value& member : v.values()) {
      text_.key(*key++, first);
      first = false;
      value(member);
    }
    out_.put('}');
  }

  void instance(const Value& v, const ClassPlan::Use& use) {
    out_.put(plan_.classes()[use.class_index].name);
    out_.put('(');
    const std::uint32_t* const places = plan_.places(use);
    const auto values = v.values();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i != 0) out_.put(',');
      value(values[places == nullptr ? i : places[i]]);
    }
    out_.put(')');
  }

  Output out_;
  detail::JsonText text_;
  ClassPlan plan_;
  Spelling spelling_;
};

}  // namespace

Result<std::string> encode(Value value, const EncodeOptions& options) {
  return Writer(value, options).write(value);
}

}  // namespace laconic::tron
