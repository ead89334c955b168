// channel.cpp - one direction of a pipe, socket, terminal or file, read or written without ever
// waiting.
#include "os/channel.hpp"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace laconic::os {
namespace {

/// Whether opening it again leads to the same thing. That is not so for the master
/// side of a terminal, of which every open makes a new one.
bool can_be_reopened(int descriptor, mode_t mode) noexcept {
  if (S_ISFIFO(mode)) return true;
  unsigned number = 0;
  return S_ISCHR(mode) && ::isatty(descriptor) == 1 && ::ioctl(descriptor, TIOCGPTN, &number) != 0;
}

/// The same pipe or terminal with flags of its own, or none.
Descriptor reopened(int descriptor, Channel::Way way) noexcept {
  char path[32];
  std::snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  const int access = way == Channel::Way::in ? O_RDONLY : O_WRONLY;
  return Descriptor(::open(path, access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}

bool is_ready(int descriptor, short event) noexcept {
  pollfd asked{descriptor, event, 0};
  return ::poll(&asked, 1, 0) > 0;
}

}  // namespace

Channel::Channel(int descriptor, Way way) noexcept : number_(descriptor) {
  struct stat info {};
  if (::fstat(descriptor, &info) != 0) return;  // the first transfer will say so
  if (S_ISSOCK(info.st_mode)) {
    kind_ = Kind::socket;
  } else if (S_ISFIFO(info.st_mode) || ::isatty(descriptor) == 1) {
    if (can_be_reopened(descriptor, info.st_mode)) own_ = reopened(descriptor, way);
    if (own_) {
      number_ = own_.number();
    } else {
      kind_ = Kind::asked_first;
    }
  }
}

Channel::Channel(Descriptor own) noexcept : number_(own.number()), own_(std::move(own)) {}

ssize_t Channel::read(char* buffer, std::size_t size) const noexcept {
  if (kind_ == Kind::asked_first && !is_ready(number_, POLLIN)) {
    errno = EAGAIN;
    return -1;
  }
  while (true) {
    const ssize_t n = kind_ == Kind::socket ? ::recv(number_, buffer, size, MSG_DONTWAIT)
                                            : ::read(number_, buffer, size);
    if (n >= 0 || errno != EINTR) return n;
  }
}

ssize_t Channel::write(const char* bytes, std::size_t size) const noexcept {
  if (kind_ == Kind::asked_first) {
    if (!is_ready(number_, POLLOUT)) {
      errno = EAGAIN;
      return -1;
    }
    size = std::min<std::size_t>(size, PIPE_BUF);  // a pipe that is ready takes this much
  }
  while (true) {
    const ssize_t n = kind_ == Kind::socket
                          ? ::send(number_, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL)
                          : ::write(number_, bytes, size);
    if (n >= 0 || errno != EINTR) return n;
  }
}

void Channel::close() noexcept {
  number_ = -1;
  own_.reset();
}

}  // namespace laconic::os
