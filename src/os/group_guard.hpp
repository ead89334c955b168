// group_guard.hpp - ends a process group when we die without being able to.
#pragma once

#include <sys/types.h>

#include <chrono>

#include "os/descriptor.hpp"

namespace laconic::os {

/// A small process that waits for our death. PR_SET_PDEATHSIG reaches only the child
/// itself; what a wrapper (sh -c, npx) has started, and whoever ignores SIGTERM, would
/// survive a SIGKILL of ours. The guard holds no descriptor of ours, leads a session of
/// its own, and sends SIGTERM, and after `patience` SIGKILL, to what is left.
class GroupGuard {
 public:
  /// Without a guard (no process to be had), things are as they would be without this.
  GroupGuard(pid_t group, std::chrono::milliseconds patience) noexcept;
  GroupGuard(const GroupGuard&) = delete;
  GroupGuard& operator=(const GroupGuard&) = delete;
  /// Sends the guard home.
  ~GroupGuard();

 private:
  Descriptor lifeline_;
  pid_t pid_ = -1;
};

}  // namespace laconic::os
