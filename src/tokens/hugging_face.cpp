// hugging_face.cpp - the model and the added tokens of tokenizer.json.
#include "tokens/hugging_face.hpp"

#include <span>
#include <utility>

#include "text/utf8.hpp"
#include "tokens/byte_alphabet.hpp"
#include "tokens/hugging_face_steps.hpp"
#include "tokens/pair_vocabulary.hpp"
#include "tokens/token_spelling.hpp"

namespace laconic::tokens {
namespace {

/// The name of a model; older files leave it to the members.
std::string_view model_type(Value model) noexcept {
  if (const Value* type = member(model, "type"))
    return type->is_string() ? type->string() : "of no known type";
  if (member(model, "merges") != nullptr) return "BPE";
  if (member(model, "unk_id") != nullptr) return "Unigram";
  return member(model, "max_input_chars_per_word") != nullptr ? "WordPiece" : "of no known type";
}

Result<Done> check_model(Value model) {
  const std::string_view type = model_type(model);
  if (type != "BPE") {
    return unsupported("the model is " + std::string(type) +
                       "; of tokenizer.json laconic reads the model BPE");
  }
  if (const Value* dropout = member(model, "dropout")) {
    const bool number = dropout->kind() == Kind::real || dropout->kind() == Kind::integer;
    if (!number || dropout->real() != 0)
      return unsupported("the model has a dropout, by which its tokens depend on chance");
  }
  for (const std::string_view key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
    const Value* affix = member(model, key);
    if (affix != nullptr && !(affix->is_string() && affix->string().empty()))
      return unsupported("the model has a " + std::string(key) + ", which is not supported");
  }
  return Done{};
}

class Loader {
 public:
  Loader(Value root, std::string_view name) : root_(root), name_(name) {}

  LoadedVocabulary load() {
    if (const Value* version = member(root_, "version");
        version != nullptr && !(version->is_string() && version->string() == "1.0")) {
      return unsupported("this is not version 1.0 of tokenizer.json");
    }
    const Value* model = member(root_, "model");
    if (model == nullptr || !model->is_object()) return unsupported("the model is no object");
    if (auto done = check_model(*model); !done) return done.error();
    if (auto done = read_normalizer(member(root_, "normalizer"), rules_); !done)
      return done.error();
    if (auto done = read_pre_tokenizer(member(root_, "pre_tokenizer"), rules_); !done)
      return done.error();
    if (auto done = read_vocabulary(*model); !done) return done.error();
    if (auto done = read_merges(*model); !done) return done.error();
    if (auto done = read_symbols(*model); !done) return done.error();
    if (auto done = read_added_tokens(); !done) return done.error();
    if (auto done = store_texts(); !done) return done.error();
    const bool bytes = rules_.symbols == PairRules::Symbols::bytes;
    return std::unique_ptr<Vocabulary>(new PairVocabulary(
        std::string(name_),
        bytes ? "byte pairs by order, tokenizer.json" : "character pairs by order, tokenizer.json",
        std::move(rules_)));
  }

 private:
  [[nodiscard]] bool by_bytes() const noexcept {
    return rules_.symbols == PairRules::Symbols::bytes;
  }

  Result<Done> read_vocabulary(Value model) {
    const Value* vocabulary = member(model, "vocab");
    if (vocabulary == nullptr || !vocabulary->is_object())
      return unsupported("the model has no object \"vocab\"");
    list_.reserve(vocabulary->size());
    for (const auto [text, id] : vocabulary->members()) {
      if (id.kind() != Kind::integer || id.integer() < 0 || id.integer() >= max_loaded_ids) {
        return Error{Errc::out_of_range, 0,
                     "a token has an id that is no number below " + std::to_string(max_loaded_ids)};
      }
      list_.push_back({text, static_cast<std::uint32_t>(id.integer()), true});
    }
    std::string fault;
    if (!strings_.fill(list_, fault)) return Error{Errc::duplicate_key, 0, fault};
    return Done{};
  }

  /// The two sides of a merge; false when it is none.
  static bool take_sides(const Value& merge, std::string_view& left, std::string_view& right) {
    if (merge.is_array()) {
      if (merge.size() != 2 || !merge.items()[0].is_string() || !merge.items()[1].is_string())
        return false;
      left = merge.items()[0].string();
      right = merge.items()[1].string();
      return true;
    }
    if (!merge.is_string()) return false;
    const std::string_view text = merge.string();
    const std::size_t space = text.find(' ');
    if (space == std::string_view::npos || text.find(' ', space + 1) != std::string_view::npos)
      return false;
    left = text.substr(0, space);
    right = text.substr(space + 1);
    return true;
  }

