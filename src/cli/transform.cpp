// transform.cpp - read one format, write another: the work of encode, decode and convert.
#include "cli/transform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include <laconic/json.hpp>

#include "cli/auto_transform.hpp"
#include "cli/graph_transform.hpp"
#include "cli/origin.hpp"
#include "cli/report.hpp"

namespace laconic::cli {
namespace {

constexpr unsigned pretty_indent = 2;

Error mistake(std::string sentence) {
  return {Errc::bad_usage, 0, std::move(sentence)};
}

bool is(const Codec& codec, const Codec& other) noexcept {
  return codec.name == other.name;
}

/// "DIR/orders.gcf" for "data/orders.json".
std::string path_in(const std::string& folder, const std::string& input, const Codec& to) {
  const std::string name = input.substr(input.rfind('/') + 1);  // npos + 1 is 0
  const std::size_t dot = name.rfind('.');
  const bool has_extension = dot != std::string::npos && dot > 0;
  return folder + (folder.ends_with('/') ? "" : "/") +
         (has_extension ? name.substr(0, dot) : name) +
         std::string(to.extensions.substr(0, to.extensions.find(' ')));
}

/// Where the result of each input goes. Mistakes are found before anything is read.
Result<std::vector<Job>> plan(const Context& context, const TransformSettings& args) {
  std::vector<Job> jobs;
  const std::vector<std::string> inputs = inputs_of(args);
  const bool into_folder = args.output != "-" && context.is_directory(args.output);
  if (inputs.size() > 1 && args.output != "-" && !into_folder) {
    return mistake(fmt::format("--output {} is no directory, but there are {} inputs", args.output,
                               inputs.size()));
  }
  for (const std::string& input : inputs) {
    if (!into_folder) {
      jobs.push_back({input, args.output});
      continue;
    }
    if (input == "-") {
      return mistake("standard input has no name to use in a directory; name a file with --output");
    }
    Job job{input, path_in(args.output, input, *args.to)};
    if (context.is_same_file(job.input, job.output)) {
      return mistake("the result would replace its input " + job.input);
    }
    const auto taken = std::find_if(jobs.begin(), jobs.end(),
                                    [&](const Job& other) { return other.output == job.output; });
    if (taken != jobs.end()) {
      return mistake(
          fmt::format("{} and {} would both become {}", taken->input, job.input, job.output));
    }
    jobs.push_back(std::move(job));
  }
  return jobs;
}

std::optional<Error> contradiction(const TransformSettings& args) {
  if (args.to == nullptr) return mistake("--to FORMAT is missing");
  if (!args.gcf_flag.empty() && !is(*args.to, gcf::codec())) {
    return mistake(fmt::format("{} applies to gcf only, not to {}", args.gcf_flag, args.to->name));
  }
  if (!args.auto_flag.empty() && !args.automatic) {
    return mistake(fmt::format("{} needs --to auto", args.auto_flag));
  }
  if (args.automatic && args.graph) {
    return mistake("--to auto and --profile graph exclude each other");
  }
  if (!args.toon_flag.empty() && !is(*args.to, toon::codec())) {
    return mistake(
        fmt::format("{} applies to toon only, not to {}", args.toon_flag, args.to->name));
  }
  if (args.pretty && !is(*args.to, json::codec())) {
    return mistake(fmt::format("--pretty applies to json only, not to {}", args.to->name));
  }
  const bool writes_gcf = is(*args.to, gcf::codec());
  if (args.graph && !writes_gcf) {
    return mistake(fmt::format("--profile graph applies to gcf only, not to {}", args.to->name));
  }
  if (args.graph && !args.gcf_flag.empty()) {
    return mistake(fmt::format("{} applies to the generic profile only", args.gcf_flag));
  }
  if (!args.session.empty() && writes_gcf && !args.graph) {
    return mistake("--session needs --profile graph");
  }
  if (!args.session.empty() && args.from != nullptr && !args.graph &&
      !is(*args.from, gcf::codec())) {
    return mistake(fmt::format("--session applies to gcf only, not to {}", args.from->name));
  }
  return std::nullopt;
}

/// Reports why a document cannot be written, at its place if that can be found.
Exit fail_to_encode(Context& context, const std::string& name, const Loaded& loaded,
                    const Error& error) {
  if (is(*loaded.codec, json::codec())) {
    if (const auto offset = find_origin(loaded.text, error)) {
      return fail_at(context, name, loaded.text, Error{error.code, *offset, error.detail});
    }
  }
  return fail(context, name, error);
}

bool reading_lost(std::span<const Note> notes) noexcept {
  return std::any_of(notes.begin(), notes.end(),
                     [](const Note& note) { return note.type == Note::Type::loss; });
}

/// One input. `go_on` becomes false when further output is pointless.
Exit transform_one(Context& context, const Job& job, const TransformSettings& args,
                   const Codec& target, std::string_view command, bool& go_on) {
  Loaded loaded;
  std::string text;
  if (is(target, json::codec()) && !args.pretty) {
    if (const Exit exit = load_text(context, job.input, args, loaded); exit != Exit::done)
      return exit;
    if (const auto error = unknown_setting(args.set, *loaded.codec, &target))
      return fail_usage(context, command, error->detail);
    auto result = to_json(*loaded.codec, loaded.text, loaded.decode, &loaded.document);
    if (!result) return fail_to_decode(context, job.input, loaded.text, result.error());
    text = std::move(*result);
    show_notes(context, job.input, loaded.text, loaded.document.notes());
  } else {
    if (const Exit exit = load(context, job.input, args, loaded); exit != Exit::done) return exit;
    show_notes(context, job.input, loaded.text, loaded.document.notes());
    EncodeOptions options;
    if (args.pretty) options.indent = pretty_indent;
    if (const auto error = unknown_setting(args.set, *loaded.codec, &target))
      return fail_usage(context, command, error->detail);
    const std::vector<Setting> settings = settings_for(args.set, target);
    options.settings = settings;
    std::vector<Loss> losses;
    if (!args.lossless) options.losses = &losses;
    auto result = encode(target, loaded.document.root(), options);
    if (!result) return fail_to_encode(context, job.input, loaded, result.error());
    text = std::move(*result);
    for (const Loss& loss : losses)
      warn(context, job.input, Errc::not_lossless, loss.what);
  }
  if (args.lossless && reading_lost(loaded.document.notes())) {
    return fail(context, job.input,
                Error{Errc::not_lossless, 0, "reading lost something, and --lossless is given"});
  }
  if (!target.binary && !text.ends_with('\n')) text += '\n';
  const auto written = context.write(job.output, text);
  if (written && *written == os::Written::everything) return Exit::done;
  // A disk that is full or a reader that left will not come back for the next file.
  go_on = false;
  return written ? Exit::done : fail(context, job.output, written.error());
}

}  // namespace

Result<Done> take_to(TransformSettings& args, const Context& context, std::string_view value) {
  args.automatic = value == "auto";
  if (args.automatic) {
    args.to = &json::codec();  // what it falls back to
    return Done{};
  }
  const auto codec = context.codecs.find(value);
  if (!codec) return codec.error();
  if ((*codec)->encode == nullptr) return mistake(std::string(value) + " can only be read");
  args.to = *codec;
  return Done{};
}

Result<Done> take_spec(TransformSettings& args, const Context&, std::string_view value) {
  if (value != "3.5" && value != "3.6") {
    return mistake(fmt::format("\"{}\" is neither 3.5 nor 3.6", value));
  }
  args.gcf.spec = value == "3.5" ? gcf::Spec::v3_5 : gcf::Spec::v3_6;
  args.gcf_flag = "--spec";
  return Done{};
}

Result<Done> take_layout(TransformSettings& args, const Context&, std::string_view value) {
  if (value != "canonical" && value != "compact") {
    return mistake(fmt::format("\"{}\" is neither canonical nor compact", value));
  }
  args.gcf.layout = value == "compact" ? gcf::Layout::compact : gcf::Layout::canonical;
  args.gcf_flag = "--layout";
  return Done{};
}

Result<Done> take_delimiter(TransformSettings& args, const Context&, std::string_view value) {
  if (value == "comma") {
    args.toon.delimiter = toon::Delimiter::comma;
  } else if (value == "tab") {
    args.toon.delimiter = toon::Delimiter::tab;
  } else if (value == "pipe") {
    args.toon.delimiter = toon::Delimiter::pipe;
  } else {
    return mistake(fmt::format("\"{}\" is none of comma, tab and pipe", value));
  }
  args.toon_flag = "--delimiter";
  return Done{};
}

Result<Done> take_indent(TransformSettings& args, const Context&, std::string_view value) {
  unsigned spaces = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, code] = std::from_chars(value.data(), end, spaces);
  if (code != std::errc() || stop != end || spaces < 1 || spaces > 16) {
    return mistake(fmt::format("\"{}\" is no number from 1 to 16", value));
  }
  args.toon.indent_size = spaces;
  args.indent_size = spaces;
  return Done{};
}

