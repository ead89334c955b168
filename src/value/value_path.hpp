// value_path.hpp - where in a document a value stands, for error messages.
#pragma once

#include <string>

#include <laconic/value.hpp>

namespace laconic::detail {

/// `$.orders[3].total`; "$" for the root itself. Searches the whole document: for the failure
/// path only. `place` is the address of a member or an element.
[[nodiscard]] std::string path_of(const Value& root, const Value* place);

}  // namespace laconic::detail
