// score_vocabulary.cpp - merging by score over a linked list of symbols.
#include "tokens/score_vocabulary.hpp"

#include <algorithm>

#include "tokens/code_points.hpp"
#include "tokens/token_spelling.hpp"

namespace laconic::tokens {
namespace {

constexpr std::uint32_t last = 0xFFFFFFFF;

/// One call of count or encode.
class ScoreRun {
 public:
  ScoreRun(const ScoreRules& rules, std::vector<std::uint32_t>* ids) noexcept
      : rules_(rules), ids_(ids) {}

  [[nodiscard]] Outcome run(std::string_view text) {
    // Places in a text are kept in 32 bits, with room for the marks.
    if (text.size() >= 0x20000000) return Outcome::out_of_memory;
    if (text.empty()) return Outcome::done;
    bool space = rules_.space_in_front;
    for (const TextPart& part : rules_.added.cut(text)) {
      if (part.token != no_token) {
        add(part.token);
        space = rules_.space_in_front;
        continue;
      }
      marked_.clear();
      if (space) marked_.append(space_mark);
      append_marked(part.text, marked_);
      merge();
      space = false;
    }
    return Outcome::done;
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  struct Symbol {
    std::uint32_t start;
    std::uint32_t size;  ///< 0 when it has become part of the one before
    std::uint32_t next;
    std::uint32_t before;
  };
  /// A pair that makes a token. Its symbols may have changed since: they only grow, so the
  /// size tells.
  struct Pair {
    float score;
    std::uint32_t left;
    std::uint32_t size;
    /// The order of a heap whose top is the highest score, and the leftmost of those.
    static bool comes_later(const Pair& a, const Pair& b) noexcept {
      return a.score < b.score || (a.score == b.score && a.left > b.left);
    }
  };

  void add(std::uint32_t id) {
    ++count_;
    if (ids_ != nullptr) ids_->push_back(id);
  }

  [[nodiscard]] std::string_view text(const Symbol& symbol) const noexcept {
    return std::string_view(marked_).substr(symbol.start, symbol.size);
  }

  void enter(std::uint32_t left) {
    const Symbol& first = symbols_[left];
    if (first.next == last) return;
    const std::uint32_t size = first.size + symbols_[first.next].size;
    const std::uint32_t id = rules_.texts.find(std::string_view(marked_).substr(first.start, size));
    if (id == no_token) return;
    pairs_.push_back({rules_.scores[id], left, size});
    std::push_heap(pairs_.begin(), pairs_.end(), Pair::comes_later);
  }

  void merge() {
    symbols_.clear();
    pairs_.clear();
    for (std::uint32_t at = 0; at < marked_.size();) {
      const std::uint32_t size = char_at(marked_.data() + at).size;
      const auto index = static_cast<std::uint32_t>(symbols_.size());
      symbols_.push_back({at, size, index + 1, index == 0 ? last : index - 1});
      at += size;
    }
    symbols_.back().next = last;
    for (std::uint32_t i = 0; i < symbols_.size(); ++i)
      enter(i);
    while (!pairs_.empty()) {
      std::pop_heap(pairs_.begin(), pairs_.end(), Pair::comes_later);
      const Pair pair = pairs_.back();
      pairs_.pop_back();
      Symbol& left = symbols_[pair.left];
      if (left.size == 0 || left.next == last) continue;
      Symbol& right = symbols_[left.next];
      if (left.size + right.size != pair.size) continue;
      left.size += right.size;
      right.size = 0;
      left.next = right.next;
      if (left.next != last) symbols_[left.next].before = pair.left;
      if (left.before != last) enter(left.before);
      enter(pair.left);
    }
    for (std::uint32_t at = 0; at != last; at = symbols_[at].next)
      take(text(symbols_[at]));
  }

  void take(std::string_view symbol) {
    const std::uint32_t id = rules_.texts.find(symbol);
    if (id != no_token) return add(id);
    for (const char c : symbol)
      add(rules_.byte_tokens[static_cast<unsigned char>(c)]);
  }

  const ScoreRules& rules_;
  std::vector<std::uint32_t>* ids_;
  std::size_t count_ = 0;
  std::string marked_;
  std::vector<Symbol> symbols_;
  std::vector<Pair> pairs_;
};

}  // namespace

Outcome ScoreVocabulary::count(std::string_view text, std::size_t& count) const {
  ScoreRun run(rules_, nullptr);
  const Outcome outcome = run.run(text);
  count = run.count();
  return outcome;
}

Outcome ScoreVocabulary::encode(std::string_view text, std::vector<std::uint32_t>& ids) const {
  return ScoreRun(rules_, &ids).run(text);
}

std::size_t ScoreVocabulary::decode(std::span<const std::uint32_t> ids, std::string& text) const {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!rules_.texts.has(ids[i])) return i;
    const std::string_view token = rules_.texts.text(ids[i]);
    if (const int byte = byte_token_value(token); byte >= 0) {
      text += static_cast<char>(byte);
    } else {
      append_unmarked(token, text);
    }
  }
  return ids.size();
}

}  // namespace laconic::tokens
