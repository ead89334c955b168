// plain_gcf.cpp - a slow, obvious canonical GCF writer to check the real one.
//
// Written from the rules alone: every decision is made again for every value, nothing
// is shared with the library but the Value it reads.
#include "plain_gcf.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string_view>
#include <vector>

#include "plain_number.hpp"

namespace laconic::support {
namespace {

using Names = std::vector<std::string_view>;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool has_gt(std::string_view name) {
  return name.find('>') != std::string_view::npos;
}

bool is_number(std::string_view t) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t from = i;
    while (i < t.size() && is_digit(t[i]))
      ++i;
    return i > from;
  };
  if (i < t.size() && t[i] == '-') ++i;
  if (i < t.size() && t[i] == '0') {
    ++i;
  } else if (!digits()) {
    return false;
  }
  if (i < t.size() && t[i] == '.') {
    ++i;
    if (!digits()) return false;
  }
  if (i < t.size() && (t[i] == 'e' || t[i] == 'E')) {
    ++i;
    if (i < t.size() && (t[i] == '+' || t[i] == '-')) ++i;
    if (!digits()) return false;
  }
  return i == t.size();
}

bool looks_numeric(std::string_view t) {
  const auto digit_at = [&](std::size_t i) { return i < t.size() && is_digit(t[i]); };
  if (t[0] == '+' || t[0] == '-') return digit_at(t.size() > 1 && t[1] == '.' ? 2 : 1);
  return (t[0] == '.' || t[0] == '0') && digit_at(1);
}

/// `[` ... `]` blanks `:` anywhere.
bool has_array_mark(std::string_view t) {
  bool open = false;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t[i] == '[') open = true;
    if (t[i] != ']' || !open) continue;
    open = false;
    std::size_t j = i + 1;
    while (j < t.size() && t[j] == ' ')
      ++j;
    if (j < t.size() && t[j] == ':') return true;
  }
  return false;
}

bool has_odd_space(std::string_view t) {
  for (std::size_t i = 0; i + 1 < t.size(); ++i) {
    const auto a = static_cast<unsigned char>(t[i]);
    const auto b = static_cast<unsigned char>(t[i + 1]);
    const auto c = static_cast<unsigned char>(i + 2 < t.size() ? t[i + 2] : 0);
    const unsigned all = static_cast<unsigned>(a << 16 | b << 8 | c);
    if (a == 0xc2 && b >= 0x80 && b <= 0xa0) return true;
    if (all == 0xe19a80 || (all >= 0xe28080 && all <= 0xe2808a)) return true;
    if (all == 0xe280a8 || all == 0xe280a9 || all == 0xe280af || all == 0xe2819f) return true;
    if (all == 0xe38080 || all == 0xefbbbf) return true;
  }
  return false;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          char escape[8];
          std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
          out += escape;
        } else {
          out += c;
        }
    }
  }
  return out + '"';
}

bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Names keys_of(Value object) {
  Names keys;
  for (auto [key, value] : object.members())
    keys.push_back(key);
  return keys;
}

Names union_of(const std::vector<Value>& records) {
  Names all;
  for (const Value record : records) {
    for (auto [key, value] : record.members()) {
      if (!contains(all, key)) all.push_back(key);
    }
  }
  return all;
}

bool all_scalar(Value object) {
  return std::all_of(object.values().begin(), object.values().end(),
                     [](Value v) { return v.is_scalar(); });
}

/// Objects only, one of them not empty, and a column is left once `>` names are out.
bool is_table(const std::vector<Value>& records) {
  for (const Value record : records) {
    if (!record.is_object()) return false;
  }
  const Names fields = union_of(records);
  return std::any_of(fields.begin(), fields.end(), [](auto name) { return !has_gt(name); });
}

std::vector<Value> items_of(Value array) {
  return {array.items().begin(), array.items().end()};
}

bool is_keyed(Value object) {
  return object.size() >= 2 && is_table({object.values().begin(), object.values().end()});
}

/// The leaves of a flattened field: paths of keys from the field's own value down.
using Path = Names;

