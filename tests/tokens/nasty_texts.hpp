// nasty_texts.hpp - texts that bring tokenizers to disagree.
#pragma once

#include <string>

#include "random.hpp"

namespace laconic::support {

/// A well-formed text of one of several kinds: mixtures of what the split rules name, all of
/// Unicode, data, long runs, long pieces without a border.
[[nodiscard]] std::string nasty_text(Random& random);

/// At most ten characters from a pool of nasty ones that Unicode has had for long.
[[nodiscard]] std::string short_nasty_text(Random& random);

void append_utf8(std::string& text, char32_t point);

}  // namespace laconic::support
