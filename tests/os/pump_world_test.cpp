// pump_world_test.cpp - what a pump finds and leaves: files, sockets, terminals, signals,
// environment, refusals.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

#include "os/pump.hpp"
#include "pump_harness.hpp"

namespace {

namespace fs = std::filesystem;
using laconic::Errc;
using laconic::os::pump;
using laconic::os::PumpOptions;
using pump_test::child;
using pump_test::Copier;
using pump_test::long_graces;
using pump_test::shell;

class Folder : public testing::Test {
 protected:
  Folder() {
    std::string name = fs::temp_directory_path() / "pump-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() override { fs::remove_all(path_); }

  [[nodiscard]] std::string file(const std::string& name, const std::string& text = "") const {
    const std::string path = path_ / name;
    std::ofstream(path) << text;
    return path;
  }

  /// Runs the command on files in this process. `text` receives what it said.
  laconic::Result<int> run(PumpOptions options, const std::string& input, std::string& text) const {
    const std::string in = file("in", input);
    const std::string out = file("out");
    options.front_in = ::open(in.c_str(), O_RDONLY | O_CLOEXEC);
    options.front_out = ::open(out.c_str(), O_WRONLY | O_CLOEXEC);
    Copier copier;
    auto result = pump(options, copier);
    ::close(options.front_in);
    ::close(options.front_out);
    std::ifstream file(out);
    text.assign(std::istreambuf_iterator<char>(file), {});
    return result;
  }

  fs::path path_;
};

using PumpWorld = Folder;

TEST_F(PumpWorld, FilesAtBothEnds) {
  std::string input;
  for (int i = 0; i < 300000; ++i)
    input += std::to_string(i) + "\n";
  std::string text;
  const auto status = run(long_graces({"cat"}), input, text);
  ASSERT_TRUE(status);
  EXPECT_EQ(*status, 0);
  EXPECT_EQ(text, input);
}

TEST_F(PumpWorld, NullDevices) {
  PumpOptions options = long_graces(shell("cat; echo x; exit 4"));
  options.front_in = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  options.front_out = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  Copier copier;
  const auto status = pump(options, copier);
  ASSERT_TRUE(status);
  EXPECT_EQ(*status, 4);
  ::close(options.front_in);
  ::close(options.front_out);
}

TEST_F(PumpWorld, FullDeviceEndsTheChildAndIsReported) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  PumpOptions options = long_graces({"cat"});
  options.front_in = ::open(file("in", "x\n").c_str(), O_RDONLY | O_CLOEXEC);
  options.front_out = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  options.diagnostics = ends[1];
  Copier copier;
  const auto status = pump(options, copier);
  ASSERT_TRUE(status);
  EXPECT_EQ(*status, 0);
  std::array<char, 200> said{};
  ASSERT_GT(::read(ends[0], said.data(), said.size() - 1), 0);
  EXPECT_STREQ(said.data(), "laconic: cannot write to the client: No space left on device\n");
  for (const int number : {options.front_in, options.front_out, ends[0], ends[1]})
    ::close(number);
}

TEST_F(PumpWorld, OneSocketForBothWays) {
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  std::string heard;
  std::thread client([&] {
    const std::string message(3 << 20, 'm');
    std::thread writer([&] {
      for (std::size_t at = 0; at < message.size();) {
        const ssize_t n = ::write(ends[0], message.data() + at, message.size() - at);
        if (n <= 0) break;
        at += static_cast<std::size_t>(n);
      }
      ::shutdown(ends[0], SHUT_WR);
    });
    std::array<char, 65536> block{};
    while (heard.size() < message.size()) {
      const ssize_t n = ::read(ends[0], block.data(), block.size());
      if (n <= 0) break;
      heard.append(block.data(), static_cast<std::size_t>(n));
    }
    writer.join();
  });
  PumpOptions options = long_graces({"cat"});
  options.front_in = ends[1];
  options.front_out = ends[1];
  Copier copier;
  const auto status = pump(options, copier);
  EXPECT_EQ(::fcntl(ends[1], F_GETFL) & O_NONBLOCK, 0);
  ::close(ends[1]);
  client.join();
  ::close(ends[0]);
  ASSERT_TRUE(status);
  EXPECT_EQ(*status, 0);
  EXPECT_EQ(heard.size(), std::size_t{3} << 20);
}

std::unique_ptr<laconic::os::Middleman> copier() {
  return std::make_unique<Copier>();
}

// Pipes that we may use but not open again, as after su: the slow way, with the same result.
TEST_F(PumpWorld, PipesOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs the right to become somebody else";
  pump_test::Running run(long_graces({"cat"}), copier, [] {
    if (::setuid(65534) != 0) ::_exit(1);
  });
  const std::string message(std::size_t{4} << 20, 'm');
  std::thread writer([&] {
    run.write(message);
    run.close_in();
  });
  const std::string heard = run.rest();
  writer.join();
  EXPECT_TRUE(heard == message);
  EXPECT_EQ(run.wait(), 0);
}

TEST_F(PumpWorld, NoProcessToBeHad) {
  pump_test::Running run(long_graces({"cat"}), copier, [] {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_NPROC, &none);
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(1);  // no limit holds for root
  });
  EXPECT_EQ(run.wait(), 127);
}

