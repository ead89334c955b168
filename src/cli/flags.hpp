// flags.hpp - flags as rows: name, hint, help and what to do with the value.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/error.hpp>

#include "cli/command.hpp"
#include "cli/help.hpp"

namespace laconic::cli {

/// One flag of a command that collects its settings in an Args. Rows without a hint
/// take no value; rows whose name has no dash take the arguments that are no flags.
template <class Args>
struct Flag {
  FlagText text;
  Result<Done> (*set)(Args& args, const Context& context, std::string_view value);
};

/// A row and the Args it fills.
struct BoundFlag {
  FlagText text;
  std::function<Result<Done>(std::string_view value)> set;
};

/// Gives every argument to its row. With `stop_at_word` the first argument that is
/// no flag ends the parse and is returned with all behind it. Fails with bad_usage.
[[nodiscard]] Result<std::vector<std::string>> parse_rows(Argv argv,
                                                          std::span<const BoundFlag> rows,
                                                          bool stop_at_word = false);

/// The setter of --errors, which may stand before and behind the command.
[[nodiscard]] Result<Done> take_errors(Context& context, std::string_view value);

/// The flags that every command has: --errors and --help.
[[nodiscard]] std::span<const FlagText> common_flags() noexcept;

/// Parses the arguments of `command`, whose rows are bound to its Args. An Exit
/// means that all is said and done: the help was shown or a mistake reported.
[[nodiscard]] std::optional<Exit> parse_bound(Context& context, const CommandText& command,
                                              Argv argv, std::vector<BoundFlag> rows);

/// Fills `args` from the arguments of `command`.
template <class Args, std::size_t size>
[[nodiscard]] std::optional<Exit> parse_flags(Context& context, const CommandText& command,
                                              Argv argv, const Flag<Args> (&flags)[size],
                                              Args& args) {
  std::vector<BoundFlag> rows;
  for (const Flag<Args>& flag : flags) {
    rows.push_back({flag.text, [&flag, &args, &context](std::string_view value) {
                      return flag.set(args, context, value);
                    }});
  }
  return parse_bound(context, command, argv, std::move(rows));
}

}  // namespace laconic::cli