Result<Done> take_auto_tokenizer(TransformSettings& args, const Context&, std::string_view value) {
  args.tokenizers.assign(1, std::string(value));
  args.auto_flag = "--tokenizer";
  return Done{};
}

Result<Done> take_allow(TransformSettings& args, const Context&, std::string_view value) {
  args.auto_flag = "--allow";
  while (true) {
    const std::size_t comma = value.find(',');
    args.allowed.emplace_back(value.substr(0, comma));
    if (comma == std::string_view::npos) return Done{};
    value.remove_prefix(comma + 1);
  }
}

Result<Done> take_prefer(TransformSettings& args, const Context&, std::string_view value) {
  args.prefer = value;
  args.auto_flag = "--prefer";
  return Done{};
}

Result<Done> take_margin(TransformSettings& args, const Context&, std::string_view value) {
  const char* const end = value.data() + value.size();
  const auto [stop, code] = std::from_chars(value.data(), end, args.margin);
  if (code != std::errc() || stop != end || !(args.margin >= 0 && args.margin <= 1000)) {
    return mistake(fmt::format("\"{}\" is no percentage from 0 to 1000", value));
  }
  args.auto_flag = "--margin";
  return Done{};
}

Result<Done> take_sample(TransformSettings& args, const Context&, std::string_view value) {
  std::uint64_t bytes = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, code] = std::from_chars(value.data(), end, bytes);
  const std::string_view suffix(stop, static_cast<std::size_t>(end - stop));
  const std::uint64_t unit = suffix == "M" ? 1'000'000 : suffix == "k" ? 1'000 : 1;
  constexpr std::uint64_t most = 1'000'000'000;
  if (code != std::errc() || (unit == 1 && !suffix.empty()) || bytes == 0 || bytes > most / unit) {
    return mistake(fmt::format("\"{}\" is no size such as 64k or 1M, up to 1000M", value));
  }
  args.sample_bytes = bytes * unit;
  args.auto_flag = "--sample";
  return Done{};
}

