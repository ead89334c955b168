// channel.hpp - one direction of a pipe, socket, terminal or file, read or written without ever
// waiting.
#pragma once

#include <sys/types.h>

#include <cstddef>

#include "os/descriptor.hpp"

namespace laconic::os {

/// Bytes in or out of a descriptor, without waiting and without changing the flags
/// of a descriptor that belongs to others too: the terminal of a shell, the stderr
/// that a child shares. Pipes and terminals are opened a second time, sockets are
/// told with every call, files are always ready, and where all that is impossible
/// the descriptor is asked before every (small) transfer.
class Channel {
 public:
  enum class Way : unsigned char { in, out };

  /// A descriptor of somebody else, which stays open.
  Channel(int descriptor, Way way) noexcept;
  /// A descriptor of our own that does not block.
  explicit Channel(Descriptor own) noexcept;

  /// For poll(); -1 after `close`.
  [[nodiscard]] int descriptor() const noexcept { return number_; }
  [[nodiscard]] bool is_open() const noexcept { return number_ >= 0; }
  /// As the system calls of the name, EINTR apart; EAGAIN when it would have to wait.
  [[nodiscard]] ssize_t read(char* buffer, std::size_t size) const noexcept;
  [[nodiscard]] ssize_t write(const char* bytes, std::size_t size) const noexcept;
  /// No more transfers. A descriptor of somebody else is only forgotten.
  void close() noexcept;

 private:
  enum class Kind : unsigned char { plain, socket, asked_first };

  int number_;
  Descriptor own_;
  Kind kind_ = Kind::plain;
};

}  // namespace laconic::os
