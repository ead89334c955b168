# The vocabularies in data/tokens become tables that the library takes in as they are.
#
# The program that lays them out runs while building. For a cross build, make it on the build
# machine first (target lay_out_ranks) and name it in LACONIC_LAY_OUT_RANKS.
set(LACONIC_LAY_OUT_RANKS "" CACHE FILEPATH "A lay_out_ranks that runs on this machine; empty: build it")

if(LACONIC_LAY_OUT_RANKS)
  set(laconic_lay_out ${LACONIC_LAY_OUT_RANKS})
else()
  add_executable(lay_out_ranks
    src/tokens/lay_out_ranks_main.cpp src/tokens/rank_layout.cpp src/tokens/rank_table.cpp)
  target_include_directories(lay_out_ranks PRIVATE src include)
  target_compile_features(lay_out_ranks PRIVATE cxx_std_20)
  target_compile_options(lay_out_ranks PRIVATE -O2)
  target_link_libraries(lay_out_ranks PRIVATE laconic_flags)
  set(laconic_lay_out $<TARGET_FILE:lay_out_ranks>)
endif()

set(laconic_tables ${CMAKE_CURRENT_BINARY_DIR}/token-tables)
file(MAKE_DIRECTORY ${laconic_tables})
foreach(name o200k_base cl100k_base)
  set(packed ${CMAKE_CURRENT_SOURCE_DIR}/data/tokens/${name}.ranks)
  add_custom_command(OUTPUT ${laconic_tables}/${name}.table
    COMMAND ${laconic_lay_out} ${packed} ${laconic_tables}/${name}.table
    DEPENDS ${laconic_lay_out} ${packed} VERBATIM)
  # The compiler does not tell the build what the assembler includes.
  set_property(SOURCE src/tokens/builtin_tables.cpp APPEND PROPERTY OBJECT_DEPENDS ${laconic_tables}/${name}.table)
endforeach()
set_property(SOURCE src/tokens/builtin_tables.cpp APPEND PROPERTY
  COMPILE_DEFINITIONS LACONIC_TABLE_FOLDER="${laconic_tables}")
