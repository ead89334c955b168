// interceptor.cpp - watches requests, rewrites answers, forwards everything else.
#include "mcp/interceptor.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <laconic/json.hpp>

#include "mcp/list_rewriter.hpp"
#include "mcp/splice.hpp"
#include "mcp/text_choice.hpp"

namespace laconic::mcp {
namespace {

constexpr std::size_t cache_bytes = std::size_t{16} << 20;
constexpr std::size_t most_tasks = 1024;
constexpr std::size_t longest_noise = 500;
constexpr std::string_view noise_prefix = "laconic proxy: not a message: ";
// Smaller results take about as long as handing them over.
constexpr std::size_t large_result = std::size_t{256} << 10;

bool is_blank(std::string_view line) noexcept {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// One object or array from end to end.
bool is_whole(std::string_view text) noexcept {
  SpanWalk walk(text);
  while (walk.next()) {
  }
  return !walk.failed();
}

std::string text_of(std::string_view value) {
  std::string text;
  if (value.empty() || !read_json_string(value, text)) return {};
  return text;
}

/// The message's own text is a view into the line; what stands behind it is the line end.
std::string with_line_end(std::string text, const Message& message, std::string_view line) {
  const auto used =
      static_cast<std::size_t>(message.text.data() - line.data()) + message.text.size();
  return text.append(line.substr(used));
}

/// Arguments that say the same are the same: blanks and escapes do not matter.
std::string canonical(std::string_view arguments) {
  const auto document = json::decode(arguments);
  auto text = document ? json::encode(document->root()) : Result<std::string>(document.error());
  return text ? std::move(*text) : std::string(arguments);
}

/// Clients and eras get different answers.
std::string cache_key(const PendingCall& call, std::string_view client) {
  return std::string(client) + (call.is_modern ? "\n+\n" : "\n-\n") + call.tool + '\n' +
         call.arguments;
}

}  // namespace

struct Interceptor::ClientSink {
  Interceptor& self;
  Traffic& out;
  void line(std::string_view text) { self.client_line(text, out); }
  void part(std::string_view bytes, bool last) {
    out.to_server.append(bytes);
    if (!self.in_long_client_) self.long_client_ = {};
    self.in_long_client_ = !last;
    self.long_client_.feed(bytes);
    // Its answer is forwarded; but it waits for one.
    if (last && self.long_client_.has_method() && !self.long_client_.id().empty())
      self.watch_unread(self.long_client_.id());
  }
};

struct Interceptor::ServerSink {
  Interceptor& self;
  Traffic& out;
  void line(std::string_view text) { self.server_line(text, out); }
  void part(std::string_view bytes, bool last) {
    if (!self.in_long_server_) {
      self.long_server_ = {};
      self.long_noise_ = 0;
    }
    self.in_long_server_ = !last;
    // Blanks before a message do no harm, and nobody knows yet what follows them.
    std::size_t blanks = 0;
    if (self.long_server_.first() == 0)
      blanks = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
    self.long_server_.feed(bytes);
    out.to_client.append(bytes.substr(0, blanks));
    if (self.long_server_.starts_like_json()) {
      out.to_client.append(bytes.substr(blanks));
    } else if (self.long_server_.first() != 0) {
      noise(bytes.substr(blanks), last);
    }
    if (!last || self.long_server_.has_method() || self.long_server_.id().empty()) return;
    self.answered_unread(self.long_server_.id(), too_large);
  }
  /// The beginning of a long line that is no message.
  void noise(std::string_view bytes, bool last) {
    std::size_t& shown = self.long_noise_;
    if (shown == 0) {
      ++self.statistics_.noise_lines;
      out.diagnostics.append(noise_prefix);
    }
    const std::size_t room = longest_noise - std::min(shown, longest_noise);
    if (bytes.ends_with('\n')) bytes.remove_suffix(1);
    out.diagnostics.append(bytes.substr(0, room));
    shown += std::max<std::size_t>(bytes.size(), 1);
    if (last) out.diagnostics += '\n';
  }
};

Interceptor::Interceptor(const ProxySettings& settings,
                         std::function<void(const Decision&)> observe, Executor* executor)
    : settings_(settings),
      observe_(std::move(observe)),
      executor_(executor),
      client_lines_(settings.max_encode_bytes + (std::size_t{1} << 20)),
      server_lines_(settings.max_encode_bytes + (std::size_t{1} << 20)),
      cache_(cache_bytes),
      memory_(settings.dedup, settings.delta) {}

void Interceptor::from_client(std::string_view bytes, Traffic& out) {
  ClientSink sink{*this, out};
  client_lines_.feed(bytes, sink);
}

void Interceptor::from_server(std::string_view bytes, Traffic& out) {
  ServerSink sink{*this, out};
  server_lines_.feed(bytes, sink);
}

void Interceptor::client_closed(Traffic& out) {
  client_is_gone_ = true;
  ClientSink sink{*this, out};
  client_lines_.finish(sink);
}

void Interceptor::server_closed(Traffic& out) {
  if (server_lines_.held() != 0) {
    struct Rest {
      Interceptor& self;
      Traffic& out;
      void line(std::string_view text) {
        // The end ends a line, too. But half a message is no message: it is shown to people only.
        if (is_whole(text)) return self.server_line(std::string(text) + '\n', out);
        out.diagnostics.append("laconic proxy: the server ended in the middle of a message: ")
            .append(text.substr(0, longest_noise))
            .append("\n");
      }
      void part(std::string_view, bool) {}
    } rest{*this, out};
    server_lines_.finish(rest);
  } else if (in_long_server_) {
    // The client sees that this one is broken, and the next is whole.
    if (long_server_.starts_like_json()) out.to_client += '\n';
    if (long_noise_ != 0) out.diagnostics += '\n';
    in_long_server_ = false;
  }
  if (client_is_gone_) pending_.clear();  // nobody waits for answers
  pending_.each([&](const std::string& id, const PendingCall&) {
    out.to_client.append(R"({"jsonrpc":"2.0","id":)");
    out.to_client.append(id);
    out.to_client.append(
        R"(,"error":{"code":-32603,"message":"the server ended before it answered",)"
        R"("data":{"source":"laconic","reason":"server_ended"}}})"
        "\n");
  });
  pending_.clear();
}

// ---- from the client

void Interceptor::client_line(std::string_view line, Traffic& out) {
  const Message message = Message::of(line);
  statistics_.count_message(line.size());
  if (message.kind == Message::Kind::request && watch(message, line, out)) return;
  if (message.kind == Message::Kind::batch) watch_batch(message.text);
  if (message.kind == Message::Kind::notification &&
      is_string(message.method, "notifications/cancelled")) {
    const std::string_view id = Members(message.params).find("requestId");
    if (!id.empty()) static_cast<void>(pending_.take(id_key(id)));
  }
  if (message.kind == Message::Kind::other) {
    LongMessage odd;
    odd.feed(line);
    if (odd.has_method() && !odd.id().empty()) watch_unread(odd.id());
  }
  out.to_server.append(line);
}

void Interceptor::watch_batch(std::string_view text) {
  // Answers to a batch come as a batch and are forwarded; the ids only have to be known.
  SpanWalk walk(text);
  while (walk.next()) {
    const Message inner = Message::of(walk.value());
    if (inner.kind == Message::Kind::request) watch_unread(inner.id);
  }
}

/// A request that is not understood; but it waits for an answer.
void Interceptor::watch_unread(std::string_view id) {
  PendingCall call;
  call.kind = PendingCall::Kind::unread;
  if (!pending_.add(id_key(id), std::move(call))) book_.distrust();
}

/// An answer that is delivered as it is.
void Interceptor::answered_unread(std::string_view id, std::string_view reason) {
  const auto call = pending_.take(id_key(id));
  if (!call) return;
  if (call->kind == PendingCall::Kind::unread || call->kind == PendingCall::Kind::tool_list)
    book_.distrust();
  if (call->kind != PendingCall::Kind::tool_call) return;
  Decision decision;
  decision.tool = call->tool;
  decision.reason = reason;
  decided(std::move(decision), Clock::now(), 0, 0);
}

PendingCall Interceptor::read_call(const Message& message) {
  PendingCall call;
  const Members params(message.params);
  const std::string_view meta_text = params.find("_meta");
  if (!meta_text.empty()) {
    const Members meta(meta_text);
    call.is_modern = !meta.find("io.modelcontextprotocol/protocolVersion").empty();
    if (const auto info = meta.find("io.modelcontextprotocol/clientInfo"); !info.empty())
      call.client = text_of(Members(info).find("name"));
    call.wanted_format = text_of(meta.find("dev.laconic/format"));
    call.conversation = text_of(meta.find("dev.laconic/conversation"));
    call.resets_conversation = meta.find("dev.laconic/reset") == "true";
  }
  if (call.resets_conversation && !call.conversation.empty()) memory_.forget(call.conversation);
  if (is_string(message.method, "tools/call")) {
    call.kind = PendingCall::Kind::tool_call;
    if (!call.conversation.empty()) call.arguments = canonical(params.find("arguments"));
    call.tool = text_of(params.find("name"));
    call.is_plain_call = params.find("task").empty() && params.find("inputResponses").empty() &&
                         params.find("requestState").empty();
  } else if (is_string(message.method, "tools/list")) {
    call.kind = PendingCall::Kind::tool_list;
  } else if (is_string(message.method, "initialize")) {
    call.kind = PendingCall::Kind::initialize;
    if (const auto info = params.find("clientInfo"); !info.empty())
      call.client = text_of(Members(info).find("name"));
    client_ = call.client;
  } else if (is_string(message.method, "server/discover")) {
    call.kind = PendingCall::Kind::discover;
  } else if (is_string(message.method, "tasks/result")) {
    const auto found = tasks_.find(text_of(params.find("taskId")));
    if (found != tasks_.end()) {
      call.kind = PendingCall::Kind::task_result;
      call.tool = found->second;
    }
  }
  return call;
}

bool Interceptor::watch(const Message& message, std::string_view line, Traffic& out) {
  PendingCall call = read_call(message);
  bool done = false;
  if (call.kind == PendingCall::Kind::tool_call && !settings_.dry_run) {
    const CallRules rules = rules_for(settings_, call.tool, client_of(call), book_.edits_files);
    // A call that asks for its own form of the result, or belongs to a conversation, gets it fresh.
    call.may_be_cached = rules.cache && call.is_plain_call && call.wanted_format.empty() &&
                         call.conversation.empty();
    call.cache_round = cache_round_;
    if (call.may_be_cached) {
      call.arguments = canonical(Members(message.params).find("arguments"));
      if (const std::string* result = cache_.find(cache_key(call, client_of(call)), Clock::now())) {
        out.to_client.append(R"({"jsonrpc":"2.0","id":)").append(message.id);
        out.to_client.append(R"(,"result":)").append(*result).append("}\n");
        ++statistics_.cache_hits;
        return true;
      }
    } else if (const KnownTool* const tool = book_.find(call.tool);
               !rules.cache && (tool == nullptr || !tool->is_read_only)) {
      // Whatever may change something may change what was remembered.
      cache_.clear();
      ++cache_round_;
    }
    done = decode_arguments(message, line, call, out);
  }
  const bool is_list = call.kind == PendingCall::Kind::tool_list;
  if (!pending_.add(id_key(message.id), std::move(call)) && is_list) book_.distrust();
  return done;
}

/// Opt-in: arguments that a model wrote in a compact format, where the tool's schema takes an
/// object or array and no string.
bool Interceptor::decode_arguments(const Message& message, std::string_view line,
                                   const PendingCall& call, Traffic& out) {
  const std::vector<std::string>* formats = nullptr;
  for (const ToolRule& rule : settings_.tools) {
    for (const std::string& glob : rule.match) {
      if (formats == nullptr && !rule.decode_args.empty() && matches(glob, call.tool))
        formats = &rule.decode_args;
    }
  }
  const KnownTool* const tool = book_.find(call.tool);
  if (formats == nullptr || tool == nullptr || tool->input_schema.empty()) return false;
  const Members params(message.params);
  const std::string_view arguments = params.find("arguments");
  if (!params.is_plain() || arguments.empty()) return false;
  const Members each(arguments);
  if (!each.is_plain()) return false;
  Splice splice(message.text);
  for (const SpanMember& argument : each.all()) {
    std::string text;
    if (!argument.value.starts_with('"') || !read_json_string(argument.value, text)) continue;
    for (const std::string& name : *formats) {
      const Format* const format = find_format(settings_, name);
      if (format == nullptr) continue;
      const auto document = decode(*format->codec, text);
      if (!document || !document->notes().empty()) continue;
      const Value root = document->root();
      if (!root.is_object() && !root.is_array()) continue;
      if (!takes_structure_only(tool->input_schema, argument.key, root.is_array() ? '[' : '{'))
        continue;
      auto json = json::encode(root);
      if (!json) continue;
      splice.replace(argument.value, std::move(*json));
      break;
    }
  }
  if (splice.empty()) return false;
  out.to_server.append(with_line_end(splice.apply(), message, line));
  return true;
}

// ---- from the server

void Interceptor::server_line(std::string_view line, Traffic& out) {
  const Message message = Message::of(line);
  statistics_.count_message(line.size());
  switch (message.kind) {
    case Message::Kind::noise:
      if (is_blank(line)) return;
      ++statistics_.noise_lines;
      out.diagnostics.append(noise_prefix)
          .append(message.text.substr(0, longest_noise))
          .append("\n");
      return;
    case Message::Kind::batch: forget_batch(message.text); break;
    case Message::Kind::error: {
      const auto call = message.id.empty() ? std::nullopt : pending_.take(id_key(message.id));
      if (call && call->kind == PendingCall::Kind::tool_call) {
        Decision decision;
        decision.tool = call->tool;
        decision.reason = "error";
        decided(std::move(decision), Clock::now(), line.size(), line.size());
      }
      break;
    }
    case Message::Kind::result:
      if (const auto call = pending_.take(id_key(message.id)))
        return answered(message, line, *call, out);
      break;
    case Message::Kind::other: {
      LongMessage odd;
      odd.feed(line);
      if (!odd.has_method() && !odd.id().empty()) answered_unread(odd.id(), "surprise");
      break;
    }
    default: break;
  }
  out.to_client.append(line);
}

void Interceptor::forget_batch(std::string_view text) {
  SpanWalk walk(text);
  while (walk.next()) {
    const Message inner = Message::of(walk.value());
    if (inner.kind == Message::Kind::result || inner.kind == Message::Kind::error)
      answered_unread(inner.id, "surprise");
  }
}

void Interceptor::answered(const Message& message, std::string_view line, const PendingCall& call,
                           Traffic& out) {
  switch (call.kind) {
    case PendingCall::Kind::tool_call:
    case PendingCall::Kind::task_result: return tool_result(message, line, call, out);
    case PendingCall::Kind::tool_list: return tool_list(message, line, call, out);
    case PendingCall::Kind::initialize:
    case PendingCall::Kind::discover: return greeting(message, line, out);
    case PendingCall::Kind::unread: book_.distrust(); break;
    case PendingCall::Kind::other: break;
  }
  out.to_client.append(line);
}

std::string_view Interceptor::client_of(const PendingCall& call) const noexcept {
  if (!settings_.client.empty()) return settings_.client;
  return call.client.empty() ? client_ : call.client;
}

/// One result on its way: what is needed to rewrite it without the interceptor.
struct Interceptor::ResultJob {
  ResultJob(const ProxySettings& settings, CallRules its_rules)
      : rules(std::move(its_rules)), context{settings, rules} {}
  ResultJob(const ResultJob&) = delete;
  ResultJob& operator=(const ResultJob&) = delete;

