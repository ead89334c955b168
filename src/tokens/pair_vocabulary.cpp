// pair_vocabulary.cpp - a text on its way through the rules of a vocabulary.
#include "tokens/pair_vocabulary.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "tokens/code_points.hpp"
#include "tokens/pair_merge.hpp"
#include "tokens/rank_table.hpp"

namespace laconic::tokens {
namespace {

constexpr std::string_view mark = "\xE2\x96\x81";  // U+2581

/// How many tokens short pieces have, for the length of one call: tables and prose repeat
/// themselves.
class PieceCounts {
 public:
  explicit PieceCounts(std::size_t text_size)
      : slots_(std::bit_ceil(std::clamp<std::size_t>(text_size / 16, 16, 8192))),
        shift_(static_cast<unsigned>(64 - std::countr_zero(slots_.size()))) {}

  static bool takes(std::string_view piece) noexcept {
    return !piece.empty() && piece.size() <= ShortKey::longest;
  }
  /// The place of a piece, which may hold another.
  [[nodiscard]] ShortKey& place(const ShortKey& key) noexcept {
    return slots_[key.hash() >> shift_];
  }

 private:
  std::vector<ShortKey> slots_;
  unsigned shift_;
};

/// One call of count or encode.
class Run {
 public:
  /// Counts when `ids` is null.
  Run(const PairRules& rules, std::size_t text_size, std::vector<std::uint32_t>* ids)
      : rules_(rules), ids_(ids), merger_(rules.pairs), counts_(ids == nullptr ? text_size : 0) {}

