// sink.hpp - where bytes go: written at once as far as possible, the rest waits.
#pragma once

#include <cstddef>
#include <string>

#include "os/channel.hpp"

namespace laconic::os {

/// A channel and what it has not taken yet. Nothing is copied and nothing allocated
/// as long as the channel keeps up.
class Sink {
 public:
  explicit Sink(Channel channel) noexcept : channel_(std::move(channel)) {}

  /// Writes `piece` behind what waits already, and leaves it empty. After a failure
  /// or `close`, everything is dropped.
  void put(std::string& piece);
  /// Writes of what waits; to be called when the channel is ready.
  void flush();
  /// Drops what waits.
  void close() noexcept;

  [[nodiscard]] bool is_open() const noexcept { return channel_.is_open(); }
  [[nodiscard]] int descriptor() const noexcept { return channel_.descriptor(); }
  [[nodiscard]] std::size_t waiting() const noexcept { return queue_.size() - sent_; }
  /// How many bytes `flush` has written so far: grows when a sink that was full moves.
  [[nodiscard]] std::size_t flushed() const noexcept { return flushed_; }
  /// errno of the write that closed the sink; 0 when none did.
  [[nodiscard]] int failure() const noexcept { return failure_; }

 private:
  std::size_t write_some(const char* bytes, std::size_t size);

  Channel channel_;
  std::string queue_;
  std::size_t sent_ = 0;  ///< of `queue_`
  std::size_t flushed_ = 0;
  int failure_ = 0;
};

}  // namespace laconic::os
