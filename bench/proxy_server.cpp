// proxy_server.cpp - a server for measuring proxies: answers every request at once, from memory.
//
//   proxy_server small|LARGE.json
//
// It reads lines of JSON-RPC. tools/call is answered with one text block: "pong", or the content
// of the file. Other requests get an empty result. Only the id is looked at.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out + '"';
}

bool write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// The value of "id", which the driver writes as a number.
std::string_view id_of(std::string_view line) {
  constexpr std::string_view name = "\"id\":";
  const std::size_t at = line.find(name);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + name.size());
  return rest.substr(0, rest.find_first_not_of("0123456789"));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: proxy_server small|FILE.json\n", stderr);
    return 2;
  }
  std::string text = "pong";
  if (std::strcmp(argv[1], "small") != 0) {
    std::ifstream file(argv[1], std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  const std::string block = quoted(text);
  std::string held;
  std::string answer;
  char buffer[65536];
  while (true) {
    const ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
    if (got <= 0) return 0;
    held.append(buffer, static_cast<std::size_t>(got));
    std::size_t stop = 0;
    while ((stop = held.find('\n')) != std::string::npos) {
      const std::string_view line = std::string_view(held).substr(0, stop);
      if (const std::string_view id = id_of(line); !id.empty()) {
        const bool call = line.find("\"tools/call\"") != std::string_view::npos;
        answer.assign("{\"result\":");
        if (call) {
          answer.append("{\"content\":[{\"type\":\"text\",\"text\":").append(block).append("}]}");
        } else {
          answer.append("{}");
        }
        answer.append(",\"jsonrpc\":\"2.0\",\"id\":").append(id).append("}\n");
        if (!write_all(answer)) return 0;
      }
      held.erase(0, stop + 1);
    }
  }
}
