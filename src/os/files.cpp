// files.cpp - whole files in and out: bounded reads, complete writes, atomic replacement.
#include "os/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include "os/descriptor.hpp"

namespace laconic::os {
namespace {

// Linux transfers at most 2 GiB - 4 KiB per call; asking for less is portable.
constexpr std::size_t most_per_call = std::size_t{1} << 30;
// Room behind the text for readers that take whole vectors.
constexpr std::size_t reader_padding = 64;
// What a pipe holds: with less, a full pipe would need several reads.
constexpr std::size_t first_guess = std::size_t{64} << 10;

Error failure(std::string_view what, int code) {
  std::string detail(what);
  detail.append(": ").append(std::generic_category().message(code));
  return {Errc::io_failed, 0, std::move(detail)};
}

/// Keeps the usual ways to stop a program waiting while a temporary file exists.
class SignalsHeld {
 public:
  SignalsHeld() noexcept {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
      sigaddset(&held, signal);
    pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

/// Whether a call that failed with `code` should be made again, now or after
/// waiting for a descriptor that somebody made non-blocking.
bool worth_another_try(int descriptor, short event, int code) noexcept {
  if (code == EINTR) return true;
  if (code != EAGAIN && code != EWOULDBLOCK) return false;
  pollfd waiting{descriptor, event, 0};
  return ::poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

Error too_long(std::uint64_t max_bytes) {
  return {Errc::size_exceeded, 0,
          "the input is longer than the limit of " + std::to_string(max_bytes) + " bytes"};
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

/// A new file beside `path`. `name` receives its path.
int open_temporary(const std::string& path, std::string& name) {
  constexpr int attempts = 100;
  const std::string stem = folder_of(path) + ".laconic-" + std::to_string(::getpid()) + "-";
  for (int i = 0; i < attempts; ++i) {
    name = stem + std::to_string(i);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

/// Devices, pipes, sockets: nothing there can be replaced.
Result<Written> write_in_place(const std::string& path, std::string_view text, const Calls& calls) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!file) return failure("cannot open for writing", errno);
  auto written = write_descriptor(file.number(), text, calls);
  if (!file.close() && written) return failure("cannot write", errno);
  return written;
}

/// Fills a temporary file beside `path` and gives it the name. `old` describes the
/// file that is replaced, or is null.
Result<Written> replace(const std::string& path, std::string_view text, const struct stat* old,
                        const Calls& calls) {
  const SignalsHeld held;
  std::string name;
  Descriptor file(open_temporary(path, name));
  if (!file) return failure("cannot create a file in its folder", errno);
  auto result = write_descriptor(file.number(), text, calls);
  if (result && old != nullptr) {
    // Owner first, because a change of owner clears the set-id bits. Only root may
    // give files away; for others the result belongs to the writer, as after cp.
    if (::fchown(file.number(), old->st_uid, old->st_gid) != 0) errno = 0;
    if (::fchmod(file.number(), old->st_mode & 07777) != 0) {
      result = failure("cannot keep the permissions", errno);
    }
  }
  if (!file.close() && result) result = failure("cannot write", errno);
  if (result && ::rename(name.c_str(), path.c_str()) != 0) {
    result = failure("cannot rename the finished file", errno);
  }
  if (!result) ::unlink(name.c_str());
  return result;
}

}  // namespace

const Calls system_calls{::read, ::write};

void prepare_process() noexcept {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  for (int number = 0; number <= 2; ++number) {
    if (::fcntl(number, F_GETFD) != -1 || errno != EBADF) continue;
    // The wrong direction on purpose: using the descriptor still fails with EBADF.
    // open() gives the lowest free number, which is this one.
    const int occupied = ::open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY);
    if (occupied > 2) ::close(occupied);
  }
}

bool is_terminal(int descriptor) noexcept {
  return ::isatty(descriptor) == 1;
}

bool is_directory(const std::string& path) noexcept {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::vector<std::string> list_files(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    std::error_code unknown;
    if (at->is_regular_file(unknown)) names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_same_file(const std::string& a, const std::string& b) noexcept {
  struct stat x {};
  struct stat y {};
  return ::stat(a.c_str(), &x) == 0 && ::stat(b.c_str(), &y) == 0 && x.st_dev == y.st_dev &&
         x.st_ino == y.st_ino;
}

Result<std::string> read_descriptor(int descriptor, std::uint64_t max_bytes, Excess excess,
                                    const Calls& calls) {
  struct stat info {};
  if (::fstat(descriptor, &info) != 0) return failure("cannot read", errno);
  if (S_ISDIR(info.st_mode)) return failure("cannot read", EISDIR);
  const auto limit =
      static_cast<std::size_t>(std::min<std::uint64_t>(max_bytes, std::string().max_size() - 1));
  std::size_t expected = first_guess;
  if (S_ISREG(info.st_mode)) {
    const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
    const auto rest = static_cast<std::uint64_t>(std::max<off_t>(info.st_size - at, 0));
    if (rest > limit && excess == Excess::refuse) return too_long(max_bytes);
    expected = static_cast<std::size_t>(std::min<std::uint64_t>(rest, limit));
  }
  // One byte more than expected: room for the read that finds the end, or for the
  // byte that is too many.
  std::string text;
  text.reserve(std::min(expected, limit) + 1 + reader_padding);
  text.resize(std::min(expected, limit) + 1);
  std::size_t used = 0;
  while (used <= limit) {
    if (used == text.size()) {
      text.resize(std::min(std::max(used, first_guess / 2), limit - used) + used + 1);
    }
    const ssize_t n =
        calls.read(descriptor, text.data() + used, std::min(text.size() - used, most_per_call));
    if (n == 0) break;
    if (n > 0) {
      used += static_cast<std::size_t>(n);
    } else if (const int code = errno; !worth_another_try(descriptor, POLLIN, code)) {
      return failure("cannot read", code);
    }
  }
  if (used > limit && excess == Excess::refuse) return too_long(max_bytes);
  text.resize(std::min(used, limit));
  return text;
}

Result<std::size_t> read_some(int descriptor, char* buffer, std::size_t size, const Calls& calls) {
  while (true) {
    const ssize_t n = calls.read(descriptor, buffer, std::min(size, most_per_call));
    if (n >= 0) return static_cast<std::size_t>(n);
    if (const int code = errno; !worth_another_try(descriptor, POLLIN, code)) {
      return failure("cannot read", code);
    }
  }
}

Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes, Excess excess,
                              const Calls& calls) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file) return failure("cannot open", errno);
  return read_descriptor(file.number(), max_bytes, excess, calls);
}

Result<Written> write_descriptor(int descriptor, std::string_view text, const Calls& calls) {
  while (!text.empty()) {
    const ssize_t n = calls.write(descriptor, text.data(), std::min(text.size(), most_per_call));
    if (n > 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
      continue;
    }
    const int code = n == 0 ? EIO : errno;  // 0 is no progress and no reason
    if (code == EPIPE) return Written::reader_gone;
    if (!worth_another_try(descriptor, POLLOUT, code)) return failure("cannot write", code);
  }
  return Written::everything;
}

Result<Written> write_file(const std::string& path, std::string_view text, const Calls& calls) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    if (errno != ENOENT) return failure("cannot write", errno);
    return replace(path, text, nullptr, calls);
  }
  if (S_ISDIR(info.st_mode)) return failure("cannot write", EISDIR);
  if (!S_ISREG(info.st_mode)) return write_in_place(path, text, calls);
  // A rename needs no right to write the old file, but whoever took that right away
  // meant it.
  if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) {
    return failure("cannot write", errno);
  }
  const std::unique_ptr<char, decltype(&::free)> real(::realpath(path.c_str(), nullptr), ::free);
  if (real == nullptr) return failure("cannot write", errno);
  return replace(real.get(), text, &info, calls);
}

}  // namespace laconic::os
