// cmd_proxy.cpp - laconic proxy: one word in front of an MCP server.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "cli/flags.hpp"
#include "cli/proxy_arguments.hpp"
#include "cli/proxy_doctor.hpp"
#include "cli/proxy_run.hpp"
#include "cli/report.hpp"

namespace laconic::cli {
namespace {

using Args = ProxyArguments;

Error mistake(std::string sentence) {
  return {Errc::bad_usage, 0, std::move(sentence)};
}

Result<Done> take_formats(Args& args, const Context&, std::string_view value) {
  args.formats = list_of(value);
  if (args.formats->empty() && value != "off") return mistake("no format is named");
  return Done{};
}
Result<Done> take_tokenizers(Args& args, const Context&, std::string_view value) {
  args.tokenizers = list_of(value);
  if (args.tokenizers->empty()) return mistake("no tokenizer is named");
  return Done{};
}
Result<Done> take_min_tokens(Args& args, const Context&, std::string_view value) {
  std::size_t number = 0;
  const auto done = std::from_chars(value.data(), value.data() + value.size(), number);
  if (done.ec != std::errc() || done.ptr != value.data() + value.size())
    return mistake(fmt::format("\"{}\" is no number", value));
  args.min_tokens = number;
  return Done{};
}
Result<Done> take_min_size(Args& args, const Context& context, std::string_view value) {
  if (auto done = take_min_tokens(args, context, value); !done) return done;
  *args.min_tokens /= 4;
  args.notices.push_back(
      fmt::format("--min-size {} is taken as --min-tokens {}", value, *args.min_tokens));
  return Done{};
}
Result<Done> take_min_gain(Args& args, const Context&, std::string_view value) {
  double percent = 0;
  const auto done = std::from_chars(value.data(), value.data() + value.size(), percent);
  if (done.ec != std::errc() || done.ptr != value.data() + value.size() ||
      !(percent >= 0 && percent < 100)) {
    return mistake(fmt::format("\"{}\" is no percentage from 0 to 100", value));
  }
  args.min_gain = percent / 100;
  return Done{};
}
Result<Done> take_max_bytes(Args& args, const Context&, std::string_view value) {
  const auto bytes = bytes_of(value);
  if (!bytes) return bytes.error();
  args.max_encode_bytes = *bytes;
  return Done{};
}
Result<Done> take_lossless(Args& args, const Context&, std::string_view value) {
  if (value != "value" && value != "lexeme")
    return mistake(fmt::format("\"{}\" is neither value nor lexeme", value));
  args.lossless = value == "lexeme" ? mcp::Exactness::lexeme : mcp::Exactness::value;
  return Done{};
}
Result<Done> take_structured(Args& args, const Context&, std::string_view value) {
  const auto structured = structured_of(value);
  if (!structured) return structured.error();
  args.structured = *structured;
  return Done{};
}
Result<Done> take_client(Args& args, const Context&, std::string_view value) {
  args.settings.client = value;
  return Done{};
}
Result<Done> take_raw(Args& args, const Context&, std::string_view value) {
  args.settings.raw.emplace_back(value);
  return Done{};
}
Result<Done> take_embedded(Args& args, const Context&, std::string_view value) {
  const auto embedded = embedded_of(value);
  if (!embedded) return embedded.error();
  args.embedded = *embedded;
  return Done{};
}
Result<Done> take_hint(Args& args, const Context&, std::string_view value) {
  if (value != "auto" && value != "off")
    return mistake(fmt::format("\"{}\" is neither auto nor off", value));
  args.hint = value == "auto";
  return Done{};
}
Result<Done> take_decode_args(Args& args, const Context&, std::string_view value) {
  args.decode_args.emplace_back(value);
  return Done{};
}
Result<Done> take_grace(Args& args, const Context&, std::string_view value) {
  const auto grace = duration_of(value);
  if (!grace) return grace.error();
  args.grace = *grace;
  return Done{};
}
Result<Done> take_stats_file(Args& args, const Context&, std::string_view value) {
  args.stats_file = value;
  return Done{};
}
Result<Done> take_log(Args& args, const Context&, std::string_view value) {
  args.log_file = value;
  return Done{};
}
Result<Done> take_config(Args& args, const Context&, std::string_view value) {
  args.config_file = value;
  return Done{};
}
Result<Done> take_call(Args& args, const Context&, std::string_view value) {
  args.calls.emplace_back(value);
  return Done{};
}
Result<Done> ask_dedup(Args& args, const Context&, std::string_view) {
  args.settings.dedup = true;
  return Done{};
}
Result<Done> ask_delta(Args& args, const Context&, std::string_view) {
  args.settings.delta = true;
  return Done{};
}
Result<Done> ask_dry_run(Args& args, const Context&, std::string_view) {
  args.settings.dry_run = true;
  args.stats = true;
  return Done{};
}
Result<Done> ask_stats(Args& args, const Context&, std::string_view) {
  args.stats = true;
  return Done{};
}
Result<Done> ask_print_config(Args& args, const Context&, std::string_view) {
  args.print_config = true;
  return Done{};
}
Result<Done> ask_verbose(Args& args, const Context&, std::string_view) {
  args.verbose = true;
  return Done{};
}
Result<Done> ignore_number(Args& args, const Context&, std::string_view) {
  args.notices.emplace_back("--stream-threshold is ignored: results are never held back");
  return Done{};
}
Result<Done> ignore_progress(Args& args, const Context&, std::string_view) {
  args.notices.emplace_back("--no-progress is ignored: no progress is made up");
  return Done{};
}

constexpr Flag<Args> flags[] = {
    {{"--formats", "LIST|off",
      "What results may be sent as, in order of preference (default: json-min,gcf,toon). json-min "
      "is minified JSON; off forwards everything."},
     take_formats},
    {{"--tokenizers", "LIST",
      "The tokenizers that must all agree that a text is smaller (default: "
      "o200k_base,cl100k_base). The first one decides between formats."},
     take_tokenizers},
    {{"--min-tokens", "N", "Leave texts below N tokens alone (default: 32)."}, take_min_tokens},
    {{"--min-gain", "PERCENT",
      "What a format other than JSON has to save over minified JSON (default: 5)."},
     take_min_gain},
    {{"--max-encode-bytes", "SIZE",
      "Forward longer messages as they are, without holding them (default: 8MiB)."},
     take_max_bytes},
    {{"--lossless", "value|lexeme",
      "value (the default): numbers stay the same numbers; lexeme: they keep their spelling, too."},
     take_lossless},
    {{"--structured", "auto|strip|keep",
      "structuredContent that says the same as the text: auto (the default) drops it for clients "
      "that show it instead of the text, strip always, keep never. It is dropped only after the "
      "client has received a list of tools without outputSchema from this proxy."},
     take_structured},
    {{"--client", "NAME", "Treat the client as this one, whatever it calls itself."}, take_client},
    {{"--raw", "GLOB", "Leave the results of tools with such names alone.", true}, take_raw},
    {{"--embedded", "off|fenced|prefix",
      "JSON that is not the whole text: fenced rewrites what stands in one Markdown fence at the "
      "end, "
      "prefix also JSON behind lines of prose (default: off)."},
     take_embedded},
    {{"--hint", "auto|off",
      "One sentence about the formats in the server's instructions (default: auto)."},
     take_hint},
    {{"--decode-args", "TOOL",
      "Arguments of this tool may come as GCF or TOON text where its schema takes an object or "
      "array and no string.",
      true},
     take_decode_args},
    {{"--dedup", "",
      "Within a conversation that the client names, answer an unchanged result with a short "
      "notice."},
     ask_dedup},
    {{"--delta", "",
      "Within a conversation that the client names, answer a changed table with its changes."},
     ask_delta},
    {{"--dry-run", "", "Change nothing, and report at the end what would have been saved."},
     ask_dry_run},
    {{"--stats", "", "Print a summary on standard error at the end."}, ask_stats},
    {{"--stats-file", "PATH", "Write the same as JSON, at the end and once a second before."},
     take_stats_file},
    {{"--log", "PATH", "Append one line of JSON for every decision."}, take_log},
    {{"--config", "PATH", "Read a rule file (TOML); flags outrank it."}, take_config},
    {{"--print-config", "", "Print the settings that hold as a rule file, and exit."},
     ask_print_config},
    {{"--grace", "TIME",
      "How long the server may take to end by itself before it is told to (default: 5s)."},
     take_grace},
    {{"-v,--verbose", "", "Say on standard error what is decided."}, ask_verbose},
    {{"--call", "TOOL[=JSON]",
      "With doctor: call this tool with these arguments and measure its result.", true},
     take_call},
    {{"--min-size", "BYTES", "As other proxies have it: a quarter of it as --min-tokens."},
     take_min_size},
    {{"--stream-threshold", "N", "As other proxies have it; ignored with a notice."},
     ignore_number},
    {{"--no-progress", "", "As other proxies have it; ignored with a notice."}, ignore_progress},
};

constexpr Example examples[] = {
    {"laconic proxy -- npx -y @modelcontextprotocol/server-memory",
     "Put this where the client's configuration has the server's command."},
    {"laconic proxy --dry-run -- npx -y @modelcontextprotocol/server-memory",
     "Change nothing, and say at the end what would have been saved."},
    {"laconic proxy doctor --call read_graph -- npx -y @modelcontextprotocol/server-memory",
     "Start the server, look at its tools, and measure one of them."},
};

constexpr Entry exit_codes[] = {
    {"0", "The server ended well, or the report is printed."},
    {"2", "The command line or the rule file is at fault; nothing was started."},
    {"3", "A file of the proxy cannot be read or written."},
    {"127", "The server could not be started."},
    {"128 + N", "Signal N ended the server."},
    {"other", "The status that the server ended with."},
};

bool takes_value(std::string_view name) {
  const auto has_name = [&](const Flag<Args>& flag) {
    return flag.text.name == name || flag.text.name.ends_with("," + std::string(name)) ||
           flag.text.name.starts_with(std::string(name) + ",");
  };
  const auto* const row = std::find_if(std::begin(flags), std::end(flags), has_name);
  return name == "--errors" || (row != std::end(flags) && !row->text.hint.empty());
}

/// The first word that is no flag, or the word behind --, starts the server's command.
std::size_t start_of_command(Argv argv, bool& dashes) {
  std::size_t i = 0;
  while (i < argv.size()) {
    const std::string& word = argv[i];
    dashes = word == "--";
    if (dashes || !word.starts_with('-')) return i;
    i += word.find('=') == std::string::npos && takes_value(word) ? 2 : 1;
  }
  return argv.size();
}

Exit run(Context& context, Argv argv) {
  ProxyArguments args;
  const bool doctor = !argv.empty() && argv[0] == "doctor";
  if (doctor) argv = argv.subspan(1);
  bool dashes = false;
  const std::size_t split = start_of_command(argv, dashes);
  if (const auto exit =
          parse_flags(context, proxy_command.text, argv.subspan(0, split), flags, args)) {
    return *exit;
  }
  for (std::size_t i = split + (dashes ? 1 : 0); i < argv.size(); ++i)
    args.command.push_back(argv[i]);
  if (const Exit exit = settle(context, args); exit != Exit::done) return exit;
  if (args.print_config) return print(context, config_text(args));
  if (args.command.empty()) {
    return fail_usage(context, "proxy",
                      "the server's command is missing: laconic proxy -- COMMAND [ARGUMENT...]");
  }
  if (!args.calls.empty() && !doctor)
    return fail_usage(context, "proxy", "--call needs laconic proxy doctor");
  for (const std::string& notice : args.notices)
    context.say("laconic proxy: " + notice + "\n");
  return doctor ? run_doctor(context, args) : run_proxy(context, args);
}

}  // namespace

const Command proxy_command{
    {"proxy", "make the results of an MCP server smaller",
     "[doctor] [--formats LIST|off] [--tokenizers LIST] [--min-tokens N] [--min-gain PERCENT] "
     "[--max-encode-bytes SIZE] [--lossless value|lexeme] [--structured auto|strip|keep] "
     "[--client NAME] [--raw GLOB]... [--embedded off|fenced|prefix] [--hint auto|off] "
     "[--decode-args TOOL]... [--dedup] "
     "[--delta] [--dry-run] [--stats] [--stats-file PATH] [--log PATH] [--config PATH] "
     "[--print-config] [--grace TIME] [--verbose] [--errors text|json] [--] COMMAND [ARGUMENT...]",
     "Starts COMMAND, an MCP server that speaks on standard input and output, and stands between "
     "it and the client. Results of tools that are JSON text are replaced by the cheapest text "
     "that says the same, by real token counts, proven by reading it back; everything else passes "
     "byte for byte. Nothing becomes larger, nothing is lost, and no client is sent something it "
     "was not told to expect.\n\n"
     "Left alone are errors, results for user interfaces, the contents of files, small texts and "
     "results of tools that --raw or the rule file name. A client asks for JSON in a single call "
     "with _meta {\"dev.laconic/format\": \"json\"} or \"off\".\n\n"
     "laconic proxy doctor starts the server, lists its tools, and says what can be saved for "
     "which clients. It calls no tool unless --call names it.\n\n"
     "When the server ends, requests that wait for it are answered with an error, and the proxy "
     "ends with its status.",
     examples, exit_codes},
    run};

}  // namespace laconic::cli
