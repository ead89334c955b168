// stream_records.hpp - the two directions of laconic stream.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace laconic::cli {

struct StreamSettings {
  std::vector<std::string> fields;
  std::string name;
  bool has_name = false;
  std::string key;
  bool has_key = false;
  bool decode = false;
  bool complete = false;
};

/// What is read from standard input at a time, and written at a time.
inline constexpr std::size_t stream_piece_bytes = std::size_t{64} << 10;

/// Records from standard input, rows to standard output.
[[nodiscard]] Exit encode_stream(Context& context, const StreamSettings& args);
/// The other way.
[[nodiscard]] Exit decode_stream(Context& context, const StreamSettings& args);

}  // namespace laconic::cli
