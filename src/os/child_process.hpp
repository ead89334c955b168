// child_process.hpp - a program started on two pipes, with a session of its own and everything it
// starts.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <laconic/error.hpp>

#include "os/descriptor.hpp"
#include "os/group_guard.hpp"

namespace laconic::os {

struct Command {
  std::vector<std::string> argv;
  std::vector<std::pair<std::string, std::string>> environment;  ///< added or replaced
  std::chrono::milliseconds patience{2000};  ///< of its guard, between SIGTERM and SIGKILL
};

/// A running program. Its stdin and stdout are pipes to us (our ends do not block),
/// its stderr is ours. It leads a session and a process group, receives SIGTERM when
/// the *thread* that started it ends (and its group, from a guard, when we do), and has default
/// signal dispositions and no descriptor of ours but the three. Orphans among its descendants
/// become our children (PR_SET_CHILD_SUBREAPER, until this object goes).
///
/// While it exists, `reap` collects every child of this process, whoever started it.
class ChildProcess {
 public:
  /// Searches PATH (that of the new environment), uses no shell, and returns when the
  /// program runs, or with the reason why it does not.
  [[nodiscard]] static Result<ChildProcess> start(const Command& command);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ChildProcess& operator=(ChildProcess&&) = delete;
  /// Kills what is left of the group; nothing survives a failure of ours.
  ~ChildProcess();

  [[nodiscard]] Descriptor take_stdin() noexcept { return std::move(stdin_); }
  [[nodiscard]] Descriptor take_stdout() noexcept { return std::move(stdout_); }
  /// Becomes readable when the program ends; -1 where the system has no such thing,
  /// then SIGCHLD is the only news.
  [[nodiscard]] int exit_descriptor() const noexcept { return pidfd_.number(); }

  /// Collects whatever has ended, without waiting.
  void reap() noexcept;
  /// The exit status in the manner of a shell, as soon as `reap` has seen the end.
  [[nodiscard]] std::optional<int> status() const noexcept { return status_; }
  /// Whether a process of the group is left (call `reap` first: a process that was
  /// not collected counts).
  [[nodiscard]] bool group_is_left() const noexcept;
  /// Sends a signal to the whole group.
  void signal_group(int signal) const noexcept;

 private:
  ChildProcess() noexcept = default;

  pid_t pid_ = -1;
  Descriptor stdin_;
  Descriptor stdout_;
  Descriptor pidfd_;
  std::unique_ptr<GroupGuard> guard_;
  std::optional<int> status_;
  int was_subreaper_ = 0;
};

}  // namespace laconic::os
