// pump_child.cpp - a program that misbehaves in the way its first argument names.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <string>
#include <thread>

namespace {

constexpr size_t block_size = size_t{64} << 10;

void say(const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data() + at, text.size() - at);
    if (n <= 0) ::_exit(99);
    at += static_cast<size_t>(n);
  }
}

void say_pid() {
  say(std::to_string(::getpid()) + "\n");
}

/// Reads until the end, or until `most` bytes; how many there were.
size_t swallow(size_t most = ~size_t{0}, size_t step = block_size, useconds_t pause = 0) {
  std::string block(step, '\0');
  size_t sum = 0;
  while (sum < most) {
    const ssize_t n = ::read(STDIN_FILENO, block.data(), block.size());
    if (n <= 0) break;
    sum += static_cast<size_t>(n);
    if (pause > 0) ::usleep(pause);
  }
  return sum;
}

/// `bytes` of lines that hold their number.
void flood(size_t bytes) {
  std::string block;
  unsigned long line = 0;
  for (size_t sent = 0; sent < bytes; sent += block.size()) {
    block.clear();
    while (block.size() < block_size && sent + block.size() < bytes) {
      char text[32];
      ::snprintf(text, sizeof text, "%015lu\n", line++);
      block += text;
    }
    say(block);
  }
}

/// A question of 256 KiB, again and again; each is only over when it was answered.
int ask(int questions) {
  for (int i = 0; i < questions; ++i) {
    say(std::string(block_size, 'a'));
    char answer = 0;
    if (::read(STDIN_FILENO, &answer, 1) != 1 || answer != '!') return 9;
    say(std::string(3 * block_size, 'b'));
  }
  return 0;
}

/// What a program finds when it starts: "descriptors above 2, blocked, ignored".
void tell_state() {
  int open = 0;
  for (int number = 3; number < 1024; ++number)
    open += ::fcntl(number, F_GETFD) != -1 ? 1 : 0;
  sigset_t blocked;
  ::sigprocmask(SIG_BLOCK, nullptr, &blocked);
  int masked = 0;
  int ignored = 0;
  for (int number = 1; number < 32; ++number) {
    struct sigaction action {};
    masked += sigismember(&blocked, number) == 1 ? 1 : 0;
    if (::sigaction(number, nullptr, &action) == 0) ignored += action.sa_handler == SIG_IGN ? 1 : 0;
  }
  say(std::to_string(open) + " " + std::to_string(masked) + " " + std::to_string(ignored) + " " +
      (::getsid(0) == ::getpid() && ::getpgrp() == ::getpid() ? "leader" : "member") + "\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  const size_t number = argc > 2 ? ::strtoul(argv[2], nullptr, 10) : 0;
  if (mode == "stubborn") {  // ends for nothing but SIGKILL
    ::signal(SIGTERM, SIG_IGN);
    ::signal(SIGHUP, SIG_IGN);
    say_pid();
    while (true)
      ::pause();
  }
  if (mode == "mute") {  // closes stdout, but lives
    say_pid();
    ::close(STDOUT_FILENO);
    while (true)
      ::pause();
  }
  if (mode == "deaf") {  // never reads
    say_pid();
    while (true)
      ::pause();
  }
  if (mode == "unwilling") {  // closes stdin, says something later
    ::close(STDIN_FILENO);
    say_pid();
    ::usleep(100000);
    say("bye\n");
    return 6;
  }
  if (mode == "escaped") {  // leaves somebody with the pipe who is in no group of ours
    if (::fork() == 0) {
      ::setsid();
      say_pid();
      ::pause();
      return 0;
    }
    ::usleep(50000);
    return 4;
  }
  if (mode == "flood") {  // a lot, then waits for the end
    flood(number);
    swallow();
    return 0;
  }
  if (mode == "burst") {  // a lot, then ends
    flood(number);
    return 11;
  }
  if (mode == "fountain") {  // without end, whatever happens to stdin
    while (true)
      flood(block_size);
  }
  if (mode == "both") {  // floods while it counts; ends when it got enough
    say_pid();
    std::thread([] {
      while (true)
        flood(block_size);
    }).detach();
    const size_t got = swallow(number);
    ::_exit(got == number ? 9 : 10);
  }
  if (mode == "slow") {  // reads in small sips, then says how much it was
    const size_t sum = swallow(~size_t{0}, 8192, 4000);
    say(std::to_string(sum) + "\n");
    return 0;
  }
  if (mode == "ask") return ask(static_cast<int>(number));
  if (mode == "state") {
    tell_state();
    return 0;
  }
  return 98;
}
