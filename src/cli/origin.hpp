// origin.hpp - where in the source a value stands that could not be written.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <laconic/error.hpp>

namespace laconic::cli {

/// Writers see values, not texts, so their errors have no place. When `error` is
/// about a number (its detail begins with it) and `text` is valid JSON, this finds
/// the first such number in it.
[[nodiscard]] std::optional<std::uint64_t> find_origin(std::string_view text, const Error& error);

}  // namespace laconic::cli
