// tokenizer.cpp - the public handle: built-in vocabularies, loaded ones, and the checks.
#include <array>
#include <atomic>
#include <memory>
#include <utility>

#include <laconic/tokens.hpp>

#include "text/utf8.hpp"
#include "tokens/builtin_tables.hpp"
#include "tokens/rank_vocabulary.hpp"
#include "tokens/vocabulary.hpp"

namespace laconic {

/// Loaded vocabularies are counted; built-in ones stay for good.
struct [[gnu::visibility("hidden")]] Tokenizer::Impl {
  const tokens::Vocabulary* vocabulary;
  bool counted;
  mutable std::atomic<std::size_t> users{1};

  Impl(const tokens::Vocabulary* made, bool is_counted) noexcept
      : vocabulary(made), counted(is_counted) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (counted) delete vocabulary;
  }

  void enter() const noexcept {
    if (counted) users.fetch_add(1, std::memory_order_relaxed);
  }
  void leave() const noexcept {
    if (counted && users.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }
  static const Impl* o200k() {
    static const tokens::RankVocabulary vocabulary("o200k_base", tokens::o200k_table(),
                                                   {.split = tokens::Split::o200k});
    static const Impl impl(&vocabulary, false);
    return &impl;
  }
  static const Impl* cl100k() {
    static const tokens::RankVocabulary vocabulary("cl100k_base", tokens::cl100k_table(),
                                                   {.split = tokens::Split::cl100k});
    static const Impl impl(&vocabulary, false);
    return &impl;
  }
};

Tokenizer::Tokenizer(const Tokenizer& other) noexcept : impl_(other.impl_) {
  if (impl_ != nullptr) impl_->enter();
}
Tokenizer::Tokenizer(Tokenizer&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}
Tokenizer& Tokenizer::operator=(Tokenizer other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
Tokenizer::~Tokenizer() {
  if (impl_ != nullptr) impl_->leave();
}

std::span<const std::string_view> Tokenizer::builtin_names() noexcept {
  static constexpr std::array<std::string_view, 2> names = {"o200k_base", "cl100k_base"};
  return names;
}

Result<Tokenizer> Tokenizer::builtin(std::string_view name) {
  if (name == "o200k_base" || name == "o200k") return Tokenizer(Impl::o200k());
  if (name == "cl100k_base" || name == "cl100k") return Tokenizer(Impl::cl100k());
  return Error{Errc::unknown_format, 0,
               "no tokenizer \"" + std::string(name) +
                   "\" is built in; there are o200k_base and cl100k_base, and any vocabulary "
                   "file can be loaded by its path"};
}

namespace {

/// No rank file begins like GGUF or JSON: its first line is base64.
tokens::LoadedVocabulary load_by_content(std::string_view file, std::string_view name) {
  if (file.starts_with("GGUF")) return tokens::load_gguf(file, name);
  if (file.starts_with("\xEF\xBB\xBF")) file.remove_prefix(3);
  const std::size_t start = file.find_first_not_of(" \t\r\n");
  if (start != std::string_view::npos && (file[start] == '{' || file[start] == '['))
    return tokens::load_json_vocabulary(file, name);
  return tokens::load_tiktoken(file, name);
}

}  // namespace

Result<Tokenizer> Tokenizer::load(std::string_view file, std::string_view name) {
  auto vocabulary = load_by_content(file, name);
  if (!vocabulary) return vocabulary.error();
  return Tokenizer(new Impl(vocabulary->release(), true));
}

std::string_view Tokenizer::name() const noexcept {
  return impl_->vocabulary->name();
}
std::string_view Tokenizer::kind() const noexcept {
  return impl_->vocabulary->kind();
}
std::uint32_t Tokenizer::size() const noexcept {
  return impl_->vocabulary->size();
}

namespace {

Result<Done> check_text(std::string_view text) {
  if (is_utf8(text)) return Done{};
  return Error{Errc::invalid_utf8, first_bad_utf8(text),
               "the text is not UTF-8, so its tokens are not defined; convert it first"};
}

Error refusal(tokens::Outcome outcome) {
  if (outcome == tokens::Outcome::no_normalizer) {
    return {Errc::unsupported, 0,
            "this vocabulary normalizes text (NFC or NFKC) before it counts, and this laconic was "
            "built without libutf8proc; only ASCII can be counted"};
  }
  if (outcome == tokens::Outcome::no_byte_token) {
    return {Errc::unsupported, 0,
            "the text holds a byte for which this vocabulary has no token, so it has no exact "
            "count"};
  }
  return {Errc::out_of_memory, 0, "no memory for the tokens"};
}

}  // namespace

Result<std::size_t> Tokenizer::count(std::string_view text) const {
  if (auto ok = check_text(text); !ok) return ok.error();
  std::size_t count = 0;
  const tokens::Outcome outcome = impl_->vocabulary->count(text, count);
  if (outcome != tokens::Outcome::done) return refusal(outcome);
  return count;
}

Result<std::vector<std::uint32_t>> Tokenizer::encode(std::string_view text) const {
  if (auto ok = check_text(text); !ok) return ok.error();
  std::vector<std::uint32_t> ids;
  const tokens::Outcome outcome = impl_->vocabulary->encode(text, ids);
  if (outcome != tokens::Outcome::done) return refusal(outcome);
  return ids;
}

Result<std::string> Tokenizer::decode(std::span<const std::uint32_t> ids) const {
  std::string text;
  const std::size_t bad = impl_->vocabulary->decode(ids, text);
  if (bad == ids.size()) return text;
  return Error{Errc::out_of_range, 0,
               "the id " + std::to_string(ids[bad]) + " at index " + std::to_string(bad) +
                   " is no token of " + std::string(name())};
}

}  // namespace laconic
