// close_range.cpp - all descriptors from a number on, in a process that has just been forked.
#include "os/close_range.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

namespace laconic::os {
namespace {

constexpr unsigned mark_only = 1U << 2;  // CLOSE_RANGE_CLOEXEC, Linux 5.11

bool by_system([[maybe_unused]] int first, [[maybe_unused]] unsigned flags) noexcept {
#ifdef SYS_close_range
  return ::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, flags) == 0;
#else
  return false;
#endif
}

/// One more than the highest number there can be, within reason.
int end_of_descriptors() noexcept {
  constexpr rlim_t most = 65536;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = most;
  return static_cast<int>(std::min(limit.rlim_cur, most));
}

}  // namespace

void close_from(int first) noexcept {
  if (by_system(first, 0)) return;
  const int end = end_of_descriptors();
  for (int number = first; number < end; ++number)
    ::close(number);
}

void close_on_exec_from(int first) noexcept {
  if (by_system(first, mark_only)) return;
  const int end = end_of_descriptors();
  for (int number = first; number < end; ++number)
    ::fcntl(number, F_SETFD, FD_CLOEXEC);
}

}  // namespace laconic::os
