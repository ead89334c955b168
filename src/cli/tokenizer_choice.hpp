// tokenizer_choice.hpp - tokenizers by name or file, for the commands that count.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <laconic/tokens.hpp>

#include "cli/command.hpp"
#include "cli/help.hpp"

namespace laconic::cli {

constexpr std::string_view default_tokenizer = "o200k_base";

constexpr FlagText tokenizer_text{
    "--tokenizer", "NAME|FILE",
    "The tokenizer that counts: a built-in one, a vocabulary file, or the name of one in the "
    "folders that laconic tokenizers lists (default: o200k_base)."};

/// The largest vocabulary file that is read; of a larger GGUF file, this much is.
constexpr std::uint64_t max_vocabulary_bytes = std::uint64_t{128} << 20;

/// A built-in name, a file, or the name of a file in one of the folders. Reports what goes
/// wrong.
[[nodiscard]] Result<Tokenizer> find_tokenizer(Context& context, std::string_view name);

/// Loads each name, or the default when there is none. An Exit other than done has been
/// reported.
[[nodiscard]] Exit find_tokenizers(Context& context, const std::vector<std::string>& names,
                                   std::vector<Tokenizer>& found);

}  // namespace laconic::cli
