// plain_real.hpp - doubles spelled as JavaScript does, the way TOON, TRON and JTON want them.
#pragma once

#include <cstddef>

namespace laconic {

/// The longest text that `write_plain_real` makes.
inline constexpr std::size_t plain_real_size = 32;

/// Shortest digits of a finite double: plain from 1e-6 to below 1e21, else 1e-7, 1e+21; zero is
/// "0". From 2^53 on the exponent is also used when the plain digits would name another integer
/// than the value is: an exact reader would take them for that. `out` needs `plain_real_size`
/// bytes; returns the end.
char* write_plain_real(char* out, double value) noexcept;

}  // namespace laconic
