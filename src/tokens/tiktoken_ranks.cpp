// tiktoken_ranks.cpp - reads rank files: lines of base64, a space, and the rank.
#include <charconv>
#include <utility>

#include "tokens/base64.hpp"
#include "tokens/rank_vocabulary.hpp"
#include "tokens/vocabulary.hpp"

namespace laconic::tokens {
namespace {

struct NamedSplit {
  std::string_view part_of_name;
  Split split;
};
constexpr NamedSplit named_splits[] = {
    {"o200k", Split::o200k}, {"cl100k", Split::cl100k}, {"p50k", Split::gpt2},
    {"r50k", Split::gpt2},   {"gpt2", Split::gpt2},
};

Error bad_line(std::string_view file, const char* line, std::string_view what) {
  return {Errc::invalid_line, static_cast<std::uint64_t>(line - file.data()),
          "a line of a rank file is base64, a space and a rank; " + std::string(what)};
}

}  // namespace

LoadedVocabulary load_tiktoken(std::string_view file, std::string_view name) {
  const NamedSplit* rule = nullptr;
  for (const NamedSplit& candidate : named_splits) {
    if (rule == nullptr && name.find(candidate.part_of_name) != std::string_view::npos)
      rule = &candidate;
  }
  if (rule == nullptr) {
    return Error{Errc::unsupported, 0,
                 "a rank file does not say how its text is cut into pieces; its name must hold "
                 "o200k, cl100k, p50k, r50k or gpt2"};
  }
  std::string bytes;
  bytes.reserve(file.size());
  struct Place {
    std::size_t at, size;
  };
  std::vector<Place> places;
  for (std::size_t at = 0; at < file.size();) {
    const std::size_t stop = std::min(file.find('\n', at), file.size());
    std::string_view line = file.substr(at, stop - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    at = stop + 1;
    if (line.empty()) continue;
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos)
      return bad_line(file, line.data(), "this one has no space");
    const std::size_t start = bytes.size();
    if (!append_base64(line.substr(0, space), bytes)) {
      return bad_line(file, line.data(), "this one does not begin with base64");
    }
    std::uint32_t rank = 0;
    const auto [end, code] =
        std::from_chars(line.data() + space + 1, line.data() + line.size(), rank);
    if (code != std::errc() || end != line.data() + line.size() || rank >= max_tokens) {
      return bad_line(file, line.data() + space + 1, "this rank is none, or too large");
    }
    if (rank >= places.size()) places.resize(rank + 1);
    if (places[rank].size != 0) {
      return Error{Errc::duplicate_key, static_cast<std::uint64_t>(line.data() - file.data()),
                   "the rank " + std::to_string(rank) + " occurs twice"};
    }
    places[rank] = {start, bytes.size() - start};
  }
  std::vector<std::string_view> ranks;
  ranks.reserve(places.size());
  for (const Place& place : places)
    ranks.push_back(std::string_view(bytes).substr(place.at, place.size));
  RankBlock block;
  std::string fault;
  if (!lay_out_ranks(ranks, block, fault)) return Error{Errc::unsupported, 0, fault};
  return std::unique_ptr<Vocabulary>(
      new RankVocabulary(std::string(name), std::move(block), {.split = rule->split}));
}

}  // namespace laconic::tokens
