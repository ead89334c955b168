// snapshot_input.cpp - snapshots, keyed sets or graphs, as the commands root, delta and apply
// read them.
#include "cli/snapshot_input.hpp"

#include <utility>
#include <vector>

#include "cli/report.hpp"

namespace laconic::cli {
namespace {

std::string_view first_line(std::string_view text) noexcept {
  return text.substr(0, text.find('\n'));
}

/// Whether the text is a GCF payload whose header has this field.
bool header_has(std::string_view text, std::string_view field) {
  const std::string_view line = first_line(text);
  return line.starts_with("GCF ") &&
         line.find(" " + std::string(field) + "=") != std::string_view::npos;
}

/// Whether the text is GCF of the graph profile.
bool is_graph_text(std::string_view text) noexcept {
  constexpr std::string_view start = "GCF profile=graph";
  const std::string_view line = first_line(text);
  return line.starts_with(start) &&
         (line.size() == start.size() || line[start.size()] == ' ' || line[start.size()] == '\r');
}

/// What no keyed set can look like: an object with a list of that name among other members,
/// or as the only one while no key is given.
bool looks_like_graph(Value root) {
  if (!root.is_object()) return false;
  for (const std::string_view name : {"symbols", "edges"}) {
    const Value* list = root.find(name);
    if (list != nullptr && list->is_array()) return true;
  }
  return false;
}

Exit load_graph(Context& context, const std::string& name, const Loaded& loaded, bool is_wire,
                Snapshot& out) {
  std::vector<graph::Loss> losses;
  auto payload = graph::from_value(loaded.document.root(), &losses);
  if (!payload) return fail(context, name, payload.error());
  for (const graph::Loss& loss : losses)
    warn(context, name, Errc::not_lossless, loss.what);
  const auto root = graph::pack_root(*payload);
  if (!root) return fail(context, name, root.error());
  // A payload that was sent can be verified; what a document says of itself may be old.
  if (is_wire && !payload->pack_root.empty() && payload->pack_root != *root) {
    return fail(context, name,
                Error{Errc::root_mismatch, 0,
                      "the payload has the root " + *root + " and not the one in its header"});
  }
  out = std::move(*payload);
  return Exit::done;
}

Exit load_set(Context& context, const std::string& name, const SnapshotSettings& args, Value root,
              Snapshot& out) {
  const bool is_named = root.is_object() && root.size() == 1 && root.values()[0].is_array();
  if (args.key.empty() && (root.is_array() || is_named)) {
    return fail(context, name,
                Error{Errc::not_representable, 0,
                      "an array of records needs --key FIELD, the field that identifies a record"});
  }
  auto set = args.key.empty() ? gcf::KeyedSet::from_map(root)
             : is_named       ? gcf::KeyedSet::from_records(root.values()[0], args.key, root.key(0))
                              : gcf::KeyedSet::from_records(root, args.key);
  if (!set) return fail(context, name, set.error());
  out = std::move(*set);
  return Exit::done;
}

}  // namespace

std::optional<std::string> contradiction(const SnapshotSettings& args) {
  if (args.profile == Profile::graph && !args.key.empty()) {
    return "--key applies to the generic profile only";
  }
  return std::nullopt;
}

Exit load_snapshot(Context& context, const std::string& name, const SnapshotSettings& args,
                   Snapshot& out) {
  Loaded loaded;
  if (const Exit exit = load_text(context, name, args, loaded); exit != Exit::done) return exit;
  const bool may_be_set = args.profile != Profile::graph;
  // A full payload of a keyed set says all itself, and can be verified.
  if (may_be_set && header_has(loaded.text, "pack_root") && header_has(loaded.text, "key")) {
    auto message = gcf::decode_set(loaded.text, args.decode);
    if (!message) return fail_to_decode(context, name, loaded.text, message.error());
    if (message->outcome == gcf::Outcome::full) {
      if (!args.key.empty() && args.key != message->full.key()) {
        return fail(context, name,
                    Error{Errc::not_representable, 0,
                          "the payload's key is " + message->full.key() + ", not " + args.key});
      }
      out = std::move(message->full);
      return Exit::done;
    }
  }
  auto document = decode(*loaded.codec, loaded.text, args.decode);
  if (!document) return fail_to_decode(context, name, loaded.text, document.error());
  loaded.document = std::move(*document);
  show_notes(context, name, loaded.text, loaded.document.notes());
  const bool is_wire = is_graph_text(loaded.text);
  const bool is_graph =
      args.profile ? *args.profile == Profile::graph
                   : is_wire || (args.key.empty() && looks_like_graph(loaded.document.root()));
  if (!is_graph) return load_set(context, name, args, loaded.document.root(), out);
  if (!args.key.empty()) {
    return fail(context, name,
                Error{Errc::not_representable, 0, "a graph payload has no key; leave out --key"});
  }
  return load_graph(context, name, loaded, is_wire, out);
}

}  // namespace laconic::cli