/// Somebody at one side of a terminal, the pump at the other.
void talk_over_terminal(bool pump_is_master) {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  ASSERT_GE(master, 0);
  ASSERT_EQ(::grantpt(master), 0);
  ASSERT_EQ(::unlockpt(master), 0);
  const int slave = ::open(::ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  ASSERT_GE(slave, 0);
  termios settings{};
  ASSERT_EQ(::tcgetattr(slave, &settings), 0);
  ::cfmakeraw(&settings);
  ASSERT_EQ(::tcsetattr(slave, TCSANOW, &settings), 0);
  const int ours = pump_is_master ? slave : master;
  const int its = pump_is_master ? master : slave;
  const int flags = ::fcntl(its, F_GETFL);
  std::string heard;
  std::thread person([&] {
    ASSERT_EQ(::write(ours, "hello\n", 6), 6);
    char byte = 0;
    while (heard.size() < 10 && ::read(ours, &byte, 1) == 1)
      heard += byte;
  });
  PumpOptions options = long_graces(shell("read x; echo \"got $x\"; exit 3"));
  options.front_in = its;
  options.front_out = its;
  Copier copier;
  const auto status = pump(options, copier);
  person.join();
  ASSERT_TRUE(status);
  EXPECT_EQ(*status, 3);
  EXPECT_EQ(heard, "got hello\n");
  EXPECT_EQ(::fcntl(its, F_GETFL), flags);
  ::close(slave);
  ::close(master);
}

TEST_F(PumpWorld, Terminal) {
  talk_over_terminal(false);
}
// The other side of a terminal cannot be opened twice: the way for what is odd.
TEST_F(PumpWorld, MasterOfATerminal) {
  talk_over_terminal(true);
}

TEST_F(PumpWorld, LeavesEverythingAsItWas) {
  int in[2];
  int out[2];
  ASSERT_EQ(::pipe2(in, O_CLOEXEC), 0);
  ASSERT_EQ(::pipe2(out, O_CLOEXEC), 0);
  ASSERT_EQ(::write(in[1], "x\n", 2), 2);
  ::close(in[1]);
  struct sigaction custom {};
  custom.sa_handler = [](int) {};
  struct sigaction old_pipe {};
  struct sigaction old_child {};
  ::sigaction(SIGPIPE, &custom, &old_pipe);
  ::sigaction(SIGCHLD, &custom, &old_child);
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGUSR1);
  sigset_t mask_before;
  ::pthread_sigmask(SIG_SETMASK, &mask, &mask_before);
  ::prctl(PR_SET_CHILD_SUBREAPER, 0UL, 0UL, 0UL, 0UL);
  while (::waitpid(-1, nullptr, 0) > 0) {
    // what other tests have left to us
  }
  const std::size_t descriptors = pump_test::open_descriptors();

  for (const auto& command : {std::vector<std::string>{"cat"}, {"there-is-no-such-program"}}) {
    PumpOptions options = long_graces(command);
    options.front_in = in[0];
    options.front_out = out[1];
    Copier copier;
    const auto status = pump(options, copier);
    EXPECT_EQ(status.ok(), command.front() == "cat");

    EXPECT_EQ(pump_test::open_descriptors(), descriptors);
    EXPECT_EQ(::fcntl(in[0], F_GETFL) & O_NONBLOCK, 0);
    EXPECT_EQ(::fcntl(out[1], F_GETFL) & O_NONBLOCK, 0);
    sigset_t now;
    ::pthread_sigmask(SIG_SETMASK, nullptr, &now);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGUSR1})
      EXPECT_EQ(sigismember(&now, signal), signal == SIGUSR1 ? 1 : 0) << signal;
    for (const int signal : {SIGPIPE, SIGCHLD}) {
      struct sigaction action {};
      ::sigaction(signal, nullptr, &action);
      EXPECT_EQ(action.sa_handler, custom.sa_handler) << signal;
    }
    int subreaper = -1;
    ::prctl(PR_GET_CHILD_SUBREAPER, &subreaper);
    EXPECT_EQ(subreaper, 0);
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no child is left, not even a dead one
  }
  ::pthread_sigmask(SIG_SETMASK, &mask_before, nullptr);
  ::sigaction(SIGPIPE, &old_pipe, nullptr);
  ::sigaction(SIGCHLD, &old_child, nullptr);
  for (const int number : {in[0], out[0], out[1]})
    ::close(number);
}

