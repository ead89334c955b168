// pump_harness.hpp - a pump in a process of its own, with the test as its client.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/pump.hpp"

namespace pump_test {

/// Passes everything on.
class Copier : public laconic::os::Middleman {
 public:
  void from_front(std::string_view bytes, laconic::os::Outlets& out) override {
    out.to_back.append(bytes);
  }
  void from_back(std::string_view bytes, laconic::os::Outlets& out) override {
    out.to_front.append(bytes);
  }
  void front_closed(laconic::os::Outlets&) override {}
  void back_closed(laconic::os::Outlets&) override {}
};

/// The misbehaving program with these arguments.
std::vector<std::string> child(std::vector<std::string> arguments);
std::vector<std::string> shell(const std::string& script);

/// Options with graces of a fraction of a second.
laconic::os::PumpOptions short_graces(std::vector<std::string> command);
/// Options with graces that no test lives to see.
laconic::os::PumpOptions long_graces(std::vector<std::string> command);

using MakeMiddleman = std::function<std::unique_ptr<laconic::os::Middleman>()>;

/// A pump process. The test holds the other ends of its stdin, stdout and stderr.
class Running {
 public:
  explicit Running(
      laconic::os::PumpOptions options,
      const MakeMiddleman& make = [] { return std::make_unique<Copier>(); },
      const std::function<void()>& before = [] {});
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running();

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] int in() const { return in_; }
  [[nodiscard]] int out() const { return out_; }

  /// All of it; false when the pump does not take it any more.
  bool write(std::string_view text) const;
  /// As much as goes in until nothing has moved for a while, up to `most`.
  [[nodiscard]] std::size_t write_until_full(std::size_t most) const;
  /// Up to and with the next newline, or what there is before the end.
  std::string line() const;
  /// Exactly so many bytes, or what there is before the end.
  [[nodiscard]] std::string read(std::size_t bytes) const;
  [[nodiscard]] std::string rest() const;
  [[nodiscard]] std::string diagnostics() const;
  void close_in();
  void close_out();
  void signal(int number) const;

  /// The exit status; 128 + n when a signal ended it, -1 when it took too long.
  int wait();

  [[nodiscard]] double cpu_seconds() const;
  /// The most memory it ever had, in KiB.
  [[nodiscard]] long peak_kib() const;

 private:
  pid_t pid_ = -1;
  int in_ = -1;
  int out_ = -1;
  int diagnostics_ = -1;
};

/// Waits (for long enough) until no process of the group is left.
[[nodiscard]] bool group_vanishes(pid_t group);
/// Waits (for long enough) until that holds.
[[nodiscard]] bool eventually(const std::function<bool()>& holds);

/// How many descriptors this process has.
[[nodiscard]] std::size_t open_descriptors();

/// Whether memory and time mean anything in this build.
[[nodiscard]] constexpr bool is_sanitized() {
#if defined(__SANITIZE_ADDRESS__)
  return true;
#elif defined(__has_feature)
#  if __has_feature(address_sanitizer)
  return true;
#  else
  return false;
#  endif
#else
  return false;
#endif
}

}  // namespace pump_test
