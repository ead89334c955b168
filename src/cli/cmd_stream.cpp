// cmd_stream.cpp - laconic stream: records in, GCF out as they come, and back.
#include <algorithm>
#include <string_view>

#include "cli/flags.hpp"
#include "cli/report.hpp"
#include "cli/stream_records.hpp"

namespace laconic::cli {
namespace {

Result<Done> take_fields(StreamSettings& args, const Context&, std::string_view value) {
  args.fields.clear();
  while (true) {
    const std::size_t comma = std::min(value.find(','), value.size());
    if (comma == 0) return Error{Errc::bad_usage, 0, "the name of a field is empty"};
    args.fields.emplace_back(value.substr(0, comma));
    if (comma == value.size()) return Done{};
    value.remove_prefix(comma + 1);
  }
}

Result<Done> take_name(StreamSettings& args, const Context&, std::string_view value) {
  args.name = value;
  args.has_name = true;
  return Done{};
}

Result<Done> take_key(StreamSettings& args, const Context&, std::string_view value) {
  args.key = value;
  args.has_key = true;
  return Done{};
}

Result<Done> ask_decode(StreamSettings& args, const Context&, std::string_view) {
  args.decode = true;
  return Done{};
}

Result<Done> ask_stream_complete(StreamSettings& args, const Context&, std::string_view) {
  args.complete = true;
  return Done{};
}

constexpr Flag<StreamSettings> flags[] = {
    {{"--fields", "A,B,...",
      "The columns, in this order. Without it the first record has all of them."},
     take_fields},
    {{"--name", "NAME",
      "Make the table a member of an object. Without it the table is the whole payload."},
     take_name},
    {{"--key", "FIELD",
      "Write a keyed map instead of an array: FIELD, a string that no two records share, "
      "identifies a record. Memory then grows with the keys."},
     take_key},
    {{"--decode", "", "The other way: streamed GCF in, one JSON record per line out."}, ask_decode},
    {{"--complete", "",
      "With --decode: refuse a text that may have been cut off, one without its trailer or "
      "whose last line has no end."},
     ask_stream_complete},
};

constexpr Example examples[] = {
    {"tail -f events.ndjson | laconic stream --fields id,time,level,text",
     "Write each record as it comes."},
    {"laconic stream --name rows < rows.json", "Write a JSON array of any length."},
    {"laconic stream --decode < rows.gcf | head", "Read the first records of a stream."},
};

Exit run(Context& context, Argv argv) {
  StreamSettings args;
  if (const auto exit = parse_flags(context, stream_command.text, argv, flags, args)) return *exit;
  if (args.decode && (args.has_name || args.has_key || !args.fields.empty())) {
    return fail_usage(context, "stream", "--fields, --name and --key do not go with --decode");
  }
  if (args.complete && !args.decode) {
    return fail_usage(context, "stream", "--complete goes with --decode only");
  }
  return args.decode ? decode_stream(context, args) : encode_stream(context, args);
}

}  // namespace

const Command stream_command{
    {"stream", "write or read records one by one",
     "[--fields A,B,...] [--name NAME] [--key FIELD] [--decode [--complete]] "
     "[--errors text|json]",
     "Reads JSON records from standard input, one per line (NDJSON) or as the elements of an "
     "array, and writes each as a row of GCF when it comes. Memory does not grow with the input. "
     "The counts that GCF's headers have follow at the end, in the trailer.\n\n"
     "Records are flat: a field that holds an array or object is refused, and so is a field that "
     "is no column. A field that is missing stays missing.\n\n"
     "With --decode it reads GCF and writes the rows of all tables as JSON, one per line; the "
     "key of a keyed map's row becomes its first member. What stands outside tables is left out, "
     "with a warning. A graph becomes lines {\"symbol\":{...}} and {\"edge\":{...}}. Unlike other "
     "commands this one has written the rows before a mistake when "
     "it reports it.",
     examples},
    run};

}  // namespace laconic::cli
