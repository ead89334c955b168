// gcf_write_table.cpp - headers, rows and attachments of tables (GCF 7.4).
#include <algorithm>
#include <string>

#include "gcf/gcf_columns.hpp"
#include "gcf/gcf_write.hpp"
#include "text/escape.hpp"

namespace laconic::gcf {

using detail::KeyRef;
using detail::Shape;
using detail::ValueAccess;

// ---- headers ----

/// Some object of a field that has one.
const Value& Writer::sample_object(const Table& t, const Field& field) noexcept {
  std::size_t r = 0;
  while (true) {
    const Value* v = t.rows[r++].find(field.key.text());
    if (v != nullptr && v->is_object()) return *v;
  }
}

/// Path columns of objects of one shape; any of them tells which keys lead deeper.
void Writer::path_columns(std::string& path, const Value& sample) {
  const std::size_t length = path.size();
  for (const auto& [key, inner] : sample.members()) {
    path.append(1, '>').append(key);
    if (inner.is_object()) {
      path_columns(path, inner);
    } else {
      out_.put(quoted(path));
      out_.put(',');
    }
    path.resize(length);
  }
}

void Writer::union_columns(std::string& path, const UnionNode* nodes, std::size_t size) {
  const std::size_t length = path.size();
  for (std::size_t i = 0; i < size; i += nodes[i].size) {
    path.append(1, '>').append(nodes[i].key.text());
    if (nodes[i].size > 1) {
      union_columns(path, nodes + i + 1, nodes[i].size - 1);
    } else {
      out_.put(quoted(path));
      out_.put(',');
    }
    path.resize(length);
  }
}

/// The header's part of one field, each column with a comma behind it.
void Writer::header_field(const Table& t, std::size_t index) {
  const Field& field = t.fields[index];
  switch (field.form) {
    case Form::extra: return;
    case Form::flattened: {
      std::string path(field.key.text());
      if (!field.union_plan.empty()) {
        return union_columns(path, field.union_plan.data(), field.union_plan.size());
      }
      return path_columns(path, sample_object(t, field));
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
  out_.put(',');
}

bool Writer::too_wide(const Table& t) noexcept {
  std::size_t columns = 1;  // the key of a keyed table
  for (const Field& field : t.fields)
    columns += field.form == Form::flattened ? field.leaves : 1;
  return columns > max_columns;
}

void Writer::header_columns(const Table& t) {
  for (std::size_t i = 0; i < t.fields.size(); ++i)
    header_field(t, i);
  out_.drop_last();
}

// ---- rows ----

bool Writer::has_attachment(const Table& t, const Row& row) noexcept {
  return std::any_of(t.body_fields.begin(), t.body_fields.end(), [&](std::uint32_t i) {
    const Value* v = row.field(i);
    return v != nullptr && (t.fields[i].form == Form::extra || !v->is_scalar());
  });
}

void Writer::rows(Table& t, const KeyRef* keys, unsigned indent) {
  std::size_t index = 0;
  for (const Value& record : t.rows) {
    if (out_.failed()) return;
    const Row row = analyst_.place(t, record);
    const bool attached =
        !t.body_fields.empty() &&
        (t.any_extra || (ValueAccess::children(record) & detail::any_container) != 0) &&
        has_attachment(t, row);
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
      Place place = keys != nullptr ? Place::cell : Place::first_cell;
      for (const std::uint32_t i : t.cell_fields) {
        field_cells(t.fields[i], row.field(i), t.fields[i].declaring_row == index, place);
      }
    }
    end_row();
    if (attached) attachments(t, row, indent, index);
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
      out_.put_literal("~|");
    } else {
      scalars_.scalar(*v, place);
      out_.put('|');
    }
    place = Place::cell;
  }
}

/// The cells of one field of a row, each with a separator behind it.
void Writer::field_cells(const Field& field, const Value* v, bool declares, Place& place) {
  switch (field.form) {
    case Form::constant:
    case Form::extra: return;
    case Form::flattened:
      if (v == nullptr || v->is_null()) {
        char* p = out_.reserve(std::size_t{2} * field.leaves);
        for (std::uint32_t k = 0; k < field.leaves; ++k) {
          *p++ = v == nullptr ? '~' : '-';
          *p++ = '|';
        }
        out_.advance_to(p);
      } else if (field.union_plan.empty()) {
        leaves(*v, place);
      } else {
        union_leaves(*v, field.union_plan.data(), field.union_plan.size(), place);
      }
      place = Place::cell;
      return;
    case Form::column: break;
  }
  if (v == nullptr) {
    out_.put('~');
  } else if (v->is_scalar()) {
    scalars_.scalar(*v, place);
  } else if (field.inline_schema && declares) {
    out_.put("^{");
    for (std::uint32_t k = 0; k < field.shape->size; ++k) {
      scalars_.key(field.shape->keys[k].text());
      out_.put(',');
    }
    out_.replace_last('}');
  } else {
    out_.put('^');
  }
  out_.put('|');
  place = Place::cell;
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

/// The keys of the object are a part of the plan's, in the same order.
void Writer::union_leaves(const Value& object, const UnionNode* nodes, std::size_t size,
                          Place& place) {
  const Shape* shape = ValueAccess::shape(object);
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < size; i += nodes[i].size) {
    if (next == shape->size || shape->keys[next].id != nodes[i].key.id) {
      for (std::uint32_t k = 0; k < nodes[i].leaves; ++k)
        out_.put_literal("~|");
      place = Place::cell;
      continue;
    }
    const Value& v = object.values()[next++];
    if (v.is_object()) {
      union_leaves(v, nodes + i + 1, nodes[i].size - 1, place);
    } else {
      scalars_.scalar(v, place);
      out_.put('|');
    }
    place = Place::cell;
  }
}

// ---- attachments (GCF 7.4.4, 7.4.5) ----

void Writer::attachments(Table& t, const Row& row, unsigned indent, std::size_t row_index) {
  for (const Form form : {Form::column, Form::extra}) {
    if (form == Form::extra && !t.any_extra) return;
    for (const std::uint32_t i : t.body_fields) {
      const Value* v = row.field(i);
      if (t.fields[i].form != form || v == nullptr) continue;
      if (form == Form::column && v->is_scalar()) continue;
      field_attachment(t.fields[i], *v, indent, row_index == 0);
    }
  }
}

void Writer::field_attachment(Field& field, const Value& v, unsigned indent, bool first_row) {
  const Where where{Where::attachment, indent, field.key.text()};
  if (v.is_scalar()) {
    introduce(where);
    out_.put('=');
    scalars_.scalar(v, Place::value);
    out_.put('\n');
  } else if (field.inline_schema && v.is_object()) {
    inline_body(v, indent);
  } else if (field.shared_schema && v.is_array()) {
    introduce(where);
    shared_rows(v, field, where.rows(), first_row);
  } else if (!compact_ || !v.is_array() || !shared_table(field, v, where, first_row)) {
    container(v, where);
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
    out_.replace_last('}');
  }
  out_.put('\n');
  const auto& columns = field.shared_columns;
  for (const Value& item : v.items()) {
    spaces(indent);
    const Shape* shape = ValueAccess::shape(item);
    Place place = Place::first_cell;
    if (shape == field.shape) {
      for (const Value& cell : item.values()) {
        scalars_.scalar(cell, place);
        out_.put('|');
        place = Place::cell;
      }
    } else {
      for (const KeyRef& key : columns) {
        const Value* cell = item.find(key.text());
        if (cell == nullptr) {
          out_.put('~');
        } else {
          scalars_.scalar(*cell, place);
        }
        out_.put('|');
        place = Place::cell;
      }
    }
    end_row();
  }
}

}  // namespace laconic::gcf
