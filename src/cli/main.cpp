// main.cpp - the laconic command on the real files and descriptors.
#include <unistd.h>
#if defined(__GLIBC__)
#  include <malloc.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <laconic/codec.hpp>

#include "cli/command.hpp"
#include "os/files.hpp"

namespace laconic::cli {
namespace {

class SystemContext final : public Context {
 public:
  explicit SystemContext(const CodecRegistry& registry) noexcept : Context(registry) {
    const char* const no_color = std::getenv("NO_COLOR");
    const bool wanted = no_color == nullptr || *no_color == '\0';
    colour = wanted && os::is_terminal(STDERR_FILENO);
    output_colour = wanted && os::is_terminal(STDOUT_FILENO);
  }

  Result<std::string> read(const std::string& name, std::uint64_t max_bytes,
                           os::Excess excess) override {
    return name == "-" ? os::read_descriptor(STDIN_FILENO, max_bytes, excess)
                       : os::read_file(name, max_bytes, excess);
  }
  Result<std::size_t> read_some(char* buffer, std::size_t size) override {
    return os::read_some(STDIN_FILENO, buffer, size);
  }
  Result<os::Written> write(const std::string& name, std::string_view text) override {
    return name == "-" ? os::write_descriptor(STDOUT_FILENO, text) : os::write_file(name, text);
  }
  bool is_directory(const std::string& name) const override { return os::is_directory(name); }
  bool is_same_file(const std::string& a, const std::string& b) const override {
    return os::is_same_file(a, b);
  }
  std::vector<std::string> tokenizer_folders() const override {
    if (const char* const folders = std::getenv("LACONIC_TOKENIZERS")) return split(folders);
    const char* const data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data != '\0') return {std::string(data) + "/laconic/tokenizers"};
    const char* const home = std::getenv("HOME");
    if (home == nullptr) return {};
    return {std::string(home) + "/.local/share/laconic/tokenizers"};
  }
  std::vector<std::string> list(const std::string& folder) const override {
    return os::list_files(folder);
  }
  void say(std::string_view text) override {
    if (!os::write_descriptor(STDERR_FILENO, text)) return;
  }

 private:
  /// The parts between colons.
  static std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
      const std::size_t colon = std::min(text.find(':'), text.size());
      if (colon != 0) parts.emplace_back(text.substr(0, colon));
      text.remove_prefix(std::min(colon + 1, text.size()));
    }
    return parts;
  }
};

/// By default glibc takes every block above 128 KiB from the system and gives it back
/// when it is freed, so that each large document pays for its page faults anew: a
/// third of the time that laconic bench would measure. This keeps blocks for reuse;
/// the process is short-lived, so nobody misses the memory.
void keep_large_blocks() noexcept {
#if defined(__GLIBC__)
  mallopt(M_MMAP_MAX, 0);  // the threshold for mmap cannot be raised above 32 MiB
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 1 << 20);
#endif
}

}  // namespace
}  // namespace laconic::cli

int main(int argc, char** argv) {
  laconic::cli::keep_large_blocks();
  laconic::os::prepare_process();
  const auto codecs = laconic::CodecRegistry::with_builtins();
  laconic::cli::SystemContext context(codecs);
  const auto arguments = std::span<char* const>(argv, static_cast<std::size_t>(argc));
  return static_cast<int>(laconic::cli::run_program(context, arguments.subspan(argc > 0 ? 1 : 0)));
}
