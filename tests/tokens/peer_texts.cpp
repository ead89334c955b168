// peer_texts.cpp - makes texts for another tokenizer, and compares its tokens with ours.
//
//   peer_texts emit COUNT FILE     COUNT nasty texts, then a line "C's" for every code
//                                  point C, 64 lines to a text
//   peer_texts judge FILE ANSWERS  ANSWERS: for each text, for o200k_base and then for
//                                  cl100k_base, the number of ids and the ids
//
// framed.hpp describes the files.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/tokens.hpp>

#include "framed.hpp"
#include "nasty_texts.hpp"

namespace {

using laconic::support::FrameReader;
using laconic::support::read_file;

int emit(unsigned long count, const char* path) {
  laconic::support::Random random(23);
  std::string out;
  const auto add = [&out](const std::string& text) { laconic::support::put_text(out, text); };
  for (unsigned long i = 0; i < count; ++i)
    add(laconic::support::nasty_text(random));
  // Whether "'s" stays together tells what the other side takes C for.
  std::string lines;
  for (char32_t point = 1; point < 0x110000; ++point) {
    if (point >= 0xD800 && point <= 0xDFFF) continue;
    laconic::support::append_utf8(lines, point);
    lines += "'s\n";
    if (point % 64 != 63) continue;
    add(lines);
    lines.clear();
  }
  std::ofstream(path, std::ios::binary) << out;
  return 0;
}

int judge(const char* texts_path, const char* answers_path) {
  const std::string texts = read_file(texts_path);
  const std::string answers = read_file(answers_path);
  FrameReader questions{texts};
  FrameReader given{answers};
  unsigned long judged = 0;
  unsigned long different = 0;
  std::vector<std::uint32_t> expected;
  while (!questions.rest.empty() && questions.ok && given.ok) {
    const std::string_view text = questions.text();
    for (const std::string_view name : {"o200k_base", "cl100k_base"}) {
      given.numbers(expected);
      const auto tokenizer = laconic::Tokenizer::builtin(name);
      const auto ids = tokenizer->encode(text);
      const auto count = tokenizer->count(text);
      const bool good = ids && count && *ids == expected && *count == expected.size() &&
                        *tokenizer->decode(*ids) == text;
      if (!good && ++different <= 5) {
        std::printf("%s differs in text %lu: %.*s\n", std::string(name).c_str(), judged,
                    static_cast<int>(text.size()), text.data());
      }
    }
    ++judged;
  }
  const bool complete = questions.ok && given.ok && given.rest.empty();
  std::printf("%lu texts judged in two encodings, %lu differ%s\n", judged, different,
              complete ? "" : "; the answers are incomplete");
  return complete && different == 0 && judged > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "emit" && argc == 4) return emit(std::strtoul(argv[2], nullptr, 10), argv[3]);
  if (mode == "judge" && argc == 4) return judge(argv[2], argv[3]);
  std::fputs("usage: peer_texts emit COUNT FILE | judge FILE ANSWERS\n", stderr);
  return 2;
}
