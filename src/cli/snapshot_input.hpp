// snapshot_input.hpp - snapshots, keyed sets or graphs, as the commands root, delta and apply
// read them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <laconic/delta.hpp>

#include "cli/command.hpp"
#include "cli/flags.hpp"
#include "cli/settings.hpp"

namespace laconic::cli {

enum class Profile : std::uint8_t { generic, graph };

struct SnapshotSettings : InputSettings {
  std::string key;
  std::optional<Profile> profile;  // nothing: look at the content
  bool always_delta = false;
  std::string tokenizer;  // empty: count bytes
};

/// A snapshot of either profile.
using Snapshot = std::variant<gcf::KeyedSet, graph::Payload>;

constexpr Flag<SnapshotSettings> key_flag{
    {"--key", "FIELD",
     "The field that identifies a record of an array. A map of objects, a GCF payload whose "
     "header names a key, and a graph payload need none."},
    [](SnapshotSettings& args, const Context&, std::string_view value) -> Result<Done> {
      if (value.empty()) return Error{Errc::bad_usage, 0, "the name of the field is empty"};
      args.key = value;
      return Done{};
    }};

constexpr Flag<SnapshotSettings> snapshot_profile_flag{
    {"--profile", "generic|graph",
     "generic: records; graph: a code-graph payload (tool, symbols, edges). Without it, what is "
     "GCF of the graph profile or has a list called symbols or edges is a graph."},
    [](SnapshotSettings& args, const Context&, std::string_view value) -> Result<Done> {
      if (value != "generic" && value != "graph") {
        return Error{Errc::bad_usage, 0,
                     "\"" + std::string(value) + "\" is neither generic nor graph"};
      }
      args.profile = value == "graph" ? Profile::graph : Profile::generic;
      return Done{};
    }};

/// Why the flags do not go together; nothing when they do.
[[nodiscard]] std::optional<std::string> contradiction(const SnapshotSettings& args);

/// Reads a snapshot: an array of flat objects (or an object with nothing but such an array,
/// which names it), a map of flat objects, a graph payload, or GCF of any of these. Reports
/// what goes wrong.
[[nodiscard]] Exit load_snapshot(Context& context, const std::string& name,
                                 const SnapshotSettings& args, Snapshot& out);

}  // namespace laconic::cli
