// cmd_root.cpp - laconic root: the hash that names the content of a snapshot.
#include "cli/report.hpp"
#include "cli/snapshot_input.hpp"

namespace laconic::cli {
namespace {

constexpr Flag<SnapshotSettings> flags[] = {
    {file_text, take_input<SnapshotSettings>},
    key_flag,
    snapshot_profile_flag,
    {from_text, take_from<SnapshotSettings>},
};

constexpr Example examples[] = {
    {"laconic root --key id orders.json", "The root of the orders, whatever their order."},
    {"laconic root payload.json payload.gcf", "The roots of two graph payloads."},
};

Result<std::string> root_of(const Snapshot& snapshot) {
  const auto* set = std::get_if<gcf::KeyedSet>(&snapshot);
  if (set != nullptr) return set->root();
  return graph::pack_root(std::get<graph::Payload>(snapshot));
}

Exit run(Context& context, Argv argv) {
  SnapshotSettings args;
  if (const auto exit = parse_flags(context, root_command.text, argv, flags, args)) return *exit;
  if (const auto mistake = contradiction(args)) {
    return fail_usage(context, root_command.text.name, *mistake);
  }
  Exit worst = Exit::done;
  for (const std::string& name : inputs_of(args)) {
    Snapshot snapshot;
    const Exit exit = load_snapshot(context, name, args, snapshot);
    worst = worse(worst, exit);
    if (exit != Exit::done) continue;
    const auto root = root_of(snapshot);
    if (!root) {
      worst = worse(worst, fail(context, name, root.error()));
      continue;
    }
    bool go_on = true;
    worst = worse(worst, print(context, *root + "\n", &go_on));
    if (!go_on) break;
  }
  return worst;
}

}  // namespace

const Command root_command{
    {"root", "show the hash that names a snapshot",
     "[--key FIELD] [--profile generic|graph] [--from FORMAT] [--errors text|json] [FILE...]",
     "Prints the pack root of each FILE: sha256: and 64 digits that are the same for the same "
     "records, whatever their order and the order of their fields. FILE holds an array of flat "
     "objects, an object whose only member is one, a map of flat objects, a graph payload, or GCF "
     "of these. A field that is absent counts as null. Scores of a graph are rounded to two "
     "decimals first; the status of an edge does not count.",
     examples},
    run};

}  // namespace laconic::cli
