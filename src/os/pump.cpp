// pump.cpp - moves bytes between the front (our stdin/stdout) and a child process, through a
// middleman.
#include "os/pump.hpp"

#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <optional>
#include <system_error>

#include "os/child_process.hpp"
#include "os/diagnostics_sink.hpp"
#include "os/signal_watch.hpp"
#include "os/sink.hpp"

namespace laconic::os {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// What a pipe holds.
constexpr std::size_t piece_size = std::size_t{64} << 10;
// How long a process may take to vanish after SIGKILL.
constexpr milliseconds after_kill{1000};
// How often to look at a middleman that is busy but has no wake descriptor.
constexpr milliseconds glance{10};
// A front that takes its time may prolong the first grace up to this many times.
constexpr int most_prolongations = 12;

/// How far the end of the child has come.
enum class Stage : unsigned char {
  running,
  closing,     ///< its stdin is closed, or will be as soon as it has taken what waits
  terminated,  ///< SIGTERM was sent to the group
  killed,      ///< SIGKILL was sent to the group
  over,        ///< ended, or given up
};

/// Where bytes come from.
struct Source {
  Channel channel;
  bool paused = false;  ///< too much of it waits for a sink
  std::size_t echo =
      0;  ///< of the bytes that wait for its own side, at most this many are due to it
};

class Pump {
 public:
  Pump(const PumpOptions& options, Middleman& middleman, const SignalWatch& signals,
       ChildProcess& child)
      : options_(options),
        middleman_(middleman),
        signals_(signals),
        child_(child),
        front_{Channel(options.front_in, Channel::Way::in)},
        back_{Channel(child.take_stdout())},
        to_front_(Channel(options.front_out, Channel::Way::out)),
        to_back_(Channel(child.take_stdin())),
        diagnostics_(Channel(options.diagnostics, Channel::Way::out), options.low_water),
        piece_(std::make_unique<char[]>(piece_size)) {}

  int run() {
    while (!is_finished()) {
      watch();
      if (::poll(watched_.data(), watched_.size(), timeout()) < 0) {
        if (errno != EINTR && errno != EAGAIN) break;  // ENOMEM: the child is killed below
        continue;
      }
      serve();
    }
    if (back_.channel.is_open()) end_of_back();
    diagnostics_.finish(options_.last_grace);
    return child_.status().value_or(128 + SIGKILL);
  }

 private:
  /// Places in the list for poll().
  enum class Seat : unsigned char {
    front_in,
    front_out,
    back_in,
    back_out,
    diagnostics,
    signals,
    exit,
    wake,
    count
  };

  // ---- one turn of the loop

  void seat(Seat place, int descriptor, int events) noexcept {
    watched_[static_cast<std::size_t>(place)] = {descriptor, static_cast<short>(events), 0};
  }

  /// What poll() has to look at. What would be news again and again without being
  /// dealt with, like a writer that has gone, must not stay in the list.
  void watch() {
    set_pause(front_, to_back_, to_front_);
    set_pause(back_, to_front_, to_back_);
    if (reading_front_ && !front_.paused) {
      seat(Seat::front_in, front_.channel.descriptor(), POLLIN);
    } else {
      // Only to hear, once, that it is gone, so that nobody waits for it.
      seat(Seat::front_in, front_left_ ? -1 : front_.channel.descriptor(), 0);
    }
    seat(Seat::front_out, to_front_.descriptor(), to_front_.waiting() > 0 ? POLLOUT : 0);
    seat(Seat::back_in, to_back_.descriptor(), to_back_.waiting() > 0 ? POLLOUT : 0);
    seat(Seat::back_out, back_.paused ? -1 : back_.channel.descriptor(), POLLIN);
    seat(Seat::diagnostics, diagnostics_.waiting() > 0 ? diagnostics_.descriptor() : -1, POLLOUT);
    seat(Seat::signals, signals_.descriptor(), POLLIN);
    seat(Seat::exit, child_.status() ? -1 : child_.exit_descriptor(), POLLIN);
    seat(Seat::wake, wake_descriptor(), POLLIN);
  }

  [[nodiscard]] int wake_descriptor() const {
    return wake_is_broken_ ? -1 : middleman_.wake_descriptor();
  }

  [[nodiscard]] short news(Seat place) const noexcept {
    return watched_[static_cast<std::size_t>(place)].revents;
  }

  void serve() {
    if (news(Seat::signals) != 0) hear_signals();
    if (news(Seat::exit) != 0) child_.reap();
    if (news(Seat::front_out) != 0) serve_front_out();
    if (news(Seat::back_in) != 0) serve_back_in();
    if (news(Seat::diagnostics) != 0) diagnostics_.flush();
    if (news(Seat::wake) != 0) serve_wake();
    if (news(Seat::back_out) != 0) read_back();
    if (news(Seat::front_in) != 0) read_front();
    step_towards_end();
  }

