// gcf_write.cpp - a value as GCF text, generic profile (GCF section 7).
//
// Which form a value takes follows from its kind and from what its children are, which
// the document already knows: no value is looked at twice to choose a form, except in
// tables, which TableAnalyst examines.
#include "gcf/gcf_write.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "text/escape.hpp"

namespace laconic::gcf {

using detail::KeyRef;
using detail::Shape;
using detail::ValueAccess;

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
  if (too_many_columns_) {
    return Error{Errc::limit_exceeded, 0,
                 "a table would have more than " + std::to_string(max_columns) + " columns"};
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

// ---- objects and arrays: which form (GCF 7.2, 7.2a, 7.3) ----

bool Writer::is_keyed(const Value& v) const noexcept {
  const unsigned children = ValueAccess::children(v);
  return v.size() >= 2 && (children & ~unsigned{detail::any_object}) == 0 &&
         (children & detail::child_filled_object) != 0 && analyst_.has_column(v.values());
}

void Writer::object(const Value& v, const Where& where) {
  if (is_keyed(v)) return keyed_table(v, where);
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
  members(v, where.members());
}

void Writer::members(const Value& v, unsigned indent) {
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

void Writer::array(const Value& v, const Where& where) {
  const unsigned children = ValueAccess::children(v);
  if (v.size() != 0 && (children & detail::any_container) == 0) return list(v, where);
  const bool objects = (children & ~unsigned{detail::any_object}) == 0;
  if (objects && (children & detail::child_filled_object) != 0 && analyst_.has_column(v.items())) {
    return table(v, where);
  }
  expanded(v, where);
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

// ---- tables (GCF 7.4) ----

Table& Writer::next_table() {
  if (tables_in_use_ == tables_.size()) tables_.push_back(std::make_unique<Table>());
  return *tables_[tables_in_use_++];
}

void Writer::table(const Value& v, const Where& where) {
  Table& t = next_table();
  const bool section = where.kind == Where::root || where.kind == Where::member;
  analyst_.analyse(t, v.items(), {options_.flatten, section && options_.spec == Spec::v3_6});
  introduce(where);
  count(v.size());
  out_.put('{');
  header_columns(t);
  out_.put("}\n");
  rows(t, nullptr, where.rows());
  --tables_in_use_;
}

/// GCF 7.2a.2: `key`, with underscores in front until no field is called so.
std::string_view Writer::key_label(const Table& t, std::string& storage) {
  storage = "key";
  while (std::any_of(t.fields.begin(), t.fields.end(),
                     [&](const Field& field) { return field.key.text() == storage; })) {
    storage.insert(0, 1, '_');
  }
  return storage;
}

void Writer::keyed_table(const Value& v, const Where& where) {
  Table& t = next_table();
  analyst_.analyse(t, v.values(), {options_.flatten, false});
  introduce(where);
  count(v.size(), true);
  out_.put('{');
  std::string storage;
  out_.put(key_label(t, storage));
  out_.put(',');
  header_columns(t);
  out_.put("}\n");
  rows(t, ValueAccess::shape(v)->keys, where.rows());
  --tables_in_use_;
}

void Writer::path_columns(std::string& path, const Shape* shape, const Value& sample) {
  const std::size_t length = path.size();
  for (std::uint32_t i = 0; i < shape->size; ++i) {
    path.push_back('>');
    path.append(shape->keys[i].text());
    const Value& inner = sample.values()[i];
    if (inner.is_object()) {
      path_columns(path, ValueAccess::shape(inner), inner);
    } else {
      out_.put(quoted(path));
      out_.put(',');
    }
    path.resize(length);
  }
}

void Writer::header_columns(const Table& t) {
  std::size_t columns = 0;
  std::string path;
  for (std::size_t i = 0; i < t.fields.size(); ++i) {
    const Field& field = t.fields[i];
    switch (field.form) {
      case Form::extra: continue;
      case Form::flattened: {
        // Any object of the field tells which of its keys lead deeper.
        const Value* sample = nullptr;
        for (std::size_t r = 0; sample == nullptr && r < t.rows.size(); ++r) {
          const Value* v = t.rows[r].find(field.key.text());
          if (v != nullptr && v->is_object()) sample = v;
        }
        path.assign(field.key.text());
        path_columns(path, field.shape, *sample);
        columns += field.leaves;
        continue;
      }
      case Form::constant:
        scalars_.key(field.key.text());
        out_.put('=');
        // The brace would end the list of columns.
        if (field.constant.is_string() &&
            field.constant.string().find('}') != std::string_view::npos) {
          put_quoted(out_, field.constant.string());
        } else {
          scalars_.scalar(field.constant, Place::list);
        }
        break;
      case Form::column: scalars_.key(field.key.text()); break;
    }
    ++columns;
    out_.put(',');
  }
  out_.drop_last();
  too_many_columns_ |= columns > max_columns;
}

bool Writer::has_attachment(const Table& t, const Row& row) noexcept {
  for (std::size_t i = 0; i < t.fields.size(); ++i) {
    const Field& field = t.fields[i];
    const Value* v = row.field(i);
    if (v == nullptr) continue;
    if (field.form == Form::extra || (field.form == Form::column && !v->is_scalar())) return true;
  }
  return false;
}

void Writer::rows(Table& t, const KeyRef* keys, unsigned indent) {
  std::size_t index = 0;
  for (const Value& record : t.rows) {
    if (out_.failed() || too_many_columns_) return;
    const Row row = analyst_.place(t, record);
    const bool attached = t.any_attachment && has_attachment(t, row);
    if (indent != 0) spaces(indent);
    if (attached) {
      out_.put('@');
      out_.put_unsigned(index);
      out_.put(' ');
    }
    if (keys != nullptr) {
      scalars_.string(keys[index].text(), Place::first_cell);
      out_.put('|');
    }
    if (t.plain) {
      plain_row(record, row, t, keys != nullptr);
    } else {
      cells(t, row, index == 0, keys != nullptr);
    }
    end_row();
    if (attached) attachments(t, row, indent, index == 0);
    ++index;
  }
}

/// A row of scalars: no field needs to be asked for its form.
void Writer::plain_row(const Value& record, const Row& row, const Table& t, bool keyed) {
  Place place = keyed ? Place::cell : Place::first_cell;
  const std::size_t size = t.fields.size();
  if (record.size() == size && std::is_sorted(row.positions, row.positions + size)) {
    for (const Value& v : row.values) {
      scalars_.scalar(v, place);
      out_.put('|');
      place = Place::cell;
    }
    return;
  }
  for (std::size_t i = 0; i < size; ++i) {
    const Value* v = row.field(i);
    if (v == nullptr) {
      out_.put("~|");
    } else {
      scalars_.scalar(*v, place);
      out_.put('|');
    }
    place = Place::cell;
  }
}

void Writer::cells(const Table& t, const Row& row, bool first_row, bool keyed) {
  Place place = keyed ? Place::cell : Place::first_cell;
  for (std::size_t i = 0; i < t.fields.size(); ++i) {
    const Field& field = t.fields[i];
    if (field.form == Form::constant || field.form == Form::extra) continue;
    const Value* v = row.field(i);
    if (field.form == Form::flattened && (v == nullptr || v->is_null())) {
      for (std::uint32_t k = 0; k < field.leaves; ++k)
        out_.put(v == nullptr ? "~|" : "-|");
    } else if (field.form == Form::flattened) {
      leaves(*v, place);
    } else if (v == nullptr) {
      out_.put("~|");
    } else if (v->is_scalar()) {
      scalars_.scalar(*v, place);
      out_.put('|');
    } else if (field.inline_schema && first_row) {
      out_.put("^{");
      for (std::uint32_t k = 0; k < field.shape->size; ++k) {
        scalars_.key(field.shape->keys[k].text());
        out_.put(',');
      }
      out_.drop_last();
      out_.put("}|");
    } else {
      out_.put("^|");
    }
    place = Place::cell;
  }
}

void Writer::leaves(const Value& object, Place& place) {
  for (const Value& v : object.values()) {
    if (v.is_object()) {
      leaves(v, place);
    } else {
      scalars_.scalar(v, place);
      out_.put('|');
    }
    place = Place::cell;
  }
}

// ---- attachments (GCF 7.4.4, 7.4.5) ----

void Writer::attachments(const Table& t, const Row& row, unsigned indent, bool first_row) {
  for (const Form form : {Form::column, Form::extra}) {
    for (std::size_t i = 0; i < t.fields.size(); ++i) {
      const Field& field = t.fields[i];
      const Value* v = row.field(i);
      if (field.form != form || v == nullptr) continue;
      const Where where{Where::attachment, indent, field.key.text()};
      if (v->is_scalar()) {
        if (form == Form::column) continue;
        introduce(where);
        out_.put('=');
        scalars_.scalar(*v, Place::value);
        out_.put('\n');
      } else if (field.inline_schema) {
        inline_body(*v, indent);
      } else if (field.shared_schema && v->is_array()) {
        introduce(where);
        shared_rows(*v, field, where.rows(), first_row);
      } else {
        container(*v, where);
      }
    }
  }
}

void Writer::inline_body(const Value& object, unsigned indent) {
  spaces(indent);
  Place place = Place::first_cell;
  for (const Value& v : object.values()) {
    scalars_.scalar(v, place);
    out_.put('|');
    place = Place::cell;
  }
  end_row();
}

void Writer::shared_rows(const Value& v, const Field& field, unsigned indent, bool declare) {
  count(v.size());
  if (declare) {
    out_.put('{');
    for (const KeyRef& key : field.shared_columns) {
      scalars_.key(key.text());
      out_.put(',');
    }
    out_.drop_last();
    out_.put('}');
  }
  out_.put('\n');
  const auto& columns = field.shared_columns;
  for (const Value& item : v.items()) {
    spaces(indent);
    const Shape* shape = ValueAccess::shape(item);
    Place place = Place::first_cell;
    if (shape->size == columns.size() &&
        std::equal(columns.begin(), columns.end(), shape->keys,
                   [](const KeyRef& a, const KeyRef& b) { return a.id == b.id; })) {
      for (const Value& cell : item.values()) {
        scalars_.scalar(cell, place);
        out_.put('|');
        place = Place::cell;
      }
    } else {
      for (const KeyRef& key : columns) {
        const Value* cell = item.find(key.text());
        if (cell == nullptr) {
          out_.put("~|");
        } else {
          scalars_.scalar(*cell, place);
          out_.put('|');
        }
        place = Place::cell;
      }
    }
    end_row();
  }
}

Result<std::string> encode(Value value, const EncodeOptions& options) {
  return Writer(options).write(value);
}

}  // namespace laconic::gcf
