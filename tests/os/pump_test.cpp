// pump_test.cpp - bytes through a pump: complete, bounded, both directions at once.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>

#include "pump_harness.hpp"

namespace {

using laconic::os::Middleman;
using laconic::os::Outlets;
using pump_test::child;
using pump_test::Copier;
using pump_test::long_graces;
using pump_test::Running;
using pump_test::shell;
using pump_test::short_graces;

constexpr std::size_t mega = std::size_t{1} << 20;

TEST(Pump, CopiesBothWays) {
  Running run(long_graces({"cat"}));
  for (int i = 0; i < 100; ++i) {
    const std::string message = "message " + std::to_string(i) + "\n";
    ASSERT_TRUE(run.write(message));
    ASSERT_EQ(run.line(), message);
  }
  run.close_in();
  EXPECT_EQ(run.rest(), "");
  EXPECT_EQ(run.wait(), 0);
  EXPECT_EQ(run.diagnostics(), "");
}

TEST(Pump, InputThatEndsAtOnceIsAnsweredInFull) {
  Running run(long_graces({"sort"}));
  ASSERT_TRUE(run.write("b\na\n"));
  run.close_in();
  EXPECT_EQ(run.rest(), "a\nb\n");
  EXPECT_EQ(run.wait(), 0);
}

/// The byte at a place of a long text that repeats nowhere near.
char byte_at(std::uint64_t place) {
  return static_cast<char>((place * 0x9E3779B97F4A7C15ULL) >> 56);
}

TEST(Pump, HundredMegabytesThereAndBack) {
  constexpr std::size_t size = 100 * mega;
  Running run(long_graces({"cat"}));
  std::thread writer([&] {
    std::string block(mega / 4, '\0');
    for (std::size_t at = 0; at < size; at += block.size()) {
      for (std::size_t i = 0; i < block.size(); ++i)
        block[i] = byte_at(at + i);
      if (!run.write(block)) break;
    }
    run.close_in();
  });
  std::size_t at = 0;
  std::size_t wrong = 0;
  while (true) {
    const std::string block = run.read(mega / 4);
    for (const char byte : block)
      wrong += byte == byte_at(at++) ? 0 : 1;
    if (block.size() < mega / 4) break;
  }
  writer.join();
  EXPECT_EQ(at, size);
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(run.wait(), 0);
}

TEST(Pump, FloodNeedsLittleMemory) {
  constexpr std::size_t size = 200 * mega;
  Running run(long_graces(child({"flood", std::to_string(size)})));
  ASSERT_EQ(run.read(16), "000000000000000\n");
  const long before = run.peak_kib();
  ::usleep(50000);  // let it run into the limit
  std::size_t sum = 16;
  unsigned long line = 1;
  std::size_t wrong = 0;
  std::string block;
  while (sum < size && !(block = run.read(std::min(mega, size - sum))).empty()) {
    for (std::size_t i = 0; sum % 16 == 0 && i + 16 <= block.size(); i += 16)
      wrong += std::strtoul(block.c_str() + i, nullptr, 10) == line++ ? 0 : 1;
    sum += block.size();
  }
  EXPECT_EQ(sum, size);
  EXPECT_EQ(wrong, 0U);
  if (!pump_test::is_sanitized()) {
    EXPECT_LT(run.peak_kib() - before, 8 * 1024);
  }
  run.close_in();
  EXPECT_EQ(run.wait(), 0);
}

TEST(Pump, ChildThatNeverReadsStopsTheFront) {
  Running run(short_graces(child({"deaf"})));
  const pid_t group = std::atoi(run.line().c_str());
  const long before = run.peak_kib();
  const std::size_t taken = run.write_until_full(32 * mega);
  EXPECT_GT(taken, mega);
  EXPECT_LT(taken, 2 * mega);
  if (!pump_test::is_sanitized()) {
    EXPECT_LT(run.peak_kib() - before, 8 * 1024);
  }
  // Its end comes from the front, although nothing can be read there any more.
  run.close_in();
  EXPECT_EQ(run.wait(), 128 + SIGTERM);
  EXPECT_TRUE(pump_test::group_vanishes(group));
}

TEST(Pump, ReadsAgainBelowLowWater) {
  auto options = long_graces(child({"slow"}));
  options.high_water = 64 << 10;
  options.low_water = 16 << 10;
  Running run(options);
  ASSERT_TRUE(run.write(std::string(mega, 'x')));
  run.close_in();
  EXPECT_EQ(run.rest(), std::to_string(mega) + "\n");
  EXPECT_EQ(run.wait(), 0);
}

TEST(Pump, ChildIsAnsweredWhileItStillWrites) {
  Running run(long_graces(child({"ask", "20"})));
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(run.read(1), "a");
    ASSERT_TRUE(run.write("!"));
    ASSERT_EQ(run.read(4 * 65536 - 1).size(), 4 * 65536 - 1U);
  }
  EXPECT_EQ(run.rest(), "");
  EXPECT_EQ(run.wait(), 0);
}

TEST(Pump, FrontThatDoesNotReadCanStillWrite) {
  constexpr std::size_t size = 5 * mega;
  Running run(long_graces(child({"both", std::to_string(size)})));
  const pid_t group = std::atoi(run.line().c_str());
  ::usleep(50000);  // the way to the front is full now
  ASSERT_TRUE(run.write(std::string(size, 'x')));
  EXPECT_TRUE(pump_test::group_vanishes(group));
  // All that the child said is there, however late somebody asks.
  EXPECT_GT(run.rest().size(), mega);
  EXPECT_EQ(run.wait(), 9);
}

TEST(Pump, SlowFrontLosesNothingOfADeadChild) {
  constexpr std::size_t size = 3 * mega / 2;
  Running run(short_graces(child({"burst", std::to_string(size)})));
  ::usleep(600000);  // longer than all graces
  EXPECT_EQ(run.rest().size(), size);
  EXPECT_EQ(run.wait(), 11);
}

