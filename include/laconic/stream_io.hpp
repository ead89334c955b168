// stream_io.hpp - files and descriptors as ends of a stream.
//
// None of these opens, closes or flushes anything. A failure is io_failed with the system's
// words. Writing to a pipe that nobody reads raises SIGPIPE, unless the program ignores it.
#pragma once

#include <cstdio>

#include <laconic/export.hpp>
#include <laconic/stream.hpp>

namespace laconic::gcf {

[[nodiscard]] LACONIC_API Sink file_sink(std::FILE* file) noexcept;
/// Writes everything, however many calls that takes; the descriptor must block.
[[nodiscard]] LACONIC_API Sink descriptor_sink(int descriptor) noexcept;

[[nodiscard]] LACONIC_API Source file_source(std::FILE* file) noexcept;
/// Takes what is there: rows of a live stream come as soon as they are complete.
[[nodiscard]] LACONIC_API Source descriptor_source(int descriptor) noexcept;

}  // namespace laconic::gcf
