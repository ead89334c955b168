// auto.cpp - every candidate writes, the cheapest proves itself, JSON is the floor.
#include <algorithm>
#include <utility>

#include <laconic/auto.hpp>
#include <laconic/json.hpp>

#include "codec/sample.hpp"

namespace laconic {
namespace {

struct Entry {
  const Codec* codec = nullptr;
  std::string text;
  AutoCandidate result;
};

Entry attempt(const Codec& codec, Value value, const Tokenizer& tokenizer) {
  Entry entry{&codec, {}, {}};
  entry.result.name = codec.name;
  auto text = encode(codec, value);
  if (!text) {
    entry.result.fault = text.error().message();
    return entry;
  }
  entry.result.bytes = text->size();
  const auto tokens = tokenizer.count(*text);
  if (!tokens) {
    entry.result.fault = tokens.error().message();
    return entry;
  }
  entry.result.tokens = *tokens;
  entry.text = std::move(*text);
  return entry;
}

/// Whether a reader that goes by the content alone gets the value.
bool is_recognised(const Entry& entry, Value value, const CodecRegistry* readers) {
  if (readers == nullptr || entry.codec == &json::codec()) return true;
  const auto found = readers->detect(entry.text);
  if (!found) return false;
  if (*found == entry.codec) return true;
  const auto back = decode(**found, entry.text);
  return back && same_value(back->root(), value);
}

/// Reads back what was written.
bool prove(Entry& entry, Value value, const AutoOptions& options) {
  if (entry.codec->decode == nullptr) {
    entry.result.fault = "it cannot be read";
    return false;
  }
  const auto back = decode(*entry.codec, entry.text);
  if (!back) {
    entry.result.fault = "it does not read back: " + back.error().message();
    return false;
  }
  entry.result.exact = same_value(back->root(), value);
  if (!entry.result.exact) {
    entry.result.fault = "it reads back as another value";
  } else if (!is_recognised(entry, value, options.recognised_by)) {
    entry.result.exact = false;
    entry.result.fault = "its content does not tell the format";
  }
  return entry.result.exact;
}

/// Every candidate on `value`, minified JSON first, then the cheapest first.
std::vector<Entry> compete(Value value, const Tokenizer& tokenizer, const AutoOptions& options,
                           Entry minified) {
  std::vector<Entry> entries;
  entries.push_back(std::move(minified));
  for (const Codec* codec : options.candidates) {
    if (codec->name == json::codec().name || codec->encode == nullptr || codec->binary) continue;
    entries.push_back(attempt(*codec, value, tokenizer));
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    if (a.result.fault.empty() != b.result.fault.empty()) return a.result.fault.empty();
    return a.result.fault.empty() && a.result.tokens < b.result.tokens;
  });
  return entries;
}

/// The cheapest entry that reads back, or the preferred one if that is within its margin.
Entry* choose(std::vector<Entry>& entries, Value value, const AutoOptions& options,
              std::uint64_t json_tokens) {
  Entry* chosen = nullptr;
  for (Entry& entry : entries) {
    if (entry.result.fault.empty() && prove(entry, value, options)) {
      chosen = &entry;
      break;
    }
  }
  if (chosen == nullptr || options.prefer == nullptr) return chosen;
  const auto most = static_cast<double>(chosen->result.tokens) * (1 + options.margin_percent / 100);
  for (Entry& entry : entries) {
    if (entry.codec == options.prefer && entry.result.fault.empty() &&
        static_cast<double>(entry.result.tokens) <= most && entry.result.tokens <= json_tokens &&
        (entry.result.exact || prove(entry, value, options))) {
      return &entry;
    }
  }
  return chosen;
}

AutoChoice deliver(Entry& chosen, std::vector<Entry>& ranking, std::uint64_t json_tokens) {
  AutoChoice choice;
  choice.codec = chosen.codec;
  choice.tokens = chosen.result.tokens;
  choice.json_tokens = json_tokens;
  choice.text = std::move(chosen.text);
  for (Entry& entry : ranking)
    choice.candidates.push_back(std::move(entry.result));
  return choice;
}

/// The formats compete on a sample; what wins writes the whole value and is held to the same
/// rules. `minified` is the whole value as JSON.
Result<AutoChoice> encode_by_sample(Value value, const Tokenizer& tokenizer,
                                    const AutoOptions& options, Entry minified) {
  const double fraction =
      static_cast<double>(options.sample_bytes) / static_cast<double>(minified.result.bytes);
  const auto sample = detail::sample_of(value, fraction);
  if (!sample) return sample.error();
  Entry small = attempt(json::codec(), sample->root(), tokenizer);
  const std::uint64_t sampled = small.result.bytes;
  const std::uint64_t small_tokens = small.result.tokens;
  std::vector<Entry> ranking = compete(sample->root(), tokenizer, options, std::move(small));
  const std::uint64_t json_tokens = minified.result.tokens;
  const Entry* favourite = choose(ranking, sample->root(), options, small_tokens);
  // The favourite first, then the others as the sample ranks them.
  std::vector<const Entry*> order{favourite};
  for (const Entry& entry : ranking)
    order.push_back(&entry);
  for (const Entry* next : order) {
    if (next == nullptr || !next->result.fault.empty()) continue;
    const bool is_json = next->codec == &json::codec();
    Entry other;
    if (!is_json) other = attempt(*next->codec, value, tokenizer);
    Entry& whole = is_json ? minified : other;
    if (whole.result.fault.empty() && whole.result.tokens <= json_tokens &&
        prove(whole, value, options)) {
      AutoChoice choice = deliver(whole, ranking, json_tokens);
      choice.sample_bytes = sampled;
      return choice;
    }
    if (is_json) break;
  }
  return Error{Errc::not_lossless, 0, "no format reads back what it writes of this value"};
}

}  // namespace

Result<AutoChoice> encode_auto(Value value, const Tokenizer& tokenizer,
                               const AutoOptions& options) {
  Entry minified = attempt(json::codec(), value, tokenizer);
  // Minified JSON keeps every document; what stops it stops everything.
  if (!minified.result.fault.empty()) {
    auto text = json::encode(value);
    if (!text) return text.error();
    const auto count = tokenizer.count(*text);
    return count ? Error{Errc::out_of_memory, 0, "no memory for the tokens"} : count.error();
  }
  if (options.sample_bytes != 0 && minified.result.bytes > options.sample_bytes) {
    return encode_by_sample(value, tokenizer, options, std::move(minified));
  }
  const std::uint64_t json_tokens = minified.result.tokens;
  std::vector<Entry> entries = compete(value, tokenizer, options, std::move(minified));
  Entry* chosen = choose(entries, value, options, json_tokens);
  if (chosen == nullptr) {
    return Error{Errc::not_lossless, 0, "no format reads back what it writes of this value"};
  }
  return deliver(*chosen, entries, json_tokens);
}

}  // namespace laconic
