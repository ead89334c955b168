// diagnostics_sink.hpp - messages for people: bounded, and dropped with a count when nobody takes
// them.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "os/sink.hpp"

namespace laconic::os {

/// stderr, of which nobody knows whether it is read. It must neither stop the work
/// nor eat the memory.
class DiagnosticsSink {
 public:
  DiagnosticsSink(Channel channel, std::size_t most_waiting) noexcept
      : sink_(std::move(channel)), most_waiting_(most_waiting) {}

  /// All of `piece` or nothing; leaves it empty.
  void put(std::string& piece);
  void flush();
  /// Waits for what is left to go, but not for long.
  void finish(std::chrono::milliseconds patience);

  [[nodiscard]] int descriptor() const noexcept { return sink_.descriptor(); }
  [[nodiscard]] std::size_t waiting() const noexcept { return sink_.waiting(); }

 private:
  void mention_dropped();

  Sink sink_;
  std::size_t most_waiting_;
  std::size_t dropped_ = 0;
};

}  // namespace laconic::os
