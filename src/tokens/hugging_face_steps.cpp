// hugging_face_steps.cpp - what happens to a text before its pairs are merged.
#include "tokens/hugging_face_steps.hpp"

#include <utility>

#include "tokens/split_patterns.hpp"
#include "tokens/token_spelling.hpp"

namespace laconic::tokens {
namespace {

/// Lists of steps are short; a longer one is no tokenizer but an attack.
constexpr std::size_t max_steps = 16;

std::string quoted(std::string_view text) {
  constexpr std::size_t most = 60;
  if (text.size() <= most) return "\"" + std::string(text) + "\"";
  std::size_t cut = most;
  while ((static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
    --cut;
  return "\"" + std::string(text.substr(0, cut)) + "...\"";
}

/// Calls `each` for the steps of a Sequence, or for the one step that there is.
template <class Each>
Result<Done> for_each_step(const Value& step, std::string_view list_name, std::string_view what,
                           unsigned depth, std::size_t& steps, Each each) {
  if (!step.is_object()) return unsupported("the " + std::string(what) + " is no object");
  if (text_member(step, "type") != "Sequence") {
    if (++steps > max_steps) {
      return unsupported("the " + std::string(what) + " has more than " +
                         std::to_string(max_steps) + " steps");
    }
    return each(step);
  }
  const Value* list = member(step, list_name);
  if (list == nullptr || !list->is_array() || depth > 4) {
    return unsupported("the " + std::string(what) + " \"Sequence\" has no list \"" +
                       std::string(list_name) + "\", or they are nested deeply");
  }
  for (const Value& item : list->items()) {
    if (auto done = for_each_step(item, list_name, what, depth + 1, steps, each); !done)
      return done;
  }
  return Done{};
}

/// The string of {"String": ...}; nullptr when the pattern is a regular expression.
const Value* literal_pattern(Value step) noexcept {
  const Value* pattern = member(step, "pattern");
  if (pattern == nullptr || !pattern->is_object()) return nullptr;
  const Value* text = member(*pattern, "String");
  return text != nullptr && text->is_string() ? text : nullptr;
}

Result<Done> add_normalizer_step(Value step, Normalizer& normalizer) {
  const std::string_view type = text_member(step, "type");
  constexpr std::pair<std::string_view, UnicodeForm> forms[] = {{"NFC", UnicodeForm::nfc},
                                                                {"NFD", UnicodeForm::nfd},
                                                                {"NFKC", UnicodeForm::nfkc},
                                                                {"NFKD", UnicodeForm::nfkd}};
  for (const auto& [name, form] : forms) {
    if (type != name) continue;
    normalizer.form(form, FormVersion::unicode_9);
    return Done{};
  }
  if (type == "Prepend") {
    normalizer.prepend(text_member(step, "prepend"));
    return Done{};
  }
  if (type == "Replace") {
    const Value* what = literal_pattern(step);
    if (what == nullptr || what->string().empty())
      return unsupported("the normalizer \"Replace\" with a regular expression is not supported");
    normalizer.replace(what->string(), text_member(step, "content"));
    return Done{};
  }
  return unsupported("the normalizer " + quoted(type) +
                     " is not supported; there are NFC, NFD, NFKC, NFKD, Prepend and Replace");
}

/// The steps of a pre-tokenizer, in order.
class PreTokenizerReader {
 public:
  explicit PreTokenizerReader(PairRules& rules) noexcept : rules_(rules) {
    rules_.symbols = PairRules::Symbols::characters;
  }

  Result<Done> add(Value step) {
    const std::string_view type = text_member(step, "type");
    if (type == "ByteLevel") return add_byte_level(step);
    if (type == "Split") return add_split(step);
    if (type == "Digits") {
      const bool single = flag_member(step, "individual_digits", false);
      if (byte_level_) {
        if (single) return after_byte_level("Digits of single digits");
        return push(Split::mapped_digits);
      }
      return push(single ? Split::one_digit_char : Split::digit_chars);
    }
    if (type == "Punctuation") return add_punctuation(step);
    if (type == "Metaspace") return add_metaspace(step);
    return unsupported("the pre-tokenizer " + quoted(type) +
                       " is not supported; there are ByteLevel, Split, Digits, Punctuation, "
                       "Metaspace and Sequence");
  }

 private:
  Result<Done> push(Split split) {
    rules_.splits.push_back({split});
    return Done{};
  }
  static Result<Done> after_byte_level(std::string_view what) {
    return unsupported("the pre-tokenizer " + std::string(what) +
                       " behind ByteLevel, where it sees the spelling of bytes, is not supported");
  }

  Result<Done> add_byte_level(Value step) {
    if (byte_level_) return after_byte_level("ByteLevel");
    if (rules_.lead != PairRules::Lead::none)
      return unsupported("the pre-tokenizers Metaspace and ByteLevel together are not supported");
    byte_level_ = true;
    rules_.symbols = PairRules::Symbols::bytes;
    if (flag_member(step, "add_prefix_space", true)) {
      if (!rules_.splits.empty())
        return unsupported(
            "the pre-tokenizer ByteLevel with add_prefix_space behind another one is not "
            "supported");
      rules_.lead = PairRules::Lead::space;
    }
    return flag_member(step, "use_regex", true) ? push(Split::gpt2) : Result<Done>(Done{});
  }

  Result<Done> add_split(Value step) {
    const std::string_view behavior = text_member(step, "behavior");
    const bool invert = flag_member(step, "invert", false);
    if (const Value* text = literal_pattern(step)) {
      // Gemma splits at spaces, of which its normalizer leaves none.
      if (rules_.normalizer.removes(text->string()) && !invert && !byte_level_) return Done{};
      return unsupported("the pre-tokenizer \"Split\" at the string " + quoted(text->string()) +
                         " is not supported");
    }
    const Value* pattern = member(step, "pattern");
    const std::string_view regex =
        pattern != nullptr && pattern->is_object() ? text_member(*pattern, "Regex") : "";
    const auto split = split_for(regex);
    if (!split)
      return unsupported("the pattern " + quoted(regex) +
                         " of the pre-tokenizer \"Split\" is not one of those that are supported");
    if (byte_level_ && *split != Split::three_digits) return after_byte_level("Split");
    // What is inverted and removed is what stands between the matches, if anything does.
    if ((behavior == "Isolated" && !invert) || (behavior == "Removed" && invert && covers(*split)))
      return push(*split);
    return unsupported("the behavior " + quoted(behavior) + (invert ? ", inverted," : "") +
                       " of the pre-tokenizer \"Split\" is not supported");
  }

  Result<Done> add_punctuation(Value step) {
    if (byte_level_) return after_byte_level("Punctuation");
    const Value* given = member(step, "behavior");
    const std::string_view behavior = given == nullptr ? "Isolated" : text_member(step, "behavior");
    if (behavior == "Isolated") return push(Split::one_punctuation);
    if (behavior == "Contiguous") return push(Split::punctuation_chars);
    return unsupported("the behavior " + quoted(behavior) +
                       " of the pre-tokenizer \"Punctuation\" is not supported");
  }

  Result<Done> add_metaspace(Value step) {
    if (byte_level_) return after_byte_level("Metaspace");
    if (!rules_.splits.empty() || rules_.lead != PairRules::Lead::none)
      return unsupported("the pre-tokenizer \"Metaspace\" behind another one is not supported");
    if (text_member(step, "replacement") != space_mark)
      return unsupported(
          "the pre-tokenizer \"Metaspace\" with a replacement other than U+2581 is "
          "not supported");
    const Value* given = member(step, "prepend_scheme");
    const std::string_view scheme =
        given == nullptr ? "always" : text_member(step, "prepend_scheme");
    if (!flag_member(step, "add_prefix_space", true) && scheme != "never") {
      return unsupported(
          "the pre-tokenizer \"Metaspace\" contradicts itself: add_prefix_space is "
          "false, and prepend_scheme is " +
          quoted(scheme));
    }
    if (scheme == "always") {
      rules_.lead = PairRules::Lead::mark;
    } else if (scheme == "first") {
      rules_.lead = PairRules::Lead::first_mark;
    } else if (scheme == "never") {
      rules_.lead = PairRules::Lead::no_mark;
    } else {
      return unsupported("the prepend_scheme " + quoted(scheme) +
                         " of the pre-tokenizer \"Metaspace\" is not supported");
    }
    rules_.mark_is_space = true;
    return flag_member(step, "split", true) ? push(Split::words_at_u2581) : Result<Done>(Done{});
  }

  PairRules& rules_;
  bool byte_level_ = false;
};

}  // namespace

const Value* member(Value object, std::string_view key) noexcept {
  if (!object.is_object()) return nullptr;
  const Value* found = object.find(key);
  return found == nullptr || found->is_null() ? nullptr : found;
}

std::string_view text_member(Value object, std::string_view key) noexcept {
  const Value* found = member(object, key);
  return found != nullptr && found->is_string() ? found->string() : std::string_view();
}

bool flag_member(Value object, std::string_view key, bool otherwise) noexcept {
  const Value* found = member(object, key);
  return found != nullptr && found->kind() == Kind::boolean ? found->boolean() : otherwise;
}

Error unsupported(std::string detail) {
  return {Errc::unsupported, 0, std::move(detail)};
}

Result<Done> read_normalizer(const Value* normalizer, PairRules& rules) {
  if (normalizer == nullptr) return Done{};
  std::size_t steps = 0;
  auto done = for_each_step(*normalizer, "normalizers", "normalizer", 0, steps, [&](Value step) {
    if (text_member(step, "content") == space_mark) rules.mark_is_space = true;
    return add_normalizer_step(step, rules.normalizer);
  });
  return done;
}

Result<Done> read_pre_tokenizer(const Value* pre_tokenizer, PairRules& rules) {
  PreTokenizerReader reader(rules);
  if (pre_tokenizer == nullptr) return Done{};
  std::size_t steps = 0;
  return for_each_step(*pre_tokenizer, "pretokenizers", "pre-tokenizer", 0, steps,
                       [&](Value step) { return reader.add(step); });
}

}  // namespace laconic::tokens
