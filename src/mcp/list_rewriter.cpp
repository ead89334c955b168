// list_rewriter.cpp - tools/list, instructions, and what schemas allow.
#include "mcp/list_rewriter.hpp"

#include <utility>

#include <laconic/json.hpp>

#include "mcp/splice.hpp"

namespace laconic::mcp {
namespace {

/// A user interface takes the results of such a tool.
bool is_app(const Members& tool) {
  const std::string_view meta = tool.find("_meta");
  if (meta.empty()) return false;
  const Members members(meta);
  if (!members.find("ui/resourceUri").empty()) return true;
  if (const auto ui = members.find("ui"); !ui.empty() && !Members(ui).find("resourceUri").empty())
    return true;
  for (const SpanMember& each : members.all()) {
    if (each.key.starts_with("openai/")) return true;
  }
  return !members.is_plain();  // what cannot be read is left alone
}

bool takes_old_text(std::string_view input_schema) {
  const std::string_view properties = Members(input_schema).find("properties");
  const auto has_old_text = [](std::string_view object) {
    SpanWalk walk(object);
    while (walk.next()) {
      const std::string_view key = walk.key();
      if (key == "oldText" || key == "old_string" || key == "old_str" || key == "old_text")
        return true;
    }
    return false;
  };
  if (has_old_text(properties)) return true;
  // A list of edits has it one level deeper.
  SpanWalk walk(properties);
  while (walk.next()) {
    const std::string_view items = Members(walk.value()).find("items");
    if (!items.empty() && has_old_text(Members(items).find("properties"))) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> rewrite_tool_list(const Message& message, const ProxySettings& settings,
                                             std::string_view client, ToolBook& book) {
  const Members result(message.result);
  const std::string_view tools = result.find("tools");
  if (!result.is_plain() || tools.empty()) {
    book.distrust();
    return std::nullopt;
  }
  SpanWalk first(tools);
  while (first.next()) {
    const std::string_view schema = Members(first.value()).find("inputSchema");
    if (!schema.empty() && takes_old_text(schema)) book.edits_files = true;
  }
  Splice splice(message.text);
  bool unread = false;
  SpanWalk walk(tools);
  while (walk.next()) {
    const Members tool(walk.value());
    std::string name;
    if (!tool.is_plain() || !read_json_string(tool.find("name"), name)) {
      unread = true;  // it may be any tool, and keeps its schema
      continue;
    }
    KnownTool* const page = book.open(name);
    if (page == nullptr) continue;
    page->is_app = is_app(tool);
    const std::string_view schema = tool.find_member("outputSchema");
    page->has_schema = !schema.empty();
    const std::string_view annotations = tool.find("annotations");
    page->is_read_only =
        !annotations.empty() && Members(annotations).find("readOnlyHint") == "true";
    page->input_schema.clear();
    for (const ToolRule& rule : settings.tools) {
      for (const std::string& glob : rule.match) {
        if (!rule.decode_args.empty() && matches(glob, name))
          page->input_schema = tool.find("inputSchema");
      }
    }
    const CallRules rules = rules_for(settings, name, client, book.edits_files);
    page->was_stripped = rules.strip && !page->is_app;
    if (page->was_stripped && !schema.empty()) splice.remove(cut_of_member(walk.value(), schema));
  }
  // A list that depends on who asks must not come from a shared cache.
  const std::string_view scope = result.find("cacheScope");
  const bool by_client = settings.structured == Structured::automatic && settings.client.empty();
  if (!splice.empty() && by_client && is_string(scope, "public"))
    splice.replace(scope, "\"private\"");
  if (walk.failed() || unread) book.distrust();
  if (walk.failed() || splice.empty()) return std::nullopt;
  return splice.apply();
}

std::optional<std::string> add_hint(const Message& message, std::string_view hint) {
  // Clients cut long instructions.
  constexpr std::size_t longest = 2000;
  const Members result(message.result);
  if (!result.is_plain() || hint.empty()) return std::nullopt;
  Splice splice(message.text);
  const std::string_view given = result.find("instructions");
  if (given.empty()) {
    std::string member = result.all().empty() ? "" : ",";
    member += R"("instructions":)";
    append_json_string(member, hint);
    const std::size_t close = message.result.rfind('}');
    splice.insert(message.result.data() + close, std::move(member));
    return splice.apply();
  }
  std::string text;
  if (!read_json_string(given, text) || text.size() + hint.size() + 2 > longest)
    return std::nullopt;
  std::string added;
  append_json_string(added, "\n\n" + std::string(hint));
  // The server's own spelling stays: only the closing quote moves.
  splice.replace(given.substr(given.size() - 1), added.substr(1));
  return splice.apply();
}

namespace {

struct Allowed {
  bool structure = false;
  bool string = false;
  bool unclear = false;
};

void allow(Value type, bool wants_array, Allowed& out) {
  const auto one = [&](Value name) {
    if (!name.is_string()) {
      out.unclear = true;
    } else if (name.string() == (wants_array ? "array" : "object")) {
      out.structure = true;
    } else if (name.string() == "string") {
      out.string = true;
    }
  };
  if (!type.is_array()) return one(type);
  for (const Value& each : type.items())
    one(each);
}

void read_schema(Value schema, bool wants_array, unsigned depth, Allowed& out) {
  if (!schema.is_object() || depth > 8 || schema.find("$ref") != nullptr ||
      schema.find("allOf") != nullptr || schema.find("not") != nullptr ||
      schema.find("if") != nullptr || schema.find("enum") != nullptr ||
      schema.find("const") != nullptr) {
    out.unclear = true;
    return;
  }
  bool said = false;
  if (const Value* type = schema.find("type")) {
    allow(*type, wants_array, out);
    said = true;
  }
  for (const std::string_view word : {"anyOf", "oneOf"}) {
    const Value* choices = schema.find(word);
    if (choices == nullptr) continue;
    said = true;
    if (!choices->is_array()) {
      out.unclear = true;
      return;
    }
    for (const Value& choice : choices->items())
      read_schema(choice, wants_array, depth + 1, out);
  }
  if (!said) out.unclear = true;
}

}  // namespace

bool takes_structure_only(std::string_view input_schema, std::string_view argument, char first) {
  const auto schema = json::decode(input_schema);
  if (!schema || !schema->root().is_object()) return false;
  const Value* const properties = schema->root().find("properties");
  if (properties == nullptr || !properties->is_object()) return false;
  const Value* const own = properties->find(argument);
  if (own == nullptr) return false;
  Allowed allowed;
  read_schema(*own, first == '[', 0, allowed);
  return allowed.structure && !allowed.string && !allowed.unclear;
}

}  // namespace laconic::mcp
