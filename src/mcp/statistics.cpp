// statistics.cpp - adds up decisions and shows them.
#include "mcp/statistics.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>

namespace laconic::mcp {
namespace {

double percent_saved(std::uint64_t before, std::uint64_t after) noexcept {
  if (before == 0) return 0;
  return 100.0 * (1.0 - static_cast<double>(after) / static_cast<double>(before));
}

std::string with_percent(double percent) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f%%", percent);
  return text;
}

std::string pairs(const std::map<std::string, std::uint64_t, std::less<>>& counts) {
  std::string out;
  for (const auto& [name, count] : counts)
    out.append(out.empty() ? "" : ", ").append(name).append(" ").append(std::to_string(count));
  return out;
}

void put_counts(Builder& b, std::string_view key,
                const std::map<std::string, std::uint64_t, std::less<>>& counts) {
  b.key(key).begin_object();
  for (const auto& [name, count] : counts)
    b.key(name).unsigned_integer(count);
  b.end_object();
}

void put(Builder& b, const ToolCounts& counts) {
  b.key("calls").unsigned_integer(counts.calls);
  b.key("rewritten").unsigned_integer(counts.rewritten);
  b.key("structured_dropped").unsigned_integer(counts.stripped);
  b.key("brought_under_limit").unsigned_integer(counts.under_limit);
  b.key("tokens_text").unsigned_integer(counts.tokens_text);
  b.key("tokens_structured").unsigned_integer(counts.tokens_structured);
  b.key("tokens_before").unsigned_integer(counts.tokens_shown);
  b.key("tokens_after").unsigned_integer(counts.tokens_sent);
  b.key("bytes_in").unsigned_integer(counts.bytes_in);
  b.key("bytes_out").unsigned_integer(counts.bytes_out);
  b.key("microseconds").unsigned_integer(counts.nanoseconds / 1000);
  put_counts(b, "formats", counts.formats);
  put_counts(b, "left_alone", counts.reasons);
}

}  // namespace

void ToolCounts::add(const Decision& decision) {
  ++calls;
  if (decision.reason.empty()) {
    ++rewritten;
    ++formats[std::string(decision.format.empty() ? "original" : decision.format)];
  } else {
    ++reasons[std::string(decision.reason)];
  }
  stripped += decision.stripped ? 1 : 0;
  under_limit += decision.under_limit ? 1 : 0;
  tokens_text += decision.tokens_text;
  tokens_structured += decision.tokens_structured;
  tokens_shown += decision.tokens_shown;
  tokens_sent += decision.tokens_sent;
  bytes_in += decision.bytes_in;
  bytes_out += decision.bytes_out;
  nanoseconds += decision.nanoseconds;
}

void ToolCounts::add(const ToolCounts& other) {
  calls += other.calls;
  rewritten += other.rewritten;
  stripped += other.stripped;
  under_limit += other.under_limit;
  tokens_text += other.tokens_text;
  tokens_structured += other.tokens_structured;
  tokens_shown += other.tokens_shown;
  tokens_sent += other.tokens_sent;
  bytes_in += other.bytes_in;
  bytes_out += other.bytes_out;
  nanoseconds += other.nanoseconds;
  for (const auto& [name, count] : other.formats)
    formats[name] += count;
  for (const auto& [name, count] : other.reasons)
    reasons[name] += count;
}

void Statistics::add(const Decision& decision) {
  const bool full = tools_.size() >= most_tools && tools_.find(decision.tool) == tools_.end();
  tools_[full ? "(other tools)" : decision.tool].add(decision);
}

ToolCounts Statistics::total() const {
  ToolCounts sum;
  for (const auto& entry : tools_)
    sum.add(entry.second);
  return sum;
}

