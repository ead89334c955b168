// keyed_input.hpp - snapshots of keyed sets as the commands root, delta and apply read them.
#pragma once

#include <string>
#include <string_view>

#include <laconic/delta.hpp>

#include "cli/command.hpp"
#include "cli/flags.hpp"
#include "cli/settings.hpp"

namespace laconic::cli {

struct KeyedSettings : InputSettings {
  std::string key;
  bool always_delta = false;
};

constexpr Flag<KeyedSettings> key_flag{
    {"--key", "FIELD",
     "The field that identifies a record of an array. A map of objects, and a GCF payload whose "
     "header names a key, need none."},
    [](KeyedSettings& args, const Context&, std::string_view value) -> Result<Done> {
      if (value.empty()) return Error{Errc::bad_usage, 0, "the name of the field is empty"};
      args.key = value;
      return Done{};
    }};

/// Reads a snapshot: an array of flat objects (or an object with nothing but such an array,
/// which names it), or a map of flat objects. Reports what goes wrong.
[[nodiscard]] Exit load_set(Context& context, const std::string& name, const KeyedSettings& args,
                            gcf::KeyedSet& out);

/// Whether the text is a GCF payload whose header has this field.
[[nodiscard]] bool header_has(std::string_view text, std::string_view field);

}  // namespace laconic::cli
