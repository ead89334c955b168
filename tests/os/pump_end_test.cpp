// pump_end_test.cpp - how a pump ends: exit statuses, signals, and no process left behind.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "pump_harness.hpp"

namespace {

using pump_test::child;
using pump_test::Copier;
using pump_test::eventually;
using pump_test::group_vanishes;
using pump_test::long_graces;
using pump_test::Running;
using pump_test::shell;
using pump_test::short_graces;

pid_t pid_in(const std::string& line) {
  return std::atoi(line.c_str());
}

TEST(PumpEnd, StatusIsThatOfTheChild) {
  // The front stays open: it is the child that ends.
  EXPECT_EQ(Running(long_graces({"true"})).wait(), 0);
  EXPECT_EQ(Running(long_graces(shell("exit 7"))).wait(), 7);
  EXPECT_EQ(Running(long_graces(shell("kill -TERM $$"))).wait(), 128 + SIGTERM);
  EXPECT_EQ(Running(long_graces(shell("kill -SEGV $$"))).wait(), 128 + SIGSEGV);
  EXPECT_EQ(Running(long_graces({"/there/is/none"})).wait(), 127);
}

TEST(PumpEnd, StatusSurvivesIgnoredSigchld) {
  Running run(
      long_graces(shell("exit 7")), [] { return std::make_unique<Copier>(); },
      [] { ::signal(SIGCHLD, SIG_IGN); });
  EXPECT_EQ(run.wait(), 7);
}

TEST(PumpEnd, HalfAMessageIsDelivered) {
  Running run(long_graces(shell("printf '{\"half'; exit 5")));
  EXPECT_EQ(run.rest(), "{\"half");
  EXPECT_EQ(run.wait(), 5);
}

TEST(PumpEnd, StubbornChildIsKilled) {
  Running run(short_graces(child({"stubborn"})));
  const pid_t group = pid_in(run.line());
  run.close_in();
  EXPECT_EQ(run.wait(), 128 + SIGKILL);
  EXPECT_TRUE(group_vanishes(group));
}

TEST(PumpEnd, StoppedChildIsEnded) {
  Running run(short_graces(shell("echo $$; kill -STOP $$; cat")));
  const pid_t group = pid_in(run.line());
  run.close_in();
  EXPECT_EQ(run.wait(), 128 + SIGTERM);
  EXPECT_TRUE(group_vanishes(group));
}

TEST(PumpEnd, ChildThatClosesStdoutIsEnded) {
  Running run(short_graces(child({"mute"})));
  const pid_t group = pid_in(run.line());
  EXPECT_EQ(run.rest(), "");
  EXPECT_EQ(run.wait(), 128 + SIGTERM);
  EXPECT_TRUE(group_vanishes(group));
}

TEST(PumpEnd, GrandchildWithThePipeIsKilledAfterTheGrace) {
  Running run(short_graces(shell("sleep 1000 & echo $$; exit 3")));
  const pid_t group = pid_in(run.line());
  EXPECT_EQ(run.rest(), "");
  EXPECT_EQ(run.wait(), 3);
  EXPECT_TRUE(group_vanishes(group));
}

TEST(PumpEnd, GrandchildMayFinishWithinTheGrace) {
  Running run(long_graces(shell("(sleep 0.1; echo done) & echo $$; exit 3")));
  const pid_t group = pid_in(run.line());
  EXPECT_EQ(run.rest(), "done\n");
  EXPECT_EQ(run.wait(), 3);
  EXPECT_TRUE(group_vanishes(group));
}

TEST(PumpEnd, GrandchildWithoutThePipeIsEndedAtOnce) {
  Running run(long_graces(shell("sleep 1000 > /dev/null & echo $$; exit 3")));
  const pid_t group = pid_in(run.line());
  EXPECT_EQ(run.wait(), 3);
  EXPECT_TRUE(group_vanishes(group));
}

TEST(PumpEnd, StubbornGrandchildIsKilled) {
  auto options = short_graces(shell("trap '' TERM; sleep 1000 & echo $$; cat"));
  Running run(options);
  const pid_t group = pid_in(run.line());
  run.close_in();
  EXPECT_EQ(run.rest(), "");
  EXPECT_EQ(run.wait(), 0);
  EXPECT_TRUE(group_vanishes(group));
}

TEST(PumpEnd, WhoLeftTheGroupIsNotWaitedFor) {
  Running run(short_graces(child({"escaped"})));
  const pid_t escaped = pid_in(run.line());
  EXPECT_EQ(run.wait(), 4);
  ASSERT_GT(escaped, 0);
  EXPECT_EQ(::kill(escaped, SIGKILL), 0);  // it chose its own fate
  EXPECT_TRUE(group_vanishes(escaped));
}

TEST(PumpEnd, OrphansAreCollectedWhileTheChildRuns) {
  Running run(long_graces(shell("(sh -c 'echo $$; exec sleep 0.1' & ) ; exec cat")));
  const pid_t orphan = pid_in(run.line());
  ASSERT_GT(orphan, 0);
  EXPECT_TRUE(eventually([&] { return ::kill(orphan, 0) != 0; }));
  run.close_in();
  EXPECT_EQ(run.wait(), 0);
}

TEST(PumpEnd, WrappersEndWithTheirServer) {
  Running run(long_graces(shell("echo $$; sh -c 'cat; true'; true")));
  const pid_t group = pid_in(run.line());
  ASSERT_TRUE(run.write("x\n"));
  EXPECT_EQ(run.line(), "x\n");
  run.close_in();
  EXPECT_EQ(run.wait(), 0);
  EXPECT_TRUE(group_vanishes(group));
}

// ---- the front goes away

TEST(PumpEnd, FrontThatClosesStdoutEndsTheChild) {
  Running run(long_graces({"cat"}));
  ASSERT_TRUE(run.write("x\n"));
  EXPECT_EQ(run.line(), "x\n");
  run.close_out();  // and nothing else ever happens
  EXPECT_EQ(run.wait(), 0);
}

TEST(PumpEnd, FrontThatClosesStdoutEndsAFlood) {
  Running run(short_graces(child({"fountain"})));
  EXPECT_EQ(run.read(100000).size(), 100000U);
  run.close_out();
  EXPECT_EQ(run.wait(), 128 + SIGTERM);
}

TEST(PumpEnd, FrontThatDiesEndsAFlood) {
  Running run(short_graces(child({"fountain"})));
  EXPECT_EQ(run.read(100000).size(), 100000U);
  run.close_in();
  run.close_out();
  EXPECT_EQ(run.wait(), 128 + SIGTERM);
}

TEST(PumpEnd, FrontThatOnlyLeavesEndsAFlood) {
  Running run(short_graces(child({"fountain"})));
  run.close_in();  // our stdout stays open, full and unread
  EXPECT_EQ(run.wait(), 128 + SIGTERM);
}

// ---- signals

TEST(PumpEnd, SignalsCloseTheChildsStdin) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Running run(long_graces(shell("echo $$; cat; echo last words; exit 8")));
    const pid_t group = pid_in(run.line());
    run.signal(signal);
    EXPECT_EQ(run.rest(), "last words\n");
    EXPECT_EQ(run.wait(), 8);
    EXPECT_TRUE(group_vanishes(group));
  }
}

