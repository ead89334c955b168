// gguf_vocabulary.cpp - makes a vocabulary of what a GGUF file holds, with llama.cpp's rules.
#include <cmath>
#include <span>
#include <utility>

#include "text/utf8.hpp"
#include "tokens/byte_alphabet.hpp"
#include "tokens/gguf.hpp"
#include "tokens/pair_vocabulary.hpp"
#include "tokens/score_vocabulary.hpp"
#include "tokens/token_spelling.hpp"
#include "tokens/vocabulary.hpp"

namespace laconic::tokens {
namespace {

constexpr std::int32_t user_defined = 4;

Error refused(std::string detail) {
  return {Errc::unsupported, 0, std::move(detail)};
}

/// The splits behind the names of `tokenizer.ggml.pre`. Names of one kind share a row.
struct NamedSplits {
  std::span<const std::string_view> names;
  std::span<const Split> splits;
  bool whole_pieces = false;
};

constexpr std::string_view gpt2_names[] = {
    "gpt-2",       "phi-2",       "jina-es",         "jina-de", "jina-v2-es",
    "jina-v2-de",  "jina-v1-en",  "mellum",          "a.x-4.0", "jina-v2-code",
    "roberta-bpe", "modern-bert", "gigachat",        "mpt",     "olmo",
    "jais",        "trillion",    "granite-docling", "exaone4",
};
constexpr std::string_view llama3_names[] = {"llama3",   "llama-v3",  "llama-bpe",
                                             "falcon3",  "falcon-h1", "pixtral",
                                             "midm-2.0", "lfm2",      "jina-v5-nano"};
constexpr std::string_view cl100k_names[] = {"dbrx", "smaug-bpe", "glm4", "chatglm-bpe"};
constexpr std::string_view qwen2_names[] = {"qwen2",   "deepseek-r1-qwen", "kormo",
                                            "f2llmv2", "stablelm2",        "hunyuan",
                                            "megrez",  "solar-open",       "grok-2"};
constexpr std::string_view qwen35_names[] = {"qwen35"};
constexpr std::string_view starcoder_names[] = {"starcoder", "refact", "command-r",  "smollm",
                                                "codeshell", "exaone", "minerva-7b", "mellum2"};
constexpr std::string_view falcon_names[] = {"falcon"};
constexpr std::string_view coder_names[] = {"deepseek-coder"};
constexpr std::string_view deepseek_names[] = {"deepseek-llm"};
constexpr std::string_view deepseek3_names[] = {"deepseek-v3", "hunyuan-dense", "joyai-llm"};
constexpr std::string_view tekken_names[] = {"tekken"};
constexpr std::string_view o200k_names[] = {"gpt-4o", "llama4", "kanana2", "talkie", "minimax-m2"};

constexpr Split gpt2_splits[] = {Split::gpt2};
constexpr Split cl100k_splits[] = {Split::cl100k};
constexpr Split qwen2_splits[] = {Split::qwen2};
constexpr Split qwen35_splits[] = {Split::qwen35};
constexpr Split starcoder_splits[] = {Split::one_number, Split::gpt2};
constexpr Split falcon_splits[] = {Split::falcon_punctuation, Split::gpt2, Split::three_digits};
constexpr Split coder_splits[] = {Split::line_end, Split::spaced_letters, Split::spaced_punctuation,
                                  Split::han_and_hangul, Split::one_number};
constexpr Split deepseek_splits[] = {Split::line_end,       Split::deepseek_letters,
                                     Split::deepseek_signs, Split::blank_end,
                                     Split::han_and_hangul, Split::numbers};
constexpr Split deepseek3_splits[] = {Split::three_numbers, Split::han_and_kana,
                                      Split::deepseek_v3};
constexpr Split tekken_splits[] = {Split::tekken};
constexpr Split o200k_splits[] = {Split::o200k};

constexpr NamedSplits named_splits[] = {
    {gpt2_names, gpt2_splits},           {llama3_names, cl100k_splits, true},
    {cl100k_names, cl100k_splits},       {qwen2_names, qwen2_splits},
    {qwen35_names, qwen35_splits},       {starcoder_names, starcoder_splits},
    {falcon_names, falcon_splits},       {coder_names, coder_splits},
    {deepseek_names, deepseek_splits},   {deepseek3_names, deepseek3_splits},
    {tekken_names, tekken_splits, true}, {o200k_names, o200k_splits},
};

const NamedSplits* splits_for(std::string_view pre) noexcept {
  for (const NamedSplits& row : named_splits) {
    for (const std::string_view name : row.names) {
      if (name == pre) return &row;
    }
  }
  return nullptr;
}

Result<Done> check_lists(const GgufVocabulary& file) {
  if (!file.has_tokens) return refused("the file has no tokens (tokenizer.ggml.tokens)");
  if (file.tokens.size() >= max_loaded_ids) {
    return refused(std::to_string(file.tokens.size()) + " tokens, at most " +
                   std::to_string(max_loaded_ids) + " are supported");
  }
  if (!file.types.empty() && file.types.size() < file.tokens.size())
    return refused("the list tokenizer.ggml.token_type is shorter than the list of tokens");
  return Done{};
}

/// The tokens that the user of the vocabulary defined: they are taken out of a text first.
std::vector<AddedToken> user_tokens(const GgufVocabulary& file) {
  std::vector<AddedToken> tokens;
  for (std::uint32_t id = 0; id < file.types.size() && id < file.tokens.size(); ++id) {
    if (file.types[id] == user_defined && is_utf8(file.tokens[id]))
      tokens.push_back({.text = std::string(file.tokens[id]), .id = id});
  }
  return tokens;
}

/// All tokens by id. One that is not UTF-8, or empty, can be in no text.
std::vector<TokenText> list_tokens(const GgufVocabulary& file) {
  std::vector<TokenText> list;
  list.reserve(file.tokens.size());
  for (std::uint32_t id = 0; id < file.tokens.size(); ++id) {
    const std::string_view text = file.tokens[id];
    list.push_back({text, id, !text.empty() && is_utf8(text)});
  }
  return list;
}

Error same_text(std::string fault) {
  return {Errc::duplicate_key, 0, std::move(fault)};
}

Error missing_byte(unsigned byte) {
  return refused("the byte " + std::to_string(byte) +
                 " is no token, so not every text can be encoded");
}

Result<Done> read_merges(const GgufVocabulary& file, const TokenTexts& strings, PairTable& pairs) {
  pairs.reserve(file.merges.size());
  std::string joined;
  for (std::uint32_t order = 0; order < file.merges.size(); ++order) {
    const std::string_view merge = file.merges[order];
    const std::size_t space = merge.find(' ', 1);
    if (space == std::string_view::npos)
      return refused("the merge " + std::to_string(order) + " is not a text with a space in it");
    const std::string_view left = merge.substr(0, space);
    const std::string_view right = merge.substr(space + 1);
    joined.assign(left).append(right);
    const std::uint32_t a = strings.find(left);
    const std::uint32_t b = strings.find(right);
    const std::uint32_t made = strings.find(joined);
    if (a == no_token || b == no_token || made == no_token)
      return refused("the merge " + std::to_string(order) +
                     " names a token that the vocabulary lacks");
    // The first of two is the one that counts.
    if (pairs.find(a, b).order == PairTable::none) pairs.set(a, b, {order, made});
  }
  return Done{};
}

LoadedVocabulary load_byte_level(const GgufVocabulary& file, std::string_view name) {
  if (file.pre.empty())
    return refused("the file does not say how its text is cut into pieces (tokenizer.ggml.pre)");
  const NamedSplits* row = splits_for(file.pre);
  if (row == nullptr)
    return refused("the split \"" + std::string(file.pre) +
                   "\" (tokenizer.ggml.pre) is not supported");
  if (!file.has_merges) return refused("the file has no merges (tokenizer.ggml.merges)");
  PairRules rules;
  for (const Split split : row->splits)
    rules.splits.push_back({split, Dialect::llama_cpp});
  rules.whole_pieces = row->whole_pieces;
  rules.added.fill(user_tokens(file), AddedTokens::Order::longest);

  std::vector<TokenText> list = list_tokens(file);
  TokenTexts strings;
  std::string fault;
  if (!strings.fill(list, fault)) return same_text(fault);
  if (auto done = read_merges(file, strings, rules.pairs); !done) return done.error();
  for (unsigned byte = 0; byte < 256; ++byte) {
    char utf8[4];
    const char* end = put_utf8(utf8, character_of_byte(static_cast<unsigned char>(byte)));
    rules.byte_tokens[byte] = strings.find({utf8, static_cast<std::size_t>(end - utf8)});
    if (rules.byte_tokens[byte] == no_token && is_common_byte(byte)) return missing_byte(byte);
  }
  if (auto done = store_spelled(list, rules.texts); !done) return done.error();
  return std::unique_ptr<Vocabulary>(
      new PairVocabulary(std::string(name), "byte pairs by order, GGUF", std::move(rules)));
}

/// The byte tokens `<0x00>` to `<0xFF>`. Those of characters with a token of their own, and
/// of bytes that are in no UTF-8, may be missing.
Result<Done> take_byte_tokens(const TokenTexts& texts, std::uint32_t (&into)[256]) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    into[byte] = texts.find(byte_token_text(byte));
    const char character = static_cast<char>(byte);
    const bool is_token = byte < 0x80 && texts.find({&character, 1}) != no_token;
    if (into[byte] == no_token && is_utf8_byte(byte) && !is_token) return missing_byte(byte);
  }
  return Done{};
}

