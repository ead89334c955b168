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
#include "cli/text_table.hpp"
#include "cli/tokenizer_choice.hpp"

namespace laconic::cli {
namespace {

constexpr double longest_min_time = 3600;

struct Args : InputSettings {
  std::vector<const Codec*> formats;  // empty: all that promise an exact round trip
  std::vector<std::string> tokenizers;
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

Result<Done> take_tokenizer(Args& args, const Context&, std::string_view value) {
  args.tokenizers.assign(1, std::string(value));
  return Done{};
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
    {tokenizer_text, take_tokenizer},
    {{"--json", "",
      "Print {\"rows\":[...],\"tokens\":[...]}: rows have the members file, format, op, "
      "json_bytes, mb_per_s_best and mb_per_s_median; tokens have file, format, tokenizer, "
      "text_bytes, tokens, mb_per_s_best, mb_per_s_median and tokens_per_s_best."},
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

/// Counting the tokens of a format's text.
struct TokenRow {
  std::string_view file;
  std::string_view format;
  std::size_t bytes;
  std::size_t tokens;
  double best;  // MB/s of the text
  double median;
  double tokens_per_second;
};

struct Rows {
  std::vector<Row> speeds;
  std::vector<TokenRow> tokens;
};

/// One format on one document: proves the round trip, then times both directions.
Result<Done> measure_format(const Codec& codec, std::string_view file, const std::string& minified,
                            const Args& args, const Tokenizer& tokenizer, Rows& rows) {
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
    rows.speeds.push_back({file, codec.name, op, minified.size(), megabytes / timing.best,
                           megabytes / timing.median});
  };
  // Both directions start and end as text.
  bool ok = true;
  add("encode", measure(args.min_time, [&] {
        const auto parsed = json::decode_padded(minified);
        ok = ok && parsed && encode(codec, parsed->root());
      }));
  add("decode", measure(args.min_time, [&] { ok = ok && to_json(codec, *text); }));
  // Binary formats have no tokens.
  if (const auto tokens = tokenizer.count(*text)) {
    const Timing timing = measure(args.min_time, [&] {
      const auto again = tokenizer.count(*text);
      ok = ok && again && *again == *tokens;
    });
    const double megabytes = static_cast<double>(text->size()) / 1e6;
    rows.tokens.push_back({file, codec.name, text->size(), *tokens, megabytes / timing.best,
                           megabytes / timing.median, static_cast<double>(*tokens) / timing.best});
  }
  if (ok) return Done{};
  return Error{Errc::out_of_memory, 0, "what succeeded once failed when it was repeated"};
}

/// All formats on one file. Rows are added only when every format succeeds.
Exit measure_file(Context& context, const std::string& name, const Args& args,
                  const std::vector<const Codec*>& formats, const Tokenizer& tokenizer,
                  Rows& rows) {
  Loaded loaded;
  if (const Exit exit = load(context, name, args, loaded); exit != Exit::done) return exit;
  auto minified = json::encode(loaded.document.root());
  if (!minified) return fail(context, name, minified.error());
  minified->reserve(minified->size() + json::padding);
  Rows added;
  for (const Codec* codec : formats) {
    const auto measured = measure_format(*codec, name, *minified, args, tokenizer, added);
    if (measured) continue;
    // Of all formats, those count that can hold the document.
    const bool named = !args.formats.empty();
    if (named || measured.error().code != Errc::not_representable) {
      return fail(context, name, measured.error());
    }
  }
  rows.speeds.insert(rows.speeds.end(), added.speeds.begin(), added.speeds.end());
  rows.tokens.insert(rows.tokens.end(), added.tokens.begin(), added.tokens.end());
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

std::string token_table(const std::vector<TokenRow>& rows, const Tokenizer& tokenizer) {
  TextTable table;
  table.add_column("FILE", TextTable::left);
  table.add_column("FORMAT", TextTable::left);
  table.add_column("TEXT BYTES");
  table.add_column(fmt::format("TOKENS ({})", tokenizer.name()));
  table.add_column("BEST MB/S");
  table.add_column("MEDIAN MB/S");
  table.add_column("MILLION TOKENS/S");
  for (const TokenRow& row : rows) {
    table.add_row({std::string(row.file), std::string(row.format), std::to_string(row.bytes),
                   std::to_string(row.tokens), fmt::format("{:.1f}", row.best),
                   fmt::format("{:.1f}", row.median),
                   fmt::format("{:.2f}", row.tokens_per_second / 1e6)});
  }
  return table.text();
}

Result<std::string> as_json(const Rows& rows, const Tokenizer& tokenizer) {
  Builder b;
  b.begin_object().key("rows").begin_array();
  for (const Row& row : rows.speeds) {
    b.begin_object().key("file").string(row.file).key("format").string(row.format);
    b.key("op").string(row.op).key("json_bytes").unsigned_integer(row.json_bytes);
    b.key("mb_per_s_best").number(fmt::format("{:.2f}", row.best));
    b.key("mb_per_s_median").number(fmt::format("{:.2f}", row.median)).end_object();
  }
  b.end_array().key("tokens").begin_array();
  for (const TokenRow& row : rows.tokens) {
    b.begin_object().key("file").string(row.file).key("format").string(row.format);
    b.key("tokenizer").string(tokenizer.name()).key("text_bytes").unsigned_integer(row.bytes);
    b.key("tokens").unsigned_integer(row.tokens);
    b.key("mb_per_s_best").number(fmt::format("{:.2f}", row.best));
    b.key("mb_per_s_median").number(fmt::format("{:.2f}", row.median));
    b.key("tokens_per_s_best").number(fmt::format("{:.0f}", row.tokens_per_second)).end_object();
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
                   return codec->lossless && !codec->graph && codec->decode != nullptr &&
                          codec->encode != nullptr;
                 });
  }
  std::vector<Tokenizer> tokenizers;
  if (const Exit exit = find_tokenizers(context, args.tokenizers, tokenizers); exit != Exit::done)
    return exit;
  const Tokenizer& tokenizer = tokenizers.front();
  const std::vector<std::string> names = inputs_of(args);
  Rows rows;
  Exit worst = Exit::done;
  for (const std::string& name : names) {
    worst = worse(worst, measure_file(context, name, args, formats, tokenizer, rows));
  }
  if (!args.json) {
    if (rows.speeds.empty()) return worst;
    return worse(worst, print(context, fmt::format("{}\nCounting tokens:\n{}", table(rows.speeds),
                                                   token_table(rows.tokens, tokenizer))));
  }
  auto text = as_json(rows, tokenizer);
  if (!text) return worse(worst, fail(context, "laconic bench", text.error()));
  return worse(worst, print(context, text->append("\n")));
}

}  // namespace

const Command bench_command{
    {"bench", "measure speed on your own data",
     "[--formats NAMES] [--from FORMAT] [--tokenizer NAME|FILE] [--min-time SECONDS] [--json] "
     "[--errors text|json] [FILE...]",
     "For each FILE and each format: checks that the round trip gives back the same value, then "
     "times encode, from JSON text to the format's text, and decode, from the format's text to "
     "JSON text. Input in any format is accepted; it is turned into minified JSON first.\n\n"
     "The unit is MB/s, a million bytes of that minified JSON per second, on one thread. best is "
     "the fastest run, median the middle one; each run is timed separately. A round trip that "
     "changes the value is an error (not_lossless), and nothing is measured.\n\n"
     "A second table shows how fast the tokens of each format's text are counted, in MB/s of that "
     "text and in tokens per second.",
     examples},
    run};

}  // namespace laconic::cli
