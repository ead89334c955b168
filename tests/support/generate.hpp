// generate.hpp - adversarial documents from a seed.
#pragma once

#include <cstdint>
#include <string>

#include <laconic/value.hpp>

#include "random.hpp"

namespace laconic::support {

struct GenerateOptions {
  /// Also numbers that GCF has to refuse: 1e400, integers beyond int64.
  bool big_numbers = false;
};

/// A document in which arrays of objects align, or almost do, and whose keys and
/// strings look like everything they are not. Equal seeds give equal documents.
[[nodiscard]] Document generate(std::uint64_t seed, const GenerateOptions& options = {});

/// A nasty string: a look-alike, delimiters, control or non-ASCII characters.
[[nodiscard]] std::string nasty_string(Random& random);

/// A nasty key; `plain` percent of them are ordinary names.
[[nodiscard]] std::string nasty_key(Random& random, unsigned plain);

}  // namespace laconic::support
