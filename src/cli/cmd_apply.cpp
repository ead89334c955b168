// cmd_apply.cpp - laconic apply: the new snapshot, or nothing.
#include <laconic/json.hpp>

#include "cli/keyed_input.hpp"
#include "cli/report.hpp"

namespace laconic::cli {
namespace {

constexpr Flag<KeyedSettings> flags[] = {
    {{"BASE DELTA", "", "The snapshot and what laconic delta wrote; - is standard input."},
     take_input<KeyedSettings>},
    key_flag,
    {from_text, take_from<KeyedSettings>},
};

constexpr Example examples[] = {
    {"laconic apply --key id monday.json changes.gcf > tuesday.json",
     "Make Tuesday's snapshot of Monday's."},
};

Exit run(Context& context, Argv argv) {
  KeyedSettings args;
  if (const auto exit = parse_flags(context, apply_command.text, argv, flags, args)) return *exit;
  if (args.inputs.size() != 2) {
    return fail_usage(context, apply_command.text.name, "BASE and DELTA must be given");
  }
  gcf::KeyedSet base;
  if (const Exit exit = load_set(context, args.inputs[0], args, base); exit != Exit::done)
    return exit;
  const std::string& name = args.inputs[1];
  const auto text = context.read(name, args.decode.max_bytes, os::Excess::refuse);
  if (!text) return fail(context, name, text.error());
  const auto message = gcf::decode_set(*text, args.decode);
  if (!message) return fail_to_decode(context, name, *text, message.error());
  const auto set = gcf::apply(base, *message);
  if (!set) return fail(context, name, set.error());
  const auto document = set->to_document();
  if (!document) return fail(context, name, document.error());
  const auto json = json::encode(document->root());
  if (!json) return fail(context, name, json.error());
  return print(context, *json + "\n");
}

}  // namespace

const Command apply_command{
    {"apply", "make a new snapshot of an old one and a delta",
     "[--key FIELD] [--from FORMAT] [--errors text|json] BASE DELTA",
     "Reads BASE as laconic delta does, applies the GCF payload DELTA to it and prints the result "
     "as JSON: an array of objects, or a map of objects when BASE is one. DELTA may also be a full "
     "payload or say that nothing changed.\n\n"
     "The result is verified: when DELTA starts from another snapshot (base_mismatch), contradicts "
     "itself or BASE (delta_invalid), or does not lead where it says (root_mismatch), nothing is "
     "printed and the exit status is 1. --from is the format of BASE.",
     examples},
    run};

}  // namespace laconic::cli
