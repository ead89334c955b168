// peer_differences.hpp - the known, explained differences to the npm package, one by one.
#pragma once

#include <span>
#include <string_view>

#include <laconic/value.hpp>

namespace laconic::peers {

/// The four questions that are asked about every document.
enum Check : unsigned {
  encoded = 1,  ///< the package writes the bytes that we write (spec 3.5)
  decoded = 2,  ///< the package reads our canonical text as the same value
  compact = 4,  ///< the package reads our compact text as the same value
  read = 8,     ///< we read the package's text as the same value
};

/// One way in which the package is known to differ. A difference is explained by a
/// class when the document has what the class is about, the class is known to affect
/// the check that failed, and the document with that taken away passes every check.
struct Difference {
  std::string_view name;  ///< its heading in known_differences.md
  unsigned affects;       ///< Check bits
  bool (*present)(Value root);
  Document (*without)(Value root);
};

/// In the order in which they are tried: what is taken away first hides the least.
[[nodiscard]] std::span<const Difference> known_differences() noexcept;

}  // namespace laconic::peers
