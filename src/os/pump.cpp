// pump.cpp - moves bytes between the front (our stdin/stdout) and a child process, through a
// middleman.
#include "os/pump.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "os/pump_loop.hpp"

namespace laconic::os {

int Pump::run() {
  while (!is_finished()) {
    watch();
    if (::poll(watched_.data(), watched_.size(), timeout()) < 0) {
      if (errno != EINTR && errno != EAGAIN) break;  // ENOMEM: the child is killed below
      continue;
    }
    serve();
  }
  end_of_back();
  diagnostics_.finish(options_.last_grace);
  return child_.status().value_or(128 + SIGKILL);
}

void Pump::seat(Seat place, int descriptor, int events) noexcept {
  watched_[static_cast<std::size_t>(place)] = {descriptor, static_cast<short>(events), 0};
}

void Pump::watch() {
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

int Pump::wake_descriptor() const {
  return wake_is_broken_ ? -1 : middleman_.wake_descriptor();
}

short Pump::news(Seat place) const noexcept {
  return watched_[static_cast<std::size_t>(place)].revents;
}

void Pump::serve() {
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

void Pump::set_pause(Source& source, const Sink& ahead, const Sink& behind) const noexcept {
  source.echo = std::min(source.echo, behind.waiting());
  const std::size_t waiting = std::max(ahead.waiting(), source.echo);
  if (waiting > options_.high_water) {
    source.paused = true;
  } else if (waiting < options_.low_water || waiting == 0) {
    source.paused = false;
  }
}

void Pump::serve_front_out() {
  if ((news(Seat::front_out) & POLLOUT) != 0) {
    flush(to_front_);
  } else {
    to_front_.close();
  }
  if (!to_front_.is_open()) front_is_deaf();
}

void Pump::serve_back_in() {
  if ((news(Seat::back_in) & POLLOUT) != 0) {
    flush(to_back_);
  } else {
    to_back_.close();  // the child reads no more; it may still have something to say
  }
}

void Pump::serve_wake() {
  wake_is_broken_ = (news(Seat::wake) & POLLIN) == 0;
  if (wake_is_broken_) return;
  middleman_.woken(out_);
  moved(to_front_);
  send(nullptr);
}

void Pump::flush(Sink& sink) {
  const std::size_t before = sink.flushed();
  sink.flush();
  if (sink.flushed() != before) moved(sink);
}

void Pump::send(Source* caller) {
  if (caller == &front_) front_.echo += out_.to_front.size();
  if (caller == &back_) back_.echo += out_.to_back.size();
  to_back_.put(out_.to_back);
  to_front_.put(out_.to_front);
  diagnostics_.put(out_.to_diagnostics);
  if (!to_front_.is_open()) front_is_deaf();
}

void Pump::read_front() {
  if (watched_[static_cast<std::size_t>(Seat::front_in)].events ==
      0) {  // nothing was to be read: it is gone
    front_left_ = true;
    begin_closing();
    moved(to_front_);
    return;
  }
  if (!reading_front_) return;  // stopped by something else in this turn
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

void Pump::read_back() {
  const ssize_t n = back_.channel.read(piece_.get(), piece_size);
  if (n > 0) {
    middleman_.from_back({piece_.get(), static_cast<std::size_t>(n)}, out_);
    send(&back_);
  } else if (n == 0 || errno != EAGAIN) {
    end_of_back();
  }
}

void Pump::stop_reading_front() {
  if (!reading_front_) return;
  reading_front_ = false;
  middleman_.front_closed(out_);
  send(&front_);
}

void Pump::end_of_back() {
  if (!back_.channel.is_open()) return;
  back_.channel.close();
  child_.reap();  // usually it has ended
  to_back_.close();
  middleman_.back_closed(out_);
  send(&back_);
  stop_reading_front();
  begin_closing();
}

void Pump::front_is_deaf() {
  if (deaf_) return;
  deaf_ = true;
  const int code = to_front_.failure();
  if (code != 0 && code != EPIPE && code != ECONNRESET) report("cannot write to the client", code);
  stop_reading_front();
  begin_closing();
}

void Pump::report(std::string_view what, int code) {
  out_.to_diagnostics.append("laconic: ").append(what).append(": ");
  out_.to_diagnostics.append(std::generic_category().message(code)).append("\n");
  diagnostics_.put(out_.to_diagnostics);
}

// After a death of ours, nobody knows what the rest waits for.
constexpr std::chrono::milliseconds longest_patience{2000};

Result<int> pump(const PumpOptions& options, Middleman& middleman) {
  const SignalWatch signals;
  if (!signals) {
    return Error{Errc::io_failed, 0,
                 "cannot watch for signals: " + std::generic_category().message(errno)};
  }
  auto child = ChildProcess::start(
      {options.command, options.environment, std::min(options.last_grace, longest_patience)});
  if (!child) return child.error();
  return Pump(options, middleman, signals, *child).run();
}

}  // namespace laconic::os
