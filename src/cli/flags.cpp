// flags.cpp - the rows handed to CLI11; no other file includes it, because of its cost.
#include "cli/flags.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "cli/report.hpp"

namespace laconic::cli {
namespace {

constexpr FlagText errors_flag{
    "--errors", "text|json",
    "How to report errors, warnings and repairs on standard error: for people (text, the "
    "default), or one JSON object per line with file, line, column, offset, code, slug and "
    "message. "
    "Line, column and offset are null when an error has no place; a warning or a repair has the "
    "further member severity."};
constexpr FlagText help_flag{"-h,--help", "", "Show this page and exit."};
constexpr FlagText common[] = {errors_flag, help_flag};

Error mistake(std::string sentence) {
  return {Errc::bad_usage, 0, std::move(sentence)};
}

bool is_positional(const FlagText& text) noexcept {
  return !text.name.starts_with('-');
}

/// "--output" of "-o,--output".
std::string_view long_name(const FlagText& text) noexcept {
  return text.name.substr(text.name.find(',') + 1);  // npos + 1 is 0
}

bool looks_like_flag(const std::string& argument) noexcept {
  return argument.size() > 1 && argument.front() == '-';
}

Error unknown_flag(const std::string& argument, std::span<const BoundFlag> rows) {
  const std::string name = argument.substr(0, argument.find('='));
  std::vector<std::string_view> names;
  for (const BoundFlag& row : rows) {
    if (!is_positional(row.text)) names.push_back(long_name(row.text));
  }
  std::string sentence = "unknown flag " + name;
  if (const std::string_view near = closest(name, names); !near.empty()) {
    sentence.append("; did you mean ").append(near).append("?");
  }
  return mistake(std::move(sentence));
}

/// Gives a row all values that stood behind its name.
Result<Done> deliver(const BoundFlag& row, const std::vector<std::string>& values) {
  const std::string name(long_name(row.text));
  const bool takes_value = !row.text.hint.empty();
  if (takes_value && !row.text.repeats && values.size() > 1)
    return mistake(name + " is given more than once");
  for (const std::string& value : values) {
    if (!takes_value && value != "true") return mistake(name + " takes no value");
    if (auto result = row.set(value); !result) return mistake(name + ": " + result.error().detail);
  }
  return Done{};
}

Result<Done> deliver_words(std::span<const BoundFlag> rows, const std::vector<std::string>& words) {
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [](const BoundFlag& r) { return is_positional(r.text); });
  for (const std::string& word : words) {
    if (row == rows.end()) return mistake("unexpected argument \"" + word + "\"");
    if (auto result = row->set(word); !result) return mistake(result.error().detail);
  }
  return Done{};
}

}  // namespace

Result<std::vector<std::string>> parse_rows(Argv argv, std::span<const BoundFlag> rows,
                                            bool stop_at_word) {
  // Plain arguments are left over on purpose: as a CLI11 positional a file called
  // "[a]" would become a list.
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  if (stop_at_word) app.prefix_command();
  std::vector<std::pair<const BoundFlag*, CLI::Option*>> options;
  for (const BoundFlag& row : rows) {
    if (is_positional(row.text)) continue;
    const std::string name(row.text.name);
    CLI::Option* const option = row.text.hint.empty() ? app.add_flag(name) : app.add_option(name);
    options.emplace_back(&row, option->take_all());
  }
  const auto dashes = stop_at_word ? argv.end() : std::find(argv.begin(), argv.end(), "--");
  // CLI11 would take the next argument for the value: --output=$EMPTY in.json must not
  // write to in.json.
  const auto own =
      stop_at_word ? std::find_if_not(argv.begin(), argv.end(), looks_like_flag) : dashes;
  const auto empty = std::find_if(argv.begin(), own, [](const std::string& argument) {
    return argument.starts_with("--") && argument.find('=') == argument.size() - 1;
  });
  if (empty != own) return mistake(empty->substr(0, empty->size() - 1) + " needs a value");
  try {
    app.parse(std::vector<std::string>(std::make_reverse_iterator(dashes), argv.rend()));
  } catch (const CLI::ArgumentMismatch& e) {
    const std::string what = e.what();  // "--from: 1 required TEXT missing"
    return mistake(what.substr(0, what.find(':')) + " needs a value");
  } catch (const CLI::Error& e) {
    return mistake(e.what());
  }
  std::vector<std::string> words = app.remaining();
  const auto checked = stop_at_word && !words.empty() ? words.begin() + 1 : words.end();
  const auto unknown = std::find_if(words.begin(), checked, looks_like_flag);
  if (unknown != checked) return unknown_flag(*unknown, rows);
  for (const auto& [row, option] : options) {
    if (auto delivered = deliver(*row, option->results()); !delivered) return delivered.error();
  }
  if (stop_at_word) return words;
  if (dashes != argv.end()) words.insert(words.end(), dashes + 1, argv.end());
  if (auto delivered = deliver_words(rows, words); !delivered) return delivered.error();
  return std::vector<std::string>();
}

Result<Done> take_errors(Context& context, std::string_view value) {
  if (value != "text" && value != "json") {
    return mistake("\"" + std::string(value) + "\" is neither text nor json");
  }
  context.json_errors = value == "json";
  return Done{};
}

std::span<const FlagText> common_flags() noexcept {
  return common;
}

std::optional<Exit> parse_bound(Context& context, const CommandText& command, Argv argv,
                                std::vector<BoundFlag> rows) {
  bool help = false;
  const auto see_help = [&help](std::string_view) -> Result<Done> {
    help = true;
    return Done{};
  };
  std::vector<FlagText> texts;
  texts.reserve(rows.size() + std::size(common));
  for (const BoundFlag& row : rows)
    texts.push_back(row.text);
  texts.insert(texts.end(), std::begin(common), std::end(common));
  // In front, so that they are heeded even when another flag has a bad value.
  rows.insert(rows.begin(), {errors_flag, [&context](std::string_view value) {
                               return take_errors(context, value);
                             }});
  rows.insert(rows.begin(), {help_flag, see_help});
  const auto rest = parse_rows(argv, rows);
  if (help) return print(context, manual_page(command, {}, texts));
  if (!rest) return fail_usage(context, command.name, rest.error().detail);
  return std::nullopt;
}

}  // namespace laconic::cli
