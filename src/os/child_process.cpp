// child_process.cpp - a program started on two pipes, with a session of its own and everything it
// starts.
#include "os/child_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "os/close_range.hpp"

namespace laconic::os {
namespace {

constexpr int could_not_start = 127;  // what shells say
constexpr int ended_by_signal = 128;  // plus its number

Error system_failure(std::string what, int code) {
  what.append(": ").append(std::generic_category().message(code));
  return {Errc::io_failed, 0, std::move(what)};
}

/// prctl() reads its arguments as unsigned long, whatever it is given.
void set_attribute(int attribute, int value) noexcept {
  ::prctl(attribute, static_cast<unsigned long>(value), 0UL, 0UL, 0UL);
}

struct Pipe {
  Descriptor reading;
  Descriptor writing;
};

/// Both ends close on exec and are above the standard descriptors, where `dup2`
/// would otherwise meet its own source.
Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return system_failure("cannot make a pipe", errno);
  Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
  for (Descriptor* end : {&pipe.reading, &pipe.writing}) {
    if (end->number() > STDERR_FILENO) continue;
    Descriptor higher(::fcntl(end->number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!higher) return system_failure("cannot make a pipe", errno);
    *end = std::move(higher);
  }
  return pipe;
}

void stop_blocking(const Descriptor& descriptor) noexcept {
  ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

bool has_zero(std::string_view text) noexcept {
  return text.find('\0') != std::string_view::npos;
}

std::optional<Error> mistake_in(const Command& command) {
  if (command.argv.empty() || command.argv.front().empty()) {
    return Error{Errc::bad_usage, 0, "there is no command to start; name the program to run"};
  }
  for (const std::string& argument : command.argv) {
    if (!has_zero(argument)) continue;
    return Error{Errc::bad_usage, 0, "an argument of the command holds a zero byte; remove it"};
  }
  for (const auto& [name, value] : command.environment) {
    if (!name.empty() && name.find('=') == std::string::npos && !has_zero(name) && !has_zero(value))
      continue;
    return Error{Errc::bad_usage, 0,
                 "the environment variable \"" + name +
                     "\" cannot be set: a name is not empty and has no '=', and neither name nor "
                     "value holds a zero byte"};
  }
  return std::nullopt;
}

/// Our environment with the changes, as "name=value".
std::vector<std::string> merged_environment(const Command& command) {
  std::vector<std::string> merged;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('='));
    const bool replaced = std::any_of(command.environment.begin(), command.environment.end(),
                                      [&](const auto& change) { return change.first == name; });
    if (!replaced) merged.emplace_back(text);
  }
  for (auto change = command.environment.begin(); change != command.environment.end(); ++change) {
    // Of a name that is given twice, the last counts.
    const bool later = std::any_of(change + 1, command.environment.end(),
                                   [&](const auto& other) { return other.first == change->first; });
    if (!later) merged.push_back(change->first + "=" + change->second);
  }
  return merged;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// What the new process needs, prepared before the fork: after it, only calls that
/// are safe in a copy of a process with threads may be made.
struct Launch {
  char** argv;
  char** environment;
  int stdin_end;
  int stdout_end;
  int report;
  pid_t parent;
};

/// The new process, up to the program. All signals are blocked here.
[[noreturn]] void become_program(const Launch& launch) noexcept {
  ::setsid();
  for (int number = 1; number < NSIG; ++number)
    ::signal(number, SIG_DFL);
  set_attribute(PR_SET_PDEATHSIG, SIGTERM);
  // Whoever lost the parent before that call would never hear of it.
  if (::getppid() != launch.parent) ::_exit(could_not_start);
  int failure = 0;
  if (::dup2(launch.stdin_end, STDIN_FILENO) < 0 || ::dup2(launch.stdout_end, STDOUT_FILENO) < 0) {
    failure = errno;
  } else {
    close_on_exec_from(STDERR_FILENO + 1);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    environ = launch.environment;
    ::execvp(launch.argv[0], launch.argv);
    failure = errno;
  }
  const ssize_t told = ::write(launch.report, &failure, sizeof failure);
  ::_exit(told == sizeof failure ? could_not_start : could_not_start - 1);
}

/// fork() while no signal can reach a handler of ours in the new process.
pid_t fork_into(const Launch& launch) noexcept {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::fork();
  if (pid == 0) become_program(launch);
  const int code = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = code;
  return pid;
}

/// 0 when the program runs, else the errno of the step that failed.
int read_report(const Descriptor& report) noexcept {
  int failure = 0;
  while (true) {
    const ssize_t n = ::read(report.number(), &failure, sizeof failure);
    if (n < 0 && errno == EINTR) continue;
    return n == sizeof failure ? failure : 0;
  }
}

int status_of(int waited) noexcept {
  if (WIFSIGNALED(waited)) return ended_by_signal + WTERMSIG(waited);
  return WEXITSTATUS(waited);
}

/// A sentence that says what to do about a program that does not start.
Error start_failure(const std::string& program, int code) {
  std::string what = "cannot start \"" + program + "\": ";
  const bool is_path = program.find('/') != std::string::npos;
  struct stat info {};
  const bool exists = is_path && ::stat(program.c_str(), &info) == 0;
  if (code == ENOENT && exists) {
    what +=
        "the interpreter that its first line names does not exist; install it or correct the line";
  } else if (code == ENOENT && is_path) {
    what += "there is no such file; check the path";
  } else if (code == ENOENT) {
    what +=
        "no folder of PATH has a program of that name; install it, correct the name or give its "
        "full path";
  } else if (code == EACCES && exists && S_ISDIR(info.st_mode)) {
    what += "it is a folder; name the program in it";
  } else if (code == EACCES) {
    what +=
        "permission denied; make the file executable (chmod +x) or name its interpreter before it";
  } else if (code == ENOEXEC) {
    what += "it is not a program of this machine; name its interpreter before it";
  } else if (code == EAGAIN) {
    what += "the limit of processes is reached (ulimit -u); end some or raise it";
  } else {
    what += std::generic_category().message(code);
  }
  return {Errc::io_failed, 0, std::move(what)};
}

Descriptor open_pidfd(pid_t pid) noexcept {
#ifdef SYS_pidfd_open
  return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));  // closes on exec
#else
  static_cast<void>(pid);
  return {};
#endif
}

}  // namespace

