// goon_response.cpp - a GraphResponse out of its JSON shape.
#include "goon/goon_response.hpp"

#include <algorithm>
#include <charconv>
#include <span>

#include "text/escape.hpp"

namespace laconic::goon {
namespace {

class ResponseReader {
 public:
  explicit ResponseReader(ResponseLosses& losses) : losses_(losses) {}

  bool read(Value value, Response& out) {
    if (!open_envelope(value)) return false;
    constexpr std::string_view known[] = {"query_type", "nodes",         "edges",
                                          "columns",    "group_columns", "rows",
                                          "pagination", "goon_version",  "truncated_values"};
    count_unknown(value, "the response", known);
    return text(value, "", "query_type", true, out.query_type) &&
           text(value, "", "goon_version", false, out.goon_version) && nodes(value, out) &&
           edges(value, out) && columns(value, out) && rows(value, out) && pagination(value, out) &&
           truncated_values(value, out);
  }
  [[nodiscard]] Error error() && { return std::move(error_); }

 private:
  bool fail(std::string detail) {
    error_ = {Errc::not_representable, 0, std::move(detail)};
    return false;
  }
  static const Value* member(const Value& object, std::string_view name) {
    const Value* found = object.find(name);
    return found != nullptr && found->is_null() ? nullptr : found;
  }
  void count_unknown(const Value& object, std::string_view owner,
                     std::span<const std::string_view> known) {
    for (std::size_t i = 0; i < object.size(); ++i) {
      if (std::find(known.begin(), known.end(), object.key(i)) == known.end()) {
        ++losses_.unknown["the member " + quoted(object.key(i)) + " of " + std::string(owner)];
      }
    }
  }

  bool open_envelope(Value& value) {
    if (!value.is_object()) {
      return fail("a GraphResponse must be an object, not of type " +
                  std::string(name_of(value.kind())));
    }
    const Value* const result = member(value, "result");
    const bool enveloped = result != nullptr && result->is_object() && !member(value, "query_type");
    if (const Value* error = member(value, "error");
        error != nullptr && (enveloped || !member(value, "query_type"))) {
      return fail("the envelope holds an error and no answer" +
                  (error->is_string() ? ": " + quoted(error->string().substr(0, 200)) : ""));
    }
    if (!enveloped) return true;
    constexpr std::string_view known[] = {"result", "error"};
    count_unknown(value, "the envelope", known);
    const Value inner = *result;
    value = inner;
    return true;
  }

  bool text(const Value& object, const std::string& path, std::string_view name, bool needed,
            std::string_view& out) {
    const Value* const found = member(object, name);
    if (found == nullptr && !needed) return true;
    if (found == nullptr || !found->is_string()) {
      return fail(path + std::string(name) + " must be a string");
    }
    out = found->string();
    return true;
  }
  bool integer(const Value& object, const std::string& path, std::string_view name,
               std::optional<std::int64_t>& out) {
    const Value* const found = member(object, name);
    if (found == nullptr) return true;
    if (found->kind() != Kind::integer) {
      return fail(path + std::string(name) + " must be a 64-bit integer");
    }
    out = found->integer();
    return true;
  }
  bool flag(const Value& object, const std::string& path, std::string_view name, bool& out) {
    const Value* const found = member(object, name);
    if (found == nullptr) return true;
    if (found->kind() != Kind::boolean)
      return fail(path + std::string(name) + " must be a boolean");
    out = found->boolean();
    return true;
  }
  bool id(const Value& object, const std::string& path, std::string_view name, std::int64_t& out) {
    const Value* const found = member(object, name);
    if (!id_of(found, out)) {
      return fail(path + std::string(name) + " must be a 64-bit integer, as a number or as text");
    }
    if (found->is_string() && found->string() != std::to_string(out)) ++losses_.respelled;
    return true;
  }
  /// Calls `read_item` with each object of a list and its path.
  template <class ReadItem>
  bool list(const Value& object, std::string_view name, ReadItem read_item) {
    const Value* const found = member(object, name);
    if (found == nullptr) return true;
    if (!found->is_array()) return fail(std::string(name) + " must be an array");
    for (std::size_t i = 0; i < found->size(); ++i) {
      const Value& item = found->items()[i];
      const std::string path = std::string(name) + "[" + std::to_string(i) + "]";
      if (!item.is_object()) return fail(path + " must be an object");
      if (!read_item(item, path + ".")) return false;
    }
    return true;
  }

