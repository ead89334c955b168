// unicode_form.hpp - the normalization forms of Unicode, where libutf8proc is there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tokens/vocabulary.hpp"

namespace laconic::tokens {

enum class UnicodeForm : std::uint8_t { nfc, nfd, nfkc, nfkd };

/// Which characters exist: a normalizer leaves alone what its version does not know.
enum class FormVersion : std::uint8_t {
  unicode_9,  ///< what the Hugging Face library tokenizers follows
  library,    ///< that of libutf8proc
};

/// Brings well-formed UTF-8 into a form. Without libutf8proc a text beyond ASCII, which no
/// form changes, is `no_normalizer`.
[[nodiscard]] Outcome to_form(UnicodeForm form, FormVersion version, std::string& text);

}  // namespace laconic::tokens
