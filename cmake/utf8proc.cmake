# libutf8proc normalizes text for the vocabularies that want it (Qwen, GPT-NeoX, Claude 2).
# Without it such vocabularies count ASCII text alone and refuse the rest.
find_path(UTF8PROC_INCLUDE_DIR utf8proc.h)
find_library(UTF8PROC_LIBRARY utf8proc)
mark_as_advanced(UTF8PROC_INCLUDE_DIR UTF8PROC_LIBRARY)
set(laconic_found_utf8proc OFF)
if(UTF8PROC_INCLUDE_DIR AND UTF8PROC_LIBRARY)
  set(laconic_found_utf8proc ON)
endif()
option(LACONIC_UTF8PROC "Normalize text with libutf8proc" ${laconic_found_utf8proc})

if(LACONIC_UTF8PROC)
  set_property(SOURCE src/tokens/unicode_form.cpp APPEND PROPERTY COMPILE_DEFINITIONS LACONIC_HAS_UTF8PROC)
  target_include_directories(laconic SYSTEM PRIVATE ${UTF8PROC_INCLUDE_DIR})
  # By its name, so that an installed static laconic names no folder of this machine.
  cmake_path(GET UTF8PROC_LIBRARY PARENT_PATH laconic_utf8proc_folder)
  target_link_directories(laconic PRIVATE $<BUILD_INTERFACE:${laconic_utf8proc_folder}>)
  target_link_libraries(laconic PRIVATE utf8proc)
endif()