  bool nodes(const Value& value, Response& out) {
    return list(value, "nodes", [&](const Value& item, const std::string& path) {
      Node node;
      node.properties = item;
      node.place = out.nodes.size();
      if (!text(item, path, "type", true, node.type) || !id(item, path, "id", node.id)) {
        return false;
      }
      out.nodes.push_back(node);
      return true;
    });
  }
  bool edges(const Value& value, Response& out) {
    return list(value, "edges", [&](const Value& item, const std::string& path) {
      constexpr std::string_view known[] = {"type",  "from",  "from_id", "to",
                                            "to_id", "depth", "path_id", "step"};
      count_unknown(item, "edges", known);
      Link link;
      if (!text(item, path, "type", true, link.type) ||
          !text(item, path, "from", true, link.from) || !text(item, path, "to", true, link.to) ||
          !id(item, path, "from_id", link.from_id) || !id(item, path, "to_id", link.to_id) ||
          !integer(item, path, "depth", link.depth) ||
          !integer(item, path, "path_id", link.path_id) ||
          !integer(item, path, "step", link.step)) {
        return false;
      }
      out.links.push_back(link);
      return true;
    });
  }
  bool columns(const Value& value, Response& out) {
    const auto group = [&](const Value& item, const std::string& path) {
      constexpr std::string_view known[] = {"name", "kind", "entity", "property"};
      count_unknown(item, "group_columns", known);
      GroupColumn& one = out.group_columns.emplace_back();
      return text(item, path, "name", true, one.name) && text(item, path, "kind", true, one.kind) &&
             text(item, path, "entity", false, one.entity) &&
             text(item, path, "property", false, one.property);
    };
    const auto metric = [&](const Value& item, const std::string& path) {
      constexpr std::string_view known[] = {"name", "function", "target", "property"};
      count_unknown(item, "columns", known);
      MetricColumn& one = out.columns.emplace_back();
      return text(item, path, "name", true, one.name) &&
             text(item, path, "function", out.is_aggregation(), one.function) &&
             text(item, path, "target", false, one.target) &&
             text(item, path, "property", false, one.property);
    };
    return list(value, "group_columns", group) && list(value, "columns", metric);
  }
  bool rows(const Value& value, Response& out) {
    if (const Value* found = member(value, "rows"); found != nullptr) out.rows = *found;
    return list(value, "rows", [](const Value&, const std::string&) { return true; });
  }
  bool pagination(const Value& value, Response& out) {
    const Value* const found = member(value, "pagination");
    if (found == nullptr) return true;
    if (!found->is_object()) return fail("pagination must be an object");
    constexpr std::string_view known[] = {"has_more", "total_rows", "truncated", "next_cursor"};
    count_unknown(*found, "pagination", known);
    return flag(*found, "pagination.", "has_more", out.has_more) &&
           flag(*found, "pagination.", "truncated", out.truncated) &&
           integer(*found, "pagination.", "total_rows", out.total_rows) &&
           text(*found, "pagination.", "next_cursor", false, out.next_cursor);
  }
  bool truncated_values(const Value& value, Response& out) {
    return list(value, "truncated_values", [&](const Value& item, const std::string& path) {
      std::optional<std::int64_t> node;
      std::optional<std::int64_t> length;
      std::string_view key;
      if (!integer(item, path, "node", node) || !integer(item, path, "length", length) ||
          !text(item, path, "key", true, key)) {
        return false;
      }
      if (!node || !length || *node < 0) return fail(path + "node and length must be integers");
      out.lengths[{static_cast<std::size_t>(*node), key}] = *length;
      return true;
    });
  }

  ResponseLosses& losses_;
  Error error_{Errc::not_representable, 0, {}};
};

}  // namespace

bool id_of(const Value* value, std::int64_t& out) noexcept {
  if (value == nullptr) return false;
  if (value->kind() == Kind::integer) {
    out = value->integer();
    return true;
  }
  if (!value->is_string()) return false;
  const std::string_view text = value->string();
  const auto done = std::from_chars(text.data(), text.data() + text.size(), out);
  return done.ec == std::errc() && done.ptr == text.data() + text.size();
}

Result<Response> read_response(Value value, ResponseLosses& losses) {
  ResponseReader reader(losses);
  Response response;
  if (!reader.read(value, response)) return std::move(reader).error();
  return response;
}

}  // namespace laconic::goon
