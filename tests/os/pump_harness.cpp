// pump_harness.cpp - a pump in a process of its own, with the test as its client.
#include "pump_harness.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace pump_test {
namespace {

using namespace std::chrono_literals;

// Long enough for a machine that does ten other things.
constexpr auto long_enough = 20s;

struct Ends {
  int reading;
  int writing;
};

Ends make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) std::abort();
  return {ends[0], ends[1]};
}

void close_once(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

std::string slurp(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string read_to_end(int descriptor) {
  std::string text;
  char block[65536];
  while (true) {
    const ssize_t n = ::read(descriptor, block, sizeof block);
    if (n <= 0) return text;
    text.append(block, static_cast<std::size_t>(n));
  }
}

}  // namespace

std::vector<std::string> child(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), PUMP_CHILD);
  return arguments;
}

std::vector<std::string> shell(const std::string& script) {
  return {"sh", "-c", script};
}

laconic::os::PumpOptions short_graces(std::vector<std::string> command) {
  laconic::os::PumpOptions options;
  options.command = std::move(command);
  options.grace = 150ms;
  options.last_grace = 150ms;
  return options;
}

laconic::os::PumpOptions long_graces(std::vector<std::string> command) {
  laconic::os::PumpOptions options;
  options.command = std::move(command);
  options.grace = 1h;
  options.last_grace = 1h;
  return options;
}

Running::Running(laconic::os::PumpOptions options, const MakeMiddleman& make,
                 const std::function<void()>& before) {
  ::signal(SIGPIPE, SIG_IGN);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);  // so that group_vanishes can collect
  Ends in = make_pipe();
  Ends out = make_pipe();
  Ends diagnostics = make_pipe();
  pid_ = ::fork();
  if (pid_ == 0) {
    for (int* end : {&in.writing, &out.reading, &diagnostics.reading})
      close_once(*end);
    options.front_in = in.reading;
    options.front_out = out.writing;
    options.diagnostics = diagnostics.writing;
    before();
    const auto middleman = make();
    const auto status = laconic::os::pump(options, *middleman);
    if (!status) std::fprintf(stderr, "%s\n", status.error().detail.c_str());
    ::_exit(status ? *status : 127);
  }
  for (int* end : {&in.reading, &out.writing, &diagnostics.writing})
    close_once(*end);
  in_ = in.writing;
  out_ = out.reading;
  diagnostics_ = diagnostics.reading;
}

Running::~Running() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  for (int* end : {&in_, &out_, &diagnostics_})
    close_once(*end);
}

bool Running::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t n = ::write(in_, text.data(), text.size());
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

std::size_t Running::write_until_full(std::size_t most) const {
  const int flags = ::fcntl(in_, F_GETFL);
  ::fcntl(in_, F_SETFL, flags | O_NONBLOCK);
  const std::string block(65536, 'x');
  std::size_t sum = 0;
  while (sum < most) {
    pollfd ready{in_, POLLOUT, 0};
    if (::poll(&ready, 1, 300) <= 0) break;
    const ssize_t n = ::write(in_, block.data(), std::min(block.size(), most - sum));
    if (n < 0 && errno != EAGAIN) break;
    if (n > 0) sum += static_cast<std::size_t>(n);
  }
  ::fcntl(in_, F_SETFL, flags);
  return sum;
}

std::string Running::line() const {
  std::string text;
  char byte = 0;
  while (::read(out_, &byte, 1) == 1) {
    text += byte;
    if (byte == '\n') break;
  }
  return text;
}

std::string Running::read(std::size_t bytes) const {
  std::string text(bytes, '\0');
  std::size_t used = 0;
  while (used < bytes) {
    const ssize_t n = ::read(out_, text.data() + used, bytes - used);
    if (n <= 0) break;
    used += static_cast<std::size_t>(n);
  }
  text.resize(used);
  return text;
}

std::string Running::rest() const {
  return read_to_end(out_);
}
std::string Running::diagnostics() const {
  return read_to_end(diagnostics_);
}
void Running::close_in() {
  close_once(in_);
}
void Running::close_out() {
  close_once(out_);
}
void Running::signal(int number) const {
  ::kill(pid_, number);
}

int Running::wait() {
  int status = 0;
  const bool ended = eventually([&] { return ::waitpid(pid_, &status, WNOHANG) == pid_; });
  if (!ended) return -1;  // the destructor ends it
  pid_ = -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

double Running::cpu_seconds() const {
  const std::string text = slurp("/proc/" + std::to_string(pid_) + "/stat");
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i)
    fields >> skipped;
  long user = 0;
  long system = 0;
  fields >> user >> system;
  return static_cast<double>(user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

long Running::peak_kib() const {
  const std::string text = slurp("/proc/" + std::to_string(pid_) + "/status");
  const std::size_t at = text.find("VmHWM:");
  return at == std::string::npos ? 0 : std::strtol(text.c_str() + at + 6, nullptr, 10);
}

bool eventually(const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + long_enough;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    ::usleep(2000);
  }
  return true;
}

bool group_vanishes(pid_t group) {
  return group > 0 && eventually([&] {
           while (::waitpid(-group, nullptr, WNOHANG) > 0) {
           }
           return ::kill(-group, 0) != 0 && errno == ESRCH;
         });
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

}  // namespace pump_test
