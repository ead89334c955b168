// command.hpp - what a subcommand is, and the world it runs in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>

#include "cli/help.hpp"
#include "os/files.hpp"

namespace laconic::cli {

/// The exit status, a promise to scripts. A greater number outranks a smaller one
/// when several files end differently.
enum class Exit : int {
  done = 0,
  data = 1,   ///< the data is at fault: invalid, or it cannot be written as asked
  usage = 2,  ///< the command line is at fault
  io = 3,     ///< a file or the terminal is at fault
};

[[nodiscard]] constexpr Exit worse(Exit a, Exit b) noexcept {
  return std::max(a, b);
}

/// The arguments behind the name of the command.
using Argv = std::span<const std::string>;

/// All that a subcommand may touch of the world. main passes the real one, tests
/// pass one in memory that can also fail.
class Context {
 public:
  explicit Context(const CodecRegistry& registry) noexcept : codecs(registry) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  virtual ~Context() = default;

  /// The content of a file; "-" is standard input.
  [[nodiscard]] virtual Result<std::string> read(const std::string& name, std::uint64_t max_bytes,
                                                 os::Excess excess) = 0;
  /// Up to `size` bytes of standard input as soon as there are any; 0 is its end.
  [[nodiscard]] virtual Result<std::size_t> read_some(char* buffer, std::size_t size) = 0;
  /// Writes a file at once or not at all; "-" is standard output.
  [[nodiscard]] virtual Result<os::Written> write(const std::string& name,
                                                  std::string_view text) = 0;
  [[nodiscard]] virtual bool is_directory(const std::string& name) const = 0;
  [[nodiscard]] virtual bool is_same_file(const std::string& a, const std::string& b) const = 0;
  /// The folders that hold vocabulary files.
  [[nodiscard]] virtual std::vector<std::string> tokenizer_folders() const { return {}; }
  /// The names of the files in a folder, sorted; none when it cannot be read.
  [[nodiscard]] virtual std::vector<std::string> list(const std::string& folder) const {
    static_cast<void>(folder);
    return {};
  }
  /// For standard error. There is nobody to tell when this fails.
  virtual void say(std::string_view text) = 0;

  const CodecRegistry& codecs;
  bool colour = false;         ///< `say` reaches a terminal
  bool output_colour = false;  ///< standard output is a terminal
  bool json_errors = false;    ///< --errors=json
};

/// One row of the table of commands. `run` receives the arguments behind the name.
struct Command {
  CommandText text;
  Exit (*run)(Context& context, Argv argv);
};

extern const Command encode_command;
extern const Command decode_command;
extern const Command convert_command;
extern const Command validate_command;
extern const Command detect_command;
extern const Command formats_command;
extern const Command bench_command;
extern const Command root_command;
extern const Command delta_command;
extern const Command apply_command;
extern const Command stream_command;
extern const Command tokens_command;
extern const Command compare_command;
extern const Command stats_command;
extern const Command tokenizers_command;
extern const Command proxy_command;

/// The whole program: `argv` without the name of the program. The only place that
/// catches exceptions.
[[nodiscard]] Exit run_program(Context& context, std::span<char* const> argv);

}  // namespace laconic::cli