TEST_F(PumpWorld, ChildStartsClean) {
  // Two descriptors that a careless library left open, and signals out of order.
  const int careless = ::dup(STDERR_FILENO);
  const int more = ::fcntl(STDERR_FILENO, F_DUPFD, 500);
  const auto pipe_before = ::signal(SIGPIPE, SIG_IGN);
  const auto user_before = ::signal(SIGUSR1, SIG_IGN);
  std::string text;
  const auto status = run(long_graces(child({"state"})), "", text);
  ::signal(SIGPIPE, pipe_before);
  ::signal(SIGUSR1, user_before);
  ::close(careless);
  ::close(more);
  ASSERT_TRUE(status);
  EXPECT_EQ(text, "0 0 0 leader\n");
}

TEST_F(PumpWorld, EnvironmentIsAddedAndReplaced) {
  ::setenv("PUMP_KEPT", "kept", 1);
  ::setenv("PUMP_OLD", "old", 1);
  PumpOptions options = long_graces(shell("echo $PUMP_KEPT $PUMP_OLD $PUMP_NEW"));
  options.environment = {{"PUMP_OLD", "replaced"}, {"PUMP_NEW", "first"}, {"PUMP_NEW", "last"}};
  std::string text;
  ASSERT_TRUE(run(options, "", text));
  EXPECT_EQ(text, "kept replaced last\n");
}

TEST_F(PumpWorld, ProgramIsSearchedInTheNewPath) {
  const std::string script = file("only-here", "#!/bin/sh\necho found\n");
  ASSERT_EQ(::chmod(script.c_str(), 0755), 0);
  PumpOptions options = long_graces({"only-here"});
  options.environment = {{"PATH", path_.string()}};
  std::string text;
  ASSERT_TRUE(run(options, "", text));
  EXPECT_EQ(text, "found\n");
}

TEST_F(PumpWorld, RefusalsSayWhatToDo) {
  const auto refusal = [&](std::vector<std::string> command) {
    std::string text;
    const auto status = run(long_graces(std::move(command)), "", text);
    EXPECT_FALSE(status);
    return status ? std::string() : status.error().message();
  };
  EXPECT_EQ(refusal({"there-is-no-such-program"}),
            "io_failed: cannot start \"there-is-no-such-program\": no folder of PATH has a program "
            "of that name; install it, correct the name or give its full path");
  EXPECT_EQ(refusal({"/there/is/none"}),
            "io_failed: cannot start \"/there/is/none\": there is no such file; check the path");
  const std::string plain = file("plain", "#!/bin/sh\n");
  EXPECT_EQ(refusal({plain}), "io_failed: cannot start \"" + plain +
                                  "\": permission denied; make the file executable (chmod +x) or "
                                  "name its interpreter before it");
  EXPECT_EQ(refusal({path_.string()}), "io_failed: cannot start \"" + path_.string() +
                                           "\": it is a folder; name the program in it");
  const std::string orphan = file("orphan", "#!/there/is/none\n");
  ASSERT_EQ(::chmod(orphan.c_str(), 0755), 0);
  EXPECT_EQ(refusal({orphan}), "io_failed: cannot start \"" + orphan +
                                   "\": the interpreter that its first line names does not exist; "
                                   "install it or correct the line");
  EXPECT_EQ(refusal({}), "bad_usage: there is no command to start; name the program to run");
  EXPECT_EQ(refusal({"cat", std::string("a\0b", 3)}),
            "bad_usage: an argument of the command holds a zero byte; remove it");
  PumpOptions options = long_graces({"cat"});
  options.environment = {{"A=B", "c"}};
  std::string text;
  const auto status = run(options, "", text);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, Errc::bad_usage);
}

}  // namespace
