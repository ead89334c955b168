// cmd_encode.cpp - laconic encode: any format in, GCF out unless told otherwise.
#include <laconic/gcf.hpp>

#include "cli/transform.hpp"

namespace laconic::cli {
namespace {

constexpr TransformFlag flags[] = {
    file_flag,
    from_flag,
    {{"--to", "FORMAT",
      "The format to write (default: gcf), or auto: the one with the fewest tokens."},
     take_to},
    set_flag,
    spec_flag,
    no_flatten_flag,
    layout_flag,
    round_numbers_flag,
    auto_tokenizer_flag,
    allow_flag,
    prefer_flag,
    margin_flag,
    sample_flag,
    explain_flag,
    delimiter_flag,
    indent_flag,
    profile_flag,
    lossless_flag,
    encode_session_flag,
    output_flag,
};

constexpr Example examples[] = {
    {"laconic encode orders.json > orders.gcf", "Write GCF."},
    {"curl -s https://example.org/api | laconic encode --layout compact",
     "Write what a service answers in as few bytes as possible."},
    {"laconic encode --to auto --explain reply.json",
     "Write it as cheaply as possible, and show how the formats did."},
    {"laconic encode --spec 3.5 --output old/ *.json",
     "Write every file into the folder old, for readers of GCF 3.5."},
    {"laconic encode --profile graph --session chat.state payload.json",
     "Write a code-graph payload; what an earlier one declared is sent by id only."},
};

Exit run(Context& context, Argv argv) {
  TransformSettings args;
  args.to = &gcf::codec();
  if (const auto exit = parse_flags(context, encode_command.text, argv, flags, args)) return *exit;
  return transform(context, encode_command.text, args);
}

}  // namespace

const Command encode_command{
    {"encode", "write documents in a compact format",
     "[--from FORMAT] [--to FORMAT] [--set NAME=VALUE]... [--spec 3.5|3.6] [--no-flatten] "
     "[--layout canonical|compact] "
     "[--round-numbers] [--tokenizer NAME|FILE] [--allow NAMES] [--prefer FORMAT] [--margin "
     "PERCENT] "
     "[--sample BYTES] [--explain] [--delimiter comma|tab|pipe] [--indent N] [--profile "
     "generic|graph] "
     "[--lossless] [--session STATE] [--output PATH] "
     "[--errors text|json] [FILE...]",
     "Reads each FILE and writes it as GCF, or as the format that --to names. The results of "
     "several files follow each other on standard output.\n\n"
     "Nothing is lost or rounded in silence: what the target format cannot carry is refused, or "
     "left "
     "out and reported on standard error as FILE: warning[not_lossless]: SENTENCE, and refused "
     "with "
     "--lossless. Numbers beyond int64 and binary64, which GCF does not have, belong into strings. "
     "Nothing is written for a file that fails; the other files are still written.\n\n"
     "With --to auto every lossless format competes; what it writes is read back, going by its "
     "content as decode does, and compared. The text with the fewest tokens is written, minified "
     "JSON when nothing is cheaper.\n\n"
     "With --profile graph, what the graph profile cannot carry (signatures, score components, "
     "digits of a score beyond two decimals, edges to symbols that are not there, unknown members) "
     "is such a loss.",
     examples},
    run};

}  // namespace laconic::cli
