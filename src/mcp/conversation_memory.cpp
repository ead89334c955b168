// conversation_memory.cpp - notices and changes instead of results, where that is sound.
#include "mcp/conversation_memory.hpp"

#include <algorithm>
#include <utility>

namespace laconic::mcp {
namespace {

constexpr std::uint64_t most_results = 32;
constexpr std::uint64_t most_tokens = 20000;
constexpr auto longest = std::chrono::minutes(10);
constexpr unsigned full_every = 4;
constexpr std::size_t most_entries = 256;
constexpr std::size_t longest_text = std::size_t{1} << 20;
constexpr double delta_gain = 0.3;
constexpr std::string_view unchanged_format = "unchanged";
constexpr std::string_view delta_format = "gcf-delta";
constexpr std::string_view keyed_format = "gcf-keyed";

/// The rows of a table with a field that tells them apart: an array of records.
std::optional<gcf::KeyedSet> keyed(Value value) {
  if (!value.is_array() || value.size() < 2 || !value.items()[0].is_object()) return std::nullopt;
  for (const std::string_view key : {"id", "key", "name", "path", "uuid"}) {
    if (value.items()[0].find(key) == nullptr) continue;
    auto set = gcf::KeyedSet::from_records(value, key);
    if (set) return std::move(*set);
  }
  return std::nullopt;
}

bool says(const gcf::KeyedSet& set, Value value, Exactness exactness) {
  const auto document = set.to_document();
  return document && same_data(document->root(), value, exactness);
}

}  // namespace

bool ConversationMemory::is_fresh(const Entry& entry, Clock::time_point now) const noexcept {
  return now - entry.told < longest && serial_ - entry.serial <= most_results &&
         tokens_ - entry.tokens <= most_tokens && entry.short_answers + 1 < full_every;
}

void ConversationMemory::forget(std::string_view conversation) {
  entries_.remove_if([&](const Entry& entry) { return entry.conversation == conversation; });
}

std::optional<TextChoice> ConversationMemory::shorten(const std::string& conversation,
                                                      const std::string& call,
                                                      std::string_view tool, const JsonText& result,
                                                      const TextChoice& full,
                                                      const ProxySettings& settings,
                                                      Clock::time_point now) {
  const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.conversation == conversation && entry.call == call;
  });
  std::optional<TextChoice> answer;
  std::optional<gcf::KeyedSet> set;
  const auto offer = [&](std::string text, std::string_view format, double most) {
    const auto tokens = count_tokens(text, settings);
    if (!tokens || static_cast<double>(*tokens) > most) return false;
    answer.emplace();
    answer->text = std::move(text);
    answer->format = format;
    answer->tokens_before = full.tokens_before;
    answer->tokens_after = *tokens;
    return true;
  };
  const auto full_tokens = static_cast<double>(full.tokens_after);
  const bool fresh = known != entries_.end() && is_fresh(*known, now);
  if (fresh && dedup_ && known->text == result.text) {
    offer("(unchanged: the same result as the last identical call of " + std::string(tool) + ")",
          unchanged_format, full_tokens * (1 - delta_gain));
  }
  if (delta_ && !answer) set = keyed(result.document.root());
  if (set && !says(*set, result.document.root(), settings.lossless)) set.reset();
  if (fresh && set && known->set) {
    // The changes must lead from what was told to exactly this.
    if (const auto delta = gcf::diff(*known->set, *set)) {
      const auto next = gcf::apply(*known->set, *delta);
      if (next && says(*next, result.document.root(), settings.lossless)) {
        if (auto text = gcf::encode_delta(*delta))
          offer(std::move(*text), delta_format, full_tokens * (1 - delta_gain));
      }
    }
  }
  if (set && !answer) {
    // In full, with the root that later changes refer to; not where that costs more.
    auto text = gcf::encode_full(*set, tool);
    const auto back = text ? gcf::decode_set(*text) : Result<gcf::SetMessage>(text.error());
    const bool good = back && says(back->full, result.document.root(), settings.lossless);
    if (!good ||
        !offer(std::move(*text), keyed_format, static_cast<double>(full.tokens_before) - 1))
      set.reset();
  }

  ++serial_;
  tokens_ += answer ? answer->tokens_after : full.tokens_after;
  const bool is_short = answer && answer->format != keyed_format;
  const unsigned short_answers = is_short ? known->short_answers + 1 : 0;
  // Short answers do not refresh what they refer to.
  const Clock::time_point told = is_short ? known->told : now;
  const std::uint64_t serial = is_short ? known->serial : serial_;
  const std::uint64_t tokens = is_short ? known->tokens : tokens_;
  if (answer && answer->format == unchanged_format) set = std::move(known->set);
  if (known != entries_.end()) entries_.erase(known);
  if (result.text.size() <= longest_text) {
    if (entries_.size() >= most_entries) entries_.pop_front();
    entries_.push_back(
        {conversation, call, result.text, std::move(set), told, serial, tokens, short_answers});
  }
  return answer;
}

}  // namespace laconic::mcp
