// tron_peer_documents.cpp - documents and texts for another TRON library, and the comparison.
//
//   tron_peer_documents emit COUNT FILE     one JSON text per line: {"value", "texts"}; the texts
//                                           are TRON, most of them damaged
//   tron_peer_documents judge FILE ANSWERS  per line {"tron", "decoded"}: what the library makes
//                                           of the value, and of each text: JSON in a string, or
//                                           null for an error
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>
#include <laconic/tron.hpp>

#include "generate.hpp"

namespace {

using laconic::Errc;
using laconic::Value;
using laconic::support::Random;

/// Texts that both read, and those that are read differently on purpose: what the package makes
/// of them, and what we do. "!" is an error.
struct Known {
  std::string_view text;
  std::string_view theirs;
  std::string_view ours;
};
constexpr Known known_texts[] = {
    // The same.
    {"class A: a,b\nclass B(A): c\n\n[B(1,2,3),A(b=1,a=2)]",
     R"([{"a":1,"b":2,"c":3},{"b":1,"a":2}])", R"([{"a":1,"b":2,"c":3},{"a":2,"b":1}])"},
    {"class A:\r\n  a\r\n  \"b c\"\r\n\r\nA(1,\"b c\"=2)", R"({"a":1,"b c":2})",
     R"({"a":1,"b c":2})"},
    {"class A: a;class B: b;[A(1),B(2),]", R"([{"a":1},{"b":2}])", R"([{"a":1},{"b":2}])"},
    {"class A: a # one\n# two\n[A(1), # three\n2]", R"([{"a":1},2])", R"([{"a":1},2])"},
    {"class A: a\n\n\"s\"", R"("s")", R"("s")"},
    {"class A: a\n\"s\"", "!", "!"},
    {"{a:1}", "!", "!"},
    {"[1,,2]", "!", "!"},
    {"[1 2]", "!", "!"},
    {"class A: a,b\n\nA(1)", "!", "!"},
    {"class A: a,b\n\nA(1,2,3)", "!", "!"},
    {"class A: a,b\n\nA(a=1,2)", "!", "!"},
    {"class A: a,b\n\nA(1,a=2)", "!", "!"},
    {"class A: a,b\n\nA(1,c=2)", "!", "!"},
    {"B(1)", "!", "!"},
    // Line ends are free between tokens.
    {"{\"a\":\n1}", "!", R"({"a":1})"},
    {"class A: x\n\nA(x=\n1)", "!", R"({"x":1})"},
    // Strings and numbers are JSON's.
    {"\"abc", R"("abc")", "!"},
    {"\"\\x\"", R"("x")", "!"},
    {"\"\\u12\"", R"("u12")", "!"},
    {"\"a\nb\"", R"("a\nb")", "!"},
    {"01", "1", "!"},
    {"1-2", "1", "!"},
    {"--5", "null", "!"},
    // What is defined twice, or not at all.
    {"class A: a\nclass A: b\n\nA(1)", R"({"b":1})", "!"},
    {"class A: a,a\n\n1", "1", "!"},
    {"class A:;A()", "{}", "!"},
    {R"({"a":1,"a":2})", R"({"a":2})", "!"},
    // Names.
    {"class A: null,b\n\nA(1,2)", "!", "!"},
    {"class A: 1a,b\n\nA(1,2)", "!", R"({"1a":1,"b":2})"},
    {R"({"__proto__":1,"a":2})", R"({"a":2})", R"({"__proto__":1,"a":2})"},
    {R"({"b":1,"1":2})", R"({"1":2,"b":1})", R"({"b":1,"1":2})"},
    {"class A: a b\n\nA(1,2)", R"({"a":1,"b":2})", "!"},
};

/// The package joins keys with commas to compare them, and loses data here.
constexpr std::string_view joined_keys = R"([{"a,b":1,"c":2},{"a":1,"b":2,"c":3}])";
constexpr std::string_view joined_by_them = "class A: \"a,b\",c\n\n[A(1,2),A(null,3)]";

std::string text_of(Value value) {
  const auto text = laconic::json::encode(value);
  return text ? *text : std::string();
}

bool is_portable_key(std::string_view key) {
  if (!key.empty() && key[0] >= '0' && key[0] <= '9') return false;  // moved to the front
  if (key.find(',') != std::string_view::npos) return false;         // joined with commas
  return key != "__proto__" && key != "class" && key != "true" && key != "false" && key != "null";
}

/// Whether the package keeps order, keys and numbers; beyond 2^53 only we are exact.
bool is_portable(Value v) {
  if (v.is_number()) {
    return v.kind() != laconic::Kind::big_number && std::abs(v.real()) < 9007199254740992.0;
  }
  if (v.is_array()) {
    for (const Value& item : v.items()) {
      if (!is_portable(item)) return false;
    }
  }
  if (v.is_object()) {
    for (const auto [key, value] : v.members()) {
      if (!is_portable_key(key) || !is_portable(value)) return false;
    }
  }
  return true;
}

/// A small change that may or may not matter. Line ends are left alone: where they may stand is
/// one of the known differences.
std::string damaged(const std::string& text, Random& random) {
  constexpr std::string_view bits[] = {",", "\"", ":", "[", "]", "{", "}", "(",
                                       ")", "=",  " ", ";", "#", "1", "x", "A("};
  std::string out = text;
  for (std::size_t n = random.between(1, 2); n > 0; --n) {
    const std::size_t at = random.below(out.size() + 1);
    if (random.chance(50)) {
      out.insert(at, bits[random.below(std::size(bits))]);
    } else if (at < out.size()) {
      out.erase(at, 1);
    }
  }
  return out;
}

laconic::Result<std::string> standard(Value value) {
  laconic::tron::EncodeOptions options;
  options.classes = laconic::tron::Classes::standard;
  return laconic::tron::encode(value, options);
}

int emit(unsigned long count, const char* path) {
  std::ofstream file(path, std::ios::binary);
  laconic::Builder first;
  first.begin_object()
      .key("value")
      .value(laconic::json::decode(joined_keys)->root())
      .key("texts")
      .begin_array();
  for (const Known& known : known_texts)
    first.string(known.text);
  file << text_of(first.end_array().end_object().finish()->root()) << '\n';
  unsigned long made = 0;
  for (unsigned long seed = 1; made < count; ++seed) {
    const laconic::Document document = laconic::support::generate(seed);
    if (!is_portable(document.root())) continue;
    const auto tron = standard(document.root());
    if (!tron) return 1;
    Random random(seed);
    laconic::Builder b;
    b.begin_object().key("value").value(document.root()).key("texts").begin_array();
    b.string(*tron);
    for (int i = 0; i < 2; ++i) {
      const std::string text = damaged(*tron, random);
      // Damage can cut a character in two, which JSON cannot carry.
      const auto read = laconic::tron::decode(text);
      if (read || read.error().code != Errc::invalid_utf8) b.string(text);
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
  void known(const std::string& answer) {
    const auto told = laconic::json::decode(answer);
    if (!told) {
      ++wrong_;
      return;
    }
    const auto joined = standard(laconic::json::decode(joined_keys)->root());
    const Value joined_theirs = *told->root().find("tron");
    if (!joined || *joined != joined_keys || joined_theirs.string() != joined_by_them) {
      differ("keys with commas", joined_keys, joined ? *joined : "!", text_of(joined_theirs));
    }
    const auto decoded = told->root().find("decoded")->items();
    std::size_t i = 0;
    for (const Known& known : known_texts) {
      const Value theirs = decoded[i++];
      const auto ours = laconic::tron::decode(known.text);
      const std::string we = ours ? text_of(ours->root()) : "!";
      const std::string they(theirs.is_string() ? theirs.string() : "!");
      if (we == known.ours && they == known.theirs) continue;
      differ("a known text", known.text, we, they);
    }
  }

  void line(const std::string& question, const std::string& answer) {
    const auto asked = laconic::json::decode(question);
    const auto told = laconic::json::decode(answer);
    if (!asked || !told) {
      ++wrong_;
      return;
    }
    ++lines_;
    const auto tron = standard(*asked->root().find("value"));
    const Value theirs = *told->root().find("tron");
    if (!tron || !theirs.is_string() || *tron != theirs.string()) {
      differ("encode", text_of(*asked->root().find("value")), tron ? *tron : tron.error().message(),
             text_of(theirs));
    }
    with_classes_ += tron && tron->starts_with("class ") ? 1U : 0U;
    const auto texts = asked->root().find("texts")->items();
    const auto decoded = told->root().find("decoded")->items();
    for (std::size_t i = 0; i < texts.size(); ++i)
      compare(texts[i].string(), decoded[i], i == 0);
  }

  int finish() {
    std::printf("%lu documents, %lu with classes, %lu texts read, %lu by both: %lu differences\n",
                lines_, with_classes_, texts_, both_, wrong_);
    for (const auto& [why, count] : explained_)
      std::printf("  explained: %6lu %s\n", count, why.c_str());
    return wrong_ == 0 && with_classes_ * 4 > lines_ && both_ > lines_ ? 0 : 1;
  }

 private:
  /// Why a damaged text is read differently; empty when there is no excuse.
  static std::string excuse(std::string_view text, const laconic::Result<laconic::Document>& ours,
                            Value theirs) {
    const std::size_t header_end = text.starts_with("class ") ? text.find("\n\n") : 0;
    if (ours) {
      if (!theirs.is_string()) {
        for (const char* p = text.data(); p < text.data() + header_end; ++p) {
          if ((*p == ',' || *p == ' ') && p[1] >= '0' && p[1] <= '9')
            return "a property that starts with a digit";
        }
        return {};
      }
      return is_portable(ours->root()) ? "" : "numbers or keys that JavaScript changes";
    }
    if (!theirs.is_string()) return {};
    switch (ours.error().code) {
      case Errc::unterminated_quote:
      case Errc::invalid_escape:
      case Errc::invalid_surrogate: return "strings that are not JSON's";
      case Errc::invalid_number: return "numbers that are not JSON's";
      case Errc::duplicate_key: return "a key twice";
      case Errc::duplicate_header_field: return "a class twice";
      case Errc::duplicate_field_name: return "a property twice";
      case Errc::malformed_header_field: return "a class without properties";
      case Errc::unexpected_character:
        return ours.error().offset < header_end ? "punctuation of a list of properties" : "";
      default: return {};
    }
  }

  void compare(std::string_view text, Value theirs, bool is_intact) {
    ++texts_;
    const auto ours = laconic::tron::decode(text);
    if (!ours && theirs.is_null() && !is_intact) return;
    if (ours && theirs.is_string()) {
      ++both_;
      const auto value = laconic::json::decode(theirs.string());
      if (value && laconic::same_value(value->root(), ours->root())) return;
    }
    const std::string why = is_intact ? "" : excuse(text, ours, theirs);
    if (!why.empty()) {
      ++explained_[why];
      return;
    }
    differ("decode", text, ours ? text_of(ours->root()) : ours.error().message(), text_of(theirs));
  }

  void differ(const char* what, std::string_view question, std::string_view ours,
              std::string_view theirs) {
    if (++wrong_ > 10) return;
    std::printf("%s:\n%.*s\n--- ours\n%.*s\n--- theirs\n%.*s\n\n", what,
                static_cast<int>(question.size()), question.data(), static_cast<int>(ours.size()),
                ours.data(), static_cast<int>(theirs.size()), theirs.data());
  }

  unsigned long lines_ = 0;
  unsigned long with_classes_ = 0;
  unsigned long texts_ = 0;
  unsigned long both_ = 0;
  unsigned long wrong_ = 0;
  std::map<std::string, unsigned long> explained_;
};

int judge(const char* questions_path, const char* answers_path) {
  std::ifstream questions(questions_path, std::ios::binary);
  std::ifstream answers(answers_path, std::ios::binary);
  Judge judge;
  std::string question;
  std::string answer;
  bool first = true;
  while (std::getline(questions, question)) {
    if (!std::getline(answers, answer)) {
      std::puts("there are fewer answers than questions");
      return 1;
    }
    if (first) {
      judge.known(answer);
    } else {
      judge.line(question, answer);
    }
    first = false;
  }
  return judge.finish();
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "emit" && argc == 4) return emit(std::strtoul(argv[2], nullptr, 10), argv[3]);
  if (mode == "judge" && argc == 4) return judge(argv[2], argv[3]);
  std::fputs("usage: tron_peer_documents emit COUNT FILE | judge FILE ANSWERS\n", stderr);
  return 2;
}