/// Gemma 4: characters, merged by order as byte-level vocabularies are.
LoadedVocabulary load_gemma4(const GgufVocabulary& file, std::string_view name) {
  if (!file.has_merges) return refused("the file has no merges (tokenizer.ggml.merges)");
  PairRules rules;
  rules.symbols = PairRules::Symbols::characters;
  rules.byte_fallback = true;
  rules.mark_is_space = true;
  rules.lead = PairRules::Lead::no_mark;
  rules.splits.push_back({Split::line_runs});
  rules.whole_lines = true;
  rules.added.fill(user_tokens(file), AddedTokens::Order::longest);
  std::string fault;
  if (!rules.texts.fill(list_tokens(file), fault)) return same_text(fault);
  if (auto done = read_merges(file, rules.texts, rules.pairs); !done) return done.error();
  if (auto done = take_byte_tokens(rules.texts, rules.byte_tokens); !done) return done.error();
  return std::unique_ptr<Vocabulary>(
      new PairVocabulary(std::string(name), "character pairs by order, GGUF", std::move(rules)));
}

LoadedVocabulary load_scores(const GgufVocabulary& file, std::string_view name) {
  if (file.scores.size() < file.tokens.size())
    return refused("the file has fewer scores (tokenizer.ggml.scores) than tokens");
  ScoreRules rules;
  rules.space_in_front = file.add_space_prefix.value_or(true);
  rules.added.fill(user_tokens(file), AddedTokens::Order::longest);
  rules.scores = file.scores;
  for (const float score : rules.scores) {
    if (std::isnan(score)) return refused("a score is not a number");
  }
  std::string fault;
  if (!rules.texts.fill(list_tokens(file), fault)) return same_text(fault);
  if (auto done = take_byte_tokens(rules.texts, rules.byte_tokens); !done) return done.error();
  return std::unique_ptr<Vocabulary>(
      new ScoreVocabulary(std::string(name), "character pairs by score, GGUF", std::move(rules)));
}

}  // namespace

LoadedVocabulary load_gguf(std::string_view file, std::string_view name) {
  const auto found = read_gguf(file);
  if (!found) return found.error();
  if (found->model.empty()) return refused("the file has no vocabulary (tokenizer.ggml.model)");
  const auto load = found->model == "gpt2"     ? load_byte_level
                    : found->model == "llama"  ? load_scores
                    : found->model == "gemma4" ? load_gemma4
                                               : nullptr;
  if (load == nullptr)
    return refused("the model of the vocabulary is \"" + std::string(found->model) +
                   "\" (tokenizer.ggml.model); gpt2, llama and gemma4 are supported");
  if (auto done = check_lists(*found); !done) return done.error();
  return load(*found, name);
}

}  // namespace laconic::tokens
