// pump_loop.hpp - one run of a pump: its loop in pump.cpp, its end in pump_end.cpp.
#pragma once

#include <poll.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "os/child_process.hpp"
#include "os/diagnostics_sink.hpp"
#include "os/pump.hpp"
#include "os/signal_watch.hpp"
#include "os/sink.hpp"

namespace laconic::os {

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
  /// Of the bytes that wait for its own side, at most this many are due to it.
  std::size_t echo = 0;
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

  int run();

 private:
  using Clock = std::chrono::steady_clock;

  // What a pipe holds.
  static constexpr std::size_t piece_size = std::size_t{64} << 10;

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

  void seat(Seat place, int descriptor, int events) noexcept;

  /// What poll() has to look at. What would be news again and again without being
  /// dealt with, like a writer that has gone, must not stay in the list.
  void watch();
  [[nodiscard]] int wake_descriptor() const;
  [[nodiscard]] short news(Seat place) const noexcept;
  void serve();
  void set_pause(Source& source, const Sink& ahead, const Sink& behind) const noexcept;
  void serve_front_out();
  void serve_back_in();
  void serve_wake();
  void flush(Sink& sink);

  /// Sends what a call of the middleman has left; `caller` is the source it was about.
  void send(Source* caller);

  // ---- the two sources

  void read_front();
  void read_back();
  void stop_reading_front();

  /// Nothing more will come from the child, so nothing can be answered any more.
  void end_of_back();

  /// Nobody hears us: the front closed our stdout, or it failed.
  void front_is_deaf();
  void report(std::string_view what, int code);

  // ---- the end

  void hear_signals();
  void begin_closing();

  /// Something moved that had been waiting for `sink`: whoever is slow but alive gets
  /// more time, unless a signal asked us to end.
  void moved(const Sink& sink);

  /// Whether the front is there, wants the rest and has all the time of the world.
  [[nodiscard]] bool front_may_be_slow() const noexcept;
  void deadline_passed();
  void terminate(Clock::time_point now);

  /// What still holds the pipe has left the group: not ours to kill or to wait for.
  void give_up_back();
  void child_is_over();

  /// What follows from everything that was heard in this turn.
  void step_towards_end();

  /// Nobody who is left of the child can reach us any more.
  void end_group();

  /// Whether only the front is to be waited for, and for as long as it likes.
  [[nodiscard]] bool waits_for_front() const;
  [[nodiscard]] bool is_finished() const;
  [[nodiscard]] int timeout() const;

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

}  // namespace laconic::os
