// cmd_root.cpp - laconic root: the hash that names the content of a snapshot.
#include "cli/keyed_input.hpp"
#include "cli/report.hpp"

namespace laconic::cli {
namespace {

constexpr Flag<KeyedSettings> flags[] = {
    {file_text, take_input<KeyedSettings>},
    key_flag,
    {from_text, take_from<KeyedSettings>},
};

constexpr Example examples[] = {
    {"laconic root --key id orders.json", "The root of the orders, whatever their order."},
};

Exit run(Context& context, Argv argv) {
  KeyedSettings args;
  if (const auto exit = parse_flags(context, root_command.text, argv, flags, args)) return *exit;
  Exit worst = Exit::done;
  for (const std::string& name : inputs_of(args)) {
    gcf::KeyedSet set;
    const Exit exit = load_set(context, name, args, set);
    worst = worse(worst, exit);
    if (exit != Exit::done) continue;
    bool go_on = true;
    worst = worse(worst, print(context, set.root() + "\n", &go_on));
    if (!go_on) break;
  }
  return worst;
}

}  // namespace

const Command root_command{
    {"root", "show the hash that names a snapshot",
     "[--key FIELD] [--from FORMAT] [--errors text|json] [FILE...]",
     "Prints the pack root of each FILE: sha256: and 64 digits that are the same for the same "
     "records, whatever their order and the order of their fields. FILE holds an array of flat "
     "objects, an object whose only member is one, a map of flat objects, or a GCF payload of "
     "these. A field that is absent counts as null.",
     examples},
    run};

}  // namespace laconic::cli
