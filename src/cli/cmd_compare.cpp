// cmd_compare.cpp - laconic compare: what documents cost in every format.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>

#include "cli/comparison.hpp"
#include "cli/flags.hpp"
#include "cli/report.hpp"
#include "cli/settings.hpp"
#include "cli/text_table.hpp"
#include "cli/tokenizer_choice.hpp"

namespace laconic::cli {
namespace {

enum class Form { table, json, markdown };

struct Args : InputSettings {
  std::vector<std::string> tokenizers;
  std::vector<Rendering> renderings;
  Form form = Form::table;
};

Result<Done> take_tokenizer(Args& args, const Context&, std::string_view value) {
  if (std::find(args.tokenizers.begin(), args.tokenizers.end(), value) != args.tokenizers.end()) {
    return Error{Errc::bad_usage, 0, fmt::format("the tokenizer {} is named twice", value)};
  }
  args.tokenizers.emplace_back(value);
  return Done{};
}

Result<Done> take_formats(Args& args, const Context& context, std::string_view value) {
  const std::vector<Rendering> all = all_renderings(context.codecs);
  for (bool more = true; more;) {
    const std::size_t comma = value.find(',');
    const std::string_view name = value.substr(0, comma);
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Rendering& r) { return r.name() == name; });
    if (found == all.end()) {
      std::string known;
      for (const Rendering& rendering : all)
        known.append(known.empty() ? "" : ", ").append(rendering.name());
      return Error{Errc::bad_usage, 0,
                   fmt::format("no format \"{}\" to compare; there are {}", name, known)};
    }
    args.renderings.push_back(*found);
    more = comma != std::string_view::npos;
    if (more) value.remove_prefix(comma + 1);
  }
  return Done{};
}

Result<Done> ask_json(Args& args, const Context&, std::string_view) {
  args.form = Form::json;
  return Done{};
}
Result<Done> ask_markdown(Args& args, const Context&, std::string_view) {
  args.form = Form::markdown;
  return Done{};
}

constexpr Flag<Args> flags[] = {
    {file_text, take_input<Args>},
    {from_text, take_from<Args>},
    {{"--tokenizer", "NAME|FILE",
      "The tokenizer that counts; may be given several times, then the counts stand side by side "
      "(default: o200k_base).",
      true},
     take_tokenizer},
    {{"--formats", "NAMES", "The formats to compare, separated by commas (default: all)."},
     take_formats},
    {{"--json", "",
      "Print {\"files\":[...]}, each with the members file and rows, and those with format, bytes, "
      "tokens (an object, by tokenizer) and lossless; a row that is not possible has error instead "
      "of bytes and tokens."},
     ask_json},
    {{"--markdown", "", "Print tables in Markdown."}, ask_markdown},
};

constexpr Example examples[] = {
    {"laconic compare orders.json", "Show what the document costs in every format."},
    {"laconic compare --tokenizer o200k_base --tokenizer cl100k_base data/*.json",
     "Two tokenizers side by side, and totals."},
    {"laconic compare --markdown --formats json,gcf data/*.json >> report.md",
     "Add tables to a report."},
};

constexpr std::size_t bar_width = 24;

std::string percent(std::size_t value, const CostRow* base, std::size_t tokenizer) {
  if (base == nullptr) return "-";
  return fmt::format("{:+.1f}%", percent_change(value, base->tokens[tokenizer]));
}

/// One table: a row for each format, columns for each tokenizer.
TextTable table_of(const Comparison& comparison, const std::vector<Tokenizer>& tokenizers,
                   bool bars) {
  const CostRow* json = comparison.find("json");
  const CostRow* pretty = comparison.find("json-pretty");
  const CostRow* best = comparison.best();
  TextTable table;
  table.add_column("FORMAT", TextTable::left);
  table.add_column("BYTES");
  for (const Tokenizer& tokenizer : tokenizers) {
    table.add_column(std::string(tokenizer.name()));
    table.add_column("VS JSON");
    table.add_column("VS PRETTY");
  }
  table.add_column("LOSSLESS", TextTable::left);
  if (bars) table.add_column("", TextTable::left);
  std::size_t most = 1;
  for (const CostRow& row : comparison.rows) {
    if (row.fault.empty()) most = std::max(most, row.tokens.front());
  }
  for (const CostRow& row : comparison.rows) {
    std::vector<std::string> cells;
    cells.push_back(std::string(row.format) + (&row == best ? " *" : ""));
    if (!row.fault.empty()) {
      cells.push_back("-");
      for (std::size_t t = 0; t < tokenizers.size(); ++t)
        cells.insert(cells.end(), {"-", "-", "-"});
      cells.push_back("not possible");
      table.add_row(std::move(cells));
      continue;
    }
    cells.push_back(grouped(row.bytes));
    for (std::size_t t = 0; t < tokenizers.size(); ++t) {
      cells.push_back(grouped(row.tokens[t]));
      cells.push_back(percent(row.tokens[t], json, t));
      cells.push_back(percent(row.tokens[t], pretty, t));
    }
    cells.push_back(row.lossless ? "yes" : "no");
    if (bars) {
      std::string bar;
      for (std::size_t i = 0; i < row.tokens.front() * bar_width / most; ++i)
        bar += "\u2588";
      cells.push_back(std::move(bar));
    }
    table.add_row(std::move(cells));
  }
  return table;
}