TEST(PumpEnd, SignalStartsTheGraces) {
  Running run(short_graces(child({"stubborn"})));
  const pid_t group = pid_in(run.line());
  run.signal(SIGTERM);
  EXPECT_EQ(run.wait(), 128 + SIGKILL);
  EXPECT_TRUE(group_vanishes(group));
}

TEST(PumpEnd, FurtherSignalsSkipTheWaits) {
  Running run(long_graces(child({"stubborn"})));
  const pid_t group = pid_in(run.line());
  // Equal signals that wait become one, so send until it has had enough.
  int status = -1;
  EXPECT_TRUE(eventually([&] {
    run.signal(SIGTERM);
    ::usleep(20000);
    return ::kill(-group, 0) != 0;
  }));
  status = run.wait();
  EXPECT_EQ(status, 128 + SIGKILL);
  EXPECT_TRUE(group_vanishes(group));
}

TEST(PumpEnd, SecondSignalAfterTheEndOfTheFront) {
  Running run(long_graces(child({"deaf"})));
  const pid_t group = pid_in(run.line());
  run.close_in();
  ::usleep(50000);
  run.signal(SIGTERM);  // what clients do when closing stdin did not help
  EXPECT_EQ(run.wait(), 128 + SIGTERM);
  EXPECT_TRUE(group_vanishes(group));
}

TEST(PumpEnd, IgnoredSignalsStayIgnored) {
  Running run(
      long_graces({"cat"}), [] { return std::make_unique<Copier>(); },
      [] { ::signal(SIGHUP, SIG_IGN); });
  ASSERT_TRUE(run.write("a\n"));
  EXPECT_EQ(run.line(), "a\n");
  run.signal(SIGHUP);
  ::usleep(20000);
  ASSERT_TRUE(run.write("b\n"));
  EXPECT_EQ(run.line(), "b\n");
  run.close_in();
  EXPECT_EQ(run.wait(), 0);
}

TEST(PumpEnd, NothingSurvivesAPumpThatIsKilled) {
  for (const auto& command :
       {shell("echo $$; exec sleep 1000"), shell("echo $$; cat"), shell("echo $$; cat; true"),
        shell("echo $$; sleep 1000; true"), child({"stubborn"})}) {
    Running run(short_graces(command));
    const pid_t group = pid_in(run.line());
    run.signal(SIGKILL);
    EXPECT_EQ(run.wait(), 128 + SIGKILL);
    EXPECT_TRUE(group_vanishes(group)) << command.back();
  }
}

// ---- no busy loop

/// Waits for ever, but what is left at the end of the test ends soon.
laconic::os::PumpOptions patient(std::vector<std::string> command) {
  laconic::os::PumpOptions options = long_graces(std::move(command));
  options.last_grace = std::chrono::milliseconds(50);
  return options;
}

TEST(PumpEnd, WaitingCostsNothing) {
  Running idle(patient({"cat"}));
  Running stuck(patient(child({"deaf"})));
  static_cast<void>(stuck.write_until_full(std::size_t{4} << 20));
  Running unread(patient(child({"fountain"})));
  Running left(patient(child({"deaf"})));
  left.close_in();
  Running unheard(patient(child({"stubborn"})));
  unheard.line();
  unheard.close_out();
  Running mute(patient(child({"mute"})));
  mute.line();
  Running held(patient(shell("sleep 1000 & exit 0")));
  const Running* all[] = {&idle, &stuck, &unread, &left, &unheard, &mute, &held};
  ::usleep(200000);
  double before[std::size(all)];
  for (std::size_t i = 0; i < std::size(all); ++i)
    before[i] = all[i]->cpu_seconds();
  ::usleep(1000000);
  for (std::size_t i = 0; i < std::size(all); ++i)
    EXPECT_LT(all[i]->cpu_seconds() - before[i], 0.05) << i;
}

}  // namespace