Result<ChildProcess> ChildProcess::start(const Command& command) {
  if (auto mistake = mistake_in(command)) return *std::move(mistake);
  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> variables = merged_environment(command);
  const std::vector<char*> argv = pointers_to(arguments);
  const std::vector<char*> environment = pointers_to(variables);
  auto to_child = make_pipe();
  if (!to_child) return to_child.error();
  auto from_child = make_pipe();
  if (!from_child) return from_child.error();
  auto report = make_pipe();
  if (!report) return report.error();

  ChildProcess child;
  ::prctl(PR_GET_CHILD_SUBREAPER, &child.was_subreaper_);
  set_attribute(PR_SET_CHILD_SUBREAPER, 1);
  const Launch launch{const_cast<char**>(argv.data()), const_cast<char**>(environment.data()),
                      to_child->reading.number(),      from_child->writing.number(),
                      report->writing.number(),        ::getpid()};
  child.pid_ = fork_into(launch);
  if (child.pid_ < 0) {
    const int code = errno;
    set_attribute(PR_SET_CHILD_SUBREAPER, child.was_subreaper_);
    return start_failure(command.argv.front(), code);
  }
  report->writing.reset();
  if (const int code = read_report(report->reading); code != 0) {
    return start_failure(command.argv.front(), code);  // the destructor collects the process
  }
  child.pidfd_ = open_pidfd(child.pid_);
  child.guard_ = std::make_unique<GroupGuard>(child.pid_, command.patience);
  child.stdin_ = std::move(to_child->writing);
  child.stdout_ = std::move(from_child->reading);
  stop_blocking(child.stdin_);
  stop_blocking(child.stdout_);
  return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      stdin_(std::move(other.stdin_)),
      stdout_(std::move(other.stdout_)),
      pidfd_(std::move(other.pidfd_)),
      guard_(std::move(other.guard_)),
      status_(other.status_),
      was_subreaper_(other.was_subreaper_) {}

ChildProcess::~ChildProcess() {
  if (pid_ < 0) return;
  if (!status_ || group_is_left()) signal_group(SIGKILL);
  if (!status_) {
    // A process that hangs in the kernel cannot be waited for; init will collect it.
    for (int attempt = 0; attempt < 1000 && ::waitpid(pid_, nullptr, WNOHANG) == 0; ++attempt)
      ::usleep(1000);
  }
  set_attribute(PR_SET_CHILD_SUBREAPER, was_subreaper_);
}

void ChildProcess::reap() noexcept {
  int waited = 0;
  if (!status_) {
    const pid_t ended = ::waitpid(pid_, &waited, WNOHANG);
    if (ended == pid_) status_ = status_of(waited);
    // Somebody else collected it: its status is lost, but it has ended.
    if (ended < 0 && errno == ECHILD) status_ = could_not_start;
  }
  while (true) {
    const pid_t ended = ::waitpid(-1, &waited, WNOHANG);
    if (ended == pid_) status_ = status_of(waited);
    if (ended == 0 || (ended < 0 && errno != EINTR)) return;
  }
}

bool ChildProcess::group_is_left() const noexcept {
  return ::kill(-pid_, 0) == 0 || errno != ESRCH;
}

void ChildProcess::signal_group(int signal) const noexcept {
  ::kill(-pid_, signal);
  ::kill(-pid_, SIGCONT);  // whoever is stopped would not notice
}

}  // namespace laconic::os