std::string as_text(const std::vector<Comparison>& all, const std::vector<Tokenizer>& tokenizers,
                    bool markdown, bool bars) {
  std::string out;
  for (const Comparison& comparison : all) {
    if (!out.empty()) out += '\n';
    const std::string title =
        comparison.files == 1 ? comparison.file
                              : fmt::format("{} of {} files", comparison.file, comparison.files);
    const TextTable table = table_of(comparison, tokenizers, bars && !markdown);
    out += markdown ? fmt::format("### {}\n\n{}", title, table.markdown())
                    : fmt::format("{}\n{}", title, table.text());
    if (const CostRow* best = comparison.best()) {
      out += fmt::format("{}fewest tokens ({}): {}\n", markdown ? "\n" : "",
                         tokenizers.front().name(), best->format);
    }
    for (const CostRow& row : comparison.rows) {
      if (!row.fault.empty()) {
        out += fmt::format("{}{}: {}\n", markdown ? "\n" : "", row.format, row.fault);
      }
    }
  }
  return out;
}

Result<std::string> as_json(const std::vector<Comparison>& all,
                            const std::vector<Tokenizer>& tokenizers) {
  Builder b;
  b.begin_object().key("files").begin_array();
  for (const Comparison& comparison : all) {
    if (comparison.files != 1) continue;
    b.begin_object().key("file").string(comparison.file).key("rows").begin_array();
    for (const CostRow& row : comparison.rows) {
      b.begin_object().key("format").string(row.format);
      if (row.fault.empty()) {
        b.key("bytes").unsigned_integer(row.bytes).key("tokens").begin_object();
        for (std::size_t t = 0; t < tokenizers.size(); ++t)
          b.key(tokenizers[t].name()).unsigned_integer(row.tokens[t]);
        b.end_object().key("lossless").boolean(row.lossless);
      } else {
        b.key("lossless").boolean(false).key("error").string(row.fault);
      }
      b.end_object();
    }
    b.end_array().end_object();
  }
  const auto document = b.end_array().end_object().finish();
  if (!document) return document.error();
  return json::encode(document->root());
}

Exit run(Context& context, Argv argv) {
  Args args;
  if (const auto exit = parse_flags(context, compare_command.text, argv, flags, args)) return *exit;
  if (args.renderings.empty()) args.renderings = all_renderings(context.codecs);
  std::vector<Tokenizer> tokenizers;
  if (const Exit exit = find_tokenizers(context, args.tokenizers, tokenizers); exit != Exit::done)
    return exit;
  std::vector<Comparison> all;
  Exit worst = Exit::done;
  for (const std::string& name : inputs_of(args)) {
    Loaded loaded;
    const Exit exit = load(context, name, args, loaded);
    worst = worse(worst, exit);
    if (exit != Exit::done) continue;
    show_notes(context, name, loaded.text, loaded.document.notes());
    all.push_back(compare_forms(name, loaded.document.root(), args.renderings, tokenizers));
  }
  if (args.form == Form::json) {
    auto text = as_json(all, tokenizers);
    if (!text) return worse(worst, fail(context, "laconic compare", text.error()));
    return worse(worst, print(context, text->append("\n")));
  }
  if (all.empty()) return worst;
  if (all.size() > 1) all.push_back(total_of(all));
  return worse(worst, print(context, as_text(all, tokenizers, args.form == Form::markdown,
                                             context.output_colour)));
}

}  // namespace

const Command compare_command{
    {"compare", "show what documents cost in every format",
     "[--tokenizer NAME|FILE]... [--formats NAMES] [--from FORMAT] [--json|--markdown] "
     "[--errors text|json] [FILE...]",
     "Writes each FILE in every format and prints bytes, exact token counts, the change against "
     "minified and against pretty-printed JSON, and whether reading gives back the same document. "
     "json is minified JSON, json-pretty has two spaces per level, gcf-compact is GCF in its "
     "compact layout. A star marks the lossless format with the fewest tokens by the first "
     "tokenizer. With several files their totals follow.",
     examples},
    run};

}  // namespace laconic::cli