/// Leaf paths of objects that all have the shape of the first, or nothing at all.
bool leaves_of(const std::vector<Value>& objects, const Path& prefix, std::vector<Path>& leaves) {
  const Names keys = keys_of(objects.front());
  if (keys.empty()) return false;
  for (const Value object : objects) {
    if (keys_of(object) != keys) return false;
  }
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (keys[k].empty() || has_gt(keys[k])) return false;
    std::vector<Value> inner;
    std::size_t scalars = 0;
    for (const Value object : objects) {
      const Value value = object.values()[k];
      if (value.is_scalar()) ++scalars;
      if (value.is_object()) inner.push_back(value);
    }
    Path path = prefix;
    path.push_back(keys[k]);
    if (scalars == objects.size()) {
      leaves.push_back(path);
    } else if (inner.size() != objects.size() || !leaves_of(inner, path, leaves)) {
      return false;
    }
  }
  return true;
}

Value at_path(Value object, const Path& path) {
  for (const std::string_view key : path)
    object = *object.find(key);
  return object;
}

std::vector<Path> flattened(const std::vector<Value>& records, std::string_view field) {
  if (field.empty() || has_gt(field)) return {};
  std::vector<Value> objects;
  for (const Value record : records) {
    const Value* value = record.find(field);
    if (value == nullptr || value->is_null()) continue;
    if (!value->is_object()) return {};
    objects.push_back(*value);
  }
  std::vector<Path> leaves;
  if (objects.empty() || !leaves_of(objects, {}, leaves)) return {};
  for (const Value object : objects) {
    // Such a row would read back as null.
    if (std::all_of(leaves.begin(), leaves.end(),
                    [&](const Path& leaf) { return at_path(object, leaf).is_null(); })) {
      return {};
    }
  }
  return leaves;
}

class Writer {
 public:
  Writer(PlainOptions options, Features& features) : options_(options), features_(features) {}

  std::string document(Value value) {
    line(0, "GCF profile=generic");
    if (value.is_object()) {
      if (is_keyed(value)) {
        keyed("## ", value, 0, 0);
      } else {
        members(value, 0);
      }
    } else if (value.is_array()) {
      array("## ", value, 0, 0, true);
    } else {
      line(0, "=" + scalar(value));
    }
    return std::move(out_);
  }

 private:
  void line(std::size_t level, const std::string& text) {
    out_.append(2 * level, ' ');
    out_ += text;
    out_ += '\n';
  }

  std::string text(std::string_view value) {
    const bool quotes = plain_needs_quotes(value);
    ++(quotes ? features_.quoted_strings : features_.bare_strings);
    return quotes ? quoted(value) : std::string(value);
  }

  std::string scalar(Value value) {
    switch (value.kind()) {
      case Kind::null: return "-";
      case Kind::boolean: return value.boolean() ? "true" : "false";
      case Kind::integer: return std::to_string(value.integer());
      case Kind::real: return plain_gcf_real(value.real());
      case Kind::string: return text(value.string());
      default: return "?";  // never equal to anything the library writes
    }
  }

  std::string name(std::string_view key) {
    const auto letter = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    bool bare = !key.empty() && letter(key[0]);
    for (const char c : key)
      bare = bare && (letter(c) || is_digit(c));
    if (!bare) ++features_.quoted_keys;
    return bare ? std::string(key) : quoted(key);
  }

  std::string list(const Names& names) {
    std::string out;
    for (const std::string_view each : names)
      out += (out.empty() ? "" : ",") + name(each);
    return out;
  }

  void members(Value object, std::size_t level) {
    for (auto [key, value] : object.members()) {
      if (value.is_scalar()) {
        line(level, name(key) + "=" + scalar(value));
      } else if (value.is_array()) {
        array("## " + name(key) + " ", value, level, level, true, name(key));
      } else if (is_keyed(value)) {
        keyed("## " + name(key) + " ", value, level, level);
      } else {
        ++features_.sections;
        line(level, "## " + name(key));
        members(value, level + 1);
      }
    }
  }

  /// `lead` begins the header line, `inline_lead` that of a primitive array (the one
  /// place where members differ); `body` is the level of rows and items.
  void array(const std::string& lead, Value array, std::size_t level, std::size_t body,
             bool section, const std::string& inline_lead = "") {
    const std::string count = "[" + std::to_string(array.size()) + "]";
    const std::vector<Value> items = items_of(array);
    if (items.empty()) {
      ++features_.empty_containers;
      return line(level, lead + count);
    }
    if (std::all_of(items.begin(), items.end(), [](Value v) { return v.is_scalar(); })) {
      ++features_.primitive_arrays;
      std::string cells;
      for (const Value item : items)
        cells += (cells.empty() ? "" : ",") + scalar(item);
      return line(level, (inline_lead.empty() ? lead : inline_lead) + count + ": " + cells);
    }
    if (is_table(items)) return table(lead + count, items, {}, level, body, section);
    ++features_.expanded;
    line(level, lead + count);
    for (std::size_t i = 0; i < items.size(); ++i) {
      nested("@" + std::to_string(i) + " ", items[i], body, body + 1);
    }
  }

