// cmd_convert.cpp - laconic convert: any format in, any format out.
#include "cli/transform.hpp"

namespace laconic::cli {
namespace {

constexpr TransformFlag flags[] = {
    file_flag,
    from_flag,
    {{"--to", "FORMAT", "The format to write, or auto; must be given."}, take_to},
    pretty_flag,
    set_flag,
    lossless_flag,
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
    lenient_flag,
    complete_flag,
    output_flag,
};

constexpr Example examples[] = {
    {"laconic convert --to gcf --layout canonical any.gcf", "Bring GCF into its canonical form."},
    {"laconic convert --from gcf --to gcf --lenient --output fixed.gcf reply.txt",
     "Repair GCF that a language model wrote."},
    {"laconic convert --to json --pretty --output . *.gcf",
     "Write NAME.json beside every NAME.gcf."},
};

Exit run(Context& context, Argv argv) {
  TransformSettings args;
  if (const auto exit = parse_flags(context, convert_command.text, argv, flags, args)) return *exit;
  return transform(context, convert_command.text, args);
}

}  // namespace

const Command convert_command{
    {"convert", "read one format, write another",
     "--to FORMAT [--from FORMAT] [--pretty] [--set NAME=VALUE]... [--lossless] [--spec 3.5|3.6] "
     "[--no-flatten] "
     "[--layout canonical|compact] [--round-numbers] [--delimiter comma|tab|pipe] [--indent N] "
     "[--lenient] [--complete] [--output PATH] "
     "[--errors text|json] [FILE...]",
     "Reads each FILE, in a format that is detected unless --from names it, and writes "
     "it in the format that --to names. Both may be the same: that brings a text into the form "
     "that "
     "the other flags describe.\n\n"
     "--pretty applies to json; --spec, --no-flatten, --layout and --round-numbers apply to gcf. "
     "Nothing is written for a file that fails; the other files are still written.",
     examples},
    run};

}  // namespace laconic::cli
