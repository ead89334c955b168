// proxy_doctor.cpp - a short conversation with a server, and a report of it.
#include "cli/proxy_doctor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/report.hpp"
#include "cli/text_table.hpp"
#include "mcp/json_spans.hpp"
#include "mcp/line_splitter.hpp"
#include "mcp/list_rewriter.hpp"
#include "mcp/message.hpp"
#include "mcp/result_rewriter.hpp"
#include "mcp/text_choice.hpp"
#include "os/pump.hpp"

namespace laconic::cli {
namespace {

/// A pair of descriptors that closes itself.
struct Pipe {
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) ends[0] = ends[1] = -1;
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_writer();
    if (ends[0] >= 0) close(ends[0]);
  }
  void close_writer() {
    if (ends[1] >= 0) close(ends[1]);
    ends[1] = -1;
  }
  int ends[2];
};

struct ToolFinding {
  std::string name;
  std::string advice;
};

struct CallFinding {
  std::string tool;
  mcp::Decision text_first;        // for a client that shows the text
  mcp::Decision structured_first;  // for one that shows structuredContent
  std::string fault;
};

/// Speaks to the server: initialize, tools/list page by page, then the calls that were asked for.
class DoctorMiddleman final : public os::Middleman {
 public:
  DoctorMiddleman(const ProxyArguments& args, Pipe& front) : args_(args), front_(front) {}

  void from_front(std::string_view, os::Outlets& out) override {
    // The first byte of the front is the sign to begin.
    if (std::exchange(begun_, true)) return;
    send(out, R"("method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
              R"("clientInfo":{"name":"laconic-doctor","version":"1"}})");
  }
  void from_back(std::string_view bytes, os::Outlets& out) override {
    struct Sink {
      DoctorMiddleman& self;
      os::Outlets& out;
      void line(std::string_view text) { self.line(text, out); }
      void part(std::string_view, bool last) {
        if (last) self.line("{}", out);
      }
    } sink{*this, out};
    lines_.feed(bytes, sink);
  }
  void front_closed(os::Outlets&) override {}
  void back_closed(os::Outlets&) override {
    if (!finished_ && fault.empty()) fault = "the server ended before it had answered";
  }

  std::string fault;
  std::string server;
  std::size_t list_tokens = 0;
  std::size_t stripped_tokens = 0;
  std::vector<ToolFinding> tools;
  std::vector<CallFinding> calls;

 private:
  void send(os::Outlets& out, std::string_view body) {
    out.to_back += fmt::format("{{\"jsonrpc\":\"2.0\",\"id\":{},{}}}\n", ++last_id_, body);
  }
  void end() {
    finished_ = true;
    front_.close_writer();
  }

  void line(std::string_view text, os::Outlets& out) {
    const mcp::Message message = mcp::Message::of(text);
    if (message.kind == mcp::Message::Kind::request) {
      // A doctor has no model to ask.
      out.to_back += fmt::format(
          "{{\"jsonrpc\":\"2.0\",\"id\":{},\"error\":{{\"code\":-32601,\"message\":\"not "
          "supported\"}}}}\n",
          message.id);
      return;
    }
    if (message.id != std::to_string(last_id_) || finished_) return;
    if (message.kind == mcp::Message::Kind::error) {
      const std::string_view error = mcp::Members(message.text).find("error");
      if (stage_ == Stage::calls) {
        calls.back().fault = error;
        return next_call(out);
      }
      fault = fmt::format("the server refused: {}", error);
      return end();
    }
    switch (stage_) {
      case Stage::greeting: return greeted(message, out);
      case Stage::list: return listed(message, out);
      case Stage::calls: return called(message, out);
    }
  }

  void greeted(const mcp::Message& message, os::Outlets& out) {
    const mcp::Members info(mcp::Members(message.result).find("serverInfo"));
    std::string name;
    std::string version;
    static_cast<void>(mcp::read_json_string(info.find("name"), name));
    static_cast<void>(mcp::read_json_string(info.find("version"), version));
    server = name + " " + version;
    out.to_back += "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
    stage_ = Stage::list;
    send(out, R"("method":"tools/list","params":{})");
  }

  void listed(const mcp::Message& message, os::Outlets& out) {
    mcp::ProxySettings strict = args_.settings;
    strict.structured = mcp::Structured::strip;
    const auto before = mcp::count_tokens(message.text, strict);
    const auto rewritten = mcp::rewrite_tool_list(message, strict, {}, book_);
    const auto after = rewritten ? mcp::count_tokens(*rewritten, strict) : before;
    list_tokens += before.value_or(0);
    stripped_tokens += after.value_or(0);
    const mcp::Members result(message.result);
    for (mcp::SpanWalk walk(result.find("tools")); walk.next();) {
      std::string name;
      if (mcp::read_json_string(mcp::Members(walk.value()).find("name"), name))
        tools.push_back({std::move(name), {}});
    }
    const std::string_view cursor = result.find("nextCursor");
    constexpr std::size_t most_tools = 4096;
    if (!cursor.empty() && cursor != "null" && tools.size() < most_tools)
      return send(out, fmt::format(R"("method":"tools/list","params":{{"cursor":{}}})", cursor));
    for (ToolFinding& tool : tools)
      tool.advice = advice(tool.name);
    stage_ = Stage::calls;
    next_call(out);
  }

