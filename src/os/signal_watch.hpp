// signal_watch.hpp - signals as something to read, for as long as an event loop runs.
#pragma once

#include <signal.h>

#include <laconic/error.hpp>

#include "os/descriptor.hpp"

namespace laconic::os {

/// While it exists, SIGINT, SIGTERM, SIGHUP (unless they were ignored, as by nohup)
/// and SIGCHLD arrive through a descriptor, and a closed pipe answers with EPIPE.
/// Mask and dispositions are put back at the end. The mask is that of the calling
/// thread: threads that exist before must block these signals themselves.
class SignalWatch {
 public:
  /// What has arrived since the last look.
  struct News {
    int stops = 0;             ///< how often we were asked to stop
    bool child_ended = false;  ///< some child ended
  };

  SignalWatch() noexcept;
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  ~SignalWatch();

  /// Whether the descriptor could be had; if not, errno of the constructor says why.
  [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(arrivals_); }
  [[nodiscard]] int descriptor() const noexcept { return arrivals_.number(); }
  /// Never waits.
  [[nodiscard]] News read() const noexcept;

 private:
  sigset_t mask_before_;
  struct sigaction pipe_before_ {};
  struct sigaction child_before_ {};
  Descriptor arrivals_;
};

}  // namespace laconic::os