  void run() { rewritten = rewrite_result(message, context, decision); }

  std::string held;  ///< the line, when it has to outlive the call
  std::string_view line;
  Message message;  ///< views of `line`
  CallRules rules;
  ResultContext context;
  PendingCall call;
  Decision decision;
  Clock::time_point start;
  std::optional<std::string> rewritten;
};

void Interceptor::tool_result(const Message& message, std::string_view line,
                              const PendingCall& call, Traffic& out) {
  const auto start = Clock::now();
  CallRules rules = rules_for(settings_, call.tool, client_of(call), book_.edits_files);
  const KnownTool* const tool = book_.find(call.tool);
  const auto forward = [&](std::string_view reason) {
    Decision decision;
    decision.tool = call.tool;
    decision.is_modern = call.is_modern;
    decision.reason = reason;
    decided(std::move(decision), start, line.size(), line.size());
    out.to_client.append(line);
  };
  if (tool != nullptr && tool->is_app) return forward("exempt");
  if (call.wanted_format == "off") return forward("raw_requested");
  if (!call.wanted_format.empty() && !rules.formats.empty()) {  // off stays off
    const bool json = call.wanted_format == "json";
    const Format* const format = find_format(settings_, json ? "json-min" : call.wanted_format);
    if (format == nullptr) return forward("raw_requested");
    rules.formats.assign(1, *format);
  }
  if (rules.is_off) return forward("off");
  if (rules.formats.empty() && !rules.strip) return forward("off");
  remember_task(message, call);

  const auto job = std::make_shared<ResultJob>(settings_, std::move(rules));
  job->start = start;
  job->call = call;
  job->decision.tool = call.tool;
  job->decision.is_modern = call.is_modern;
  const ClientRule* const client = rule_for_client(settings_, client_of(call));
  job->context.shows_structured = client != nullptr && client->shows_structured;
  job->context.persist_chars = client == nullptr ? 0 : client->persist_chars;
  const bool evidence = tool != nullptr && tool->was_stripped;
  job->context.may_drop_structured = job->rules.strip && evidence;
  // A result in full may have left the model's context; only the client knows its conversations.
  if ((settings_.dedup || settings_.delta) && !call.conversation.empty() && !settings_.dry_run) {
    job->context.memory = &memory_;
    job->context.conversation = call.conversation;
    job->context.call = call.tool + '\n' + call.arguments;
  }
  // What takes long is done beside; other messages may then overtake it.
  if (executor_ != nullptr && line.size() >= large_result && job->context.memory == nullptr) {
    job->held = line;
    job->line = job->held;
    job->message = Message::of(job->line);
    if (executor_->submit([job] { job->run(); },
                          [this, job](Traffic& later) { finish(*job, later); }))
      return;
  }
  job->line = line;
  job->message = message;
  job->run();
  finish(*job, out);
}

void Interceptor::finish(ResultJob& job, Traffic& out) {
  std::string text;
  if (job.rewritten && !settings_.dry_run)
    text = with_line_end(std::move(*job.rewritten), job.message, job.line);
  const std::string_view sent = text.empty() ? job.line : std::string_view(text);
  if (job.rules.cache && job.call.may_be_cached && job.call.cache_round == cache_round_ &&
      job.decision.reason != "error" && job.decision.reason != "not_complete" &&
      job.decision.reason != "surprise") {
    const Message again = Message::of(sent);
    cache_.put(cache_key(job.call, client_of(job.call)), std::string(again.result),
               Clock::now() + *job.rules.cache);
  }
  out.to_client.append(sent);
  decided(std::move(job.decision), job.start, job.line.size(), sent.size());
}

void Interceptor::remember_task(const Message& message, const PendingCall& call) {
  const std::string_view task = Members(message.result, &message.long_strings).find("task");
  if (task.empty()) return;
  std::string id = text_of(Members(task).find("taskId"));
  if (id.empty()) return;
  if (tasks_.insert_or_assign(id, call.tool).second) task_order_.push_back(std::move(id));
  if (task_order_.size() <= most_tasks) return;
  tasks_.erase(task_order_.front());
  task_order_.pop_front();
}

void Interceptor::tool_list(const Message& message, std::string_view line, const PendingCall& call,
                            Traffic& out) {
  auto rewritten = rewrite_tool_list(message, settings_, client_of(call), book_);
  if (!rewritten || settings_.dry_run) {
    out.to_client.append(line);
    return;
  }
  const auto before = count_tokens(message.text, settings_);
  const auto after = count_tokens(*rewritten, settings_);
  if (before && after && *before > *after) statistics_.list_tokens_saved += *before - *after;
  out.to_client.append(with_line_end(std::move(*rewritten), message, line));
}

std::string Interceptor::hint() const {
  std::string names;
  for (const Format& format : settings_.formats) {
    if (format.is_json) continue;
    if (!names.empty()) names += " or ";
    for (const char c : format.codec->name)
      names += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  if (names.empty() || !settings_.hint) return {};
  return "Tool results may be " + names + " text: compact tables holding the same data as JSON.";
}

void Interceptor::greeting(const Message& message, std::string_view line, Traffic& out) {
  const std::string sentence = hint();
  auto changed = settings_.dry_run ? std::nullopt : add_hint(message, sentence);
  if (!changed) {
    out.to_client.append(line);
    return;
  }
  statistics_.hint_tokens += count_tokens(sentence, settings_).value_or(0);
  out.to_client.append(with_line_end(std::move(*changed), message, line));
}

void Interceptor::decided(Decision decision, Clock::time_point start, std::size_t bytes_in,
                          std::size_t bytes_out) {
  decision.nanoseconds = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count());
  decision.bytes_in = bytes_in;
  decision.bytes_out = bytes_out;
  statistics_.add(decision);
  if (observe_) observe_(decision);
}

}  // namespace laconic::mcp
