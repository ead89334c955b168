// sink.cpp - where bytes go: written at once as far as possible, the rest waits.
#include "os/sink.hpp"

#include <algorithm>
#include <cerrno>

namespace laconic::os {
namespace {

// One sink must not keep the others waiting for long.
constexpr std::size_t most_per_turn = std::size_t{1} << 20;
constexpr std::size_t most_per_call = std::size_t{256} << 10;
// What an empty buffer may keep for the next message.
constexpr std::size_t most_kept = std::size_t{4} << 20;

void empty(std::string& buffer) {
  if (buffer.capacity() > most_kept) {
    std::string().swap(buffer);
  } else {
    buffer.clear();
  }
}

}  // namespace

/// How much went out; closes the sink when nothing ever will again.
std::size_t Sink::write_some(const char* bytes, std::size_t size) {
  const std::size_t turn = std::min(size, most_per_turn);
  std::size_t done = 0;
  while (done < turn) {
    const std::size_t asked = std::min(turn - done, most_per_call);
    const ssize_t n = channel_.write(bytes + done, asked);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (n <= 0) {
      failure_ = n == 0 ? EIO : errno;
      close();
      break;
    }
    done += static_cast<std::size_t>(n);
    if (static_cast<std::size_t>(n) < asked) break;  // full: another call would only say so
  }
  return done;
}

void Sink::put(std::string& piece) {
  if (piece.empty()) return;
  if (is_open() && waiting() > 0) {
    // Moving the rest to the front costs less than was sent since the last time.
    if (sent_ > queue_.size() / 2) {
      queue_.erase(0, sent_);
      sent_ = 0;
    }
    queue_.append(piece);
  } else if (is_open()) {
    const std::size_t done = write_some(piece.data(), piece.size());
    if (done < piece.size() && is_open()) {
      queue_.swap(piece);
      sent_ = done;
    }
  }
  empty(piece);
}

void Sink::flush() {
  if (waiting() == 0) return;
  const std::size_t done = write_some(queue_.data() + sent_, waiting());
  flushed_ += done;
  if (!is_open()) return;
  sent_ += done;
  if (waiting() > 0) return;
  empty(queue_);
  sent_ = 0;
}

void Sink::close() noexcept {
  channel_.close();
  std::string().swap(queue_);
  sent_ = 0;
}

}  // namespace laconic::os
