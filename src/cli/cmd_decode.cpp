// cmd_decode.cpp - laconic decode: any format in, JSON out.
#include <laconic/json.hpp>

#include "cli/transform.hpp"

namespace laconic::cli {
namespace {

constexpr TransformFlag flags[] = {
    file_flag,    from_flag,   set_flag,      lossless_flag,       pretty_flag,
    lenient_flag, indent_flag, complete_flag, decode_session_flag, output_flag,
};

constexpr Example examples[] = {
    {"laconic decode orders.gcf > orders.json", "Write minified JSON."},
    {"laconic decode --pretty - < orders.gcf", "Write indented JSON."},
    {"laconic decode --from gcf --lenient reply.txt", "Read GCF that a language model wrote."},
};

Exit run(Context& context, Argv argv) {
  TransformSettings args;
  args.to = &json::codec();
  if (const auto exit = parse_flags(context, decode_command.text, argv, flags, args)) return *exit;
  return transform(context, decode_command.text, args);
}

}  // namespace

const Command decode_command{
    {"decode", "write documents as JSON",
     "[--from FORMAT] [--set NAME=VALUE]... [--lossless] [--pretty] [--lenient] [--indent N] "
     "[--complete] [--session STATE] [--output "
     "PATH] "
     "[--errors text|json] [FILE...]",
     "Reads each FILE and writes it as one line of minified JSON, or indented with --pretty. The "
     "format is detected unless --from names it.\n\n"
     "Reading is strict: every violation of the format is an error with its place and its slug. "
     "Warnings, such as a GCF stream without its trailer, go to standard error and do not change "
     "the exit status. Nothing is written for a file that fails; the other files are still "
     "written.",
     examples},
    run};

}  // namespace laconic::cli
