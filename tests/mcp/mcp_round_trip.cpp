// mcp_round_trip.cpp - generated values as results of tools, through the proxy in random pieces.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "generate.hpp"
#include "mcp_fixture.hpp"
#include "random.hpp"

using namespace laconic;
using namespace laconic::mcp;

namespace {

[[noreturn]] void fail(std::uint64_t seed, std::string_view what, std::string_view line) {
  std::fprintf(stderr, "seed %llu: %.*s\n%.*s\n", static_cast<unsigned long long>(seed),
               static_cast<int>(what.size()), what.data(),
               static_cast<int>(std::min<std::size_t>(line.size(), 4000)), line.data());
  std::exit(1);
}

std::string in_pieces(Interceptor& interceptor, std::string_view line, support::Random& random) {
  Traffic out;
  while (!line.empty()) {
    const std::size_t size = random.chance(50) ? line.size() : random.between(1, line.size());
    interceptor.from_server(line.substr(0, size), out);
    line.remove_prefix(size);
  }
  return out.to_client;
}

struct Counts {
  std::size_t rewritten = 0;
  std::size_t dropped = 0;
  std::size_t made = 0;
};

/// One result there and back.
void check(std::uint64_t seed, const ProxySettings& settings, bool evidence, Counts& counts) {
  support::Random random(seed);
  support::GenerateOptions options;
  options.big_numbers = random.chance(30);
  const Document document = support::generate(seed, options);
  EncodeOptions pretty;
  pretty.indent = static_cast<unsigned>(random.below(3)) * 2;
  const auto text = json::encode(document.root(), pretty);
  const auto minified = json::encode(document.root());
  if (!text || !minified) return;

  Interceptor interceptor(settings);
  Traffic ignored;
  if (evidence) {
    interceptor.from_client("{\"id\":1,\"method\":\"tools/list\"}\n", ignored);
    interceptor.from_server(
        "{\"id\":1,\"result\":{\"tools\":[{\"name\":\"t\",\"outputSchema\":{}}]}}\n", ignored);
  }
  interceptor.from_client(mcp::testing::call_of("7", "t"), ignored);

  const bool has_text = random.chance(75);
  const bool is_container = document.root().is_object() || document.root().is_array();
  const bool has_twin = random.chance(50) && is_container;
  const std::string quoted = mcp::testing::in_quotes(*text);
  const std::string before = R"({"jsonrpc":"2.0", "id":7,"result":{"_meta":{"n":1.0},"content":[)";
  const std::string text_before = R"({"text":)";
  const std::string text_after = R"( ,"type":"text","x":[1, 2]})";
  const std::string after = "]";
  const std::string twin = has_twin ? R"(,"structuredContent":)" + *minified : std::string();
  const std::string end = " }}\n";
  const std::string line =
      before + (has_text ? text_before + quoted + text_after : "") + after + twin + end;
  const std::string got = in_pieces(interceptor, line, random);
  if (got.size() > line.size()) fail(seed, "the message grew", got);
  if (got == line) return;

  // Everything outside the replaced spans is there, byte for byte.
  const bool dropped = got.find("\"structuredContent\"") == std::string::npos && has_twin;
  const std::string head = before + (has_text ? text_before : R"({"type":"text","text":)");
  const std::string tail = (has_text ? text_after : "}") + after + (dropped ? "" : twin) + end;
  if (!got.starts_with(head) || !got.ends_with(tail) || got.size() < head.size() + tail.size())
    fail(seed, "bytes around the text changed", got);
  if (dropped && !evidence) fail(seed, "dropped without evidence", got);
  std::string sent;
  if (!read_json_string(
          std::string_view(got).substr(head.size(), got.size() - head.size() - tail.size()), sent))
    fail(seed, "the text is no JSON string", got);

  const auto back = mcp::testing::read_sent(sent);
  if (!back) fail(seed, "the sent text cannot be read: " + std::string(back.error().detail), sent);
  if (!same_data(back->root(), document.root(), settings.lossless))
    fail(seed, "another value was sent", sent);
  for (const Tokenizer& tokenizer : settings.tokenizers) {
    // What the client showed before: the text, or structuredContent where there was no text.
    const std::string& shown = has_text ? *text : *minified;
    if (*tokenizer.count(sent) > *tokenizer.count(shown)) fail(seed, "more tokens", sent);
    if (dropped && *tokenizer.count(sent) > *tokenizer.count(*minified))
      fail(seed, "more tokens than structuredContent", sent);
  }
  if (has_text && sent.size() > text->size()) fail(seed, "more bytes", sent);
  ++counts.rewritten;
  counts.dropped += dropped ? 1 : 0;
  counts.made += has_text ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t documents = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 4000;
  Counts counts;
  for (std::uint64_t seed = 1; seed <= documents; ++seed) {
    ProxySettings settings =
        seed % 2 == 0 ? mcp::testing::strip_settings() : mcp::testing::default_settings();
    settings.min_tokens = 8;
    if (seed % 5 == 0)
      settings.formats.assign(1, mcp::testing::format_of(seed % 10 == 0 ? "gcf" : "toon"));
    if (seed % 7 == 0) settings.lossless = Exactness::lexeme;
    check(seed, settings, seed % 2 == 0 && seed % 3 != 0, counts);
  }
  std::printf("%llu results, %zu rewritten, %zu without structuredContent, %zu made\n",
              static_cast<unsigned long long>(documents), counts.rewritten, counts.dropped,
              counts.made);
  // A test that sees nothing proves nothing.
  const bool saw_enough = counts.rewritten > documents / 4 && counts.dropped > 0 &&
                          (counts.made > 0 || documents < 4000);
  return saw_enough ? 0 : 1;
}
