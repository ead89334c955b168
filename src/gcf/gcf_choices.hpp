// gcf_choices.hpp - what the compact layout has decided so far.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <laconic/value.hpp>

namespace laconic::gcf {

/// The forms of a container.
enum class ContainerForm : std::uint8_t {
  list,      ///< name[N]: a,b
  table,     ///< ## name [N]{..}
  expanded,  ///< ## name [N] and @i items
  keyed,     ///< ## name [N:]{key,..}
  sections,  ///< ## name and members
};

struct Choice {
  ContainerForm form;
  std::uint64_t bytes;  ///< of the container in that form
};

/// How a field with nested objects is written.
enum class FieldChoice : std::uint8_t {
  canonical,   ///< as the canonical layout would
  united,      ///< path columns for objects with different keys
  positional,  ///< positional bodies, also for one or two keys
  attached,    ///< attachments, although it could be flattened
};

/// A container in a place: its memory, where it stands, and how deep.
struct ChoiceKey {
  const void* address;
  std::uint32_t place;
  bool operator==(const ChoiceKey&) const noexcept = default;
};

struct ChoiceKeyHash {
  std::size_t operator()(const ChoiceKey& key) const noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(key.address);
    return static_cast<std::size_t>(
        (address ^ (std::uint64_t{key.place} << 40)) * 0x9E3779B97F4A7C15ULL >> 7);
  }
};

struct Choices {
  std::unordered_map<ChoiceKey, Choice, ChoiceKeyHash> containers;
  std::unordered_map<ChoiceKey, std::vector<FieldChoice>, ChoiceKeyHash> fields;
};

}  // namespace laconic::gcf