  void keyed(const std::string& lead, Value object, std::size_t level, std::size_t body) {
    ++features_.keyed_maps;
    table(lead + "[" + std::to_string(object.size()) + ":]",
          {object.values().begin(), object.values().end()}, keys_of(object), level, body, false);
  }

  /// An item or an attachment.
  void nested(const std::string& lead, Value value, std::size_t level, std::size_t body) {
    if (value.is_scalar()) {
      line(level, lead + "=" + scalar(value));
    } else if (value.is_array()) {
      array(lead, value, level, body, false);
    } else if (is_keyed(value)) {
      keyed(lead, value, level, body);
    } else {
      if (value.size() == 0) ++features_.empty_containers;
      line(level, lead + "{}");
      members(value, body);
    }
  }

  struct Column {
    std::string_view field;
    Path path;  // empty: the field itself
    bool constant = false;
    bool inlined = false;
    bool shared = false;
  };

  bool constant_in(const std::vector<Value>& records, std::string_view field) {
    if (records.size() < 2) return false;
    const Value* first = records[0].find(field);
    if (first == nullptr || !first->is_scalar()) return false;
    Features unused;
    std::swap(unused, features_);
    const std::string wanted = scalar(*first);
    const bool same = std::all_of(records.begin(), records.end(), [&](Value record) {
      const Value* value = record.find(field);
      return value != nullptr && value->is_scalar() && scalar(*value) == wanted;
    });
    std::swap(unused, features_);
    return same;
  }

  static bool inlined_in(const std::vector<Value>& records, std::string_view field) {
    const Value* first = records[0].find(field);
    if (first == nullptr || !first->is_object() || first->size() < 3) return false;
    return std::all_of(records.begin(), records.end(), [&](Value record) {
      const Value* value = record.find(field);
      if (value == nullptr || value->is_null()) return true;
      return value->is_object() && keys_of(*value) == keys_of(*first) && all_scalar(*value);
    });
  }

  static bool shared_in(const std::vector<Value>& records, std::string_view field) {
    const Value* first = records[0].find(field);
    if (first == nullptr || !first->is_array() || !is_table(items_of(*first))) return false;
    const Names fields = union_of(items_of(*first));
    if (std::any_of(fields.begin(), fields.end(), has_gt)) return false;
    return std::all_of(records.begin(), records.end(), [&](Value record) {
      const Value* value = record.find(field);
      if (value == nullptr || value->is_null()) return true;
      if (!value->is_array() || value->size() == 0) return false;
      const std::vector<Value> rows = items_of(*value);
      return is_table(rows) && union_of(rows) == fields &&
             std::all_of(rows.begin(), rows.end(), all_scalar);
    });
  }

  std::vector<Column> columns_of(const std::vector<Value>& records, bool section) {
    std::vector<Column> columns;
    bool any_ordinary = false;
    for (const std::string_view field : union_of(records)) {
      if (has_gt(field)) continue;
      if (records[0].find(field) == nullptr) ++features_.union_columns;
      const std::vector<Path> leaves =
          options_.flatten ? flattened(records, field) : std::vector<Path>();
      for (const Path& leaf : leaves) {
        columns.push_back({field, leaf});
        ++features_.path_columns;
        if (leaf.size() > 1) ++features_.deep_paths;
      }
      if (leaves.empty()) {
        Column column{field, {}};
        column.constant = section && options_.constants && constant_in(records, field);
        column.inlined = inlined_in(records, field);
        column.shared = shared_in(records, field);
        columns.push_back(column);
      }
      any_ordinary = any_ordinary || !columns.back().constant;
    }
    if (!any_ordinary) {
      columns.back().constant = false;
      ++features_.kept_constants;
    }
    return columns;
  }

