// json_ranks.cpp - tekken.json and claude.json.
#include "tokens/json_ranks.hpp"

#include <charconv>
#include <utility>

#include "tokens/base64.hpp"
#include "tokens/hugging_face_steps.hpp"
#include "tokens/rank_vocabulary.hpp"
#include "tokens/split_patterns.hpp"

namespace laconic::tokens {
namespace {

/// The bytes of tokens by rank, as they are read.
class RankList {
 public:
  /// Ranks from `limit` on are left out.
  explicit RankList(std::uint32_t limit) noexcept : limit_(limit) {}

  Result<Done> add(std::uint32_t rank, std::string_view base64) {
    if (rank >= max_tokens)
      return Error{Errc::out_of_range, 0, "the rank " + std::to_string(rank) + " is too large"};
    const std::size_t start = bytes_.size();
    if (!append_base64(base64, bytes_))
      return unsupported("the token of rank " + std::to_string(rank) + " is not base64");
    if (rank >= limit_) return Done{};
    if (rank >= places_.size()) places_.resize(rank + 1);
    if (places_[rank].size != 0)
      return Error{Errc::duplicate_key, 0, "the rank " + std::to_string(rank) + " occurs twice"};
    places_[rank] = {start, bytes_.size() - start};
    return Done{};
  }

  /// Lines "! OFFSET token token ...": the first token has the rank OFFSET.
  Result<Done> add_lines(std::string_view lines) {
    while (!lines.empty()) {
      std::string_view line = lines.substr(0, lines.find('\n'));
      lines.remove_prefix(std::min(lines.size(), line.size() + 1));
      if (line.empty()) continue;
      const auto word = [&line] {
        const std::string_view found = line.substr(0, line.find(' '));
        line.remove_prefix(std::min(line.size(), found.size() + 1));
        return found;
      };
      const std::string_view sign = word();
      const std::string_view offset = word();
      std::uint32_t rank = 0;
      const auto [end, code] = std::from_chars(offset.data(), offset.data() + offset.size(), rank);
      if (sign != "!" || code != std::errc() || end != offset.data() + offset.size())
        return unsupported("a line of \"bpe_ranks\" does not begin with ! and a rank");
      for (; !line.empty(); ++rank) {
        if (auto done = add(rank, word()); !done) return done;
      }
    }
    return Done{};
  }

  LoadedVocabulary make(std::string_view name, RankRules rules) const {
    std::vector<std::string_view> ranks;
    ranks.reserve(places_.size());
    for (const Place& place : places_)
      ranks.push_back(std::string_view(bytes_).substr(place.at, place.size));
    RankBlock block;
    std::string fault;
    if (!lay_out_ranks(ranks, block, fault)) return unsupported(fault);
    return std::unique_ptr<Vocabulary>(
        new RankVocabulary(std::string(name), std::move(block), rules));
  }

 private:
  struct Place {
    std::size_t at = 0;
    std::size_t size = 0;
  };
  std::uint32_t limit_;
  std::string bytes_;
  std::vector<Place> places_;
};

/// The number of a member; `no_rank` when it is no number that a rank may be.
std::uint32_t number_member(Value object, std::string_view key) noexcept {
  const Value* found = member(object, key);
  if (found == nullptr || found->kind() != Kind::integer) return no_rank;
  const std::int64_t number = found->integer();
  return number < 0 || number > max_tokens ? no_rank : static_cast<std::uint32_t>(number);
}

}  // namespace

LoadedVocabulary load_tekken(Value root, std::string_view name) {
  const Value* config = member(root, "config");
  if (config == nullptr || split_for(text_member(*config, "pattern")) != Split::tekken)
    return unsupported("the pattern in \"config\" is not that of tekken, the only one supported");
  const std::uint32_t size = number_member(*config, "default_vocab_size");
  const std::uint32_t special = number_member(*config, "default_num_special_tokens");
  if (size == no_rank || special == no_rank || special >= size) {
    return unsupported(
        "\"config\" lacks default_vocab_size or default_num_special_tokens, which "
        "say how many of the ranks count");
  }
  RankList list(size - special);
  if (const Value* vocabulary = member(root, "vocab");
      vocabulary != nullptr && vocabulary->is_array()) {
    for (const Value& token : vocabulary->items()) {
      const std::uint32_t rank = number_member(token, "rank");
      if (auto done = list.add(rank, text_member(token, "token_bytes")); !done) return done.error();
    }
  } else if (auto done = list.add_lines(text_member(root, "bpe_ranks")); !done) {
    return done.error();
  }
  return list.make(name, {.split = Split::tekken, .first_id = special});
}

LoadedVocabulary load_pattern_ranks(Value root, std::string_view name) {
  // Only Claude's package has this form, and it normalizes the text first; nothing in the
  // file says so. Another file with other rules must not pass for it.
  if (split_for(text_member(root, "pat_str")) != Split::gpt2 ||
      number_member(root, "explicit_n_vocab") != 64739) {
    return unsupported("of JSON with \"pat_str\" and \"bpe_ranks\" only claude.json is supported");
  }
  RankList list(max_tokens);
  if (auto done = list.add_lines(text_member(root, "bpe_ranks")); !done) return done.error();
  return list.make(name, {.split = Split::gpt2, .nfkc = true});
}

}  // namespace laconic::tokens
