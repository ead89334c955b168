// proxy_run.cpp - joins the interceptor with the pump, the log and the statistics.
#include "cli/proxy_run.hpp"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>

#include "cli/proxy_worker.hpp"
#include "cli/report.hpp"
#include "mcp/interceptor.hpp"
#include "os/pump.hpp"

namespace laconic::cli {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

/// The time of day as RFC 3339 in UTC, with milliseconds.
std::string time_stamp() {
  const auto now = std::chrono::system_clock::now();
  const auto since = now.time_since_epoch();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[64];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(since).count() % 1000;
  std::snprintf(text + size, sizeof text - size, ".%03dZ", static_cast<int>(milliseconds));
  return text;
}

class ProxyMiddleman final : public os::Middleman {
 public:
  ProxyMiddleman(Context& context, const ProxyArguments& args, std::FILE* log)
      : context_(context),
        args_(args),
        log_(log),
        interceptor_(
            args.settings, [this](const mcp::Decision& decision) { note(decision); }, &worker_) {}

  void from_front(std::string_view bytes, os::Outlets& out) override {
    with(out, [&](mcp::Traffic& traffic) { interceptor_.from_client(bytes, traffic); });
  }
  void from_back(std::string_view bytes, os::Outlets& out) override {
    with(out, [&](mcp::Traffic& traffic) { interceptor_.from_server(bytes, traffic); });
  }
  void front_closed(os::Outlets& out) override {
    with(out, [&](mcp::Traffic& traffic) { interceptor_.client_closed(traffic); });
  }
  void back_closed(os::Outlets& out) override {
    with(out, [&](mcp::Traffic& traffic) { interceptor_.server_closed(traffic); });
  }

  int wake_descriptor() const override { return worker_.descriptor(); }
  void woken(os::Outlets& out) override {
    with(out, [&](mcp::Traffic& traffic) { worker_.collect(traffic); });
  }
  bool busy() const override { return worker_.busy(); }

  void finish() {
    if (args_.stats) {
      context_.say(interceptor_.statistics().summary(args_.settings.tokenizers.front().name(),
                                                     args_.settings.dry_run));
    }
    write_stats();
  }

 private:
  /// Lends the pump's strings to the interceptor.
  template <class Work>
  void with(os::Outlets& out, const Work& work) {
    traffic_.to_server.swap(out.to_back);
    traffic_.to_client.swap(out.to_front);
    traffic_.diagnostics.swap(out.to_diagnostics);
    work(traffic_);
    traffic_.to_server.swap(out.to_back);
    traffic_.to_client.swap(out.to_front);
    traffic_.diagnostics.swap(out.to_diagnostics);
  }

  void note(const mcp::Decision& decision) {
    if (log_ != nullptr || args_.verbose) {
      const std::string line = mcp::log_line(decision, time_stamp());
      if (log_ != nullptr) {
        std::fwrite(line.data(), 1, line.size(), log_);
        std::fflush(log_);
      }
      if (args_.verbose) traffic_.diagnostics.append("laconic proxy: ").append(line);
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - written_ > std::chrono::seconds(1)) {
      written_ = now;
      write_stats();
    }
  }
  void write_stats() {
    if (args_.stats_file.empty()) return;
    const auto text = interceptor_.statistics().as_json(args_.settings.tokenizers.front().name(),
                                                        args_.settings.dry_run);
    if (!text) return;
    const auto written = context_.write(args_.stats_file, *text + "\n");
    if (!written && !stats_failed_) {
      stats_failed_ = true;
      fail(context_, args_.stats_file, written.error());
    }
  }

  Context& context_;
  const ProxyArguments& args_;
  std::FILE* log_;
  mcp::Traffic traffic_;
  bool stats_failed_ = false;
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
  mcp::Interceptor interceptor_;
  ProxyWorker worker_;  // ends before the interceptor does
};

}  // namespace

Exit run_proxy(Context& context, const ProxyArguments& args) {
  std::unique_ptr<std::FILE, CloseFile> log;
  if (!args.log_file.empty()) {
    log.reset(std::fopen(args.log_file.c_str(), "ae"));
    if (log == nullptr) {
      return fail(context, args.log_file, Error{Errc::io_failed, 0, "the log cannot be opened"});
    }
  }
  ProxyMiddleman middleman(context, args, log.get());
  os::PumpOptions options;
  options.command = args.command;
  options.environment = args.environment;
  options.grace = args.grace;
  const auto status = os::pump(options, middleman);
  middleman.finish();
  if (!status) {
    fail(context, args.command.front(), status.error());
    return static_cast<Exit>(127);
  }
  return static_cast<Exit>(*status);
}

}  // namespace laconic::cli