TEST(Pump, SlowChildGetsEverythingAfterTheEnd) {
  auto options = short_graces(child({"slow"}));
  Running run(options);
  ASSERT_TRUE(run.write(std::string(mega, 'x')));
  run.close_in();  // while a megabyte waits, which takes half a second
  EXPECT_EQ(run.rest(), std::to_string(mega) + "\n");
  EXPECT_EQ(run.wait(), 0);
}

TEST(Pump, ChildThatReadsNoMoreMaySpeak) {
  Running run(long_graces(child({"unwilling"})));
  run.line();
  run.write(std::string(mega, 'x'));
  EXPECT_EQ(run.rest(), "bye\n");
  EXPECT_EQ(run.wait(), 6);
}

// ---- middlemen

class Chatterbox : public Copier {
 public:
  void from_front(std::string_view bytes, Outlets& out) override {
    out.to_diagnostics.append(1023, 'd').append("\n");
    out.to_back.append(bytes);
  }
};

TEST(Pump, DiagnosticsAreBoundedAndCounted) {
  Running run(long_graces({"cat"}), [] { return std::make_unique<Chatterbox>(); });
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(run.write("x\n"));
    ASSERT_EQ(run.line(), "x\n");
  }
  std::string said;
  std::thread reader([&] { said = run.diagnostics(); });
  run.close_in();
  EXPECT_EQ(run.wait(), 0);
  reader.join();
  EXPECT_LT(said.size(), 512U << 10);
  EXPECT_GT(said.size(), 64U << 10);
  EXPECT_NE(said.find(" bytes of messages were dropped because stderr was full\n"),
            std::string::npos);
}

TEST(Pump, StuckDiagnosticsDoNotHoldTheEnd) {
  auto options = long_graces({"cat"});
  options.last_grace = std::chrono::milliseconds(50);
  Running run(options, [] { return std::make_unique<Chatterbox>(); });
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(run.write("x\n"));
    ASSERT_EQ(run.line(), "x\n");
  }
  run.close_in();
  EXPECT_EQ(run.wait(), 0);
}

/// Answers everything itself.
class Echo : public Copier {
 public:
  void from_front(std::string_view bytes, Outlets& out) override { out.to_front.append(bytes); }
};

TEST(Pump, FrontThatDoesNotReadItsEchoIsStopped) {
  Running run(long_graces({"cat"}), [] { return std::make_unique<Echo>(); });
  const std::size_t taken = run.write_until_full(32 * mega);
  EXPECT_LT(taken, 2 * mega);
  run.close_in();
  EXPECT_EQ(run.rest().size(), taken);
  EXPECT_EQ(run.wait(), 0);
}

class Witness : public Copier {
 public:
  void front_closed(Outlets& out) override { out.to_front += "front closed\n"; }
  void back_closed(Outlets& out) override { out.to_front += "back closed\n"; }
};

TEST(Pump, BothEndsAreToldOnceInTheirOrder) {
  const auto make = [] { return std::make_unique<Witness>(); };
  {
    Running run(long_graces({"cat"}), make);
    run.close_in();
    EXPECT_EQ(run.rest(), "front closed\nback closed\n");
    EXPECT_EQ(run.wait(), 0);
  }
  {
    Running run(long_graces(shell("echo half; exit 5")), make);
    EXPECT_EQ(run.rest(), "half\nback closed\nfront closed\n");
    EXPECT_EQ(run.wait(), 5);
  }
  {
    Running run(short_graces(child({"stubborn"})), make);
    run.line();
    run.close_in();
    EXPECT_EQ(run.rest(), "front closed\nback closed\n");
    EXPECT_EQ(run.wait(), 128 + SIGKILL);
  }
}

/// Needs a while for what came last, like somebody with worker threads.
class Late : public Copier {
 public:
  Late() : timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)) {}
  ~Late() override { ::close(timer_); }
  void from_front(std::string_view bytes, Outlets&) override {
    held_.append(bytes);
    start();
  }
  void back_closed(Outlets&) override {
    held_ += "late\n";
    start();
  }
  [[nodiscard]] int wake_descriptor() const override { return timer_; }
  void woken(Outlets& out) override {
    std::uint64_t times = 0;
    if (::read(timer_, &times, sizeof times) != sizeof times) return;
    busy_ = false;
    (held_ == "late\n" ? out.to_front : out.to_back).append(held_);
    held_.clear();
  }
  [[nodiscard]] bool busy() const override { return busy_; }

 private:
  void start() {
    busy_ = true;
    const itimerspec soon{{0, 0}, {0, 150'000'000}};
    ::timerfd_settime(timer_, 0, &soon, nullptr);
  }
  int timer_;
  bool busy_ = false;
  std::string held_;
};

TEST(Pump, WorkOfTheMiddlemanIsWaitedFor) {
  Running run(long_graces({"cat"}), [] { return std::make_unique<Late>(); });
  ASSERT_TRUE(run.write("early\n"));
  run.close_in();
  EXPECT_EQ(run.rest(), "early\nlate\n");
  EXPECT_EQ(run.wait(), 0);
}

/// Is never done, and nobody can wake it.
class Hopeless : public Copier {
 public:
  [[nodiscard]] bool busy() const override { return true; }
};

TEST(Pump, EndlessWorkIsGivenUp) {
  Running run(short_graces({"cat"}), [] { return std::make_unique<Hopeless>(); });
  run.close_in();
  // Its stdin is closed when it is told to end: it may see either first.
  const int status = run.wait();
  EXPECT_TRUE(status == 128 + SIGTERM || status == 0) << status;
}

}  // namespace