Result<Done> ask_explain(TransformSettings& args, const Context&, std::string_view) {
  args.explain = true;
  args.auto_flag = "--explain";
  return Done{};
}

Result<Done> take_output(TransformSettings& args, const Context&, std::string_view value) {
  if (value.empty()) return mistake("the path is empty");
  args.output = value;
  return Done{};
}

Result<Done> take_profile(TransformSettings& args, const Context&, std::string_view value) {
  if (value != "generic" && value != "graph") {
    return mistake(fmt::format("\"{}\" is neither generic nor graph", value));
  }
  args.graph = value == "graph";
  return Done{};
}

Result<Done> take_session(TransformSettings& args, const Context&, std::string_view value) {
  if (value.empty() || value == "-") return mistake("a session's state needs a file of its own");
  args.session = value;
  return Done{};
}

Result<Done> ask_lossless(TransformSettings& args, const Context&, std::string_view) {
  args.lossless = true;
  return Done{};
}

Result<Done> ask_no_flatten(TransformSettings& args, const Context&, std::string_view) {
  args.gcf.flatten = false;
  args.gcf_flag = "--no-flatten";
  return Done{};
}

Result<Done> ask_round_numbers(TransformSettings& args, const Context&, std::string_view) {
  args.gcf.round_numbers = true;
  args.gcf_flag = "--round-numbers";
  return Done{};
}

Result<Done> ask_pretty(TransformSettings& args, const Context&, std::string_view) {
  args.pretty = true;
  return Done{};
}

Result<Done> ask_lenient(TransformSettings& args, const Context&, std::string_view) {
  args.decode.lenient = true;
  return Done{};
}

Exit transform(Context& context, const CommandText& command, const TransformSettings& args) {
  if (const auto error = contradiction(args))
    return fail_usage(context, command.name, error->detail);
  const auto jobs = plan(context, args);
  if (!jobs) return fail_usage(context, command.name, jobs.error().detail);
  for (const Job& job : *jobs) {
    if (!args.session.empty() && (job.input == args.session || job.output == args.session ||
                                  context.is_same_file(job.input, args.session) ||
                                  context.is_same_file(job.output, args.session))) {
      return fail_usage(context, command.name, "a session's state needs a file of its own");
    }
  }
  if (args.automatic) {
    if (args.output != "-" && context.is_directory(args.output)) {
      return fail_usage(context, command.name,
                        "--to auto does not know the extension of its result; name a file");
    }
    return encode_cheapest(context, *jobs, args);
  }
  if (args.graph) return encode_graphs(context, *jobs, args);
  if (!args.session.empty()) return decode_session(context, *jobs, args);
  const gcf::ConfiguredCodec configured(args.gcf);
  const toon::ConfiguredCodec configured_toon(args.toon, {});
  const Codec& target = is(*args.to, configured)        ? configured
                        : is(*args.to, configured_toon) ? configured_toon
                                                        : *args.to;
  Exit worst = Exit::done;
  bool go_on = true;
  for (const Job& job : *jobs) {
    worst = worse(worst, transform_one(context, job, args, target, command.name, go_on));
    if (!go_on) break;
  }
  return worst;
}

}  // namespace laconic::cli
