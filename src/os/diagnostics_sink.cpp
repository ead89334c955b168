// diagnostics_sink.cpp - messages for people: bounded, and dropped with a count when nobody takes
// them.
#include "os/diagnostics_sink.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>

namespace laconic::os {

void DiagnosticsSink::put(std::string& piece) {
  if (piece.empty()) return;
  if (piece.size() > most_waiting_ || sink_.waiting() > most_waiting_ - piece.size()) {
    dropped_ += piece.size();
    piece.clear();
    return;
  }
  mention_dropped();
  sink_.put(piece);
}

void DiagnosticsSink::flush() {
  sink_.flush();
  mention_dropped();
}

void DiagnosticsSink::finish(std::chrono::milliseconds patience) {
  mention_dropped();
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (sink_.waiting() > 0) {
    const auto rest =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (rest.count() <= 0) return;
    pollfd waited{sink_.descriptor(), POLLOUT, 0};
    const int ready = ::poll(&waited, 1, static_cast<int>(std::min<long>(rest.count(), 1 << 30)));
    if (ready > 0) flush();
    if (ready < 0 && errno != EINTR) return;
  }
}

void DiagnosticsSink::mention_dropped() {
  if (dropped_ == 0 || sink_.waiting() > 0) return;
  std::string note = "laconic: " + std::to_string(dropped_) +
                     " bytes of messages were dropped because stderr was full\n";
  dropped_ = 0;
  sink_.put(note);
}

}  // namespace laconic::os
