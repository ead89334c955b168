// cmd_delta.cpp - laconic delta: what to tell somebody who has the old snapshot.
#include "cli/keyed_input.hpp"
#include "cli/report.hpp"

namespace laconic::cli {
namespace {

constexpr Flag<KeyedSettings> flags[] = {
    {{"BASE NEW", "", "The two snapshots; - is standard input."}, take_input<KeyedSettings>},
    key_flag,
    {{"--always-delta", "", "Print a delta even when a full payload costs about as much."},
     [](KeyedSettings& args, const Context&, std::string_view) -> Result<Done> {
       args.always_delta = true;
       return Done{};
     }},
    {from_text, take_from<KeyedSettings>},
};

constexpr Example examples[] = {
    {"laconic delta --key id monday.json tuesday.json", "What changed since Monday, as GCF."},
    {"laconic delta --always-delta old.json new.json", "The same for maps of objects, always."},
};

Exit run(Context& context, Argv argv) {
  KeyedSettings args;
  if (const auto exit = parse_flags(context, delta_command.text, argv, flags, args)) return *exit;
  if (args.inputs.size() != 2) {
    return fail_usage(context, delta_command.text.name, "BASE and NEW must be given");
  }
  gcf::KeyedSet base;
  gcf::KeyedSet next;
  if (const Exit exit = load_set(context, args.inputs[0], args, base); exit != Exit::done)
    return exit;
  if (const Exit exit = load_set(context, args.inputs[1], args, next); exit != Exit::done)
    return exit;
  gcf::AnswerOptions options;
  options.always_delta = args.always_delta;
  const auto answer = gcf::answer(base, next, options);
  if (!answer) return fail(context, args.inputs[1], answer.error());
  return print(context, answer->wire);
}

}  // namespace

const Command delta_command{
    {"delta", "write what changed between two snapshots",
     "[--key FIELD] [--always-delta] [--from FORMAT] [--errors text|json] BASE NEW",
     "Prints the GCF payload that leads somebody who has BASE to NEW: a line that says that "
     "nothing changed, the records that were added, changed or removed, or all of NEW when that is "
     "not clearly longer (the delta must have less than 60 % of its bytes) or when the fields "
     "differ. laconic apply takes any of them.\n\n"
     "Each snapshot is an array of flat objects, an object whose only member is one, a map of flat "
     "objects, or a GCF payload of these. A field that is absent counts as null.",
     examples},
    run};

}  // namespace laconic::cli
