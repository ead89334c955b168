// gcf_write.cpp - a value as GCF text, generic profile: objects and arrays (GCF 7).
//
// Which form a value takes follows from its kind and from what its children are, which
// the document already knows: no value is looked at twice to choose a form, except in
// tables, which TableAnalyst examines.
#include "gcf/gcf_write.hpp"

#include <cstring>

namespace laconic::gcf {

using detail::ValueAccess;

Writer::Writer(const EncodeOptions& options, std::uint64_t expected_bytes)
    : options_(options),
      compact_(options.layout == Layout::compact),
      out_(options.max_bytes, expected_bytes),
      scalars_(out_, compact_, options.round_numbers) {
  if (!compact_) return;
  own_choices_ = std::make_unique<Choices>();
  choices_ = own_choices_.get();
  probe_.reset(new Writer(options, *choices_));
}

Writer::Writer(const EncodeOptions& options, Choices& choices)
    : options_(options),
      compact_(true),
      out_(Output::Counting{}),
      scalars_(out_, true, options.round_numbers),
      choices_(&choices) {}

Result<std::string> Writer::write(Value root) {
  out_.put(generic_header);
  if (root.is_scalar()) {
    out_.put('=');
    scalars_.scalar(root, Place::value);
    out_.put('\n');
  } else {
    container(root, {Where::root, 0});
  }
  if (!scalars_.out_of_range().is_null()) {
    return out_of_range_error(scalars_.out_of_range().lexeme(), 0);
  }
  return out_.finish();
}

void Writer::spaces(unsigned indent) {
  const std::size_t size = std::size_t{2} * indent;
  char* p = out_.reserve(size);
  std::memset(p, ' ', size);
  out_.advance_to(p + size);
}

void Writer::count(std::size_t n, bool keyed) {
  out_.put('[');
  out_.put_unsigned(n);
  out_.put(keyed ? ":]" : "]");
}

void Writer::end_row() noexcept {
  out_.replace_last('\n');
}

/// The words in front of a count or of `{}`.
void Writer::introduce(const Where& where) {
  spaces(where.indent);
  switch (where.kind) {
    case Where::root: out_.put("## "); break;
    case Where::member:
      out_.put("## ");
      scalars_.key(where.key);
      out_.put(' ');
      break;
    case Where::attachment:
      out_.put('.');
      scalars_.key(where.key);
      out_.put(' ');
      break;
    case Where::item:
      out_.put('@');
      out_.put_unsigned(where.index);
      out_.put(' ');
      break;
  }
}

/// GCF 7.2a.1 and 7.3: the first form that fits.
ContainerForm Writer::canonical_form(const Value& v) const noexcept {
  const unsigned children = ValueAccess::children(v);
  const bool objects = (children & ~unsigned{detail::any_object}) == 0 &&
                       (children & detail::child_filled_object) != 0;
  if (v.is_object()) {
    const bool keyed = objects && v.size() >= 2 && analyst_.has_column(v.values());
    return keyed ? ContainerForm::keyed : ContainerForm::sections;
  }
  if (v.size() != 0 && (children & detail::any_container) == 0) return ContainerForm::list;
  const bool tabular = objects && analyst_.has_column(v.items());
  return tabular ? ContainerForm::table : ContainerForm::expanded;
}

void Writer::container(const Value& v, const Where& where) {
  if (!compact_) return container_as(v, where, canonical_form(v));
  const Choice choice = choice_for(v, where);
  if (probe_ == nullptr) return out_.skip(choice.bytes);
  container_as(v, where, choice.form);
}

void Writer::container_as(const Value& v, const Where& where, ContainerForm form) {
  switch (form) {
    case ContainerForm::list: return list(v, where);
    case ContainerForm::table: return table(v, where);
    case ContainerForm::expanded: return expanded(v, where);
    case ContainerForm::keyed: return keyed_table(v, where);
    case ContainerForm::sections: return sections(v, where);
  }
}

void Writer::sections(const Value& v, const Where& where) {
  switch (where.kind) {
    case Where::root: break;
    case Where::member:
      spaces(where.indent);
      out_.put("## ");
      scalars_.key(where.key);
      out_.put('\n');
      break;
    case Where::attachment:
    case Where::item:
      introduce(where);
      out_.put("{}\n");
      break;
  }
  const unsigned indent = where.members();
  for (const auto& [key, value] : v.members()) {
    if (out_.failed()) return;
    if (!value.is_scalar()) {
      container(value, {Where::member, indent, key});
      continue;
    }
    spaces(indent);
    scalars_.key(key);
    out_.put('=');
    scalars_.scalar(value, Place::value);
    out_.put('\n');
  }
}

void Writer::list(const Value& v, const Where& where) {
  if (where.kind == Where::member) {
    spaces(where.indent);
    scalars_.key(where.key);
  } else {
    introduce(where);
  }
  count(v.size());
  out_.put(": ");
  for (const Value& item : v.items()) {
    scalars_.scalar(item, Place::list);
    out_.put(',');
  }
  end_row();
}

void Writer::expanded(const Value& v, const Where& where) {
  introduce(where);
  count(v.size());
  out_.put('\n');
  const unsigned indent = where.rows();
  std::size_t index = 0;
  for (const Value& item : v.items()) {
    if (out_.failed()) return;
    const Where place{Where::item, indent, {}, index++};
    if (!item.is_scalar()) {
      container(item, place);
      continue;
    }
    introduce(place);
    out_.put('=');
    scalars_.scalar(item, Place::value);
    out_.put('\n');
  }
}

Table& Writer::next_table() {
  if (tables_in_use_ == tables_.size()) tables_.push_back(std::make_unique<Table>());
  return *tables_[tables_in_use_++];
}

void Writer::table(const Value& v, const Where& where) {
  Table& t = next_table();
  const bool section = where.kind == Where::root || where.kind == Where::member;
  analyst_.analyse(t, v.items(), {options_.flatten, section && options_.spec == Spec::v3_6});
  if (compact_) choose_forms(t, where, false);
  if (too_wide(t)) {
    --tables_in_use_;
    return expanded(v, where);
  }
  introduce(where);
  count(v.size());
  out_.put('{');
  header_columns(t);
  out_.put("}\n");
  rows(t, nullptr, where.rows());
  --tables_in_use_;
}

void Writer::keyed_table(const Value& v, const Where& where) {
  Table& t = next_table();
  analyst_.analyse(t, v.values(), {options_.flatten, false});
  if (compact_) choose_forms(t, where, true);
  if (too_wide(t)) {
    --tables_in_use_;
    return sections(v, where);
  }
  introduce(where);
  count(v.size(), true);
  out_.put('{');
  // GCF 7.2a.2: `key`, with underscores in front until no field is called so.
  std::string label = "key";
  for (std::size_t i = 0; i < t.fields.size(); ++i) {
    if (t.fields[i].key.text() != label) continue;
    label.insert(0, 1, '_');
    i = static_cast<std::size_t>(-1);
  }
  out_.put(label);
  out_.put(',');
  header_columns(t);
  out_.put("}\n");
  rows(t, ValueAccess::shape(v)->keys, where.rows());
  --tables_in_use_;
}

Result<std::string> encode(Value value, const EncodeOptions& options) {
  return Writer(options, ValueAccess::source_size(value)).write(value);
}

}  // namespace laconic::gcf
