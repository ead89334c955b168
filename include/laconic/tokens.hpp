// tokens.hpp - exact token counts, with the tokenizers that models use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/error.hpp>
#include <laconic/export.hpp>

namespace laconic {

/// A vocabulary with its rules, for texts in and token ids out. Immutable and cheap to
/// copy; all const functions may run on several threads at once.
///
///     auto tokenizer = laconic::Tokenizer::builtin("o200k_base");
///     auto count = tokenizer->count("hello world");
///     assert(count && *count == 2);
///
/// Text that looks like a special token, for example `<|endoftext|>`, is counted as text.
class LACONIC_API Tokenizer {
 public:
  /// "o200k_base" (GPT-4o and later) or "cl100k_base" (GPT-4), also "o200k" and "cl100k".
  /// Fails with unknown_format; the detail lists the names. Costs nothing: the tables are
  /// part of the program.
  static Result<Tokenizer> builtin(std::string_view name);
  /// The names that `builtin` takes.
  static std::span<const std::string_view> builtin_names() noexcept;
  /// Reads the bytes of a vocabulary file: ranks as tiktoken has them, a Hugging Face
  /// tokenizer.json, or GGUF. `name` becomes `name()`; ranks need it to tell the rules
  /// ("cl100k", "o200k", "gpt2", "p50k", "r50k" somewhere in it). Fails with `unsupported`
  /// and the name of the feature when a count could not be exact.
  static Result<Tokenizer> load(std::string_view file, std::string_view name);

  Tokenizer(const Tokenizer& other) noexcept;
  Tokenizer(Tokenizer&& other) noexcept;
  Tokenizer& operator=(Tokenizer other) noexcept;
  ~Tokenizer();

  [[nodiscard]] std::string_view name() const noexcept;
  /// What kind of vocabulary it is, in words.
  [[nodiscard]] std::string_view kind() const noexcept;
  /// One more than the largest id.
  [[nodiscard]] std::uint32_t size() const noexcept;

  /// How many tokens the text has; 0 for no text. Fails with invalid_utf8, at the offset.
  /// Allocates nothing for the built-in and other rank vocabularies, unless a run of more
  /// than 2,048 bytes without a border between pieces asks for scratch memory.
  [[nodiscard]] Result<std::size_t> count(std::string_view text) const;
  /// The tokens themselves.
  [[nodiscard]] Result<std::vector<std::uint32_t>> encode(std::string_view text) const;
  /// The text of tokens. The result need not be UTF-8: a token may be part of a character.
  /// Fails with out_of_range on an id that is none.
  [[nodiscard]] Result<std::string> decode(std::span<const std::uint32_t> ids) const;

 private:
  struct Impl;
  explicit Tokenizer(const Impl* impl) noexcept : impl_(impl) {}
  const Impl* impl_;
};

}  // namespace laconic
