// mcp_fuzz.cpp - any bytes from both sides of the proxy, in any pieces.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <laconic/codec.hpp>
#include <laconic/json.hpp>

#include "fuzz_target.hpp"
#include "mcp/interceptor.hpp"

using namespace laconic;
using fuzz::require;

namespace {

mcp::ProxySettings make_settings(bool strip) {
  static const CodecRegistry codecs = CodecRegistry::with_builtins();
  mcp::ProxySettings settings;
  settings.known_formats.push_back({"json-min", &json::codec(), true});
  for (const std::string_view name : {"gcf", "toon"})
    settings.known_formats.push_back({std::string(name), *codecs.find(name), false});
  settings.formats = settings.known_formats;
  settings.tokenizers.push_back(*Tokenizer::builtin("o200k_base"));
  settings.min_tokens = 4;
  settings.min_gain = 0;
  if (strip) settings.structured = mcp::Structured::strip;
  settings.tools.push_back({{"cached"}, {}, {}, {}, std::chrono::hours(1)});
  settings.tools.push_back({{"decoded*"}, {}, {}, {"gcf", "toon", "json-min"}, {}});
  return settings;
}

/// Who speaks, and what.
struct Turn {
  bool from_server;
  std::string_view bytes;
};

/// The input: lines of the client, and lines of the server, which begin with '<'.
std::vector<Turn> turns_of(std::string_view text) {
  std::vector<Turn> turns;
  while (!text.empty()) {
    const bool from_server = text.front() == '<';
    if (from_server) text.remove_prefix(1);
    const std::size_t stop = std::min(text.find('\n'), text.size() - (text.empty() ? 0 : 1));
    if (text.empty()) break;
    turns.push_back({from_server, text.substr(0, stop + 1)});
    text.remove_prefix(stop + 1);
  }
  return turns;
}

mcp::Traffic play(const std::vector<Turn>& turns, const mcp::ProxySettings& settings,
                  std::size_t piece) {
  mcp::Interceptor interceptor(settings);
  mcp::Traffic out;
  for (const Turn& turn : turns) {
    for (std::size_t at = 0; at < turn.bytes.size(); at += piece) {
      const std::string_view bytes = turn.bytes.substr(at, piece);
      // A copy that ends where the bytes end.
      const std::vector<char> exact(bytes.begin(), bytes.end());
      const std::string_view view(exact.data(), exact.size());
      turn.from_server ? interceptor.from_server(view, out) : interceptor.from_client(view, out);
    }
  }
  interceptor.server_closed(out);
  require(interceptor.waiting() == 0, "a request waits for ever");
  interceptor.client_closed(out);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 65536) return 0;
  static const mcp::ProxySettings all_settings[] = {make_settings(false), make_settings(true)};
  const mcp::ProxySettings& settings = all_settings[data[0] & 1U];
  const std::vector<Turn> turns = turns_of(fuzz::text_of(data + 1, size - 1));
  const mcp::Traffic whole = play(turns, settings, size);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{64}}) {
    const mcp::Traffic cut = play(turns, settings, piece);
    require(cut.to_client == whole.to_client, "the client gets something else by other cuts");
    require(cut.to_server == whole.to_server, "the server gets something else by other cuts");
  }
  // Without formats and rules nothing is changed: what is no noise comes out as it went in.
  mcp::ProxySettings plain = settings;
  plain.formats.clear();
  plain.structured = mcp::Structured::keep;
  plain.tools.clear();
  mcp::Interceptor interceptor(plain);
  for (const Turn& turn : turns) {
    mcp::Traffic out;
    const bool is_line = turn.bytes.ends_with('\n');
    if (turn.from_server) {
      interceptor.from_server(turn.bytes, out);
      if (!is_line) break;
      require(out.to_server.empty(), "the server hears itself");
      require(out.to_client.empty() || out.to_client == turn.bytes,
              "a message of the server was changed");
      const std::size_t first = turn.bytes.find_first_not_of(" \t\r\n");
      const bool looks_like_json =
          first != std::string_view::npos && (turn.bytes[first] == '{' || turn.bytes[first] == '[');
      require(out.to_client.empty() != looks_like_json, "a message was lost, or noise was sent");
    } else {
      interceptor.from_client(turn.bytes, out);
      if (!is_line) break;
      require(out.to_client.empty(), "the client hears itself");
      require(out.to_server == turn.bytes, "a message of the client was changed");
    }
  }
  return 0;
}
