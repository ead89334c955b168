// cmd_bench.cpp - laconic bench: how fast the formats are on the user's own data.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>
#include <laconic/value.hpp>

#include "cli/flags.hpp"
#include "cli/report.hpp"
#include "cli/settings.hpp"
#include "cli/stopwatch.hpp"

namespace laconic::cli {
namespace {

constexpr double longest_min_time = 3600;

struct Args : InputSettings {
  std::vector<const Codec*> formats;  // empty: all that promise an exact round trip
  double min_time = 0.5;
  bool json = false;
};

Error mistake(std::string sentence) {
  return {Errc::bad_usage, 0, std::move(sentence)};
}

Result<Done> take_formats(Args& args, const Context& context, std::string_view value) {
  for (bool more = true; more;) {
    const std::size_t comma = value.find(',');
    const std::string_view name = value.substr(0, comma);
    const auto codec = context.codecs.find(name);
    if (!codec) return codec.error();
    if ((*codec)->decode == nullptr || (*codec)->encode == nullptr) {
      return mistake(fmt::format("{} cannot be both read and written", name));
    }
    if (std::find(args.formats.begin(), args.formats.end(), *codec) != args.formats.end()) {
      return mistake(fmt::format("{} is named twice", name));
    }
    args.formats.push_back(*codec);
    more = comma != std::string_view::npos;
    if (more) value.remove_prefix(comma + 1);
  }
  return Done{};
}

Result<Done> take_min_time(Args& args, const Context&, std::string_view value) {
  const char* const end = value.data() + value.size();
  const auto [stop, code] = std::from_chars(value.data(), end, args.min_time);
  // Written so that NaN is refused too.
  const bool good =
      code == std::errc() && stop == end && args.min_time >= 0 && args.min_time <= longest_min_time;
  if (good) return Done{};
  return mistake(fmt::format("\"{}\" is no number of seconds from 0 to 3600", value));
}

Result<Done> ask_json(Args& args, const Context&, std::string_view) {
  args.json = true;
  return Done{};
}

constexpr Flag<Args> flags[] = {
    {file_text, take_input<Args>},
    {from_text, take_from<Args>},
    {{"--formats", "NAMES",
      "The formats to measure, separated by commas (default: every format whose round trip is "
      "exact)."},
     take_formats},
    {{"--min-time", "SECONDS", "Repeat each operation for at least this long (default: 0.5)."},
     take_min_time},
    {{"--json", "",
      "Print {\"rows\":[...]} with the members file, format, op, json_bytes, mb_per_s_best and "
      "mb_per_s_median."},
     ask_json},
};

constexpr Example examples[] = {
    {"laconic bench orders.json", "Measure all formats."},
    {"laconic bench --formats gcf --json --min-time 2 *.json > speed.json",
     "Measure GCF for longer, for a tool that draws a chart."},
};

struct Row {
  std::string_view file;
  std::string_view format;
  std::string_view op;
  std::size_t json_bytes;
  double best;  // MB/s
  double median;
};

/// One format on one document: proves the round trip, then times both directions.
Result<Done> measure_format(const Codec& codec, std::string_view file, const std::string& minified,
                            const Args& args, std::vector<Row>& rows) {
  const auto document = json::decode(minified);
  if (!document) return document.error();
  const auto text = encode(codec, document->root());
  if (!text) return text.error();
  const auto back = decode(codec, *text);
  if (!back) {
    return Error{
        Errc::not_lossless, 0,
        fmt::format("{} cannot read what it wrote: {}", codec.name, back.error().message())};
  }
  if (!same_value(back->root(), document->root())) {
    return Error{Errc::not_lossless, 0,
                 fmt::format("the round trip through {} changes the value", codec.name)};
  }
  const auto json = to_json(codec, *text);
  const auto expected = json::encode(back->root());
  if (!json || !expected || *json != *expected) {
    return Error{Errc::not_lossless, 0,
                 fmt::format("the shortcut from {} to JSON differs from the long way", codec.name)};
  }
  const auto add = [&](std::string_view op, const Timing& timing) {
    const double megabytes = static_cast<double>(minified.size()) / 1e6;
    rows.push_back({file, codec.name, op, minified.size(), megabytes / timing.best,
                    megabytes / timing.median});
  };
  // Both directions start and end as text.
  bool ok = true;
  add("encode", measure(args.min_time, [&] {
        const auto parsed = json::decode_padded(minified);
        ok = ok && parsed && encode(codec, parsed->root());
      }));
  add("decode", measure(args.min_time, [&] { ok = ok && to_json(codec, *text); }));
  if (ok) return Done{};
  return Error{Errc::out_of_memory, 0, "what succeeded once failed when it was repeated"};
}

/// All formats on one file. Rows are added only when every format succeeds.
Exit measure_file(Context& context, const std::string& name, const Args& args,
                  const std::vector<const Codec*>& formats, std::vector<Row>& rows) {
  Loaded loaded;
  if (const Exit exit = load(context, name, args, loaded); exit != Exit::done) return exit;
  auto minified = json::encode(loaded.document.root());
  if (!minified) return fail(context, name, minified.error());
  minified->reserve(minified->size() + json::padding);
  std::vector<Row> added;
  for (const Codec* codec : formats) {
    const auto measured = measure_format(*codec, name, *minified, args, added);
    if (!measured) return fail(context, name, measured.error());
  }
  rows.insert(rows.end(), added.begin(), added.end());
  return Exit::done;
}

std::string table(const std::vector<Row>& rows) {
  std::size_t file_width = 4;
  std::size_t format_width = 6;
  for (const Row& row : rows) {
    file_width = std::max(file_width, row.file.size());
    format_width = std::max(format_width, row.format.size());
  }
  std::string out = fmt::format("{:<{}}  {:<{}}  OP      JSON BYTES  BEST MB/S  MEDIAN MB/S\n",
                                "FILE", file_width, "FORMAT", format_width);
  for (const Row& row : rows) {
    out += fmt::format("{:<{}}  {:<{}}  {}  {:>10}  {:>9.1f}  {:>11.1f}\n", row.file, file_width,
                       row.format, format_width, row.op, row.json_bytes, row.best, row.median);
  }
  return out;
}

Result<std::string> as_json(const std::vector<Row>& rows) {
  Builder b;
  b.begin_object().key("rows").begin_array();
  for (const Row& row : rows) {
    b.begin_object().key("file").string(row.file).key("format").string(row.format);
    b.key("op").string(row.op).key("json_bytes").unsigned_integer(row.json_bytes);
    b.key("mb_per_s_best").number(fmt::format("{:.2f}", row.best));
    b.key("mb_per_s_median").number(fmt::format("{:.2f}", row.median)).end_object();
  }
  const auto document = b.end_array().end_object().finish();
  if (!document) return document.error();
  return json::encode(document->root());
}

Exit run(Context& context, Argv argv) {
  Args args;
  if (const auto exit = parse_flags(context, bench_command.text, argv, flags, args)) return *exit;
  std::vector<const Codec*> formats = args.formats;
  if (formats.empty()) {
    std::copy_if(context.codecs.all().begin(), context.codecs.all().end(),
                 std::back_inserter(formats), [](const Codec* codec) {
                   return codec->exact && codec->decode != nullptr && codec->encode != nullptr;
                 });
  }
  const std::vector<std::string> names = inputs_of(args);
  std::vector<Row> rows;
  Exit worst = Exit::done;
  for (const std::string& name : names) {
    worst = worse(worst, measure_file(context, name, args, formats, rows));
  }
  if (!args.json) return worse(worst, rows.empty() ? Exit::done : print(context, table(rows)));
  auto text = as_json(rows);
  if (!text) return worse(worst, fail(context, "laconic bench", text.error()));
  return worse(worst, print(context, text->append("\n")));
}

}  // namespace

const Command bench_command{
    {"bench", "measure speed on your own data",
     "[--formats NAMES] [--from FORMAT] [--min-time SECONDS] [--json] [--errors text|json] "
     "[FILE...]",
     "For each FILE and each format: checks that the round trip gives back the same value, then "
     "times encode, from JSON text to the format's text, and decode, from the format's text to "
     "JSON text. Input in any format is accepted; it is turned into minified JSON first.\n\n"
     "The unit is MB/s, a million bytes of that minified JSON per second, on one thread. best is "
     "the fastest run, median the middle one; each run is timed separately. A round trip that "
     "changes the value is an error (not_lossless), and nothing is measured.",
     examples},
    run};

}  // namespace laconic::cli
