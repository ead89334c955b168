// gcf_grouped.cpp - writing a set of records with value grouping (GCF 7.4.8).
#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include <laconic/gcf.hpp>

#include "base/output.hpp"
#include "gcf/gcf_columns.hpp"
#include "gcf/gcf_scalar.hpp"
#include "gcf/gcf_table.hpp"
#include "gcf/gcf_write.hpp"
#include "text/escape.hpp"

namespace laconic::gcf {
namespace {

Error refuse(std::string detail) {
  return {Errc::not_representable, 0, std::move(detail)};
}

/// Equal scalars have equal text, and only they do.
std::string canonical_text(const Value& v) {
  Output out(~std::uint64_t{0});
  ScalarWriter(out, false, true).scalar(v, Place::cell);
  auto text = out.finish();
  return text ? std::move(*text) : std::string();
}

struct Grouping {
  std::vector<std::vector<const Value*>> groups;  // in order of first sight
  std::vector<const Value*> values;               // of each group
};

/// Checks that the records form a set with that key, and sorts them into groups.
Result<Grouping> group_records(Value array, std::string_view key, std::string_view group) {
  Grouping grouping;
  std::unordered_map<std::string, std::size_t> known;
  std::unordered_map<std::string, std::size_t> keys;
  for (const Value& record : array.items()) {
    if (!record.is_object()) return refuse("value grouping needs an array of objects");
    const std::string where = "record " + std::to_string(&record - array.items().data());
    for (const auto& [name, value] : record.members()) {
      if (!value.is_scalar()) return refuse(where + " has a nested value in " + quoted(name));
    }
    const Value* id = record.find(key);
    const Value* member_of = record.find(group);
    if (id == nullptr || id->is_null()) return refuse(where + " has no key " + quoted(key));
    if (member_of == nullptr) return refuse(where + " has no field " + quoted(group));
    if (!keys.emplace(canonical_text(*id), 0).second) {
      return refuse(where + " repeats the key " + canonical_text(*id));
    }
    const auto [slot, fresh] = known.emplace(canonical_text(*member_of), grouping.groups.size());
    if (fresh) {
      grouping.groups.emplace_back();
      grouping.values.push_back(member_of);
    }
    grouping.groups[slot->second].push_back(&record);
  }
  return grouping;
}

}  // namespace

Result<std::string> encode_grouped(Value array, std::string_view key, std::string_view group,
                                   const EncodeOptions& options) {
  if (!array.is_array() || array.size() == 0) {
    return refuse("value grouping needs an array of objects with at least one record");
  }
  if (key == group) return refuse("the key and the group field must be two fields");
  auto grouping = group_records(array, key, group);
  if (!grouping) return grouping.error();

  TableAnalyst analyst;
  Table table;
  analyst.analyse(table, array.items(), {false, true});
  if (std::any_of(table.fields.begin(), table.fields.end(),
                  [](const Field& field) { return field.form == Form::extra; })) {
    return refuse("a field name with '>' cannot be a column");
  }
  if (table.fields.size() > max_columns) {
    return Error{Errc::limit_exceeded, 0,
                 "a table would have more than " + std::to_string(max_columns) + " columns"};
  }
  // Key and group are never constants, and with them there is a column that is not.
  for (Field& field : table.fields) {
    if (field.key.text() == key || field.key.text() == group) field.form = Form::column;
  }

  Output out(options.max_bytes);
  ScalarWriter scalars(out, false, options.round_numbers);
  const auto constant = [&](const Value& v) {
    if (v.is_string() && v.string().find('}') != std::string_view::npos) {
      put_quoted(out, v.string());
    } else {
      scalars.scalar(v, Place::list);
    }
  };
  out.put(generic_header);
  out.put("## [");
  out.put_unsigned(array.size());
  out.put("]{");
  for (const Field& field : table.fields) {
    if (field.key.text() == key) out.put('@');
    scalars.key(field.key.text());
    if (field.form == Form::constant) {
      out.put('=');
      constant(field.constant);
    }
    out.put(',');
  }
  out.drop_last();
  // Caller's text: interned keys are padded, so the field's own name is written.
  const auto named = [&](std::string_view name) {
    return std::find_if(table.fields.begin(), table.fields.end(),
                        [&](const Field& field) { return field.key.text() == name; })
        ->key.text();
  };
  out.put("} group=");
  scalars.key(named(group));
  out.put('\n');
  for (std::size_t g = 0; g < grouping->groups.size(); ++g) {
    scalars.key(named(group));
    out.put('=');
    constant(*grouping->values[g]);
    out.put(" [");
    out.put_unsigned(grouping->groups[g].size());
    out.put("]\n");
    for (const Value* record : grouping->groups[g]) {
      const Row row = analyst.place(table, *record);
      Place place = Place::first_cell;
      for (std::size_t i = 0; i < table.fields.size(); ++i) {
        const Field& field = table.fields[i];
        if (field.form == Form::constant || field.key.text() == group) continue;
        if (const Value* v = row.field(i); v != nullptr) {
          scalars.scalar(*v, place);
        } else {
          out.put('~');
        }
        out.put('|');
        place = Place::cell;
      }
      out.replace_last('\n');
    }
  }
  if (!scalars.out_of_range().is_null()) {
    return out_of_range_error(scalars.out_of_range().lexeme(), 0);
  }
  return out.finish();
}

}  // namespace laconic::gcf
