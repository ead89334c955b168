// own_format.cpp - a format that is not in the library, added to a registry by its user.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

#include <laconic/laconic.hpp>

namespace {

using laconic::Errc;
using laconic::Error;
using laconic::Result;

/// "name=Ada\nteam=Core\n": an object of strings, one member per line.
Result<laconic::Document> read(const laconic::Codec&, std::string_view text,
                               const laconic::DecodeOptions& options) {
  if (text.size() > options.max_bytes) {
    return Error{Errc::size_exceeded, 0, "the text is longer than the limit"};
  }
  laconic::Builder builder(options.max_depth);
  builder.begin_object();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const std::size_t sign = line.find('=');
    if (sign == std::string_view::npos) {
      return Error{Errc::invalid_line, at, "a line without =; write name=value"};
    }
    builder.key(line.substr(0, sign)).string(line.substr(sign + 1));
    at = end + 1;
  }
  // The builder remembers the first mistake: a key twice, bytes that are no UTF-8.
  return builder.end_object().finish();
}

Result<std::string> write(const laconic::Codec&, laconic::Value value,
                          const laconic::EncodeOptions& options) {
  if (!value.is_object()) {
    return Error{Errc::not_representable, 0, "pairs hold an object of strings"};
  }
  std::string out;
  for (const auto [key, member] : value.members()) {
    // What a format cannot hold it refuses; what it leaves out it tells options.losses.
    if (!member.is_string() || key.find_first_of("=\n") != std::string_view::npos ||
        member.string().find('\n') != std::string_view::npos) {
      return Error{Errc::not_representable, 0, "not a line: the member " + std::string(key)};
    }
    out.append(key).append("=").append(member.string()).append("\n");
  }
  if (out.size() > options.max_bytes) {
    return Error{Errc::size_exceeded, 0, "the result is longer than the limit"};
  }
  return out;
}

int sniff(std::string_view head) noexcept {
  return head.substr(0, head.find('\n')).find('=') == std::string_view::npos ? 0 : 30;
}

constexpr laconic::Codec pairs{
    .name = "pairs",
    .description = "one name=value per line",
    .extensions = ".pairs",
    .lossless = true,
    .decode = read,
    .encode = write,
    .sniff = sniff,
};

}  // namespace

int main() {
  auto formats = laconic::CodecRegistry::with_builtins();
  if (!formats.add(pairs)) return 1;  // the one line

  // From here on it is a format like any other: found by name, by extension, by content.
  const std::string text = "name=Ada\nteam=Core\n";
  const auto found = formats.detect(text);
  if (!found) return 1;
  std::printf("this is %s\n", std::string((*found)->name).c_str());
  const auto document = laconic::decode(**found, text);
  if (!document) return 1;
  for (const char* name : {"json", "gcf", "pairs"}) {
    const auto written = laconic::encode(**formats.find(name), document->root());
    if (!written) return 1;
    std::printf("%s: %s%s", name, written->c_str(), written->ends_with('\n') ? "" : "\n");
  }
  const auto wrong = laconic::decode(pairs, "name=Ada\nteam\n");
  if (!wrong) std::fputs(laconic::describe("x", "name=Ada\nteam\n", wrong.error()).c_str(), stdout);
  return 0;
}
