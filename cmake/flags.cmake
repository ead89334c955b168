# laconic_flags: warnings and sanitizers for our own targets. Never exported.
add_library(laconic_flags INTERFACE)
target_compile_options(laconic_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC bug 105651: "text" + std::string is reported as an overlapping copy.
  target_compile_options(laconic_flags INTERFACE -Wno-restrict)
endif()
if(LACONIC_WERROR)
  target_compile_options(laconic_flags INTERFACE -Werror)
endif()
if(LACONIC_SANITIZE)
  target_compile_options(laconic_flags INTERFACE
    -fsanitize=${LACONIC_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(laconic_flags INTERFACE -fsanitize=${LACONIC_SANITIZE})
endif()
