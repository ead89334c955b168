// gcf_compact.cpp - the compact layout: of all forms a reader takes, the shortest.
//
// GCF leaves choices: a map of objects as a keyed table or
// as sections, an array of objects as a table or as items, a nested object as path
// columns, as a positional body or as an attachment. Each choice is made by counting the
// bytes of every alternative, from the inside out:
//
//   * the probe, a writer that only counts, writes a container in each of its forms;
//   * what it finds is kept per container and place (the indentation counts), so that the
//     containers around it add the number instead of writing it all again;
//   * the fields of a table are decided one after the other, each with the others as they
//     stand. Every step keeps or shortens the table, starting from the canonical forms, so
//     the result is never longer than the canonical text.
//
// Equal input and options give equal output: nothing depends on addresses or time.
#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "gcf/gcf_write.hpp"

namespace laconic::gcf {

using detail::ValueAccess;

namespace {

const void* address_of(const Value& v) noexcept {
  return v.is_array() ? static_cast<const void*>(v.items().data())
                      : static_cast<const void*>(v.values().data());
}

ChoiceKey key_of(const void* address, const Where& where, bool keyed) noexcept {
  return {address, where.indent * 8 + where.kind * 2U + (keyed ? 1U : 0U)};
}

std::uint64_t digits(std::uint64_t n) noexcept {
  std::uint64_t count = 1;
  for (; n >= 10; n /= 10)
    ++count;
  return count;
}

bool needs_body(const Field& field, const Value* v) noexcept {
  return v != nullptr &&
         (field.form == Form::extra || (field.form == Form::column && !v->is_scalar()));
}

}  // namespace

Choice Writer::choice_for(const Value& v, const Where& where) {
  Writer& probe = probe_ != nullptr ? *probe_ : *this;
  // An empty container has no memory of its own to be known by, and no choice.
  if (v.size() == 0) return probe.weigh(v, where);
  const ChoiceKey key = key_of(address_of(v), where, false);
  const auto known = choices_->containers.find(key);
  if (known != choices_->containers.end()) return known->second;
  const Choice choice = probe.weigh(v, where);
  choices_->containers.emplace(key, choice);
  return choice;
}

/// Only the probe weighs: it counts what each form would take.
Choice Writer::weigh(const Value& v, const Where& where) {
  const std::uint64_t start = out_.size();
  const auto cost = [&](ContainerForm form) {
    container_as(v, where, form);
    const std::uint64_t bytes = out_.size() - start;
    out_.rewind(start);
    return bytes;
  };
  Choice best{canonical_form(v), 0};
  best.bytes = cost(best.form);
  ContainerForm other = best.form;
  if (best.form == ContainerForm::keyed) other = ContainerForm::sections;
  if (best.form == ContainerForm::table) other = ContainerForm::expanded;
  if (other != best.form) {
    const std::uint64_t bytes = cost(other);
    if (bytes < best.bytes) best = {other, bytes};
  }
  return best;
}

// ---- fields of a table ----

void Writer::apply_choice(Table& t, std::size_t index, FieldChoice choice) {
  if (choice == FieldChoice::canonical) return;
  Field& field = t.fields[index];
  field.form = Form::column;
  field.inline_schema = false;
  field.union_plan.clear();
  if (choice == FieldChoice::united) {
    analyst_.union_plan(t, index, field.union_plan);
    field.form = Form::flattened;
    field.leaves = 0;
    for (std::size_t i = 0; i < field.union_plan.size(); i += field.union_plan[i].size) {
      field.leaves += field.union_plan[i].leaves;
    }
  } else if (choice == FieldChoice::positional) {
    field.inline_schema = true;
    for (std::size_t r = 0; r < t.rows.size(); ++r) {
      const Value* v = analyst_.place(t, t.rows[r]).field(index);
      if (v == nullptr || !v->is_object()) continue;
      field.declaring_row = r;
      break;
    }
  }
}

void Writer::choose_forms(Table& t, const Where& where, bool keyed) {
  const ChoiceKey key = key_of(t.rows.data(), where, keyed);
  const auto known = choices_->fields.find(key);
  if (known != choices_->fields.end()) {
    for (std::size_t i = 0; i < t.fields.size(); ++i)
      apply_choice(t, i, known->second[i]);
  } else {
    std::vector<FieldChoice> chosen(t.fields.size(), FieldChoice::canonical);
    // How many fields of each row need a body: the first of them pays for the prefix.
    std::vector<std::uint32_t> attached(t.rows.size());
    for (std::size_t r = 0; r < t.rows.size(); ++r) {
      const Row row = analyst_.place(t, t.rows[r]);
      for (std::size_t i = 0; i < t.fields.size(); ++i) {
        attached[r] += needs_body(t.fields[i], row.field(i)) ? 1U : 0U;
      }
    }
    for (std::size_t i = 0; i < t.fields.size(); ++i) {
      const Field& field = t.fields[i];
      const bool objects =
          field.seen != 0 && field.form != Form::extra && (field.seen & detail::child_array) == 0;
      if (objects) chosen[i] = weigh_field(t, i, where.rows(), keyed, attached);
      apply_choice(t, i, chosen[i]);
    }
    choices_->fields.emplace(key, std::move(chosen));
  }
  t.list_fields();
}

/// Tries every form for the field, with the other fields as they stand, and returns the
/// shortest; `attached` follows it. The field itself is left as it was.
FieldChoice Writer::weigh_field(Table& t, std::size_t index, unsigned indent, bool keyed,
                                std::vector<std::uint32_t>& attached) {
  Field& field = t.fields[index];
  const Field canonical = field;
  const auto account = [&](bool add) {
    for (std::size_t r = 0; r < t.rows.size(); ++r) {
      if (!needs_body(field, analyst_.place(t, t.rows[r]).field(index))) continue;
      attached[r] += add ? 1U : ~0U;
    }
  };
  account(false);
  FieldChoice best = FieldChoice::canonical;
  std::uint64_t best_cost = field_cost(t, index, indent, keyed, attached);
  const auto consider = [&](FieldChoice choice) {
    field = canonical;
    apply_choice(t, index, choice);
    const std::uint64_t cost = field_cost(t, index, indent, keyed, attached);
    if (cost >= best_cost) return;
    best = choice;
    best_cost = cost;
  };
  if (canonical.form == Form::flattened || canonical.inline_schema) consider(FieldChoice::attached);
  if (analyst_.is_positional(t, index)) consider(FieldChoice::positional);
  if (options_.flatten && canonical.form != Form::flattened) {
    analyst_.union_plan(t, index, field.union_plan);
    if (!field.union_plan.empty()) consider(FieldChoice::united);
  }
  field = canonical;
  apply_choice(t, index, best);
  account(true);
  field = canonical;
  return best;
}

/// Bytes of the header, the cells, the bodies and the row prefixes that this field in its
/// present form is the reason for.
std::uint64_t Writer::field_cost(Table& t, std::size_t index, unsigned indent, bool keyed,
                                 const std::vector<std::uint32_t>& attached) {
  assert(probe_ == nullptr);  // only the probe weighs
  Field& field = t.fields[index];
  const bool leads =
      !keyed &&
      std::all_of(t.fields.begin(), t.fields.begin() + static_cast<std::ptrdiff_t>(index),
                  [](const Field& f) { return f.form == Form::constant || f.form == Form::extra; });
  const std::uint64_t start = out_.size();
  std::uint64_t prefixes = 0;
  header_field(t, index);
  for (std::size_t r = 0; r < t.rows.size(); ++r) {
    const Value* v = analyst_.place(t, t.rows[r]).field(index);
    Place place = leads ? Place::first_cell : Place::cell;
    field_cells(field, v, field.declaring_row == r, place);
    if (!needs_body(field, v)) continue;
    if (attached[r] == 0) prefixes += digits(r) + 2;
    field_attachment(field, *v, indent, r == 0);
  }
  const std::uint64_t bytes = out_.size() - start + prefixes;
  out_.rewind(start);
  return bytes;
}

// ---- arrays that share their columns ----

namespace {

/// Keys of paths hold no '>', so a path and its length are unmistakable.
void append_column(std::string& text, const std::string& path) {
  text.append(std::to_string(path.size())).append(1, ':').append(path);
}

void append_paths(std::string& text, std::string& path, const Value& sample) {
  const std::size_t length = path.size();
  for (const auto& [key, inner] : sample.members()) {
    path.append(1, '>').append(key);
    if (inner.is_object()) {
      append_paths(text, path, inner);
    } else {
      append_column(text, path);
    }
    path.resize(length);
  }
}

void append_paths(std::string& text, std::string& path, const UnionNode* nodes, std::size_t size) {
  const std::size_t length = path.size();
  for (std::size_t i = 0; i < size; i += nodes[i].size) {
    path.append(1, '>').append(nodes[i].key.text());
    if (nodes[i].size > 1) {
      append_paths(text, path, nodes + i + 1, nodes[i].size - 1);
    } else {
      append_column(text, path);
    }
    path.resize(length);
  }
}

}  // namespace

/// A text that two tables without bodies share exactly when their headers do.
std::string Writer::header_identity(const Table& t) {
  std::string text;
  for (const Field& field : t.fields) {
    std::string path(field.key.text());
    if (field.form != Form::flattened) {
      append_column(text, path);
    } else if (field.union_plan.empty()) {
      append_paths(text, path, sample_object(t, field));
    } else {
      append_paths(text, path, field.union_plan.data(), field.union_plan.size());
    }
  }
  return text;
}

/// Shares the columns of an array with those that row 0 declared, when its header would
/// say the same and no row needs a body. True when the array has been written.
bool Writer::shared_table(Field& field, const Value& v, const Where& where, bool first_row) {
  if (first_row) field.shared_header.clear();
  if (v.size() == 0 || (!first_row && field.shared_header.empty())) return false;
  if (choice_for(v, where).form != ContainerForm::table) return false;
  Table& t = next_table();
  analyst_.analyse(t, v.items(), {options_.flatten, false});
  choose_forms(t, where, false);
  bool shared = false;
  if (t.body_fields.empty() && !too_wide(t)) {
    std::string header = header_identity(t);
    shared = !first_row && header == field.shared_header;
    if (first_row) field.shared_header = std::move(header);  // and is written in full
  }
  if (shared) {
    introduce(where);
    count(v.size());
    out_.put('\n');
    rows(t, nullptr, where.rows());
  }
  --tables_in_use_;
  return shared;
}

}  // namespace laconic::gcf
