// vocabulary.hpp - what every kind of vocabulary can do; Tokenizer is a handle to one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/error.hpp>

namespace laconic::tokens {

/// How counting or encoding a well-formed text ends.
enum class Outcome : std::uint8_t {
  done,
  out_of_memory,
  no_normalizer,  ///< the text needs a normalization form, and libutf8proc is not built in
  no_byte_token,  ///< the text holds a byte for which there is no token
};

class Vocabulary {
 public:
  Vocabulary(std::string name, std::string kind) noexcept
      : name_(std::move(name)), kind_(std::move(kind)) {}
  Vocabulary(const Vocabulary&) = delete;
  Vocabulary& operator=(const Vocabulary&) = delete;
  virtual ~Vocabulary() = default;

  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  [[nodiscard]] std::string_view kind() const noexcept { return kind_; }

  [[nodiscard]] virtual std::uint32_t size() const noexcept = 0;
  /// `text` is well-formed UTF-8.
  [[nodiscard]] virtual Outcome count(std::string_view text, std::size_t& count) const = 0;
  [[nodiscard]] virtual Outcome encode(std::string_view text,
                                       std::vector<std::uint32_t>& ids) const = 0;
  /// Appends the bytes of the tokens; on an id that is none, answers with its index.
  [[nodiscard]] virtual std::size_t decode(std::span<const std::uint32_t> ids,
                                           std::string& text) const = 0;

 private:
  std::string name_;
  std::string kind_;
};

using LoadedVocabulary = Result<std::unique_ptr<Vocabulary>>;

/// A file of tiktoken ranks: lines of base64, a space and the rank.
[[nodiscard]] LoadedVocabulary load_tiktoken(std::string_view file, std::string_view name);

/// A vocabulary in JSON: tokenizer.json of Hugging Face, tekken.json, or ranks like
/// claude.json.
[[nodiscard]] LoadedVocabulary load_json_vocabulary(std::string_view file, std::string_view name);

/// The vocabulary in a GGUF file.
[[nodiscard]] LoadedVocabulary load_gguf(std::string_view file, std::string_view name);

}  // namespace laconic::tokens
