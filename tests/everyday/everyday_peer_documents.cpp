// everyday_peer_documents.cpp - documents for other libraries' readers, and what their writers
// make.
//
//   everyday_peer_documents emit COUNT FILE     per line {"value", "yaml", "toml", "msgpack",
//   "cbor"}:
//                                               our texts; binary ones in hexadecimal, null:
//                                               refused
//   everyday_peer_documents judge FILE ANSWERS  per line {"yaml", "msgpack", "cbor"}: theirs
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include <laconic/laconic.hpp>

#include "flat_table.hpp"
#include "generate.hpp"

namespace {

using namespace laconic;

/// Whether JavaScript can hold it: no integers beyond 2^53, no __proto__.
bool is_portable(Value v) {
  if (v.is_number()) return v.kind() != Kind::big_number && std::abs(v.real()) < 9007199254740992.0;
  if (v.is_array()) {
    for (const Value& item : v.items()) {
      if (!is_portable(item)) return false;
    }
  }
  if (v.is_object()) {
    for (const auto [key, value] : v.members()) {
      if (key == "__proto__" || !is_portable(value)) return false;
    }
  }
  return true;
}

Document made(unsigned long seed) {
  Document document = support::generate(seed);
  return seed % 2 == 0 ? std::move(document) : support::without_null(document.root());
}

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    out += digits[static_cast<unsigned char>(c) >> 4];
    out += digits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

std::string from_hex(std::string_view hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    out += static_cast<char>(std::strtoul(std::string(hex.substr(i, 2)).c_str(), nullptr, 16));
  return out;
}

int emit(unsigned long count, const char* path) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  std::ofstream file(path, std::ios::binary);
  unsigned long written = 0;
  for (unsigned long seed = 1; written < count; ++seed) {
    const Document document = made(seed);
    if (!is_portable(document.root())) continue;
    Builder b;
    b.begin_object().key("value").value(document.root());
    for (const std::string_view name : {"yaml", "toml", "msgpack", "cbor"}) {
      const Codec& codec = **codecs.find(name);
      const auto text = encode(codec, document.root());
      b.key(name);
      if (!text) {
        b.null();
      } else {
        b.string(codec.binary ? to_hex(*text) : *text);
      }
    }
    const auto line = b.end_object().finish();
    if (!line) return 1;
    file << *json::encode(line->root()) << '\n';
    ++written;
  }
  return 0;
}

int judge(const char* questions_path, const char* answers_path) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  std::ifstream questions(questions_path, std::ios::binary);
  std::ifstream answers(answers_path, std::ios::binary);
  std::string question;
  std::string answer;
  unsigned long lines = 0;
  unsigned long wrong = 0;
  unsigned long explained = 0;
  while (std::getline(questions, question) && std::getline(answers, answer)) {
    const auto asked = json::decode(question);
    const auto told = json::decode(answer);
    if (!asked || !told) return 1;
    ++lines;
    const Value value = *asked->root().find("value");
    for (const auto [name, text] : told->root().members()) {
      const Codec& codec = **codecs.find(name);
      const auto back =
          decode(codec, codec.binary ? from_hex(text.string()) : std::string(text.string()));
      if (back && same_value(back->root(), value)) continue;
      // npm's yaml writes control characters, and a byte order mark in front, as they are, which
      // YAML does not allow; and yaml-cpp takes no block scalar at the root without indentation.
      if (name == "yaml" && ((!back && back.error().code == Errc::invalid_character) ||
                             value.is_string() || text.string().starts_with("\xEF\xBB\xBF"))) {
        ++explained;
        continue;
      }
      if (++wrong > 5) continue;
      std::printf("%s of theirs: %s\n%s\n%s\n", std::string(name).c_str(),
                  back ? json::encode(back->root())->c_str() : back.error().message().c_str(),
                  std::string(text.string()).c_str(), json::encode(value)->c_str());
    }
  }
  std::printf("%lu documents of theirs, %lu read otherwise, %lu explained\n", lines, wrong,
              explained);
  return wrong == 0 && lines != 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "emit" && argc == 4) return emit(std::strtoul(argv[2], nullptr, 10), argv[3]);
  if (mode == "judge" && argc == 4) return judge(argv[2], argv[3]);
  std::fputs("usage: everyday_peer_documents emit COUNT FILE | judge FILE ANSWERS\n", stderr);
  return 2;
}
