# What `cmake --install` puts where: headers, library, command, and the two ways to find them.
# The result may be moved as a whole: nothing in it names the prefix.
include(CMakePackageConfigHelpers)

set(laconic_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/laconic)
get_target_property(laconic_type laconic TYPE)

# With link-time optimisation, objects of a static library must also hold machine code:
# the user's compiler need not be ours.
if(CMAKE_INTERPROCEDURAL_OPTIMIZATION AND laconic_type STREQUAL "STATIC_LIBRARY" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(laconic PRIVATE -ffat-lto-objects)
endif()

install(TARGETS laconic EXPORT laconicTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE data/tokens/NOTICE.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT laconicTargets NAMESPACE laconic:: DESTINATION ${laconic_cmake_dir})

configure_package_config_file(cmake/laconicConfig.cmake.in ${PROJECT_BINARY_DIR}/laconicConfig.cmake
  INSTALL_DESTINATION ${laconic_cmake_dir} NO_SET_AND_CHECK_MACRO)
# Below 1.0 every minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/laconicConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/laconicConfig.cmake ${PROJECT_BINARY_DIR}/laconicConfigVersion.cmake
  DESTINATION ${laconic_cmake_dir})

# Folders given relative to the prefix are found from the place of laconic.pc itself.
cmake_path(IS_ABSOLUTE CMAKE_INSTALL_LIBDIR laconic_libdir_fixed)
if(laconic_libdir_fixed)
  set(laconic_pc_prefix ${CMAKE_INSTALL_PREFIX})
  set(laconic_pc_libdir ${CMAKE_INSTALL_LIBDIR})
else()
  file(RELATIVE_PATH laconic_pc_up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" laconic_pc_up "${laconic_pc_up}")
  set(laconic_pc_prefix "\${pcfiledir}/${laconic_pc_up}")
  set(laconic_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
cmake_path(IS_ABSOLUTE CMAKE_INSTALL_INCLUDEDIR laconic_includedir_fixed)
if(laconic_includedir_fixed)
  set(laconic_pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
else()
  set(laconic_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(laconic_pc_requires "")
if(laconic_type STREQUAL "STATIC_LIBRARY")
  set(laconic_pc_requires "simdjson, libcrypto, yaml-cpp")
  if(LACONIC_UTF8PROC)
    string(APPEND laconic_pc_requires ", libutf8proc")
  endif()
endif()
configure_file(cmake/laconic.pc.in ${PROJECT_BINARY_DIR}/laconic.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/laconic.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET laconic_cli)
  install(TARGETS laconic_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(laconic_type STREQUAL "SHARED_LIBRARY" AND NOT laconic_libdir_fixed)
    file(RELATIVE_PATH laconic_rpath "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
    set_target_properties(laconic_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${laconic_rpath}")
  endif()
endif()

install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
