// group_guard.cpp - ends a process group when we die without being able to.
#include "os/group_guard.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "os/close_range.hpp"

namespace laconic::os {
namespace {

constexpr std::chrono::milliseconds look_again{20};

/// The guard: only calls that are safe in a copy of a process with threads.
[[noreturn]] void keep_guard(int lifeline, pid_t group,
                             std::chrono::milliseconds patience) noexcept {
  ::setsid();
  ::prctl(PR_SET_NAME, "laconic-guard", 0UL, 0UL, 0UL);
  ::dup2(lifeline, STDIN_FILENO);
  close_from(STDIN_FILENO + 1);
  char word = 0;
  ssize_t n = 0;
  do {
    n = ::read(STDIN_FILENO, &word, 1);
  } while (n < 0 && errno == EINTR);
  if (n == 1) ::_exit(0);  // sent home
  ::kill(-group, SIGTERM);
  ::kill(-group, SIGCONT);
  for (; patience.count() > 0 && ::kill(-group, 0) == 0; patience -= look_again)
    ::usleep(static_cast<useconds_t>(std::chrono::microseconds(look_again).count()));
  ::kill(-group, SIGKILL);
  ::_exit(0);
}

}  // namespace

GroupGuard::GroupGuard(pid_t group, std::chrono::milliseconds patience) noexcept {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  const Descriptor its(ends[1]);
  lifeline_ = Descriptor(ends[0]);
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // the guard keeps them blocked
  pid_ = ::fork();
  if (pid_ == 0) keep_guard(its.number(), group, patience);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

GroupGuard::~GroupGuard() {
  if (pid_ < 0) return;
  static_cast<void>(::send(lifeline_.number(), "", 1, MSG_NOSIGNAL));
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace laconic::os
