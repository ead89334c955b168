// auto.cpp - every candidate writes, the cheapest proves itself, JSON is the floor.
#include <algorithm>
#include <utility>

#include <laconic/auto.hpp>
#include <laconic/json.hpp>

namespace laconic {
namespace {

struct Entry {
  const Codec* codec;
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

/// Reads back what was written.
bool prove(Entry& entry, Value value) {
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
  if (!entry.result.exact) entry.result.fault = "it reads back as another value";
  return entry.result.exact;
}

}  // namespace

Result<AutoChoice> encode_auto(Value value, const Tokenizer& tokenizer,
                               const AutoOptions& options) {
  std::vector<Entry> entries;
  entries.push_back(attempt(json::codec(), value, tokenizer));
  // Minified JSON keeps every document; what stops it stops everything.
  if (!entries[0].result.fault.empty()) {
    auto text = json::encode(value);
    if (!text) return text.error();
    const auto count = tokenizer.count(*text);
    return count ? Error{Errc::out_of_memory, 0, "no memory for the tokens"} : count.error();
  }
  const std::uint64_t json_tokens = entries[0].result.tokens;
  for (const Codec* codec : options.candidates) {
    if (codec->name == json::codec().name || codec->encode == nullptr) continue;
    entries.push_back(attempt(*codec, value, tokenizer));
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    if (a.result.fault.empty() != b.result.fault.empty()) return a.result.fault.empty();
    return a.result.fault.empty() && a.result.tokens < b.result.tokens;
  });
  Entry* chosen = nullptr;
  for (Entry& entry : entries) {
    if (entry.result.fault.empty() && prove(entry, value)) {
      chosen = &entry;
      break;
    }
  }
  if (chosen == nullptr) {
    return Error{Errc::not_lossless, 0, "no format reads back what it writes of this value"};
  }
  if (options.prefer != nullptr) {
    const auto most =
        static_cast<double>(chosen->result.tokens) * (1 + options.margin_percent / 100);
    for (Entry& entry : entries) {
      if (entry.codec == options.prefer && entry.result.fault.empty() &&
          static_cast<double>(entry.result.tokens) <= most && entry.result.tokens <= json_tokens &&
          (entry.result.exact || prove(entry, value))) {
        chosen = &entry;
        break;
      }
    }
  }
  AutoChoice choice;
  choice.codec = chosen->codec;
  choice.tokens = chosen->result.tokens;
  choice.json_tokens = json_tokens;
  choice.text = std::move(chosen->text);
  for (Entry& entry : entries)
    choice.candidates.push_back(std::move(entry.result));
  return choice;
}

}  // namespace laconic