  std::string advice(const std::string& name) const {
    const mcp::KnownTool* const tool = book_.find(name);
    const auto rules = mcp::rules_for(args_.settings, name, {}, book_.edits_files);
    if (rules.is_off) return "left alone: a rule says so";
    if (tool != nullptr && tool->is_app) return "left alone: a user interface reads its results";
    if (rules.is_file_reader)
      return tool != nullptr && tool->has_schema
                 ? "its text stays: file contents; the structured copy can be dropped"
                 : "left alone: file contents";
    return tool != nullptr && tool->has_schema
               ? "can be rewritten; structured clients see it when structuredContent is dropped"
               : "can be rewritten";
  }

  void next_call(os::Outlets& out) {
    if (calls.size() == args_.calls.size()) return end();
    const std::string& wanted = args_.calls[calls.size()];
    const std::size_t equals = wanted.find('=');
    CallFinding call;
    call.tool = wanted.substr(0, equals);
    const std::string arguments = equals == std::string::npos ? "{}" : wanted.substr(equals + 1);
    std::string name;
    mcp::append_json_string(name, call.tool);
    calls.push_back(std::move(call));
    send(out, fmt::format(R"("method":"tools/call","params":{{"name":{},"arguments":{}}})", name,
                          arguments));
  }

  void called(const mcp::Message& message, os::Outlets& out) {
    CallFinding& call = calls.back();
    auto rules = mcp::rules_for(args_.settings, call.tool, {}, book_.edits_files);
    rules.strip = false;
    const mcp::ResultContext keep{args_.settings, rules, false, false, 0};
    static_cast<void>(mcp::rewrite_result(message, keep, call.text_first));
    rules.strip = true;
    const mcp::ResultContext strip{args_.settings, rules, true, true, 0};
    static_cast<void>(mcp::rewrite_result(message, strip, call.structured_first));
    next_call(out);
  }

  enum class Stage { greeting, list, calls };

  const ProxyArguments& args_;
  Pipe& front_;
  mcp::LineSplitter lines_{std::size_t{64} << 20};
  mcp::ToolBook book_;
  Stage stage_ = Stage::greeting;
  bool begun_ = false;
  bool finished_ = false;
  unsigned last_id_ = 0;
};

std::string change(const mcp::Decision& decision) {
  if (!decision.reason.empty())
    return fmt::format("{} tokens stay: {}", decision.tokens_shown, decision.reason);
  const double saved = decision.tokens_shown == 0
                           ? 0
                           : 100.0 * (1 - static_cast<double>(decision.tokens_sent) /
                                              static_cast<double>(decision.tokens_shown));
  return fmt::format("{} -> {} tokens ({:.1f}% less) as {}", decision.tokens_shown,
                     decision.tokens_sent, saved,
                     decision.format.empty() ? "the text it is" : decision.format);
}

std::string report(const DoctorMiddleman& doctor, const ProxyArguments& args) {
  std::string out = fmt::format(
      "server: {}\ntools: {}, their list has {} tokens ({}), {} without "
      "outputSchema\n\n",
      doctor.server, doctor.tools.size(), doctor.list_tokens,
      args.settings.tokenizers.front().name(), doctor.stripped_tokens);
  TextTable tools;
  tools.add_column("TOOL", TextTable::left);
  tools.add_column("RESULTS", TextTable::left);
  for (const ToolFinding& tool : doctor.tools)
    tools.add_row({tool.name, tool.advice});
  if (!doctor.tools.empty()) out += tools.text() + "\n";
  for (const CallFinding& call : doctor.calls) {
    if (!call.fault.empty()) {
      out += fmt::format("{}: the server refused: {}\n", call.tool, call.fault);
      continue;
    }
    out +=
        fmt::format("{}\n  clients that show the text: {}\n", call.tool, change(call.text_first));
    if (call.structured_first.tokens_structured != 0) {
      out += fmt::format("  clients that show structuredContent, with --structured strip: {}\n",
                         change(call.structured_first));
    }
  }
  if (doctor.calls.empty()) out += "No tool was called; --call TOOL=JSON measures a result.\n";
  out += "\nWho sees it without further flags:\n";
  TextTable clients;
  clients.add_column("CLIENT", TextTable::left);
  clients.add_column("SHOWS ITS MODEL", TextTable::left);
  clients.add_column("STRUCTURED", TextTable::left);
  for (const mcp::ClientRule& rule : mcp::known_clients()) {
    clients.add_row({rule.match, rule.shows_structured ? "structuredContent" : "text",
                     rule.structured == mcp::Structured::strip ? "dropped" : "kept"});
  }
  clients.add_row({"any other", "unknown", "kept"});
  return out + clients.text();
}

}  // namespace

Exit run_doctor(Context& context, const ProxyArguments& args) {
  Pipe front;
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (front.ends[0] < 0 || nowhere < 0 || write(front.ends[1], "\n", 1) != 1) {
    if (nowhere >= 0) close(nowhere);
    return fail(context, "laconic proxy doctor", Error{Errc::io_failed, 0, "no pipe can be made"});
  }
  DoctorMiddleman doctor(args, front);
  os::PumpOptions options;
  options.command = args.command;
  options.environment = args.environment;
  options.grace = args.grace;
  options.front_in = front.ends[0];
  options.front_out = nowhere;
  const auto status = os::pump(options, doctor);
  close(nowhere);
  if (!status) {
    fail(context, args.command.front(), status.error());
    return static_cast<Exit>(127);
  }
  if (!doctor.fault.empty())
    return fail(context, args.command.front(), Error{Errc::io_failed, 0, doctor.fault});
  return print(context, report(doctor, args));
}

}  // namespace laconic::cli
