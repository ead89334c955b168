// text_choice.cpp - writes, counts, compares, reads back.
#include "mcp/text_choice.hpp"

#include <algorithm>
#include <utility>

#include <laconic/gcf.hpp>
#include <laconic/gcf_graph.hpp>
#include <laconic/graph.hpp>
#include <laconic/json.hpp>

namespace laconic::mcp {
namespace {

// Models know JSON best, so another format has to be worth it; and formats should not change
// from one call to the next for the sake of a token.
constexpr std::size_t least_gain_over_json = 16;
constexpr double challenger_gain = 0.03;
constexpr double least_json_gain = 0.02;
constexpr std::size_t least_json_tokens = 4;
// A text with this many more bytes than the best so far has more tokens, too.
constexpr double hopeless = 1.3;

struct Candidate {
  const Format* format;
  std::string text;
  std::size_t tokens;
  bool is_graph = false;
};

/// GCF's graph profile is narrower than JSON: only for payloads that it keeps in full.
bool add_graph(Value value, std::string& out) {
  if (!value.is_object() || value.find("symbols") == nullptr) return false;
  std::vector<Loss> losses;
  const auto payload = graph::from_value(value, &losses);
  if (!payload || !losses.empty()) return false;
  gcf::GraphEncodeOptions options;
  options.lossless = true;
  auto text = gcf::encode_graph(*payload, options, nullptr);
  if (!text) return false;
  out = std::move(*text);
  return true;
}

bool proves(const Candidate& candidate, Value value, Exactness exactness) {
  DecodeOptions options;
  options.max_depth = 1024;
  const auto back = decode(*candidate.format->codec, candidate.text, options);
  return back && back->notes().empty() && same_data(back->root(), value, exactness);
}

std::size_t code_points(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

}  // namespace

void JsonText::read(std::string given) {
  text = std::move(given);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  is_json = false;
  if (first == std::string::npos || (text[first] != '{' && text[first] != '[')) return;
  text.reserve(text.size() + json::padding);
  auto read = json::decode_padded(text);
  if (!read) return;
  document = std::move(*read);
  is_json = true;
}

std::vector<std::size_t> count_tokens(std::string_view text, const ProxySettings& settings) {
  std::vector<std::size_t> counts;
  for (const Tokenizer& tokenizer : settings.tokenizers) {
    const auto count = tokenizer.count(text);
    if (!count) return {};
    counts.push_back(*count);
  }
  return counts;
}

bool is_smaller(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  if (a.empty() || a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] >= b[i]) return false;
  }
  return true;
}

TextChoice choose_text(const JsonText& original, const std::vector<Format>& formats,
                       const ProxySettings& settings, std::size_t persist_chars) {
  TextChoice choice;
  choice.tokens_before = count_tokens(original.text, settings);
  choice.tokens_after = choice.tokens_before;
  const auto leave = [&](Reason reason) {
    choice.reason = reason;
    return std::move(choice);
  };
  if (choice.tokens_before.empty()) return leave(not_json);
  const Tokenizer& first = settings.tokenizers.front();
  const std::size_t before = choice.tokens_before.front();
  if (before < settings.min_tokens) return leave(too_small);
  if (original.text.size() > settings.max_encode_bytes) return leave(too_large);

  const Value value = original.document.root();
  std::vector<Candidate> candidates;
  std::size_t best_bytes = original.text.size();
  const auto add = [&](const Format& format, std::string text, bool is_graph) {
    const auto limit = static_cast<double>(best_bytes) * hopeless;
    if (text.size() > original.text.size() || static_cast<double>(text.size()) > limit) return;
    const auto tokens = first.count(text);
    if (!tokens) return;
    best_bytes = std::min(best_bytes, text.size());
    candidates.push_back({&format, std::move(text), *tokens, is_graph});
  };
  std::size_t json_tokens = before;  // of minified JSON, sent or not
  std::string minified;
  if (auto text = json::encode(value)) minified = std::move(*text);
  if (const auto tokens = first.count(minified); tokens && !minified.empty()) json_tokens = *tokens;
  for (const Format& format : formats) {
    if (format.is_json) {
      add(format, minified, false);
      continue;
    }
    if (auto text = encode(*format.codec, value)) add(format, std::move(*text), false);
    if (std::string text; format.codec == &gcf::codec() && add_graph(value, text)) {
      add(format, std::move(text), true);
    }
  }

  // Worth it: JSON against the original, the others against minified JSON as well.
  const auto worth = [&](const Candidate& c) {
    const auto at_most = [](std::size_t base, double gain, std::size_t least) {
      return std::min(static_cast<double>(base) * (1 - gain),
                      static_cast<double>(base) - static_cast<double>(least));
    };
    const auto tokens = static_cast<double>(c.tokens);
    if (tokens > at_most(before, least_json_gain, least_json_tokens)) return false;
    return c.format->is_json ||
           tokens <= at_most(json_tokens, settings.min_gain, least_gain_over_json);
  };
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                  [&](const Candidate& c) { return !worth(c); }),
                   candidates.end());
  bool refuted = false;
  while (!candidates.empty()) {
    std::size_t chosen = candidates.size();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (chosen == candidates.size() || candidates[chosen].format->is_json ||
          static_cast<double>(candidates[i].tokens) <
              static_cast<double>(candidates[chosen].tokens) *
                  (candidates[i].format->is_json ? 1 : 1 - challenger_gain)) {
        chosen = i;
      }
    }
    // A client that puts long texts into a file for other tools wants JSON there.
    if (persist_chars != 0 && !candidates[chosen].format->is_json &&
        code_points(candidates[chosen].text) > persist_chars) {
      const auto json = std::find_if(candidates.begin(), candidates.end(),
                                     [](const Candidate& c) { return c.format->is_json; });
      if (json == candidates.end()) return leave(no_gain);
      chosen = static_cast<std::size_t>(json - candidates.begin());
    }
    Candidate& winner = candidates[chosen];
    auto after = count_tokens(winner.text, settings);
    if (is_smaller(after, choice.tokens_before)) {
      if (proves(winner, value, settings.lossless)) {
        choice.tokens_after = std::move(after);
        choice.format = winner.format->name;
        choice.under_limit = persist_chars != 0 && code_points(original.text) > persist_chars &&
                             code_points(winner.text) <= persist_chars;
        choice.text = std::move(winner.text);
        return choice;
      }
      refuted = true;
    }
    candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(chosen));
  }
  return leave(refuted ? verify_failed : no_gain);
}

}  // namespace laconic::mcp
