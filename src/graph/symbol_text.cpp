// symbol_text.cpp - kinds and scores of symbols as the wire and the pack root spell them.
#include "graph/symbol_text.hpp"

#include <charconv>

namespace laconic::graph {
namespace {

struct Word {
  std::string_view kind;
  std::string_view word;
};
// The kinds that the wire abbreviates; all others, known or not, are written as they are.
constexpr Word words[] = {
    {"function", "fn"},  {"interface", "iface"}, {"route_handler", "route"},
    {"external", "ext"}, {"package", "pkg"},     {"service", "svc"},
};

}  // namespace

std::string_view short_kind(std::string_view kind) noexcept {
  for (const Word& word : words) {
    if (word.kind == kind) return word.word;
  }
  return kind;
}

std::string_view long_kind(std::string_view word) noexcept {
  for (const Word& known : words) {
    if (known.word == word) return known.kind;
  }
  return word;
}

std::string score_text(double score) {
  char buffer[512];  // the greatest double has 309 digits before the point
  const auto done =
      std::to_chars(buffer, buffer + sizeof buffer, score, std::chars_format::fixed, 2);
  std::string text(buffer, done.ptr);
  return text == "-0.00" ? "0.00" : text;
}

double travelled_score(double score) {
  const std::string text = score_text(score);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace laconic::graph
