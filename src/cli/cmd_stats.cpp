// cmd_stats.cpp - laconic stats: one file, what it costs and what would be cheaper.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "cli/comparison.hpp"
#include "cli/flags.hpp"
#include "cli/report.hpp"
#include "cli/settings.hpp"
#include "cli/text_table.hpp"
#include "cli/tokenizer_choice.hpp"

namespace laconic::cli {
namespace {

struct Args : InputSettings {
  std::vector<std::string> tokenizers;
};

Result<Done> take_tokenizer(Args& args, const Context&, std::string_view value) {
  args.tokenizers.assign(1, std::string(value));
  return Done{};
}

Result<Done> take_one_input(Args& args, const Context& context, std::string_view value) {
  if (!args.inputs.empty()) {
    return Error{Errc::bad_usage, 0, "laconic stats takes one FILE; laconic compare takes several"};
  }
  return take_input(args, context, value);
}

constexpr Flag<Args> flags[] = {
    {{"FILE", "", "What to read; - is standard input, which is also the default."}, take_one_input},
    {from_text, take_from<Args>},
    {tokenizer_text, take_tokenizer},
};

constexpr Example examples[] = {
    {"laconic stats orders.json", "Say what the file costs and which format is cheapest."},
};

Exit run(Context& context, Argv argv) {
  Args args;
  if (const auto exit = parse_flags(context, stats_command.text, argv, flags, args)) return *exit;
  std::vector<Tokenizer> tokenizers;
  if (const Exit exit = find_tokenizers(context, args.tokenizers, tokenizers); exit != Exit::done)
    return exit;
  const std::string name = inputs_of(args).front();
  Loaded loaded;
  if (const Exit exit = load(context, name, args, loaded); exit != Exit::done) return exit;
  show_notes(context, name, loaded.text, loaded.document.notes());
  const auto now = tokenizers.front().count(loaded.text);
  if (!now) return fail_at(context, name, loaded.text, now.error());
  const Comparison costs =
      compare_forms(name, loaded.document.root(), all_renderings(context.codecs), tokenizers);
  const CostRow* const best = costs.best();
  TextTable table;
  table.add_column("", TextTable::left);
  table.add_column("BYTES");
  table.add_column("TOKENS");
  table.add_column("", TextTable::left);
  table.add_row({fmt::format("as it is ({})", loaded.codec->name), grouped(loaded.text.size()),
                 grouped(*now), ""});
  const auto add = [&](std::string title, const CostRow* row) {
    if (row == nullptr) return;
    table.add_row({std::move(title), grouped(row->bytes), grouped(row->tokens.front()),
                   fmt::format("{:+.1f}%", percent_change(row->tokens.front(), *now))});
  };
  add("minified JSON", costs.find("json"));
  add("pretty JSON", costs.find("json-pretty"));
  if (best != nullptr) add(fmt::format("best lossless: {}", best->format), best);
  return print(context, fmt::format("{}, {}\n{}", name, tokenizers.front().name(), table.text()));
}

}  // namespace

const Command stats_command{
    {"stats", "say what one document costs",
     "[--tokenizer NAME|FILE] [--from FORMAT] [--errors text|json] [FILE]",
     "The short form of laconic compare, for one FILE: bytes and tokens as it is, as minified and "
     "pretty-printed JSON, and in the lossless format with the fewest tokens.",
     examples},
    run};

}  // namespace laconic::cli
