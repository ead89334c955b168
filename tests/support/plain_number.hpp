// plain_number.hpp - numbers spelled digit by digit, to check the real writers.
#pragma once

#include <string>

namespace laconic::support {

/// A double as GCF section 2.2 wants it: plain from 1e-6 to below 2^53, else with an
/// exponent; -0 is 0.
[[nodiscard]] std::string plain_gcf_real(double value);

/// A double as the JSON writer spells one that has no source text: like GCF, but -0
/// keeps its sign.
[[nodiscard]] std::string plain_json_real(double value);

}  // namespace laconic::support
