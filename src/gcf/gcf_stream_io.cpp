// gcf_stream_io.cpp - files and descriptors as ends of a stream.
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

#include <laconic/stream_io.hpp>

namespace laconic::gcf {
namespace {

Error failed(const char* what, int number) {
  return {Errc::io_failed, 0, what + std::generic_category().message(number)};
}

// A descriptor travels as the context itself: nothing has to outlive the sink.
void* to_context(int descriptor) noexcept {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(descriptor));
}
int to_descriptor(void* context) noexcept {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(context));
}

Result<Done> write_file(void* file, std::string_view text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), static_cast<std::FILE*>(file)) == text.size()) {
    return Done{};
  }
  return failed("cannot write: ", errno);
}

Result<Done> write_descriptor(void* context, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(to_descriptor(context), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failed("cannot write: ", errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return Done{};
}

Result<std::size_t> read_file(void* context, char* buffer, std::size_t size) {
  auto* const file = static_cast<std::FILE*>(context);
  errno = 0;
  const std::size_t read = std::fread(buffer, 1, size, file);
  if (read == 0 && std::ferror(file) != 0) return failed("cannot read: ", errno);
  return read;
}

Result<std::size_t> read_descriptor(void* context, char* buffer, std::size_t size) {
  while (true) {
    const ssize_t read = ::read(to_descriptor(context), buffer, size);
    if (read >= 0) return static_cast<std::size_t>(read);
    if (errno != EINTR) return failed("cannot read: ", errno);
  }
}

}  // namespace

Sink file_sink(std::FILE* file) noexcept {
  return {write_file, file};
}
Sink descriptor_sink(int descriptor) noexcept {
  return {write_descriptor, to_context(descriptor)};
}
Source file_source(std::FILE* file) noexcept {
  return {read_file, file};
}
Source descriptor_source(int descriptor) noexcept {
  return {read_descriptor, to_context(descriptor)};
}

}  // namespace laconic::gcf
