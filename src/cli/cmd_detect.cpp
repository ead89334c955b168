// cmd_detect.cpp - laconic detect: which format a text is in.
#include <fmt/format.h>

#include "cli/flags.hpp"
#include "cli/report.hpp"
#include "cli/settings.hpp"

namespace laconic::cli {
namespace {

// What CodecRegistry::detect looks at.
constexpr std::uint64_t head_bytes = 4096;

struct Args : InputSettings {
  bool all = false;
};

Result<Done> ask_all(Args& args, const Context&, std::string_view) {
  args.all = true;
  return Done{};
}

constexpr Flag<Args> flags[] = {
    {file_text, take_input<Args>},
    {{"--all", "",
      "Print every format that the content may be in, the likeliest first, with a confidence from "
      "1 "
      "to 100."},
     ask_all},
};

constexpr Example examples[] = {
    {"laconic detect data/*", "Print one line, FILE: FORMAT, for each file."},
    {"laconic detect < reply.txt", "Print \"-: gcf\" when it is GCF."},
};

Exit detect_one(Context& context, const std::string& name, const Args& args, std::string& lines) {
  const auto head = context.read(name, head_bytes, os::Excess::cut);
  if (!head) return fail(context, name, head.error());
  if (args.all) {
    const auto matches = context.codecs.matches(*head);
    for (const Match& match : matches)
      lines += fmt::format("{}: {} {}\n", name, match.codec->name, match.confidence);
    if (!matches.empty()) return Exit::done;
  }
  const auto codec = context.codecs.detect(*head);
  if (!codec) return fail_at(context, name, *head, codec.error());
  lines += fmt::format("{}: {}\n", name, (*codec)->name);
  return Exit::done;
}

Exit run(Context& context, Argv argv) {
  Args args;
  if (const auto exit = parse_flags(context, detect_command.text, argv, flags, args)) return *exit;
  Exit worst = Exit::done;
  std::string lines;
  for (const std::string& name : inputs_of(args)) {
    worst = worse(worst, detect_one(context, name, args, lines));
  }
  return worse(worst, print(context, lines));
}

}  // namespace

const Command detect_command{
    {"detect", "tell which format documents are in", "[--all] [--errors text|json] [FILE...]",
     "Looks at the first 4 KiB of each FILE and prints one line, FILE: FORMAT. File names play no "
     "part. A text that looks like no known format, or like several, is an error. Detection does "
     "not say that the text is valid; laconic validate does.",
     examples},
    run};

}  // namespace laconic::cli
