// proxy_arguments.hpp - what laconic proxy was asked to do: flags and the rule file.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>

#include "cli/command.hpp"
#include "mcp/proxy_settings.hpp"

namespace laconic::cli {

struct ProxyArguments {
  mcp::ProxySettings settings;
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> environment;
  std::chrono::milliseconds grace{5000};
  bool stats = false;
  std::string stats_file;
  std::string log_file;
  std::string config_file;
  bool print_config = false;
  bool verbose = false;
  std::vector<std::string> notices;  ///< about flags that other proxies have
  // As given; a flag outranks the file.
  std::optional<std::vector<std::string>> formats;
  std::optional<std::vector<std::string>> tokenizers;
  std::optional<std::size_t> min_tokens;
  std::optional<double> min_gain;
  std::optional<std::size_t> max_encode_bytes;
  std::optional<mcp::Exactness> lossless;
  std::optional<mcp::Structured> structured;
  std::optional<bool> hint;
  std::optional<mcp::Embedded> embedded;
  std::vector<std::string> decode_args;  ///< tools
  // Of the doctor.
  std::vector<std::string> calls;  ///< TOOL or TOOL={...}
};

/// Every form that results may be sent in: json-min and the exact text formats.
[[nodiscard]] std::vector<mcp::Format> proxy_formats(const CodecRegistry& codecs);

/// "a,b" as its parts; "off" as none.
[[nodiscard]] std::vector<std::string> list_of(std::string_view text);

[[nodiscard]] Result<mcp::Structured> structured_of(std::string_view text);
[[nodiscard]] Result<mcp::Embedded> embedded_of(std::string_view text);
[[nodiscard]] Result<std::size_t> bytes_of(std::string_view text);  ///< 8MiB, 64k, 100
[[nodiscard]] Result<std::chrono::milliseconds> duration_of(
    std::string_view text);  ///< 10m, 5s, 250ms

/// Reads the rule file into `args`, where flags have not said otherwise. Reports what is wrong
/// with its place.
[[nodiscard]] Exit read_proxy_config(Context& context, const std::string& path,
                                     ProxyArguments& args);

/// Makes settings of flags, file and defaults. Reports what is wrong.
[[nodiscard]] Exit settle(Context& context, ProxyArguments& args);

/// The settings that hold, as a rule file.
[[nodiscard]] std::string config_text(const ProxyArguments& args);

}  // namespace laconic::cli
