// proxy_worker.cpp - takes work, wakes the pump.
#include "cli/proxy_worker.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <utility>

namespace laconic::cli {

ProxyWorker::ProxyWorker() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

ProxyWorker::~ProxyWorker() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    waiting_.clear();
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
  if (descriptor_ >= 0) close(descriptor_);
}

bool ProxyWorker::submit(std::function<void()> work, std::function<void(mcp::Traffic&)> done) {
  const std::lock_guard lock(mutex_);
  if (descriptor_ < 0 || open_ >= most_waiting) return false;
  if (!thread_.joinable()) {
    // Signals are the pump's business.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { loop(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  waiting_.push_back({std::move(work), std::move(done)});
  ++open_;
  wake_.notify_one();
  return true;
}

void ProxyWorker::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    Work work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    work.run();
    lock.lock();
    finished_.push_back(std::move(work));
    const std::uint64_t one = 1;
    static_cast<void>(!write(descriptor_, &one, sizeof one));
  }
}

void ProxyWorker::collect(mcp::Traffic& out) {
  std::uint64_t count = 0;
  static_cast<void>(!read(descriptor_, &count, sizeof count));
  std::deque<Work> finished;
  {
    const std::lock_guard lock(mutex_);
    finished.swap(finished_);
    open_ -= finished.size();
  }
  for (const Work& work : finished)
    work.done(out);
}

bool ProxyWorker::busy() const {
  const std::lock_guard lock(mutex_);
  return open_ != 0;
}

}  // namespace laconic::cli
