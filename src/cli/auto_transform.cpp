// auto_transform.cpp - lets formats compete, writes the winner, explains on request.
#include "cli/auto_transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <laconic/auto.hpp>

#include "cli/comparison.hpp"
#include "cli/renderings.hpp"
#include "cli/report.hpp"
#include "cli/text_table.hpp"
#include "cli/tokenizer_choice.hpp"

namespace laconic::cli {
namespace {

/// The candidates that --allow leaves; every exact form without it.
Result<std::vector<const Codec*>> candidates_of(const std::vector<Rendering>& all,
                                                const TransformSettings& args) {
  std::vector<const Codec*> candidates;
  for (const Rendering& rendering : all) {
    const auto& allowed = args.allowed;
    const bool named = std::find(allowed.begin(), allowed.end(), rendering.name()) != allowed.end();
    if (allowed.empty() ? rendering.codec().lossless && !rendering.is_pretty() : named) {
      candidates.push_back(&rendering.codec());
    }
  }
  for (const std::string& name : args.allowed) {
    if (std::none_of(all.begin(), all.end(),
                     [&](const Rendering& r) { return r.name() == name && !r.is_pretty(); })) {
      return Error{Errc::bad_usage, 0, fmt::format("--allow: there is no format \"{}\"", name)};
    }
  }
  return candidates;
}

void explain(Context& context, const std::string& name, const Tokenizer& tokenizer,
             const AutoChoice& choice) {
  TextTable table;
  table.add_column("FORMAT", TextTable::left);
  table.add_column("BYTES");
  table.add_column(std::string(tokenizer.name()));
  table.add_column("VS JSON");
  table.add_column("", TextTable::left);
  std::uint64_t json_tokens = choice.json_tokens;
  for (const AutoCandidate& row : choice.candidates) {
    if (row.name == "json") json_tokens = row.tokens;  // of the sample, if there is one
  }
  for (const AutoCandidate& row : choice.candidates) {
    const bool is_chosen = row.name == choice.codec->name;
    if (row.fault.empty()) {
      table.add_row({std::string(row.name), grouped(row.bytes), grouped(row.tokens),
                     fmt::format("{:+.1f}%", percent_change(row.tokens, json_tokens)),
                     is_chosen   ? "chosen; reads back exactly"
                     : row.exact ? "reads back exactly"
                                 : ""});
    } else {
      table.add_row({std::string(row.name), "-", "-", "-", row.fault});
    }
  }
  const std::string how =
      choice.sample_bytes == 0
          ? ""
          : fmt::format(", decided on a sample of {} bytes; in full {} tokens, minified JSON {}",
                        grouped(choice.sample_bytes), grouped(choice.tokens),
                        grouped(choice.json_tokens));
  context.say(fmt::format("{}: {}{}\n{}", name, choice.codec->name, how, table.text()));
}

}  // namespace

Exit encode_cheapest(Context& context, std::span<const Job> jobs, const TransformSettings& args) {
  std::vector<Tokenizer> tokenizers;
  if (const Exit exit = find_tokenizers(context, args.tokenizers, tokenizers); exit != Exit::done)
    return exit;
  const std::vector<Rendering> all = all_renderings(context.codecs);
  const auto candidates = candidates_of(all, args);
  if (!candidates) return fail_usage(context, "encode", candidates.error().detail);
  AutoOptions options;
  options.candidates = *candidates;
  options.margin_percent = args.margin;
  options.sample_bytes = args.sample_bytes;
  // What this command writes it also reads without being told what it is.
  options.recognised_by = &context.codecs;
  for (const Rendering& rendering : all) {
    if (!rendering.is_pretty() && rendering.name() == args.prefer)
      options.prefer = &rendering.codec();
  }
  if (!args.prefer.empty() && options.prefer == nullptr) {
    return fail_usage(context, "encode",
                      fmt::format("--prefer: there is no format \"{}\"", args.prefer));
  }
  Exit worst = Exit::done;
  for (const Job& job : jobs) {
    Loaded loaded;
    Exit exit = load(context, job.input, args, loaded);
    if (exit == Exit::done) {
      if (const auto error = unknown_setting(args.set, *loaded.codec, nullptr))
        return fail_usage(context, "encode", error->detail);
      show_notes(context, job.input, loaded.text, loaded.document.notes());
      auto choice = encode_auto(loaded.document.root(), tokenizers.front(), options);
      if (!choice) {
        exit = fail(context, job.input, choice.error());
      } else {
        if (args.explain) explain(context, job.input, tokenizers.front(), *choice);
        if (!choice->text.ends_with('\n')) choice->text += '\n';
        const auto written = context.write(job.output, choice->text);
        if (!written) return worse(worst, fail(context, job.output, written.error()));
        if (*written != os::Written::everything) return worst;
      }
    }
    worst = worse(worst, exit);
  }
  return worst;
}

}  // namespace laconic::cli
