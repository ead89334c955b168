// help.hpp - manual pages made from the tables that also drive the parser.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace laconic::cli {

/// The printed half of a flag.
struct FlagText {
  std::string_view name;  ///< "--from", "-o,--output", or "FILE" for plain arguments
  std::string_view hint;  ///< what the value is; empty when it takes none
  std::string_view help;
  bool repeats = false;  ///< may be given several times
};

struct Example {
  std::string_view line;
  std::string_view meaning;
};

/// One row of a list with a heading of its own: a command and what it does.
struct Entry {
  std::string_view term;
  std::string_view meaning;
};

/// The words of a manual page. Paragraphs are separated by an empty line and are
/// wrapped when shown; a paragraph that begins with a blank is shown as it is.
struct CommandText {
  std::string_view name;  ///< empty for the program itself
  std::string_view summary;
  std::string_view synopsis;
  std::string_view description;
  std::span<const Example> examples;
  std::span<const Entry> exit_codes = {};  ///< empty: those that all commands share
};

/// NAME, SYNOPSIS, DESCRIPTION, COMMANDS (if any), OPTIONS, EXIT STATUS, EXAMPLES.
[[nodiscard]] std::string manual_page(const CommandText& text, std::span<const Entry> commands,
                                      std::span<const FlagText> flags);

/// The candidate that `word` was most likely meant to be; empty when none is near.
[[nodiscard]] std::string_view closest(std::string_view word,
                                       std::span<const std::string_view> candidates);

}  // namespace laconic::cli
