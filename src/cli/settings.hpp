// settings.hpp - the settings that several commands share, and the setters of their flags.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/toon.hpp>

#include "cli/command.hpp"
#include "cli/flags.hpp"

namespace laconic::cli {

/// What to read and how.
struct InputSettings {
  std::vector<std::string> inputs;  // empty: standard input
  const Codec* from = nullptr;      // null: look at the content
  unsigned indent_size = 0;         // of TOON; 0: its default
  std::vector<std::string> set;     // [FORMAT.]NAME=VALUE, each checked for its form
  DecodeOptions decode;
};

constexpr FlagText file_text{"FILE", "...",
                             "What to read; - is standard input, which is also the default."};
constexpr FlagText from_text{
    "--from", "FORMAT",
    "The format of the input (see laconic formats). Without it the content decides, and the file's "
    "extension where the content does not say enough."};
constexpr FlagText set_text{
    "--set", "[FORMAT.]NAME=VALUE",
    "A setting that one format has (laconic formats lists them); may be given several times. It "
    "applies to the format that is read and to the one that is written, where they know it.",
    true};
constexpr FlagText complete_text{
    "--complete", "",
    "Refuse a text that may have been cut off although it parses: a GCF stream without its "
    "trailer, or a last line that has no end."};

template <class Args>
Result<Done> take_input(Args& args, const Context&, std::string_view value) {
  if (value.empty()) return Error{Errc::bad_usage, 0, "a file name is empty"};
  if (value == "-" && std::find(args.inputs.begin(), args.inputs.end(), "-") != args.inputs.end()) {
    return Error{Errc::bad_usage, 0, "standard input (-) can be read only once"};
  }
  args.inputs.emplace_back(value);
  return Done{};
}

template <class Args>
Result<Done> take_from(Args& args, const Context& context, std::string_view value) {
  const auto codec = context.codecs.find(value);
  if (!codec) return codec.error();
  if ((*codec)->decode == nullptr) {
    return Error{Errc::bad_usage, 0, std::string(value) + " can only be written"};
  }
  args.from = *codec;
  return Done{};
}

/// Refuses what has not the form of a setting.
[[nodiscard]] Result<Done> check_setting(std::string_view value);

template <class Args>
Result<Done> take_set(Args& args, const Context&, std::string_view value) {
  if (auto checked = check_setting(value); !checked) return checked;
  args.set.emplace_back(value);
  return Done{};
}

template <class Args>
Result<Done> ask_complete(Args& args, const Context&, std::string_view) {
  args.decode.complete = true;
  return Done{};
}

/// The inputs, or standard input when none is named.
[[nodiscard]] inline std::vector<std::string> inputs_of(const InputSettings& settings) {
  return settings.inputs.empty() ? std::vector<std::string>{"-"} : settings.inputs;
}

/// A text and what is in it.
/// The document may refer to the text, so the two stay together and in place.
struct Loaded {
  Loaded() = default;
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;

  std::string text;
  const Codec* codec = nullptr;
  std::optional<toon::ConfiguredCodec> own_codec;  // when settings ask for one
  DecodeOptions decode;                            // those of the settings, with the format's own
  std::vector<Setting> settings;                   // what `decode` refers to
  Document document;
};

/// Those of the settings that `codec` knows.
[[nodiscard]] std::vector<Setting> settings_for(const std::vector<std::string>& set,
                                                const Codec& codec);
/// The first setting that neither format knows, or nothing.
[[nodiscard]] std::optional<Error> unknown_setting(const std::vector<std::string>& set,
                                                   const Codec& from, const Codec* to);

/// Reads and detects one input, without parsing it; reports as `load` does.
[[nodiscard]] Exit load_text(Context& context, const std::string& name,
                             const InputSettings& settings, Loaded& loaded);

/// Reports why an input could not be parsed.
[[nodiscard]] Exit fail_to_decode(Context& context, const std::string& name,
                                  const std::string& text, const Error& error);

/// Reads, detects and parses one input and reports whatever goes wrong; the Exit
/// then says what.
[[nodiscard]] Exit load(Context& context, const std::string& name, const InputSettings& settings,
                        Loaded& loaded);

}  // namespace laconic::cli
