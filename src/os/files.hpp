// files.hpp - whole files in and out: bounded reads, complete writes, atomic replacement.
//
// Nothing here throws but std::bad_alloc; every failure is an Error whose detail
// says what was tried and what the system answered. Names are not part of the
// detail: the caller knows what the user called the file.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/error.hpp>

namespace laconic::os {

/// How a write ended that did not fail.
enum class Written : unsigned char {
  everything,
  reader_gone,  ///< the other end of the pipe has seen enough: no failure, but stop
};

/// What happens to input beyond the limit.
enum class Excess : unsigned char {
  refuse,  ///< size_exceeded
  cut,     ///< only the beginning is wanted
};

/// The two calls whose faults (short transfers, EINTR, EIO) no test can provoke at
/// will, so tests may replace them.
struct Calls {
  ssize_t (*read)(int descriptor, void* buffer, std::size_t size);
  ssize_t (*write)(int descriptor, const void* buffer, std::size_t size);
};
extern const Calls system_calls;

/// To be called first: makes a closed pipe and a file-size limit answer with errno
/// instead of killing the process, and occupies closed standard descriptors, so
/// that no file opened later receives what was meant for stdout or stderr.
void prepare_process() noexcept;

[[nodiscard]] bool is_terminal(int descriptor) noexcept;
[[nodiscard]] bool is_directory(const std::string& path) noexcept;
/// The names of the regular files in a folder, sorted; none when it cannot be read.
[[nodiscard]] std::vector<std::string> list_files(const std::string& folder);
/// Whether both names exist and lead to one file.
[[nodiscard]] bool is_same_file(const std::string& a, const std::string& b) noexcept;

/// Everything up to the end of the input, with one read when the size is known.
[[nodiscard]] Result<std::string> read_descriptor(int descriptor, std::uint64_t max_bytes,
                                                  Excess excess = Excess::refuse,
                                                  const Calls& calls = system_calls);

/// What is there, up to `size` bytes, as soon as there is anything; 0 is the end.
[[nodiscard]] Result<std::size_t> read_some(int descriptor, char* buffer, std::size_t size,
                                            const Calls& calls = system_calls);

/// A whole file; a directory is refused.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes,
                                            Excess excess = Excess::refuse,
                                            const Calls& calls = system_calls);

/// All of `text`, however many writes that takes.
[[nodiscard]] Result<Written> write_descriptor(int descriptor, std::string_view text,
                                               const Calls& calls = system_calls);

/// Makes `text` the content of `path`, at once or not at all: it is written to a
/// temporary file in the same folder, which then takes the name. An existing file
/// keeps its permissions, a symbolic link stays one, devices and pipes are written
/// to directly, and a directory is refused.
[[nodiscard]] Result<Written> write_file(const std::string& path, std::string_view text,
                                         const Calls& calls = system_calls);

}  // namespace laconic::os
