// cmd_apply.cpp - laconic apply: the new snapshot, or nothing.
#include <utility>

#include <laconic/json.hpp>

#include "cli/report.hpp"
#include "cli/snapshot_input.hpp"

namespace laconic::cli {
namespace {

constexpr Flag<SnapshotSettings> flags[] = {
    {{"BASE DELTA", "", "The snapshot and what laconic delta wrote; - is standard input."},
     take_input<SnapshotSettings>},
    key_flag,
    snapshot_profile_flag,
    {from_text, take_from<SnapshotSettings>},
};

constexpr Example examples[] = {
    {"laconic apply --key id monday.json changes.gcf > tuesday.json",
     "Make Tuesday's snapshot of Monday's."},
    {"laconic apply before.json changes.gcf > after.json", "The same for graph payloads."},
};

/// What `text`, the message of that name, makes of `base`. Reports what goes wrong.
Exit apply_to(Context& context, const gcf::KeyedSet& base, const std::string& name,
              const std::string& text, const DecodeOptions& options, Document& out) {
  const auto message = gcf::decode_set(text, options);
  if (!message) return fail_to_decode(context, name, text, message.error());
  const auto set = gcf::apply(base, *message);
  if (!set) return fail(context, name, set.error());
  auto document = set->to_document();
  if (!document) return fail(context, name, document.error());
  out = std::move(*document);
  return Exit::done;
}

Exit apply_to(Context& context, const graph::Payload& base, const std::string& name,
              const std::string& text, const DecodeOptions& options, Document& out) {
  const auto message = gcf::decode_graph_message(text, options);
  if (!message) return fail_to_decode(context, name, text, message.error());
  const auto payload = gcf::apply(base, *message);
  if (!payload) return fail(context, name, payload.error());
  auto document = graph::to_document(*payload);
  if (!document) return fail(context, name, document.error());
  out = std::move(*document);
  return Exit::done;
}

Exit run(Context& context, Argv argv) {
  SnapshotSettings args;
  if (const auto exit = parse_flags(context, apply_command.text, argv, flags, args)) return *exit;
  if (args.inputs.size() != 2) {
    return fail_usage(context, apply_command.text.name, "BASE and DELTA must be given");
  }
  if (const auto mistake = contradiction(args)) {
    return fail_usage(context, apply_command.text.name, *mistake);
  }
  Snapshot base;
  if (const Exit exit = load_snapshot(context, args.inputs[0], args, base); exit != Exit::done)
    return exit;
  const std::string& name = args.inputs[1];
  const auto text = context.read(name, args.decode.max_bytes, os::Excess::refuse);
  if (!text) return fail(context, name, text.error());
  Document document;
  const Exit applied = std::visit(
      [&](const auto& of_its_kind) {
        return apply_to(context, of_its_kind, name, *text, args.decode, document);
      },
      base);
  if (applied != Exit::done) return applied;
  const auto json = json::encode(document.root());
  if (!json) return fail(context, name, json.error());
  return print(context, *json + "\n");
}

}  // namespace

const Command apply_command{
    {"apply", "make a new snapshot of an old one and a delta",
     "[--key FIELD] [--profile generic|graph] [--from FORMAT] [--errors text|json] BASE DELTA",
     "Reads BASE as laconic delta does, applies the GCF payload DELTA to it and prints the result "
     "as JSON: an array of objects, a map of objects when BASE is one, or a graph payload. DELTA "
     "may also be a full payload or say that nothing changed.\n\n"
     "The result is verified: when DELTA starts from another snapshot (base_mismatch), contradicts "
     "itself or BASE (delta_invalid), or does not lead where it says (root_mismatch), nothing is "
     "printed and the exit status is 1. --from and --profile are about BASE.",
     examples},
    run};

}  // namespace laconic::cli