  void set_pause(Source& source, const Sink& ahead, const Sink& behind) const noexcept {
    source.echo = std::min(source.echo, behind.waiting());
    const std::size_t waiting = std::max(ahead.waiting(), source.echo);
    if (waiting > options_.high_water) {
      source.paused = true;
    } else if (waiting < options_.low_water || waiting == 0) {
      source.paused = false;
    }
  }

  void serve_front_out() {
    if ((news(Seat::front_out) & POLLOUT) != 0) {
      flush(to_front_);
    } else {
      to_front_.close();
    }
    if (!to_front_.is_open()) front_is_deaf();
  }

  void serve_back_in() {
    if ((news(Seat::back_in) & POLLOUT) != 0) {
      flush(to_back_);
    } else {
      to_back_.close();  // the child reads no more; it may still have something to say
    }
  }

  void serve_wake() {
    wake_is_broken_ = (news(Seat::wake) & POLLIN) == 0;
    if (wake_is_broken_) return;
    middleman_.woken(out_);
    moved(to_front_);
    send(nullptr);
  }

  void flush(Sink& sink) {
    const std::size_t before = sink.flushed();
    sink.flush();
    if (sink.flushed() != before) moved(sink);
  }

  /// Sends what a call of the middleman has left; `caller` is the source it was about.
  void send(Source* caller) {
    if (caller == &front_) front_.echo += out_.to_front.size();
    if (caller == &back_) back_.echo += out_.to_back.size();
    to_back_.put(out_.to_back);
    to_front_.put(out_.to_front);
    diagnostics_.put(out_.to_diagnostics);
    if (!to_front_.is_open()) front_is_deaf();
  }

  // ---- the two sources

  void read_front() {
    if (watched_[static_cast<std::size_t>(Seat::front_in)].events ==
        0) {  // nothing was to be read: it is gone
      front_left_ = true;
      begin_closing();
      moved(to_front_);
      return;
    }
    const ssize_t n = front_.channel.read(piece_.get(), piece_size);
    if (n > 0) {
      middleman_.from_front({piece_.get(), static_cast<std::size_t>(n)}, out_);
      send(&front_);
    } else if (n == 0 || errno != EAGAIN) {
      if (n < 0) report("cannot read from the client", errno);
      front_left_ = true;
      stop_reading_front();
      begin_closing();
    }
  }

  void read_back() {
    const ssize_t n = back_.channel.read(piece_.get(), piece_size);
    if (n > 0) {
      middleman_.from_back({piece_.get(), static_cast<std::size_t>(n)}, out_);
      send(&back_);
    } else if (n == 0 || errno != EAGAIN) {
      end_of_back();
    }
  }

  void stop_reading_front() {
    if (!reading_front_) return;
    reading_front_ = false;
    middleman_.front_closed(out_);
    send(&front_);
  }

  /// Nothing more will come from the child, so nothing can be answered any more.
  void end_of_back() {
    back_.channel.close();
    child_.reap();  // usually it has ended
    to_back_.close();
    middleman_.back_closed(out_);
    send(&back_);
    stop_reading_front();
    begin_closing();
  }

  /// Nobody hears us: the front closed our stdout, or it failed.
  void front_is_deaf() {
    if (deaf_) return;
    deaf_ = true;
    const int code = to_front_.failure();
    if (code != 0 && code != EPIPE && code != ECONNRESET)
      report("cannot write to the client", code);
    stop_reading_front();
    begin_closing();
  }

  void report(std::string_view what, int code) {
    out_.to_diagnostics.append("laconic: ").append(what).append(": ");
    out_.to_diagnostics.append(std::generic_category().message(code)).append("\n");
    diagnostics_.put(out_.to_diagnostics);
  }

  // ---- the end

  void hear_signals() {
    const SignalWatch::News arrived = signals_.read();
    if (arrived.child_ended) child_.reap();
    for (int i = 0; i < arrived.stops; ++i) {
      hurried_ = true;
      if (stage_ == Stage::running) {
        stop_reading_front();
        begin_closing();
      } else {
        deadline_passed();
      }
    }
  }

  void begin_closing() {
    if (stage_ != Stage::running) return;
    stage_ = Stage::closing;
    closing_since_ = Clock::now();
    deadline_ = closing_since_ + options_.grace;
  }

  /// Something moved that had been waiting for `sink`: whoever is slow but alive gets
  /// more time, unless a signal asked us to end.
  void moved(const Sink& sink) {
    if (!deadline_ || hurried_) return;
    const auto now = Clock::now();
    if (stage_ == Stage::closing) {
      auto later = now + options_.grace;
      // What the child has to take comes to an end by itself, what it says may not.
      if (&sink != &to_back_) {
        later = std::min(later, closing_since_ + most_prolongations * options_.grace);
      }
      deadline_ = std::max(*deadline_, later);
    } else if (stage_ == Stage::over) {
      deadline_ = now + options_.grace + options_.last_grace;
    }
  }

