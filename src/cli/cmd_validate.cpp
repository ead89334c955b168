// cmd_validate.cpp - laconic validate: silence means that every file is valid.
#include "cli/flags.hpp"
#include "cli/report.hpp"
#include "cli/settings.hpp"

namespace laconic::cli {
namespace {

constexpr Flag<InputSettings> flags[] = {
    {file_text, take_input<InputSettings>},
    {from_text, take_from<InputSettings>},
    {set_text, take_set<InputSettings>},
    {complete_text, ask_complete<InputSettings>},
};

constexpr Example examples[] = {
    {"laconic validate *.gcf", "Check every file; report what is wrong in each."},
    {"laconic validate --from gcf --complete reply.txt",
     "Check that a text is GCF and has arrived in full."},
};

Exit run(Context& context, Argv argv) {
  InputSettings args;
  if (const auto exit = parse_flags(context, validate_command.text, argv, flags, args))
    return *exit;
  Exit worst = Exit::done;
  for (const std::string& name : inputs_of(args)) {
    Loaded loaded;
    const Exit exit = load(context, name, args, loaded);
    if (exit == Exit::done) {
      if (const auto error = unknown_setting(args.set, *loaded.codec, nullptr))
        return fail_usage(context, validate_command.text.name, error->detail);
    }
    worst = worse(worst, exit);
  }
  return worst;
}

}  // namespace

const Command validate_command{
    {"validate", "check that documents are valid",
     "[--from FORMAT] [--set NAME=VALUE]... [--complete] [--errors text|json] [FILE...]",
     "Reads each FILE strictly and prints nothing when all are valid. Otherwise the first error of "
     "each invalid file is reported with its place, and the exit status is 1. The format is "
     "detected unless --from names it.",
     examples},
    run};

}  // namespace laconic::cli
