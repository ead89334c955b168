// toon_peer_documents.cpp - documents and texts for another TOON library, and the comparison.
//
//   toon_peer_documents emit COUNT FILE     one JSON text per line: {"value", "texts"}; the texts
//                                           are TOON, most of them damaged
//   toon_peer_documents judge FILE ANSWERS  per line {"toon", "decoded"}: what the library makes
//                                           of the value, and of each text, strictly and not:
//                                           JSON in a string, or null for an error
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>
#include <laconic/toon.hpp>

#include "generate.hpp"

namespace {

using laconic::Kind;
using laconic::Value;
using laconic::support::Random;

std::string text_of(Value value) {
  const auto text = laconic::json::encode(value);
  return text ? *text : std::string();
}

/// A number that JavaScript has no trouble with; beyond 2^53 we are exact.
bool is_plain_number(Value v) {
  if (v.kind() == Kind::big_number) return false;
  return std::abs(v.real()) < 9007199254740992.0;
}

/// Whether JavaScript keeps order and numbers: no integer-like keys, no __proto__.
bool is_portable(Value v) {
  if (v.is_number()) return is_plain_number(v);
  if (v.is_array()) {
    for (const Value& item : v.items()) {
      if (!is_portable(item)) return false;
    }
  }
  if (v.is_object()) {
    for (const auto [key, value] : v.members()) {
      if (!key.empty() && key[0] >= '0' && key[0] <= '9') return false;
      if (key == "__proto__" || !is_portable(value)) return false;
    }
  }
  return true;
}

/// A small change that may or may not matter.
std::string damaged(const std::string& text, Random& random) {
  constexpr std::string_view bits[] = {",", "\"", ":",  "[",  "]",  "{",    "}",
                                       "-", "- ", " ",  "  ", "\n", "\n\n", "\t",
                                       "|", "#",  "\\", "1",  "x",  "[]",   "\r\n"};
  std::string out = text;
  for (std::size_t n = random.between(1, 2); n > 0; --n) {
    const std::size_t at = random.below(out.size() + 1);
    switch (random.below(3)) {
      case 0: out.insert(at, bits[random.below(std::size(bits))]); break;
      case 1:
        if (at < out.size()) out.erase(at, random.between(1, 3));
        break;
      default:
        if (at < out.size()) out[at] = bits[random.below(std::size(bits))][0];
    }
  }
  return out;
}

int emit(unsigned long count, const char* path) {
  std::ofstream file(path, std::ios::binary);
  unsigned long made = 0;
  for (unsigned long seed = 1; made < count; ++seed) {
    const laconic::Document document = laconic::support::generate(seed);
    if (!is_portable(document.root())) continue;
    const auto toon = laconic::toon::encode(document.root());
    if (!toon) return 1;
    Random random(seed);
    laconic::Builder b;
    b.begin_object().key("value").value(document.root()).key("texts").begin_array();
    b.string(*toon);
    for (int i = 0; i < 2; ++i) {
      const std::string text = damaged(*toon, random);
      // Damage can cut a character in two, which JSON cannot carry.
      laconic::Builder probe;
      if (laconic::toon::decode(text).ok() ||
          laconic::toon::decode(text).error().code != laconic::Errc::invalid_utf8) {
        b.string(text);
      }
    }
    const auto line = b.end_array().end_object().finish();
    if (!line) return 1;
    file << text_of(line->root()) << '\n';
    ++made;
  }
  return 0;
}

class Judge {
 public:
  void line(const std::string& question, const std::string& answer) {
    const auto asked = laconic::json::decode(question);
    const auto told = laconic::json::decode(answer);
    if (!asked || !told) {
      ++wrong_;
      return;
    }
    ++lines_;
    const auto toon = laconic::toon::encode(*asked->root().find("value"));
    const Value theirs = *told->root().find("toon");
    if (!toon || !theirs.is_string() || *toon != theirs.string()) {
      differ("encode", text_of(*asked->root().find("value")), toon ? *toon : toon.error().message(),
             text_of(theirs));
    }
    const auto texts = asked->root().find("texts")->items();
    const auto decoded = told->root().find("decoded")->items();
    for (std::size_t i = 0; i < texts.size(); ++i) {
      for (const bool lenient : {false, true}) {
        compare(texts[i].string(), lenient, decoded[2 * i + (lenient ? 1 : 0)]);
      }
    }
  }

  int finish() {
    std::printf(
        "%lu documents, %lu texts read: %lu differences, %lu explained (numbers beyond "
        "JavaScript's or keys it cannot order: the same value, or text kept exactly)\n",
        lines_, texts_, wrong_, explained_);
    return wrong_ == 0 && lines_ > 0 ? 0 : 1;
  }

 private:
  void compare(std::string_view text, bool lenient, Value theirs) {
    ++texts_;
    laconic::toon::DecodeOptions options;
    options.lenient = lenient;
    const auto ours = laconic::toon::decode(text, options);
    if (!ours && theirs.is_null()) return;
    if (ours && theirs.is_string()) {
      const auto value = laconic::json::decode(theirs.string());
      if (value && laconic::same_value(value->root(), ours->root())) return;
      if (!is_portable(ours->root())) {
        ++explained_;
        return;
      }
    }
    differ(lenient ? "decode, not strict" : "decode", text,
           ours ? text_of(ours->root()) : ours.error().message(), text_of(theirs));
  }

  void differ(const char* what, std::string_view question, std::string_view ours,
              std::string_view theirs) {
    if (++wrong_ > 10) return;
    std::printf("%s:\n%.*s\n--- ours\n%.*s\n--- theirs\n%.*s\n\n", what,
                static_cast<int>(question.size()), question.data(), static_cast<int>(ours.size()),
                ours.data(), static_cast<int>(theirs.size()), theirs.data());
  }

  unsigned long lines_ = 0;
  unsigned long texts_ = 0;
  unsigned long wrong_ = 0;
  unsigned long explained_ = 0;
};

int judge(const char* questions_path, const char* answers_path) {
  std::ifstream questions(questions_path, std::ios::binary);
  std::ifstream answers(answers_path, std::ios::binary);
  Judge judge;
  std::string question;
  std::string answer;
  while (std::getline(questions, question)) {
    if (!std::getline(answers, answer)) {
      std::puts("there are fewer answers than questions");
      return 1;
    }
    judge.line(question, answer);
  }
  return judge.finish();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "emit" && argc == 4) return emit(std::strtoul(argv[2], nullptr, 10), argv[3]);
  if (mode == "judge" && argc == 4) return judge(argv[2], argv[3]);
  std::fputs("usage: toon_peer_documents emit COUNT FILE | judge FILE ANSWERS\n", stderr);
  return 2;
}
