// added_tokens.cpp - finding added tokens in a text.
#include "tokens/added_tokens.hpp"

#include <algorithm>

#include "tokens/code_points.hpp"
#include "tokens/token_texts.hpp"

namespace laconic::tokens {
namespace {

constexpr ClassSet blanks = set_of(CharClass::space, CharClass::newline);

std::size_t blank_end(std::string_view text, std::size_t at) noexcept {
  while (at < text.size()) {
    const Char c = char_at(text.data() + at);
    if (!c.in(blanks)) break;
    at += c.size;
  }
  return at;
}

/// Where the white space begins that ends at `at`, but not before `from`.
std::size_t blank_start(std::string_view text, std::size_t from, std::size_t at) noexcept {
  while (at > from) {
    std::size_t start = at - 1;
    while (start > from && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80)
      --start;
    if (!char_at(text.data() + start).in(blanks)) break;
    at = start;
  }
  return at;
}

}  // namespace

void AddedTokens::fill(std::vector<AddedToken> tokens, Order order) {
  order_ = order;
  tokens_ = std::move(tokens);
  std::erase_if(tokens_, [](const AddedToken& token) { return token.text.empty(); });
  std::stable_sort(tokens_.begin(), tokens_.end(), [](const AddedToken& a, const AddedToken& b) {
    return a.text.size() > b.text.size();
  });
  std::uint32_t nodes = 1;
  for (std::uint32_t index = 0; index < tokens_.size(); ++index) {
    std::uint32_t node = 0;
    const std::string& text = tokens_[index].text;
    starts_[static_cast<unsigned char>(text[0])] = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      PairTable::Merge step = tree_.find(node, byte);
      if (step.id == PairTable::none) step.id = nodes++;
      if (i + 1 == text.size()) step.order = index;
      tree_.set(node, byte, step);
      node = step.id;
    }
  }
}

template <class Visit>
void AddedTokens::visit_tokens_at(std::string_view text, std::size_t at, Visit visit) const {
  if (!starts_[static_cast<unsigned char>(text[at])]) return;
  std::uint32_t node = 0;
  for (; at < text.size(); ++at) {
    const PairTable::Merge step = tree_.find(node, static_cast<unsigned char>(text[at]));
    if (step.id == PairTable::none) return;
    if (step.order != PairTable::none) visit(step.order);
    node = step.id;
  }
}

std::uint32_t AddedTokens::longest_at(std::string_view text, std::size_t at) const noexcept {
  std::uint32_t found = no_index;
  visit_tokens_at(text, at, [&found](std::uint32_t index) { found = index; });
  return found;
}

std::vector<TextPart> AddedTokens::cut(std::string_view text) const {
  if (text.empty()) return {};
  return order_ == Order::leftmost ? cut_leftmost(text) : cut_longest(text);
}

std::vector<TextPart> AddedTokens::cut_leftmost(std::string_view text) const {
  std::vector<TextPart> parts;
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t index = tokens_.empty() ? no_index : longest_at(text, at);
    if (index == no_index) {
      ++at;
      continue;
    }
    const AddedToken& token = tokens_[index];
    std::size_t start = at;
    std::size_t stop = at + token.text.size();
    at = stop;
    if (token.strip_left) start = blank_start(text, done, start);
    if (token.strip_right) stop = blank_end(text, stop);
    if (done < start) parts.push_back({text.substr(done, start - done), no_token});
    parts.push_back({text.substr(start, stop - start), token.id});
    done = stop;
  }
  if (done < text.size()) parts.push_back({text.substr(done), no_token});
  return parts;
}

std::vector<TextPart> AddedTokens::cut_longest(std::string_view text) const {
  // First which tokens occur at all: each of those costs a pass over what is left.
  std::vector<std::uint32_t> occurring;
  if (!tokens_.empty()) {
    std::vector<bool> seen(tokens_.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
      visit_tokens_at(text, at, [&seen](std::uint32_t index) { seen[index] = true; });
    }
    for (std::uint32_t index = 0; index < seen.size(); ++index) {
      if (seen[index]) occurring.push_back(index);
    }
  }
  std::vector<TextPart> parts = {{text, no_token}};
  for (const std::uint32_t index : occurring) {  // the longest come first
    const AddedToken& token = tokens_[index];
    std::vector<TextPart> finer;
    for (const TextPart& part : parts) {
      if (part.token != no_token) {
        finer.push_back(part);
        continue;
      }
      std::size_t done = 0;
      for (std::size_t at = part.text.find(token.text); at != std::string_view::npos;
           at = part.text.find(token.text, done)) {
        if (done < at) finer.push_back({part.text.substr(done, at - done), no_token});
        finer.push_back({part.text.substr(at, token.text.size()), token.id});
        done = at + token.text.size();
      }
      if (done < part.text.size()) finer.push_back({part.text.substr(done), no_token});
    }
    parts = std::move(finer);
  }
  return parts;
}

}  // namespace laconic::tokens
