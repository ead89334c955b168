// pump_end.cpp - how a pump ends: what starts the end, how long each step may take, when it is
// over.
#include <signal.h>

#include <algorithm>

#include "os/pump_loop.hpp"

namespace laconic::os {
namespace {

using std::chrono::milliseconds;

// How long a process may take to vanish after SIGKILL.
constexpr milliseconds after_kill{1000};
// How often to look at a middleman that is busy but has no wake descriptor.
constexpr milliseconds glance{10};
// A front that takes its time may prolong the first grace up to this many times.
constexpr int most_prolongations = 12;

}  // namespace

void Pump::hear_signals() {
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

void Pump::begin_closing() {
  if (stage_ != Stage::running) return;
  stage_ = Stage::closing;
  closing_since_ = Clock::now();
  deadline_ = closing_since_ + options_.grace;
}

void Pump::moved(const Sink& sink) {
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

bool Pump::front_may_be_slow() const noexcept {
  return !hurried_ && !front_left_ && to_front_.is_open();
}

void Pump::deadline_passed() {
  const auto now = Clock::now();
  if (stage_ == Stage::closing) {
    // The child is not to blame when the front does not take what it said.
    if (back_.paused && front_may_be_slow()) {
      deadline_ = now + options_.grace;
      return;
    }
    terminate(now);
  } else if (stage_ == Stage::terminated) {
    child_.reap();
    if (child_.status() && !child_.group_is_left()) return give_up_back();
    child_.signal_group(SIGKILL);
    stage_ = Stage::killed;
    deadline_ = now + after_kill;
  } else if (stage_ == Stage::killed) {
    give_up_back();
  } else if (stage_ == Stage::over) {
    given_up_ = true;
  }
}

void Pump::terminate(Clock::time_point now) {
  to_back_.close();
  child_.reap();
  if (child_.status() && !child_.group_is_left()) return give_up_back();
  child_.signal_group(SIGTERM);
  stage_ = Stage::terminated;
  deadline_ = now + options_.last_grace;
}

void Pump::give_up_back() {
  end_of_back();
  child_is_over();
}

void Pump::child_is_over() {
  stage_ = Stage::over;
  to_back_.close();
  deadline_ = Clock::now() + options_.grace + options_.last_grace;
}

void Pump::step_towards_end() {
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

void Pump::end_group() {
  child_.reap();
  if (!child_.status()) return;
  if (!child_.group_is_left()) {
    child_is_over();
  } else if (stage_ == Stage::closing) {
    terminate(Clock::now());
  }
}

bool Pump::waits_for_front() const {
  return stage_ == Stage::over && to_front_.waiting() > 0 && front_may_be_slow() &&
         !middleman_.busy();
}

bool Pump::is_finished() const {
  if (stage_ != Stage::over) return false;
  if (given_up_) return true;
  return to_front_.waiting() == 0 && !middleman_.busy();
}

int Pump::timeout() const {
  if (!deadline_ || waits_for_front()) return -1;
  const bool busy = middleman_.busy();
  auto rest = std::chrono::ceil<milliseconds>(*deadline_ - Clock::now());
  if (busy && wake_descriptor() < 0) rest = std::min(rest, glance);
  return static_cast<int>(std::clamp<milliseconds::rep>(rest.count(), 0, 1 << 30));
}

}  // namespace laconic::os
