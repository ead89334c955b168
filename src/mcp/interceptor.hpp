// interceptor.hpp - the proxy without its pipes: bytes of both sides in, bytes of both sides out.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "mcp/conversation_memory.hpp"
#include "mcp/line_splitter.hpp"
#include "mcp/long_message.hpp"
#include "mcp/message.hpp"
#include "mcp/pending_calls.hpp"
#include "mcp/proxy_settings.hpp"
#include "mcp/result_cache.hpp"
#include "mcp/result_rewriter.hpp"
#include "mcp/statistics.hpp"
#include "mcp/tool_book.hpp"

namespace laconic::mcp {

/// What goes where.
struct Traffic {
  std::string to_server;
  std::string to_client;
  std::string diagnostics;  ///< for people, on standard error
};

/// Somebody who does large work beside, so that both directions go on meanwhile.
class Executor {
 public:
  virtual ~Executor() = default;
  /// Runs `work` on another thread and then `done` on the one that called. False when there
  /// is too much to do already; then nothing was taken.
  virtual bool submit(std::function<void()> work, std::function<void(Traffic&)> done) = 0;
};

/// Sits between one client and one server that talk in lines. Everything passes byte for
/// byte except results of tools/call, lists of tools and instructions. It has no clock and
/// no descriptor of its own, and belongs to one thread.
class Interceptor {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Interceptor(const ProxySettings& settings,
                       std::function<void(const Decision&)> observe = {},
                       Executor* executor = nullptr);

  void from_client(std::string_view bytes, Traffic& out);
  void from_server(std::string_view bytes, Traffic& out);
  /// The streams ended: hands on what is left of a last line.
  void client_closed(Traffic& out);
  /// Requests that will get no answer any more are answered with an error, if the client is
  /// there.
  void server_closed(Traffic& out);

  [[nodiscard]] const Statistics& statistics() const noexcept { return statistics_; }
  [[nodiscard]] std::size_t waiting() const noexcept { return pending_.size(); }
  [[nodiscard]] const ToolBook& tools() const noexcept { return book_; }

 private:
  struct ResultJob;
  struct ClientSink;
  struct ServerSink;

  void client_line(std::string_view line, Traffic& out);
  void server_line(std::string_view line, Traffic& out);
  /// Watches a request; may answer it or change its arguments. True when it is dealt with.
  bool watch(const Message& message, std::string_view line, Traffic& out);
  void watch_batch(std::string_view text);
  void watch_unread(std::string_view id);
  void answered_unread(std::string_view id, std::string_view reason);
  void forget_batch(std::string_view text);
  PendingCall read_call(const Message& message);
  bool decode_arguments(const Message& message, std::string_view line, const PendingCall& call,
                        Traffic& out);
  void answered(const Message& message, std::string_view line, const PendingCall& call,
                Traffic& out);
  void tool_result(const Message& message, std::string_view line, const PendingCall& call,
                   Traffic& out);
  void tool_list(const Message& message, std::string_view line, const PendingCall& call,
                 Traffic& out);
  void greeting(const Message& message, std::string_view line, Traffic& out);
  void finish(ResultJob& job, Traffic& out);
  void remember_task(const Message& message, const PendingCall& call);
  void decided(Decision decision, Clock::time_point start, std::size_t bytes_in,
               std::size_t bytes_out);
  [[nodiscard]] std::string hint() const;
  [[nodiscard]] std::string_view client_of(const PendingCall& call) const noexcept;

  const ProxySettings& settings_;
  std::function<void(const Decision&)> observe_;
  Executor* executor_;
  LineSplitter client_lines_;
  LineSplitter server_lines_;
  LongMessage long_client_;
  LongMessage long_server_;
  bool in_long_client_ = false;
  bool in_long_server_ = false;
  std::size_t long_noise_ = 0;  ///< bytes of a long line that is no message
  bool client_is_gone_ = false;
  PendingCalls pending_;
  ToolBook book_;
  ResultCache cache_;
  ConversationMemory memory_;
  std::string client_;                        ///< as initialize named it
  std::map<std::string, std::string> tasks_;  ///< id of a task to the tool that runs in it
  std::deque<std::string> task_order_;        ///< oldest first
  std::uint64_t cache_round_ = 0;             ///< grows whenever the cache is cleared
  Statistics statistics_;
};

}  // namespace laconic::mcp
