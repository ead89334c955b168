// cmd_delta.cpp - laconic delta: what to tell somebody who has the old snapshot.
#include "cli/report.hpp"
#include "cli/snapshot_input.hpp"
#include "cli/tokenizer_choice.hpp"

namespace laconic::cli {
namespace {

constexpr Flag<SnapshotSettings> flags[] = {
    {{"BASE NEW", "", "The two snapshots; - is standard input."}, take_input<SnapshotSettings>},
    key_flag,
    snapshot_profile_flag,
    {{"--always-delta", "", "Print a delta even when a full payload costs about as much."},
     [](SnapshotSettings& args, const Context&, std::string_view) -> Result<Done> {
       args.always_delta = true;
       return Done{};
     }},
    {{"--tokenizer", "NAME|FILE",
      "Decide by tokens instead of bytes, and say in a delta how many it has and what it saves."},
     [](SnapshotSettings& args, const Context&, std::string_view value) -> Result<Done> {
       args.tokenizer = value;
       return Done{};
     }},
    {from_text, take_from<SnapshotSettings>},
};

constexpr Example examples[] = {
    {"laconic delta --key id monday.json tuesday.json", "What changed since Monday, as GCF."},
    {"laconic delta --always-delta old.json new.json", "The same for maps of objects, always."},
    {"laconic delta before.json after.json > changes.gcf", "What changed in a graph payload."},
};

/// What we write is UTF-8, so counting it cannot fail but for memory.
std::uint64_t tokens_of(const void* tokenizer, std::string_view payload) {
  const auto count = static_cast<const Tokenizer*>(tokenizer)->count(payload);
  return count ? *count : payload.size();
}

Result<gcf::Answer> answer(const Snapshot& base, const Snapshot& next,
                           const gcf::AnswerOptions& options) {
  if (base.index() != next.index()) {
    return Error{Errc::not_representable, 0,
                 "one of the snapshots is a graph payload and the other is not; --profile says "
                 "what both are"};
  }
  const auto* set = std::get_if<gcf::KeyedSet>(&base);
  if (set != nullptr) return gcf::answer(*set, std::get<gcf::KeyedSet>(next), options);
  return gcf::answer(std::get<graph::Payload>(base), std::get<graph::Payload>(next), options);
}

Exit run(Context& context, Argv argv) {
  SnapshotSettings args;
  if (const auto exit = parse_flags(context, delta_command.text, argv, flags, args)) return *exit;
  if (args.inputs.size() != 2) {
    return fail_usage(context, delta_command.text.name, "BASE and NEW must be given");
  }
  if (const auto mistake = contradiction(args)) {
    return fail_usage(context, delta_command.text.name, *mistake);
  }
  Snapshot base;
  Snapshot next;
  if (const Exit exit = load_snapshot(context, args.inputs[0], args, base); exit != Exit::done)
    return exit;
  if (const Exit exit = load_snapshot(context, args.inputs[1], args, next); exit != Exit::done)
    return exit;
  gcf::AnswerOptions options;
  options.always_delta = args.always_delta;
  std::vector<Tokenizer> tokenizers;
  if (!args.tokenizer.empty()) {
    const Exit exit = find_tokenizers(context, {args.tokenizer}, tokenizers);
    if (exit != Exit::done) return exit;
    options.cost = {tokens_of, &tokenizers.front()};
  }
  const auto made = answer(base, next, options);
  if (!made) return fail(context, args.inputs[1], made.error());
  return print(context, made->wire);
}

}  // namespace

const Command delta_command{
    {"delta", "write what changed between two snapshots",
     "[--key FIELD] [--profile generic|graph] [--always-delta] [--tokenizer NAME|FILE] "
     "[--from FORMAT] [--errors text|json] BASE NEW",
     "Prints the GCF payload that leads somebody who has BASE to NEW: a line that says that "
     "nothing changed, what was added, changed or removed, or all of NEW when that is not clearly "
     "longer (the delta must have less than 60 % of its bytes, or tokens with --tokenizer) or when "
     "the fields differ. laconic "
     "apply takes any of them.\n\n"
     "Each snapshot is an array of flat objects, an object whose only member is one, a map of flat "
     "objects, a graph payload, or GCF of these. A field that is absent counts as null. Of a graph "
     "payload kind, name, score (two decimals), provenance and distance of symbols and the ends "
     "and types of edges are compared, nothing else.",
     examples},
    run};

}  // namespace laconic::cli