  [[nodiscard]] Outcome run(std::string_view text) {
    // Places in a text are kept in 32 bits, with room for what a normalizer adds.
    if (text.size() >= 0x20000000) return Outcome::out_of_memory;
    if (rules_.added.empty()) return part(text, true);
    bool first = true;
    for (const TextPart& found : rules_.added.cut(text)) {
      if (found.token != no_token) {
        add(found.token);
      } else if (const Outcome outcome = part(found.text, first); outcome != Outcome::done) {
        return outcome;
      }
      first = false;
    }
    return Outcome::done;
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  void add(std::uint32_t id) {
    ++count_;
    if (ids_ != nullptr) ids_->push_back(id);
  }

  /// `first` says that the part begins the text.
  Outcome part(std::string_view text, bool first) {
    if (text.empty()) return Outcome::done;
    std::string normal;
    if (!rules_.normalizer.empty()) {
      normal = text;
      if (const Outcome outcome = rules_.normalizer.apply(normal); outcome != Outcome::done)
        return outcome;
      text = normal;
    }
    if (rules_.normalized_added.empty()) {
      lead(text, first);
      return Outcome::done;
    }
    for (const TextPart& found : rules_.normalized_added.cut(text)) {
      if (found.token != no_token) {
        add(found.token);
      } else {
        lead(found.text, first);
      }
      first = false;
    }
    return Outcome::done;
  }

  void lead(std::string_view text, bool first) {
    using Lead = PairRules::Lead;
    if (text.empty()) return;
    const Lead lead = rules_.lead;
    if (lead == Lead::none || (lead == Lead::space && text[0] == ' ')) return cut(text, 0);
    std::string changed;
    changed.reserve(text.size() + text.size() / 4 + mark.size());
    if (lead == Lead::space) return cut(changed.append(" ").append(text), 0);
    const bool wants = lead == Lead::mark || (lead == Lead::first_mark && first);
    if (wants && text[0] != ' ' && !text.starts_with(mark)) changed.append(mark);
    for (const char c : text) {
      if (c == ' ') {
        changed.append(mark);
      } else {
        changed += c;
      }
    }
    cut(changed, 0);
  }

  /// Cuts by the rules from `step` on.
  void cut(std::string_view text, std::size_t step) {
    if (step == rules_.splits.size()) return piece(text);
    const SplitRule rule = rules_.splits[step];
    const char* const end = text.data() + text.size();
    const char* between = text.data();  // where the text starts that nothing has matched
    for (const char* p = between; p != end;) {
      const char* next = match_end(rule, p, end);
      if (next == nullptr) {
        p += by_bytes(rule.split) ? 1 : char_at(p).size;
        continue;
      }
      if (between != p) cut({between, static_cast<std::size_t>(p - between)}, step + 1);
      cut({p, static_cast<std::size_t>(next - p)}, step + 1);
      between = p = next;
    }
    if (between != end) cut({between, static_cast<std::size_t>(end - between)}, step + 1);
  }

  void piece(std::string_view text) {
    if (ids_ != nullptr || !PieceCounts::takes(text)) return merge(text);
    char padded[16] = {};
    std::memcpy(padded, text.data(), text.size());
    const ShortKey key = ShortKey::load(padded, text.size());
    ShortKey& known = counts_.place(key);
    if (key.same(known)) {
      count_ += known.rank();
      return;
    }
    const std::size_t before = count_;
    merge(text);
    known = key;
    known.high |= std::uint64_t{count_ - before} << ShortKey::rank_at;
  }

  void merge(std::string_view text) {
    if (rules_.whole_pieces) {
      if (const std::uint32_t id = rules_.texts.find(text); id != no_token) return add(id);
    }
    symbols_.clear();
    if (rules_.symbols == PairRules::Symbols::bytes) {
      for (const char c : text)
        symbols_.push_back(rules_.byte_tokens[static_cast<unsigned char>(c)]);
    } else {
      take_characters(text);
    }
    const std::size_t left = merger_.merge(symbols_);
    count_ += left;
    if (ids_ != nullptr)
      ids_->insert(ids_->end(), symbols_.begin(),
                   symbols_.begin() + static_cast<std::ptrdiff_t>(left));
  }

  void take_characters(std::string_view text) {
    bool unknown_before = false;
    for (std::size_t at = 0; at < text.size();) {
      const std::string_view character = text.substr(at, char_at(text.data() + at).size);
      at += character.size();
      const std::uint32_t id = rules_.texts.find(character);
      const bool unknown = id == no_token && !rules_.byte_fallback;
      if (id != no_token) {
        symbols_.push_back(id);
      } else if (rules_.byte_fallback) {
        for (const char c : character)
          symbols_.push_back(rules_.byte_tokens[static_cast<unsigned char>(c)]);
      } else if (!unknown_before || !rules_.fuse_unknown) {
        symbols_.push_back(rules_.unknown);
      }
      unknown_before = unknown;
    }
  }

  const PairRules& rules_;
  std::vector<std::uint32_t>* ids_;
  std::size_t count_ = 0;
  PairMerger merger_;
  PieceCounts counts_;
  std::vector<std::uint32_t> symbols_;
};

}  // namespace

Outcome PairVocabulary::count(std::string_view text, std::size_t& count) const {
  Run run(rules_, text.size(), nullptr);
  const Outcome outcome = run.run(text);
  count = run.count();
  return outcome;
}

Outcome PairVocabulary::encode(std::string_view text, std::vector<std::uint32_t>& ids) const {
  return Run(rules_, text.size(), &ids).run(text);
}

std::size_t PairVocabulary::decode(std::span<const std::uint32_t> ids, std::string& text) const {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!rules_.texts.has(ids[i])) return i;
    const std::string_view token = rules_.texts.text(ids[i]);
    const int byte = rules_.byte_fallback ? byte_token_value(token) : -1;
    if (byte >= 0) {
      text += static_cast<char>(byte);
      continue;
    }
    if (!rules_.mark_is_space) {
      text.append(token);
      continue;
    }
    std::size_t done = 0;
    for (std::size_t at = token.find(mark); at != std::string_view::npos;
         at = token.find(mark, done)) {
      text.append(token.substr(done, at - done)).append(" ");
      done = at + mark.size();
    }
    text.append(token.substr(done));
  }
  return ids.size();
}

int byte_token_value(std::string_view text) noexcept {
  if (text.size() != 6 || !text.starts_with("<0x") || text[5] != '>') return -1;
  int value = 0;
  for (const char c : text.substr(3, 2)) {
    if (c >= '0' && c <= '9') {
      value = value * 16 + (c - '0');
    } else if (c >= 'A' && c <= 'F') {
      value = value * 16 + (c - 'A' + 10);
    } else {
      return -1;
    }
  }
  return value;
}

}  // namespace laconic::tokens
