// pair_vocabulary.cpp - a text on its way through the rules of a vocabulary.
#include "tokens/pair_vocabulary.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "tokens/code_points.hpp"
#include "tokens/pair_merge.hpp"
#include "tokens/rank_table.hpp"
#include "tokens/token_spelling.hpp"

namespace laconic::tokens {
namespace {

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
    const Outcome outcome = rules_.added.empty() ? part(text, true) : parts(text);
    return outcome == Outcome::done && lost_byte_ ? Outcome::no_byte_token : outcome;
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  Outcome parts(std::string_view text) {
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
    changed.reserve(text.size() + text.size() / 4 + space_mark.size());
    if (lead == Lead::space) return cut(changed.append(" ").append(text), 0);
    const bool wants = lead == Lead::mark || (lead == Lead::first_mark && first);
    if (wants && text[0] != ' ' && !text.starts_with(space_mark)) changed.append(space_mark);
    append_marked(text, changed);
    cut(changed, 0);
  }

  /// Cuts by the rules from `step` on.
  void cut(std::string_view text, std::size_t step) {
    if (step == rules_.splits.size()) return piece(text);
    const SplitRule rule = rules_.splits[step];
    if (rule.split == Split::blank_end) return cut_blank_end(text, step);
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

  /// Looking for white space at the end from every place would take a square of time.
  void cut_blank_end(std::string_view text, std::size_t step) {
    constexpr ClassSet blanks = set_of(CharClass::space, CharClass::newline);
    std::size_t solid = text.size();
    while (solid > 0) {
      std::size_t start = solid - 1;
      while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80)
        --start;
      if (!char_at(text.data() + start).in(blanks)) break;
      solid = start;
    }
    if (solid > 0) cut(text.substr(0, solid), step + 1);
    if (solid < text.size()) cut(text.substr(solid), step + 1);
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
    if (rules_.whole_pieces || (rules_.whole_lines && text[0] == '\n')) {
      if (const std::uint32_t id = rules_.texts.find(text); id != no_token) return add(id);
    }
    symbols_.clear();
    if (rules_.symbols == PairRules::Symbols::bytes) {
      for (const char c : text) {
        const std::uint32_t id = rules_.byte_tokens[static_cast<unsigned char>(c)];
        lost_byte_ = lost_byte_ || id == no_token;
        symbols_.push_back(id);
      }
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
  bool lost_byte_ = false;
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
    if (rules_.mark_is_space) {
      append_unmarked(token, text);
    } else {
      text.append(token);
    }
  }
  return ids.size();
}

}  // namespace laconic::tokens
