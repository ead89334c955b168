// text_choice.cpp - writes, counts, compares, reads back.
#include "mcp/text_choice.hpp"

#include <algorithm>
#include <cmath>
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
// A format with this many more bytes than one before it does not have fewer tokens than it.
constexpr double hopeless = 1.1;

struct Candidate {
  const Format* format;
  std::string text;
  std::size_t tokens;
  std::string inner;  ///< of a text with something around it
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

/// Reads the candidate back. Where that gives the very bytes of minified JSON, nothing has to be
/// compared value by value.
bool proves(const Candidate& candidate, Value value, std::string_view minified,
            Exactness exactness) {
  DecodeOptions options;
  options.max_depth = 1024;
  const std::string& text = candidate.inner.empty() ? candidate.text : candidate.inner;
  const Codec& codec = *candidate.format->codec;
  if (codec.to_json != nullptr && !minified.empty()) {
    Document notes;
    const auto json = to_json(codec, text, options, &notes);
    if (json && notes.notes().empty() && *json == minified) return true;
  }
  const auto back = decode(codec, text, options);
  return back && back->notes().empty() && same_data(back->root(), value, exactness);
}

std::size_t code_points(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

}  // namespace

void JsonText::read(std::string given, Embedded embedded) {
  text = std::move(given);
  is_json = is_embedded = is_fenced = false;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return;
  const auto parse = [this](std::string& padded) {
    padded.reserve(padded.size() + json::padding);
    auto read = json::decode_padded(padded);
    if (!read || !(read->root().is_object() || read->root().is_array())) return false;
    document = std::move(*read);
    is_json = true;
    return true;
  };
  if ((text[first] == '{' || text[first] == '[') && parse(text)) return;
  if (embedded == Embedded::off) return;
  is_embedded = (find_fence() && parse(inner)) ||
                (embedded == Embedded::prefix && find_prefix() && parse(inner));
}

/// Prose, then one fence that the text ends with; its tag is json or nothing.
bool JsonText::find_fence() {
  constexpr std::string_view mark = "```";
  const std::size_t open = text.find(mark);
  if (open == std::string::npos || (open != 0 && text[open - 1] != '\n')) return false;
  const std::size_t line_end = text.find('\n', open);
  if (line_end == std::string::npos) return false;
  const std::string_view tag =
      std::string_view(text).substr(open + mark.size(), line_end - open - mark.size());
  if (tag != "json" && !tag.empty()) return false;
  const std::size_t close = text.rfind("\n```");
  if (close == std::string::npos || close <= line_end ||
      text.find_first_not_of(" \t\r\n", close + 1 + mark.size()) != std::string::npos) {
    return false;
  }
  before = text.substr(0, open + mark.size());
  inner = text.substr(line_end + 1, close - line_end - 1);
  after = text.substr(close);
  is_fenced = true;
  return true;
}

/// Lines of prose, then JSON from the start of a line to the end.
bool JsonText::find_prefix() {
  is_fenced = false;
  if (text.find("```") != std::string::npos) return false;  // a fence that is none
  std::size_t line = 0;
  while ((line = text.find('\n', line)) != std::string::npos) {
    ++line;
    if (line < text.size() && (text[line] == '{' || text[line] == '[')) {
      before = text.substr(0, line);
      inner = text.substr(line);
      after.clear();
      return true;
    }
  }
  return false;
}

std::string JsonText::around(std::string_view replacement, std::string_view format) const {
  std::string whole = before;
  // The fence says what is in it now; minified JSON is still JSON.
  if (is_fenced) whole.append(format == "json-min" ? "json" : format).append("\n");
  while (is_fenced && replacement.ends_with('\n'))
    replacement.remove_suffix(1);
  return whole.append(replacement).append(after);
}

std::optional<std::size_t> count_tokens(std::string_view text, const ProxySettings& settings) {
  if (settings.tokenizers.empty()) return std::nullopt;
  const auto count = settings.tokenizers.front().count(text);
  if (!count) return std::nullopt;
  return *count;
}

bool has_more_tokens(std::string_view text, std::size_t than, const Tokenizer& tokenizer) {
  // Counted in parts that end in a line end or comma. A cut can only part what would be one
  // token: the last piece before it, which is that and the punctuation before it.
  constexpr std::size_t part_bytes = 8192;
  constexpr std::size_t long_line = 256;
  constexpr std::size_t parted = 16;
  const std::string_view whole = text;
  std::size_t counted = 0;
  std::size_t cuts = 0;
  while (!text.empty()) {
    std::size_t size = text.size();
    if (size > part_bytes) {
      const std::string_view next = text.substr(part_bytes, long_line);
      std::size_t stop = next.find('\n');
      if (stop == std::string_view::npos) stop = next.find(',');
      if (stop != std::string_view::npos) size = part_bytes + stop + 1;
    }
    const auto tokens = tokenizer.count(text.substr(0, size));
    if (!tokens) return false;
    counted += *tokens;
    text.remove_prefix(size);
    if (!text.empty()) ++cuts;
    if (counted > than + parted * cuts) return true;
  }
  if (cuts == 0 || counted <= than) return counted > than;
  const auto exact = tokenizer.count(whole);  // too close to tell
  return exact && *exact > than;
}

namespace {

/// Whether a text has clearly more tokens than that, by its first part; counted further where
/// that is not clear. This is about margins, not about promises.
bool costs_more(std::string_view text, std::size_t than, const Tokenizer& tokenizer) {
  constexpr std::size_t part = 16384;
  constexpr double clear = 1.08;
  if (text.size() > 2 * part) {
    std::size_t size = part;
    while ((static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U)
      ++size;
    const auto tokens = tokenizer.count(text.substr(0, size));
    const double ratio = static_cast<double>(text.size()) / static_cast<double>(size);
    if (tokens && static_cast<double>(*tokens) * ratio > static_cast<double>(than) * clear)
      return true;
  }
  return has_more_tokens(text, than, tokenizer);
}

}  // namespace

bool is_cheaper(const CountedText& a, const CountedText& b, const ProxySettings& settings) {
  if (a.tokens >= b.tokens) return false;
  for (std::size_t i = 1; i < settings.tokenizers.size(); ++i) {
    const Tokenizer& tokenizer = settings.tokenizers[i];
    const auto count = tokenizer.count(a.text);
    if (!count || !has_more_tokens(b.text, *count, tokenizer)) return false;
  }
  return true;
}

TextChoice choose_text(const JsonText& original, const std::vector<Format>& formats,
                       const ProxySettings& settings, std::size_t persist_chars) {
  TextChoice choice;
  const auto counted = count_tokens(original.text, settings);
  choice.tokens_before = choice.tokens_after = counted.value_or(0);
  const auto leave = [&](Reason reason) {
    choice.reason = reason;
    return std::move(choice);
  };
  if (!counted) return leave(not_json);
  const Tokenizer& first = settings.tokenizers.front();
  const std::size_t before = choice.tokens_before;
  if (before < settings.min_tokens) return leave(too_small);
  if (original.text.size() > settings.max_encode_bytes) return leave(too_large);

  const Value value = original.document.root();
  std::vector<Candidate> candidates;
  std::size_t best_bytes = original.text.size();
  const auto add = [&](const Format& format, std::string text) {
    std::string inner;
    if (original.is_embedded) inner = std::exchange(text, original.around(text, format.name));
    const auto limit = static_cast<double>(best_bytes) * hopeless;
    if (text.size() > original.text.size() || static_cast<double>(text.size()) > limit) return;
    const auto tokens = first.count(text);
    if (!tokens) return;
    best_bytes = std::min(best_bytes, text.size());
    candidates.push_back({&format, std::move(text), *tokens, std::move(inner)});
  };
  // Minified JSON is counted only if somebody has to be compared with it.
  std::string minified;
  if (auto text = json::encode(value)) minified = std::move(*text);
  std::string minified_inner;
  if (original.is_embedded)
    minified_inner = std::exchange(minified, original.around(minified, "json-min"));
  const Format* json_format = nullptr;
  for (const Format& format : formats) {
    if (format.is_json) {
      json_format = &format;
      continue;
    }
    if (auto text = encode(*format.codec, value)) add(format, std::move(*text));
    if (std::string text; format.codec == &gcf::codec() && add_graph(value, text))
      add(format, std::move(text));
  }

  // Worth it: everything against the original, what is not JSON against minified JSON as well.
  const auto at_most = [](std::size_t base, double gain, std::size_t least) {
    return std::min(static_cast<double>(base) * (1 - gain),
                    static_cast<double>(base) - static_cast<double>(least));
  };
  const auto worth = [&](const Candidate& c) {
    if (static_cast<double>(c.tokens) > at_most(before, least_json_gain, least_json_tokens))
      return false;
    if (c.format->is_json) return true;
    const auto needed =
        std::max(static_cast<double>(c.tokens) / (1 - settings.min_gain),
                 static_cast<double>(c.tokens) + static_cast<double>(least_gain_over_json));
    return costs_more(minified, static_cast<std::size_t>(std::ceil(needed)) - 1, first);
  };
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                  [&](const Candidate& c) { return !worth(c); }),
                   candidates.end());
  const auto add_json = [&] {
    const Format* const format = std::exchange(json_format, nullptr);
    if (format == nullptr || minified.empty() || minified.size() > original.text.size()) return;
    const auto tokens = first.count(minified);
    if (!tokens) return;
    candidates.push_back({format, std::move(minified), *tokens, std::move(minified_inner)});
    if (!worth(candidates.back())) candidates.pop_back();
  };
  bool refuted = false;
  while (true) {
    if (candidates.empty()) add_json();
    if (candidates.empty()) break;
    std::size_t chosen = candidates.size();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (chosen == candidates.size() ||
          static_cast<double>(candidates[i].tokens) <
              static_cast<double>(candidates[chosen].tokens) * (1 - challenger_gain)) {
        chosen = i;
      }
    }
    // A client that puts long texts into a file for other tools wants JSON there.
    if (persist_chars != 0 && !candidates[chosen].format->is_json &&
        code_points(candidates[chosen].text) > persist_chars) {
      candidates.clear();
      add_json();
      if (candidates.empty()) return leave(no_gain);
      chosen = 0;
    }
    Candidate& winner = candidates[chosen];
    if (is_cheaper({winner.text, winner.tokens}, {original.text, before}, settings)) {
      if (proves(winner, value, original.is_embedded ? minified_inner : minified,
                 settings.lossless)) {
        choice.tokens_after = winner.tokens;
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
