// program.cpp - from the command line to one of the commands.
#include <fmt/format.h>

#include <exception>
#include <new>
#include <vector>

#include <laconic/version.hpp>

#include "cli/command.hpp"
#include "cli/flags.hpp"
#include "cli/report.hpp"

namespace laconic::cli {
namespace {

constexpr const Command* commands[] = {
    &encode_command,  &decode_command,  &convert_command,    &validate_command,
    &detect_command,  &formats_command, &bench_command,      &stream_command,
    &root_command,    &delta_command,   &apply_command,      &tokens_command,
    &compare_command, &stats_command,   &tokenizers_command, &proxy_command,
};

constexpr Example examples[] = {
    {"laconic encode orders.json > orders.gcf", "Write JSON as GCF."},
    {"laconic decode orders.gcf", "Write it as JSON again."},
    {"laconic validate *.gcf && echo good", "Check files."},
};

constexpr CommandText program_text{
    {},
    "compact text formats for language models",
    "[--errors text|json] [--help] [--version] COMMAND [FLAGS] [FILE...]",
    "Converts documents between JSON and text formats that cost language models fewer tokens, "
    "without losing anything: what laconic encode writes, laconic decode turns into the same "
    "document.\n\n"
    "- as FILE is standard input, which is also the default. Results go to standard output, "
    "everything else to standard error. An error is reported as FILE:LINE:COL: error[SLUG]: "
    "SENTENCE, followed by the line and a caret below the place. Colour is used on terminals "
    "unless the environment variable NO_COLOR is set.\n\n"
    "laconic COMMAND --help describes a command.",
    examples};

constexpr FlagText version_flag{"--version", "", "Show the version and the formats, and exit."};

/// Whether --errors=json is asked for anywhere, so that even a mistake on the command
/// line is reported that way.
bool wants_json_errors(Argv argv) noexcept {
  for (std::size_t i = 0; i < argv.size() && argv[i] != "--"; ++i) {
    if (argv[i] == "--errors=json") return true;
    if (argv[i] == "--errors" && i + 1 < argv.size() && argv[i + 1] == "json") return true;
  }
  return false;
}

std::string version_text(const CodecRegistry& codecs) {
  std::string text = "laconic " LACONIC_VERSION_STRING "\nformats: ";
  std::string_view between;
  for (const Codec* codec : codecs.all()) {
    text.append(between).append(codec->name);
    between = ", ";
  }
  return text.append("\n");
}

std::string help_text(std::span<const FlagText> flags) {
  std::vector<Entry> entries;
  for (const Command* command : commands)
    entries.push_back({command->text.name, command->text.summary});
  return manual_page(program_text, entries, flags);
}

Exit unknown_command(Context& context, const std::string& name) {
  std::vector<std::string_view> names;
  for (const Command* command : commands)
    names.push_back(command->text.name);
  const std::string_view near = closest(name, names);
  if (!near.empty()) {
    return fail_usage(context, "",
                      fmt::format("unknown command \"{}\"; did you mean \"{}\"?", name, near));
  }
  std::string known;
  for (const std::string_view one : names)
    known.append(known.empty() ? "" : ", ").append(one);
  return fail_usage(context, "", fmt::format("unknown command \"{}\"; known: {}", name, known));
}

Exit dispatch(Context& context, Argv argv) {
  context.json_errors = wants_json_errors(argv);
  bool help = false;
  bool version = false;
  const auto on = [](bool& wish) {
    return [&wish](std::string_view) -> Result<Done> {
      wish = true;
      return Done{};
    };
  };
  const auto common = common_flags();
  const BoundFlag rows[] = {
      {common[0], [&](std::string_view value) { return take_errors(context, value); }},
      {common[1], on(help)},
      {version_flag, on(version)},
  };
  const auto rest = parse_rows(argv, rows, true);
  if (!rest) return fail_usage(context, "", rest.error().detail);
  const FlagText texts[] = {common[0], common[1], version_flag};
  if (help) return print(context, help_text(texts));
  if (version) return print(context, version_text(context.codecs));
  if (rest->empty()) return fail_usage(context, "", "no command is given");
  for (const Command* command : commands) {
    if (command->text.name == rest->front()) return command->run(context, Argv(*rest).subspan(1));
  }
  return unknown_command(context, rest->front());
}

}  // namespace

Exit run_program(Context& context, std::span<char* const> argv) {
  try {
    return dispatch(context, std::vector<std::string>(argv.begin(), argv.end()));
  } catch (const std::bad_alloc&) {
    // No formatting here: there may be no memory for it.
    context.say(context.json_errors
                    ? R"({"file":null,"line":null,"column":null,"offset":null,"code":900,)"
                      R"("slug":"out_of_memory","message":"not enough memory for this document"})"
                      "\n"
                    : "laconic: error[out_of_memory]: not enough memory for this document\n");
    return Exit::data;
  } catch (const std::exception& e) {
    return fail(context, "laconic", Error{Errc::unsupported, 0, e.what()});
  }
}

}  // namespace laconic::cli
