// mcp_fixture.hpp - a client and a server around an Interceptor, for the tests of the proxy.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/codec.hpp>
#include <laconic/json.hpp>
#include <laconic/tokens.hpp>

#include "mcp/interceptor.hpp"

namespace laconic::mcp::testing {

/// The codec of a built-in format. It outlives every registry.
inline const Codec& codec_of(std::string_view name) {
  static const CodecRegistry codecs = CodecRegistry::with_builtins();
  return **codecs.find(name);
}

inline Format format_of(std::string_view name) {
  if (name == "json-min") return {"json-min", &json::codec(), true};
  return {std::string(name), &codec_of(name), false};
}

/// A name that outlives the settings it comes from.
inline std::string_view lasting(std::string_view name) {
  static std::set<std::string, std::less<>> names;
  return *names.emplace(name).first;
}

/// What the command has when no flag is given.
inline ProxySettings default_settings() {
  ProxySettings settings;
  for (const std::string_view name : {"json-min", "gcf", "toon", "tron"})
    settings.known_formats.push_back(format_of(name));
  settings.formats.assign(settings.known_formats.begin(), settings.known_formats.begin() + 3);
  for (const std::string_view name : {"o200k_base", "cl100k_base"})
    settings.tokenizers.push_back(*Tokenizer::builtin(name));
  return settings;
}

inline ProxySettings strip_settings() {
  ProxySettings settings = default_settings();
  settings.structured = Structured::strip;
  return settings;
}

/// A table as JSON text.
inline std::string rows_json(int count, bool pretty, std::string_view prefix = "name") {
  Builder b;
  b.begin_array();
  for (int i = 0; i < count; ++i) {
    b.begin_object().key("id").integer(i).key("label");
    b.string(std::string(prefix) + " " + std::to_string(i));
    b.key("active").boolean(i % 3 == 0).key("score").real(i * 0.5 + 0.25).end_object();
  }
  const auto document = b.end_array().finish();
  EncodeOptions options;
  options.indent = pretty ? 2 : 0;
  return *json::encode(document->root(), options);
}

/// A table in an object, as structuredContent has to be one.
inline std::string rows_object(int count, bool pretty = false) {
  const auto document = json::decode("{\"rows\":" + rows_json(count, false) + "}");
  EncodeOptions options;
  options.indent = pretty ? 2 : 0;
  return *json::encode(document->root(), options);
}

inline std::string in_quotes(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

inline std::string text_block(std::string_view text) {
  return R"({"type":"text","text":)" + in_quotes(text) + "}";
}

inline std::string call_of(std::string_view id, std::string_view tool,
                           std::string_view more_params = "") {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out.append(id).append(R"(,"method":"tools/call","params":{"name":)").append(in_quotes(tool));
  return out.append(more_params).append("}}\n");
}

inline std::string result_of(std::string_view id, std::string_view result) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"result":)" + std::string(result) +
         "}\n";
}

/// A result with one text block and what follows the content.
inline std::string text_result(std::string_view id, std::string_view text,
                               std::string_view more = "") {
  return result_of(id, R"({"content":[)" + text_block(text) + "]" + std::string(more) + "}");
}

inline std::string list_of_tools(std::string_view id, std::string_view tools,
                                 std::string_view more = "") {
  return result_of(id, R"({"tools":[)" + std::string(tools) + "]" + std::string(more) + "}");
}

/// The text of block `index` of a message with a tool's result.
inline std::string sent_text(std::string_view line, std::size_t index = 0) {
  const auto document = json::decode(line);
  if (!document) return "(no JSON)";
  const Value* const result = document->root().find("result");
  const Value* const content = result == nullptr ? nullptr : result->find("content");
  if (content == nullptr || index >= content->size()) return "(no block)";
  const Value* const text = content->items()[index].find("text");
  return text == nullptr ? "(no text)" : std::string(text->string());
}

/// What a sent text says, as a document, by the registry's own guess of its format.
inline Result<Document> read_sent(std::string_view text) {
  static const CodecRegistry codecs = CodecRegistry::with_builtins();
  const auto codec = codecs.detect(text);
  if (!codec) return codec.error();
  return decode(**codec, text);
}

/// One client and one server.
class Pipe {
 public:
  explicit Pipe(ProxySettings given = default_settings())
      : settings(std::move(given)), interceptor(settings, [this](const Decision& decision) {
          decisions.push_back(decision);
          decisions.back().format = lasting(decision.format);
        }) {}

  /// What the server gets of it; what the client gets is in `answer`.
  std::string client(std::string_view bytes) {
    Traffic out;
    interceptor.from_client(bytes, out);
    answer = out.to_client;
    diagnostics += out.diagnostics;
    return out.to_server;
  }
  /// What the client gets of it.
  std::string server(std::string_view bytes) {
    Traffic out;
    interceptor.from_server(bytes, out);
    diagnostics += out.diagnostics;
    return out.to_client;
  }
  std::string server_ends() {
    Traffic out;
    interceptor.server_closed(out);
    diagnostics += out.diagnostics;
    return out.to_client;
  }
  /// A legacy handshake.
  void greet(std::string_view name) {
    client(R"({"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":)"
           R"("2025-11-25","capabilities":{},"clientInfo":{"name":)" +
           in_quotes(name) + R"(,"version":"1"}}})" + "\n");
    server(result_of(R"("hello")", R"({"protocolVersion":"2025-11-25","capabilities":{}})"));
  }
  /// The client asks for tools, the server lists these.
  std::string list(std::string_view tools, std::string_view more = "") {
    client(R"({"jsonrpc":"2.0","id":"list","method":"tools/list"})"
           "\n");
    return server(list_of_tools(R"("list")", tools, more));
  }
  /// A call and its answer.
  std::string call(std::string_view tool, std::string_view result,
                   std::string_view more_params = "") {
    client(call_of("7", tool, more_params));
    return server(result_of("7", result));
  }
  [[nodiscard]] std::string_view reason() const {
    return decisions.empty() ? std::string_view("(none)") : decisions.back().reason;
  }

  ProxySettings settings;
  std::vector<Decision> decisions;
  std::string answer;
  std::string diagnostics;
  Interceptor interceptor;
};

}  // namespace laconic::mcp::testing
