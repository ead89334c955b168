// version.hpp - the one place where the version of laconic is written.
#pragma once

#define LACONIC_VERSION_STRING "0.1.0"
