// export.hpp - marks the symbols that users of the shared library may link to.
#pragma once

#define LACONIC_API __attribute__((visibility("default")))