  Result<Done> read_merges(Value model) {
    const Value* merges = member(model, "merges");
    if (merges == nullptr || !merges->is_array())
      return unsupported("the model has no list \"merges\"");
    rules_.pairs.reserve(merges->size());
    std::uint32_t order = 0;
    std::string joined;
    for (const Value& merge : merges->items()) {
      if (merge.is_string() && merge.string().starts_with("#version")) continue;
      std::string_view left;
      std::string_view right;
      if (!take_sides(merge, left, right))
        return unsupported("the merge " + std::to_string(order) +
                           " is neither two texts nor a text with one space");
      joined.assign(left).append(right);
      const std::uint32_t a = strings_.find(left);
      const std::uint32_t b = strings_.find(right);
      const std::uint32_t made = strings_.find(joined);
      if (a == no_token || b == no_token || made == no_token)
        return unsupported("the merge " + std::to_string(order) +
                           " names a token that the vocabulary lacks");
      rules_.pairs.set(a, b, {order++, made});
    }
    return Done{};
  }

  Result<Done> read_symbols(Value model) {
    rules_.whole_pieces = flag_member(model, "ignore_merges", false);
    std::string spelled;
    if (by_bytes()) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        char utf8[4];
        const char* end = put_utf8(utf8, character_of_byte(static_cast<unsigned char>(byte)));
        spelled.assign(utf8, static_cast<std::size_t>(end - utf8));
        if (auto done = take_byte(byte, spelled); !done) return done;
      }
      return Done{};
    }
    rules_.fuse_unknown = flag_member(model, "fuse_unk", false);
    rules_.byte_fallback = flag_member(model, "byte_fallback", false);
    if (rules_.byte_fallback) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        if (auto done = take_byte(byte, byte_token_text(byte)); !done) return done;
      }
      return Done{};
    }
    rules_.unknown = strings_.find(text_member(model, "unk_token"));
    if (rules_.unknown == no_token)
      return unsupported(
          "the model has neither byte_fallback nor an unk_token, so characters that "
          "it does not know would be lost");
    return Done{};
  }

  /// Whether a vocabulary cannot do without a byte. By bytes, a text that holds a rare one is
  /// refused when it comes. For characters, those that are in no UTF-8 are not needed, nor
  /// those that are characters with a token of their own.
  [[nodiscard]] bool is_needed(unsigned byte) const {
    if (by_bytes()) return is_common_byte(byte);
    const char character = static_cast<char>(byte);
    return is_utf8_byte(byte) && (byte >= 0x80 || strings_.find({&character, 1}) == no_token);
  }

  Result<Done> take_byte(unsigned byte, std::string_view text) {
    rules_.byte_tokens[byte] = strings_.find(text);
    if (rules_.byte_tokens[byte] != no_token || !is_needed(byte)) return Done{};
    return unsupported("the byte " + std::to_string(byte) +
                       " is no token, so not every text can be encoded");
  }

  Result<Done> read_added_tokens() {
    const Value* added = member(root_, "added_tokens");
    if (added == nullptr) return Done{};
    if (!added->is_array()) return unsupported("the added tokens are no list");
    std::vector<AddedToken> raw;
    std::vector<AddedToken> normalized;
    // The library does not look at the ids in the list: what the model does not know gets
    // the numbers behind its tokens.
    auto next_id = static_cast<std::uint32_t>(list_.size());
    for (const Value& item : added->items()) {
      const std::string_view text = text_member(item, "content");
      if (text.empty()) continue;
      AddedToken token{.text = std::string(text),
                       .id = strings_.find(text),
                       .strip_left = flag_member(item, "lstrip", false),
                       .strip_right = flag_member(item, "rstrip", false)};
      if (token.id == no_token) {
        token.id = next_id++;
        list_.push_back({text, token.id, false});
      }
      if (flag_member(item, "special", false)) continue;  // it stays text
      if (flag_member(item, "single_word", false))
        return unsupported("the added token \"" + token.text +
                           "\" is to match whole words only (single_word)");
      if (!flag_member(item, "normalized", false)) {
        raw.push_back(std::move(token));
        continue;
      }
      if (rules_.normalizer.apply(token.text) != Outcome::done)
        return unsupported("the added token \"" + std::string(text) +
                           "\" needs a normalizer, and this laconic was built without libutf8proc");
      normalized.push_back(std::move(token));
    }
    rules_.added.fill(std::move(raw), AddedTokens::Order::leftmost);
    rules_.normalized_added.fill(std::move(normalized), AddedTokens::Order::leftmost);
    return Done{};
  }

  Result<Done> store_texts() {
    if (by_bytes()) return store_spelled(list_, rules_.texts);
    std::string fault;
    if (!rules_.texts.fill(list_, fault)) return Error{Errc::duplicate_key, 0, fault};
    return Done{};
  }

  Value root_;
  std::string_view name_;
  PairRules rules_;
  std::vector<TokenText> list_;
  TokenTexts strings_;  ///< the texts as the file spells them
};

}  // namespace

LoadedVocabulary load_hugging_face(Value root, std::string_view name) {
  return Loader(root, name).load();
}

}  // namespace laconic::tokens