  /// Whether the front is there, wants the rest and has all the time of the world.
  [[nodiscard]] bool front_may_be_slow() const noexcept {
    return !hurried_ && !front_left_ && to_front_.is_open();
  }

  void deadline_passed() {
    const auto now = Clock::now();
    if (stage_ == Stage::closing) {
      // The child is not to blame when the front does not take what it said.
      if (back_.paused && front_may_be_slow()) {
        deadline_ = now + options_.grace;
        return;
      }
      terminate(now);
    } else if (stage_ == Stage::terminated) {
      child_.signal_group(SIGKILL);
      stage_ = Stage::killed;
      deadline_ = now + after_kill;
    } else if (stage_ == Stage::killed) {
      give_up_back();
    } else if (stage_ == Stage::over) {
      given_up_ = true;
    }
  }

  void terminate(Clock::time_point now) {
    to_back_.close();
    child_.reap();
    if (child_.status() && !child_.group_is_left()) return give_up_back();
    child_.signal_group(SIGTERM);
    stage_ = Stage::terminated;
    deadline_ = now + options_.last_grace;
  }

  /// What still holds the pipe has left the group: not ours to kill or to wait for.
  void give_up_back() {
    if (back_.channel.is_open()) end_of_back();
    child_is_over();
  }

  void child_is_over() {
    stage_ = Stage::over;
    to_back_.close();
    deadline_ = Clock::now() + options_.grace + options_.last_grace;
  }

  /// What follows from everything that was heard in this turn.
  void step_towards_end() {
    if (child_.status()) {
      to_back_.close();
      begin_closing();  // others may still hold its stdout, for as long as the grace
    }
    if (stage_ == Stage::running) return;
    if (to_back_.is_open() && !reading_front_ && to_back_.waiting() == 0 && !middleman_.busy()) {
      to_back_.close();
      if (stage_ == Stage::closing && !hurried_) deadline_ = Clock::now() + options_.grace;
    }
    if (stage_ != Stage::over && !back_.channel.is_open()) end_group();
    if (deadline_ && !waits_for_front() && Clock::now() >= *deadline_) deadline_passed();
  }

  /// Nobody who is left of the child can reach us any more.
  void end_group() {
    child_.reap();
    if (!child_.status()) return;
    if (!child_.group_is_left()) {
      child_is_over();
    } else if (stage_ == Stage::closing) {
      terminate(Clock::now());
    }
  }

  /// Whether only the front is to be waited for, and for as long as it likes.
  [[nodiscard]] bool waits_for_front() const {
    return stage_ == Stage::over && to_front_.waiting() > 0 && front_may_be_slow() &&
           !middleman_.busy();
  }

  [[nodiscard]] bool is_finished() const {
    if (stage_ != Stage::over) return false;
    if (given_up_) return true;
    return to_front_.waiting() == 0 && !middleman_.busy();
  }

  [[nodiscard]] int timeout() const {
    if (!deadline_ || waits_for_front()) return -1;
    const bool busy = middleman_.busy();
    auto rest = std::chrono::ceil<milliseconds>(*deadline_ - Clock::now());
    if (busy && wake_descriptor() < 0) rest = std::min(rest, glance);
    return static_cast<int>(std::clamp<milliseconds::rep>(rest.count(), 0, 1 << 30));
  }

  const PumpOptions& options_;
  Middleman& middleman_;
  const SignalWatch& signals_;
  ChildProcess& child_;
  Source front_;
  Source back_;
  Sink to_front_;
  Sink to_back_;
  DiagnosticsSink diagnostics_;
  std::unique_ptr<char[]> piece_;
  Outlets out_;
  std::array<pollfd, static_cast<std::size_t>(Seat::count)> watched_{};

  Stage stage_ = Stage::running;
  std::optional<Clock::time_point> deadline_;
  Clock::time_point closing_since_;
  bool reading_front_ = true;
  bool front_left_ = false;  ///< the writer of our stdin is gone
  bool deaf_ = false;        ///< the reader of our stdout is gone
  bool hurried_ = false;     ///< a signal arrived: no prolongations
  bool wake_is_broken_ = false;
  bool given_up_ = false;  ///< what waits now is not waited for
};

}  // namespace

Result<int> pump(const PumpOptions& options, Middleman& middleman) {
  const SignalWatch signals;
  if (!signals) {
    return Error{Errc::io_failed, 0,
                 "cannot watch for signals: " + std::generic_category().message(errno)};
  }
  auto child = ChildProcess::start({options.command, options.environment});
  if (!child) return child.error();
  return Pump(options, middleman, signals, *child).run();
}

}  // namespace laconic::os
