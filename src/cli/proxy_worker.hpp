// proxy_worker.hpp - a thread that rewrites large results while the pipes go on.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "mcp/interceptor.hpp"

namespace laconic::cli {

/// One thread, started with the first piece of work. It tells that something is done by its
/// descriptor.
class ProxyWorker final : public mcp::Executor {
 public:
  ProxyWorker();
  ProxyWorker(const ProxyWorker&) = delete;
  ProxyWorker& operator=(const ProxyWorker&) = delete;
  ~ProxyWorker() override;

  bool submit(std::function<void()> work, std::function<void(mcp::Traffic&)> done) override;
  /// Readable when something is done; -1 when there is no such thing on this system.
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
  /// Hands on what is done.
  void collect(mcp::Traffic& out);
  [[nodiscard]] bool busy() const;

 private:
  struct Work {
    std::function<void()> run;
    std::function<void(mcp::Traffic&)> done;
  };
  void loop();

  static constexpr std::size_t most_waiting = 8;
  int descriptor_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Work> waiting_;
  std::deque<Work> finished_;
  std::size_t open_ = 0;  // taken and not yet collected
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace laconic::cli
