// vocabulary_peer.cpp - makes texts for another library, and compares its tokens with those
// of a vocabulary file.
//
//   vocabulary_peer emit COUNT STRIDE FILE WORDS  COUNT nasty texts, a quarter of them with
//                                                 words from WORDS; then for every STRIDEth
//                                                 code point a line that shows what it is
//                                                 taken for and how it combines
//   vocabulary_peer judge FILE ANSWERS VOCABULARY [MOST_REFUSED]
//                                                 ANSWERS: for each text the number of ids
//                                                 and the ids. As many texts may be refused,
//                                                 by default none
//
// framed.hpp describes the files.
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

int emit(unsigned long count, unsigned long stride, const char* path, const char* words_path) {
  std::vector<std::string> words;
  const std::string words_file = read_file(words_path);
  for (FrameReader reader{words_file}; !reader.rest.empty() && reader.ok;)
    words.emplace_back(reader.text());
  laconic::support::Random random(29);
  std::string out;
  for (unsigned long i = 0; i < count; ++i) {
    std::string text = laconic::support::nasty_text(random);
    if (!words.empty() && i % 4 == 0) {
      for (std::size_t n = random.between(1, 4); n > 0; --n)
        text += words[random.below(words.size())] + laconic::support::short_nasty_text(random);
    }
    laconic::support::put_text(out, text);
  }
  std::string lines;
  std::size_t in_lines = 0;
  for (char32_t point = 1; point < 0x110000; point += static_cast<char32_t>(stride)) {
    if (point >= 0xD800 && point <= 0xDFFF) continue;
    laconic::support::append_utf8(lines, point);
    lines += "'s e";
    laconic::support::append_utf8(lines, point);
    lines += "\u0323\u0301\n";
    if (++in_lines % 64 != 0) continue;
    laconic::support::put_text(out, lines);
    lines.clear();
  }
  std::ofstream(path, std::ios::binary) << out;
  return 0;
}

int judge(const char* texts_path, const char* answers_path, const char* vocabulary_path,
          unsigned long most_refused) {
  const auto tokenizer = laconic::Tokenizer::load(read_file(vocabulary_path), vocabulary_path);
  if (!tokenizer) {
    std::printf("%s: %s\n", vocabulary_path, tokenizer.error().message().c_str());
    return 1;
  }
  const std::string texts = read_file(texts_path);
  const std::string answers = read_file(answers_path);
  FrameReader questions{texts};
  FrameReader given{answers};
  unsigned long judged = 0;
  unsigned long tokens = 0;
  unsigned long different = 0;
  unsigned long refused = 0;
  std::vector<std::uint32_t> expected;
  while (!questions.rest.empty() && questions.ok && given.ok) {
    const std::string_view text = questions.text();
    given.numbers(expected);
    const auto ids = tokenizer->encode(text);
    const auto count = tokenizer->count(text);
    ++judged;
    tokens += expected.size();
    if (!ids && !count && ids.error().code == laconic::Errc::unsupported) {
      ++refused;
      continue;
    }
    const bool good = ids && count && *ids == expected && *count == expected.size();
    if (!good && ++different <= 5) {
      std::printf("text %lu differs: %s\n", judged, std::string(text.substr(0, 300)).c_str());
      const auto show = [&](std::string_view who, const std::vector<std::uint32_t>& list) {
        std::printf("  %s:", std::string(who).c_str());
        for (std::size_t i = 0; i < list.size() && i < 60; ++i)
          std::printf(" %u", list[i]);
        std::printf("\n");
      };
      show("expected", expected);
      if (ids) show("laconic ", *ids);
    }
  }
  const bool complete = questions.ok && given.ok && given.rest.empty();
  std::printf("%lu texts, %lu tokens, %lu texts differ, %lu refused%s\n", judged, tokens, different,
              refused, complete ? "" : "; the answers are incomplete");
  return complete && different == 0 && refused <= most_refused && judged > refused ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "emit" && argc == 6) {
    const unsigned long stride = std::strtoul(argv[3], nullptr, 10);
    return emit(std::strtoul(argv[2], nullptr, 10), stride == 0 ? 1 : stride, argv[4], argv[5]);
  }
  if (mode == "judge" && (argc == 5 || argc == 6)) {
    return judge(argv[2], argv[3], argv[4], argc == 6 ? std::strtoul(argv[5], nullptr, 10) : 0);
  }
  std::fputs(
      "usage: vocabulary_peer emit COUNT STRIDE FILE WORDS | judge FILE ANSWERS VOCABULARY "
      "[MOST_REFUSED]\n",
      stderr);
  return 2;
}