  /// `keys` are the member keys of a keyed map, or empty; `section` says that the
  /// header starts with `##` and so may hold constants.
  void table(const std::string& lead, const std::vector<Value>& records, const Names& keys,
             std::size_t level, std::size_t body, bool section) {
    ++features_.tables;
    const Names fields = union_of(records);
    const std::vector<Column> columns = columns_of(records, section);
    std::string header = lead + "{";
    if (!keys.empty()) {
      std::string label = "key";
      while (contains(fields, label)) {
        label = "_" + label;
        ++features_.label_clashes;
      }
      header += label + ",";
    }
    for (const Column& column : columns) {
      std::string full(column.field);
      for (const std::string_view part : column.path)
        (full += ">") += part;
      header += name(full);
      if (column.constant) {
        ++features_.constant_columns;
        const Value value = *records[0].find(column.field);
        std::string cell = scalar(value);
        // A bare brace would end the list.
        if (cell[0] != '"' && cell.find('}') != std::string::npos) cell = quoted(cell);
        header += "=" + cell;
      }
      header += ",";
    }
    header.back() = '}';
    line(level, header);

    for (std::size_t i = 0; i < records.size(); ++i) {
      const Value record = records[i];
      std::string cells = keys.empty() ? "" : text(keys[i]) + "|";
      bool prefixed = false;
      for (const Column& column : columns) {
        if (!column.constant) cells += cell_of(record, column, i, prefixed) + "|";
      }
      cells.pop_back();
      for (const std::string_view field : fields) {
        prefixed = prefixed || (has_gt(field) && record.find(field) != nullptr);
      }
      line(body, (prefixed ? "@" + std::to_string(i) + " " : "") + cells);
      attachments(records, columns, fields, i, body);
    }
  }

  std::string cell_of(Value record, const Column& column, std::size_t row, bool& prefixed) {
    const Value* value = record.find(column.field);
    if (value == nullptr) {
      ++features_.absent_cells;
      if (!column.path.empty()) ++features_.null_objects;
      return "~";
    }
    if (value->is_null()) {
      ++features_.null_cells;
      if (!column.path.empty()) ++features_.null_objects;
      return "-";
    }
    if (!column.path.empty()) return scalar(at_path(*value, column.path));
    if (value->is_scalar()) return scalar(*value);
    prefixed = true;
    ++features_.attachments;
    if (!column.inlined || row != 0) return "^";
    ++features_.inline_schemas;
    return "^{" + list(keys_of(*value)) + "}";
  }

  void attachments(const std::vector<Value>& records, const std::vector<Column>& columns,
                   const Names& fields, std::size_t row, std::size_t level) {
    const Value record = records[row];
    for (const Column& column : columns) {
      const Value* value = record.find(column.field);
      if (!column.path.empty() || value == nullptr || value->is_scalar()) continue;
      if (column.inlined) {
        std::string cells;
        for (const Value each : value->values())
          cells += (cells.empty() ? "" : "|") + scalar(each);
        line(level, cells);
      } else if (column.shared && row != 0) {
        ++features_.shared_arrays;
        shared_rows(column.field, *value, level);
      } else {
        nested("." + name(column.field) + " ", *value, level, level + 2);
      }
    }
    for (const std::string_view field : fields) {
      const Value* value = record.find(field);
      if (!has_gt(field) || value == nullptr) continue;
      ++features_.literal_fields;
      if (row != 0 && value->is_array() && shared_in(records, field)) {
        ++features_.shared_arrays;
        shared_rows(field, *value, level);
      } else {
        nested("." + name(field) + " ", *value, level, level + 2);
      }
    }
  }

  void shared_rows(std::string_view field, Value rows, std::size_t level) {
    line(level, "." + name(field) + " [" + std::to_string(rows.size()) + "]");
    const Names fields = union_of(items_of(rows));
    for (const Value row : rows.items()) {
      std::string cells;
      for (const std::string_view each : fields) {
        const Value* value = row.find(each);
        cells += (cells.empty() ? "" : "|");
        cells += value == nullptr ? "~" : scalar(*value);
      }
      line(level + 2, cells);
    }
  }

  PlainOptions options_;
  Features& features_;
  std::string out_;
};

}  // namespace

bool plain_needs_quotes(std::string_view t) {
  if (t.empty() || t == "-" || t == "~" || t == "^" || t == "true" || t == "false") return true;
  if (t.size() >= 3 && t.substr(0, 2) == "^{" && t.back() == '}') return true;
  if (is_number(t) || looks_numeric(t)) return true;
  if (t.front() == ' ' || t.back() == ' ') return true;
  if (t[0] == '#' || t[0] == '@' || t[0] == '.') return true;
  for (const char c : t) {
    if (static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || c == '|' || c == ',') {
      return true;
    }
  }
  return has_array_mark(t) || has_odd_space(t);
}

std::string plain_gcf(Value value, PlainOptions options, Features* features) {
  Features local;
  return Writer(options, features != nullptr ? *features : local).document(value);
}

}  // namespace laconic::support
