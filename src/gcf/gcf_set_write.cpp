// gcf_set_write.cpp - keyed sets and their deltas as text (GCF 10a.2).
#include <algorithm>
#include <string>

#include <laconic/delta.hpp>

#include "gcf/gcf_scalar.hpp"
#include "gcf/gcf_set.hpp"
#include "text/escape.hpp"

namespace laconic::gcf {
namespace {

std::string key_text(std::string_view key) {
  return is_bare_key(key) ? std::string(key) : quoted(key);
}

void put_columns(std::string& out, const std::vector<std::string>& fields, std::string_view key) {
  out += '{';
  for (const std::string& field : fields) {
    if (field == key) out += '@';
    out.append(key_text(field)).append(",");
  }
  out.back() = '}';
  out += '\n';
}

void put_row(std::string& out, const SetRow& row) {
  for (const Cell& cell : row)
    out.append(wire_text(cell)).append("|");
  out.back() = '\n';
}

}  // namespace

Result<Done> put_field(std::string& out, std::string_view name, std::string_view value) {
  if (value.empty() || std::any_of(value.begin(), value.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x21 || byte > 0x7E;
      })) {
    return Error{Errc::not_representable, 0,
                 std::string(name) + "=" + quoted(value) +
                     " cannot stand in a header: printable ASCII without blanks can"};
  }
  out.append(" ").append(name).append("=").append(value);
  return Done{};
}

std::int64_t savings_percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return 0;
  // Counts of tokens are far below 2^63 / 200.
  const auto full = static_cast<std::int64_t>(whole);
  const std::int64_t saved = 100 * (full - static_cast<std::int64_t>(part));
  std::int64_t percent = saved / full;
  std::int64_t rest = saved % full;
  if (rest < 0) {
    rest += full;
    --percent;
  }
  if (2 * rest > full || (2 * rest == full && percent % 2 != 0)) ++percent;
  return percent;
}

Result<std::string> encode_full(const KeyedSet& set, std::string_view tool) {
  std::string out = "GCF profile=generic";
  if (!tool.empty()) {
    if (auto put = put_field(out, "tool", tool); !put) return put.error();
  }
  if (auto put = put_field(out, "pack_root", set.root()); !put) return put.error();
  if (auto put = put_field(out, "key", set.key()); !put) return put.error();
  out += "\n## ";
  const bool as_map = set.is_map() && !set.rows().empty();
  if (as_map && set.fields().size() < 2) {
    return Error{Errc::not_representable, 0, "a keyed map needs at least one field"};
  }
  if (!set.is_map()) out.append(key_text(set.name())).append(" ");
  out.append("[").append(std::to_string(set.rows().size())).append(as_map ? ":]" : "]");
  put_columns(out, set.fields(), set.key());
  for (const SetRow& row : set.rows())
    put_row(out, row);
  return out;
}

Result<std::string> encode_delta(const SetDelta& delta, const DeltaCost& cost) {
  std::string out = "GCF profile=generic";
  if (!delta.tool.empty()) {
    if (auto put = put_field(out, "tool", delta.tool); !put) return put.error();
  }
  out += " delta=true";
  if (auto put = put_field(out, "base_root", delta.base_root); !put) return put.error();
  if (auto put = put_field(out, "new_root", delta.new_root); !put) return put.error();
  if (auto put = put_field(out, "key", delta.key); !put) return put.error();
  if (cost.full_tokens != 0) {
    out.append(" savings=")
        .append(std::to_string(savings_percent(cost.delta_tokens, cost.full_tokens)))
        .append("%");
  }
  out += '\n';
  const std::vector<SetRow>* const sections[] = {&delta.added, &delta.changed};
  for (const auto* rows : sections) {
    if (rows->empty()) continue;
    if (std::find(delta.fields.begin(), delta.fields.end(), delta.key) == delta.fields.end()) {
      return Error{Errc::not_representable, 0, "the key is none of the delta's fields"};
    }
    out.append(rows == &delta.added ? "## added [" : "## changed [");
    out.append(std::to_string(rows->size())).append("]");
    put_columns(out, delta.fields, delta.key);
    for (const SetRow& row : *rows) {
      if (row.size() != delta.fields.size()) {
        return Error{Errc::not_representable, 0, "a record has not one cell per field"};
      }
      put_row(out, row);
    }
  }
  if (!delta.removed.empty()) {
    out.append("## removed [").append(std::to_string(delta.removed.size())).append("]");
    put_columns(out, {delta.key}, delta.key);
    for (const Cell& id : delta.removed)
      out.append(wire_text(id)).append("\n");
  }
  return out;
}

Result<std::string> encode_unchanged(const KeyedSet& set) {
  return "GCF profile=generic unchanged=true pack_root=" + set.root() +
         " count=" + std::to_string(set.rows().size()) + "\n";
}

}  // namespace laconic::gcf
