// signal_watch.cpp - signals as something to read, for as long as an event loop runs.
#include "os/signal_watch.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

namespace laconic::os {
namespace {

struct sigaction simple_action(void (*handler)(int)) noexcept {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  return action;
}

bool is_ignored(int signal) noexcept {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

SignalWatch::SignalWatch() noexcept {
  const struct sigaction ignore = simple_action(SIG_IGN);
  ::sigaction(SIGPIPE, &ignore, &pipe_before_);
  // Where SIGCHLD is ignored, the system throws the exit status of children away.
  const struct sigaction standard = simple_action(SIG_DFL);
  ::sigaction(SIGCHLD, &standard, &child_before_);
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGCHLD);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (!is_ignored(signal)) sigaddset(&watched, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &watched, &mask_before_);
  arrivals_ = Descriptor(::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
}

SignalWatch::~SignalWatch() {
  ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
  ::sigaction(SIGCHLD, &child_before_, nullptr);
  ::sigaction(SIGPIPE, &pipe_before_, nullptr);
}

SignalWatch::News SignalWatch::read() const noexcept {
  News news;
  signalfd_siginfo arrived{};
  while (::read(arrivals_.number(), &arrived, sizeof arrived) == sizeof arrived) {
    if (arrived.ssi_signo == SIGCHLD) {
      news.child_ended = true;
    } else {
      ++news.stops;
    }
  }
  return news;
}

}  // namespace laconic::os