std::string Statistics::summary(std::string_view tokenizer, bool dry_run) const {
  const ToolCounts sum = total();
  std::string out = "laconic proxy: " + std::to_string(sum.calls) + " tool results, " +
                    std::to_string(sum.rewritten) +
                    (dry_run ? " would be rewritten; " : " rewritten; ") +
                    std::to_string(sum.tokens_shown) + " -> " + std::to_string(sum.tokens_sent) +
                    " tokens (" + std::string(tokenizer) + "), " +
                    with_percent(percent_saved(sum.tokens_shown, sum.tokens_sent)) +
                    (dry_run ? " would be saved" : " saved");
  if (list_tokens_saved != 0)
    out.append("; tool lists ").append(std::to_string(list_tokens_saved)).append(" tokens smaller");
  if (hint_tokens != 0) out.append("; hint ").append(std::to_string(hint_tokens)).append(" tokens");
  if (cache_hits != 0)
    out.append("; ").append(std::to_string(cache_hits)).append(" from the cache");
  if (noise_lines != 0)
    out.append("; ")
        .append(std::to_string(noise_lines))
        .append(" lines of the server were no messages");
  out += '\n';
  std::vector<std::pair<std::string_view, const ToolCounts*>> order;
  for (const auto& [name, counts] : tools_)
    order.emplace_back(name, &counts);
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.second->tokens_shown > b.second->tokens_shown;
  });
  for (const auto& [name, counts] : order) {
    out.append("  ").append(name).append(": ").append(std::to_string(counts->calls));
    out.append(counts->calls == 1 ? " call, " : " calls, ");
    out.append(std::to_string(counts->tokens_shown)).append(" -> ");
    out.append(std::to_string(counts->tokens_sent)).append(" tokens");
    if (!counts->formats.empty()) out.append("; sent as ").append(pairs(counts->formats));
    if (!counts->reasons.empty()) out.append("; left alone: ").append(pairs(counts->reasons));
    out += '\n';
  }
  return out;
}

Result<std::string> Statistics::as_json(std::string_view tokenizer, bool dry_run) const {
  const ToolCounts sum = total();
  Builder b;
  b.begin_object().key("tokenizer").string(tokenizer).key("dry_run").boolean(dry_run);
  b.key("messages").unsigned_integer(messages_);
  b.key("message_bytes").unsigned_integer(message_bytes_);
  put(b, sum);
  // The names that gcf-proxy used.
  b.key("json_bytes").unsigned_integer(sum.bytes_in);
  b.key("gcf_bytes").unsigned_integer(sum.bytes_out);
  b.key("bytes_saved")
      .integer(static_cast<std::int64_t>(sum.bytes_in) - static_cast<std::int64_t>(sum.bytes_out));
  b.key("pct_saved").real(percent_saved(sum.bytes_in, sum.bytes_out));
  b.key("est_tokens_saved")
      .integer(static_cast<std::int64_t>(sum.tokens_shown) -
               static_cast<std::int64_t>(sum.tokens_sent));
  b.key("cache_hits").unsigned_integer(cache_hits);
  b.key("list_tokens_saved").unsigned_integer(list_tokens_saved);
  b.key("hint_tokens").unsigned_integer(hint_tokens);
  b.key("noise_lines").unsigned_integer(noise_lines);
  b.key("tools").begin_object();
  for (const auto& [name, counts] : tools_) {
    b.key(name).begin_object();
    put(b, counts);
    b.end_object();
  }
  const auto document = b.end_object().end_object().finish();
  if (!document) return document.error();
  EncodeOptions options;
  options.indent = 2;
  return json::encode(document->root(), options);
}

std::string log_line(const Decision& decision, std::string_view time) {
  Builder b;
  b.begin_object().key("ts").string(time).key("event").string("result");
  b.key("era").string(decision.is_modern ? "modern" : "legacy");
  b.key("tool").string(decision.tool);
  if (decision.reason.empty()) {
    b.key("format").string(decision.format.empty() ? "original" : decision.format);
  } else {
    b.key("reason").string(decision.reason);
  }
  b.key("structured_dropped").boolean(decision.stripped);
  b.key("tokens_text").unsigned_integer(decision.tokens_text);
  b.key("tokens_structured").unsigned_integer(decision.tokens_structured);
  b.key("tokens_in").unsigned_integer(decision.tokens_shown);
  b.key("tokens_out").unsigned_integer(decision.tokens_sent);
  b.key("bytes_in").unsigned_integer(decision.bytes_in);
  b.key("bytes_out").unsigned_integer(decision.bytes_out);
  b.key("us").unsigned_integer(decision.nanoseconds / 1000).end_object();
  const auto document = b.finish();
  auto text = document ? json::encode(document->root()) : Result<std::string>(document.error());
  return text ? *text + "\n" : std::string("{\"event\":\"unprintable\"}\n");
}

}  // namespace laconic::mcp
