// pump.hpp - moves bytes between the front (our stdin/stdout) and a child process, through a
// middleman.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/error.hpp>

namespace laconic::os {

/// Where a middleman puts what it wants sent. Empty at the start of every call.
struct Outlets {
  std::string to_back;
  std::string to_front;
  std::string to_diagnostics;  ///< stderr; whole lines. Dropped (and counted) while stderr is full
};

/// Sees every piece of bytes. Called from one thread, the one that called `pump`.
/// When the child was started, `front_closed` and `back_closed` are called exactly
/// once each, in the order in which things happen.
class Middleman {
 public:
  virtual ~Middleman() = default;
  virtual void from_front(std::string_view bytes, Outlets& out) = 0;
  virtual void from_back(std::string_view bytes, Outlets& out) = 0;
  /// No more bytes from the front: its end, a signal, or nobody is left to answer.
  /// The child's stdin is closed when what was put to the back is written and the
  /// middleman is not busy; bytes put to the back after that are dropped.
  virtual void front_closed(Outlets& out) = 0;
  /// No more bytes from the back: its stdout ended, or it was given up.
  virtual void back_closed(Outlets& out) = 0;
  /// A descriptor that becomes readable when `woken` should be called, or -1.
  [[nodiscard]] virtual int wake_descriptor() const { return -1; }
  virtual void woken(Outlets& /*out*/) {}
  /// Work that is still going on: the pump does not end before it is done. It waits
  /// for no longer than both graces together without hearing from the middleman.
  [[nodiscard]] virtual bool busy() const { return false; }
};

struct PumpOptions {
  std::vector<std::string> command;                              ///< argv of the child
  std::vector<std::pair<std::string, std::string>> environment;  ///< added or replaced
  int front_in = 0;
  int front_out = 1;
  int diagnostics = 2;
  std::chrono::milliseconds grace{5000};  ///< after the child's stdin was closed, until SIGTERM
  std::chrono::milliseconds last_grace{2000};      ///< after SIGTERM, until SIGKILL
  std::size_t high_water = std::size_t{1} << 20;   ///< bytes waiting for a sink: stop its source
  std::size_t low_water = std::size_t{256} << 10;  ///< resume
};

/// Runs until both sides are done. The exit status for our process: that of the child,
/// 128 + n when a signal ended it, 127 when it could not be started (then an Error with
/// what the system said).
///
/// SIGINT, SIGTERM and SIGHUP start the shutdown, each further one skips the wait that
/// is going on. They are blocked in the calling thread only: a thread that exists
/// before (workers of the middleman) must block them itself. The calling thread must
/// live as long as the child.
[[nodiscard]] Result<int> pump(const PumpOptions& options, Middleman& middleman);

}  // namespace laconic::os
