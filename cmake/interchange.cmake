# The everyday formats. YAML is read with yaml-cpp's events; everything else is our own.
find_package(yaml-cpp REQUIRED)
target_sources(laconic PRIVATE
  src/interchange/csv/csv_codec.cpp
  src/interchange/csv/csv_read.cpp
  src/interchange/csv/csv_write.cpp
  src/interchange/msgpack/binary_read.cpp
  src/interchange/msgpack/binary_sniff.cpp
  src/interchange/msgpack/cbor_codec.cpp
  src/interchange/msgpack/cbor_read.cpp
  src/interchange/msgpack/cbor_write.cpp
  src/interchange/msgpack/msgpack_codec.cpp
  src/interchange/msgpack/msgpack_read.cpp
  src/interchange/msgpack/msgpack_write.cpp
  src/interchange/msgpack/timestamp.cpp
  src/interchange/toml/toml_codec.cpp
  src/interchange/toml/toml_read.cpp
  src/interchange/toml/toml_scalar.cpp
  src/interchange/toml/toml_tables.cpp
  src/interchange/toml/toml_write.cpp
  src/interchange/yaml/yaml_codec.cpp
  src/interchange/yaml/yaml_events.cpp
  src/interchange/yaml/yaml_read.cpp
  src/interchange/yaml/yaml_scalar.cpp
  src/interchange/yaml/yaml_write.cpp)

# yaml-cpp throws and has virtual functions; one file catches everything at its border.
set_source_files_properties(src/interchange/yaml/yaml_events.cpp PROPERTIES
  COMPILE_OPTIONS "-fexceptions;-frtti")
# By its name, so that an installed static laconic names no folder of this machine.
set(laconic_yaml yaml-cpp)
if(TARGET yaml-cpp::yaml-cpp)  # from 0.8 on
  set(laconic_yaml yaml-cpp::yaml-cpp)
endif()
get_target_property(laconic_yaml_include ${laconic_yaml} INTERFACE_INCLUDE_DIRECTORIES)
if(laconic_yaml_include)
  target_include_directories(laconic SYSTEM PRIVATE ${laconic_yaml_include})
endif()
get_target_property(laconic_yaml_library ${laconic_yaml} LOCATION)
cmake_path(GET laconic_yaml_library PARENT_PATH laconic_yaml_folder)
target_link_directories(laconic PRIVATE $<BUILD_INTERFACE:${laconic_yaml_folder}>)
target_link_libraries(laconic PRIVATE -lyaml-cpp)
