// proxy_driver.cpp - a client that measures: one call at a time, each timed by itself.
//
//   proxy_driver CALLS COMMAND [ARGUMENT...]
//
// Starts COMMAND, greets it as an MCP client does, makes CALLS calls after a tenth as many to
// warm up, and prints one line of JSON: the time from start to the first answer, the median and
// the 99th percentile of a call in microseconds, the bytes of an answer, and the largest
// resident set of the command itself in KiB.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

class Connection {
 public:
  Connection(int to, int from) : to_(to), from_(from) {}

  void send(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = write(to_, text.data(), text.size());
      if (written <= 0) fail("the command does not read");
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  /// The size of the next line.
  std::size_t receive() {
    while (true) {
      const auto* stop =
          static_cast<const char*>(std::memchr(held_.data() + seen_, '\n', held_.size() - seen_));
      if (stop != nullptr) {
        const auto size = static_cast<std::size_t>(stop - held_.data()) + 1;
        held_.erase(0, size);
        seen_ = 0;
        return size;
      }
      seen_ = held_.size();
      held_.resize(seen_ + 262144);
      const ssize_t got = read(from_, held_.data() + seen_, 262144);
      if (got <= 0) fail("the command ended");
      held_.resize(seen_ + static_cast<std::size_t>(got));
    }
  }

 private:
  [[noreturn]] static void fail(const char* sentence) {
    std::fprintf(stderr, "proxy_driver: %s\n", sentence);
    std::exit(1);
  }
  int to_;
  int from_;
  std::string held_;
  std::size_t seen_ = 0;
};

long peak_kib(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.starts_with("VmHWM:")) return std::strtol(line.c_str() + 6, nullptr, 10);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: proxy_driver CALLS COMMAND [ARGUMENT...]\n", stderr);
    return 2;
  }
  const unsigned long calls = std::strtoul(argv[1], nullptr, 10);
  int down[2];
  int up[2];
  if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) return 1;
  const auto start = Clock::now();
  const pid_t child = fork();
  if (child == 0) {
    dup2(down[0], STDIN_FILENO);
    dup2(up[1], STDOUT_FILENO);
    execvp(argv[2], argv + 2);
    _exit(127);
  }
  close(down[0]);
  close(up[1]);
  Connection connection(down[1], up[0]);
  connection.send(
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
      R"("capabilities":{},"clientInfo":{"name":"driver","version":"1"}}})"
      "\n");
  connection.receive();
  const double ready = microseconds(Clock::now() - start);
  std::vector<double> times;
  std::size_t bytes = 0;
  const unsigned long warm_up = calls / 10 + 1;
  for (unsigned long i = 1; i <= warm_up + calls; ++i) {
    const std::string request = R"({"jsonrpc":"2.0","id":)" + std::to_string(i) +
                                R"(,"method":"tools/call","params":{"name":"echo","arguments":{}}})"
                                "\n";
    const auto before = Clock::now();
    connection.send(request);
    bytes = connection.receive();
    if (i > warm_up) times.push_back(microseconds(Clock::now() - before));
  }
  const long peak = peak_kib(child);
  close(down[1]);
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) {
    return times[static_cast<std::size_t>(static_cast<double>(times.size() - 1) * part)];
  };
  std::printf(
      "{\"ready_us\":%.0f,\"p50_us\":%.2f,\"p99_us\":%.2f,\"bytes\":%zu,\"peak_kib\":%ld}\n", ready,
      at(0.5), at(0.99), bytes, peak);
  int status = 0;
  waitpid(child, &status, 0);
  return 0;
}
