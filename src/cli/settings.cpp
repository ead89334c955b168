// settings.cpp - one input from its name to its document.
#include "cli/settings.hpp"

#include <algorithm>
#include <utility>

#include <laconic/json.hpp>

#include "cli/report.hpp"

namespace laconic::cli {
namespace {

// A guess from the content that is weaker than this gives way to the file's extension.
constexpr int convincing = 50;

/// FORMAT.NAME=VALUE in its parts; the format may be empty.
struct SetParts {
  explicit SetParts(std::string_view text) {
    const std::size_t equals = text.find('=');
    setting.value = text.substr(equals + 1);
    text = text.substr(0, equals);
    const std::size_t dot = text.find('.');
    if (dot != std::string_view::npos) format = text.substr(0, dot);
    setting.name = dot == std::string_view::npos ? text : text.substr(dot + 1);
  }
  [[nodiscard]] bool is_for(const Codec& codec) const noexcept {
    if (!format.empty()) return format == codec.name;
    return std::any_of(codec.settings.begin(), codec.settings.end(),
                       [&](const SettingText& known) { return known.name == setting.name; });
  }
  std::string_view format;
  Setting setting;
};

Result<const Codec*> format_of(const CodecRegistry& codecs, const std::string& name,
                               std::string_view text) {
  auto detected = codecs.detect(text);
  if (detected && codecs.matches(text).front().confidence >= convincing) return detected;
  const auto by_name = codecs.find_by_extension(name);
  if (by_name && (*by_name)->decode != nullptr) return *by_name;
  return detected;
}

}  // namespace

Result<Done> check_setting(std::string_view value) {
  const std::size_t equals = value.find('=');
  if (equals == 0 || equals == std::string_view::npos) {
    return Error{Errc::bad_usage, 0, "\"" + std::string(value) + "\" is not NAME=VALUE"};
  }
  return Done{};
}

std::vector<Setting> settings_for(const std::vector<std::string>& set, const Codec& codec) {
  std::vector<Setting> out;
  for (const std::string& text : set) {
    if (const SetParts parts(text); parts.is_for(codec)) out.push_back(parts.setting);
  }
  return out;
}

std::optional<Error> unknown_setting(const std::vector<std::string>& set, const Codec& from,
                                     const Codec* to) {
  for (const std::string& text : set) {
    const SetParts parts(text);
    if (parts.is_for(from) || (to != nullptr && parts.is_for(*to))) continue;
    const bool two = to != nullptr && to->name != from.name;
    std::string sentence = "--set " + text + ": ";
    if (two) {
      sentence.append("neither ").append(from.name).append(" nor ").append(to->name);
      sentence.append(" has such a setting, see laconic formats");
    } else {
      sentence.append(from.name).append(" has no such setting, see laconic formats");
    }
    return Error{Errc::bad_usage, 0, std::move(sentence)};
  }
  return std::nullopt;
}

Exit load_text(Context& context, const std::string& name, const InputSettings& settings,
               Loaded& loaded) {
  auto text = context.read(name, settings.decode.max_bytes, os::Excess::refuse);
  if (!text) return fail(context, name, text.error());
  loaded.text = std::move(*text);
  loaded.codec = settings.from;
  if (loaded.codec == nullptr) {
    const auto detected = format_of(context.codecs, name, loaded.text);
    if (!detected) {
      return fail_at(context, name, loaded.text,
                     Error{detected.error().code, 0, detected.error().detail + " with --from"});
    }
    loaded.codec = *detected;
  }
  if (settings.indent_size != 0 && loaded.codec->name == toon::codec().name) {
    toon::DecodeOptions options;
    options.indent_size = settings.indent_size;
    loaded.own_codec.emplace(toon::EncodeOptions{}, options);
    loaded.codec = &*loaded.own_codec;
  }
  loaded.settings = settings_for(settings.set, *loaded.codec);
  loaded.decode = settings.decode;
  loaded.decode.settings = loaded.settings;
  return Exit::done;
}

Exit fail_to_decode(Context& context, const std::string& name, const std::string& text,
                    const Error& error) {
  // Running out of memory happens somewhere, but that place is not at fault.
  return error.code == Errc::out_of_memory ? fail(context, name, error)
                                           : fail_at(context, name, text, error);
}

Exit load(Context& context, const std::string& name, const InputSettings& settings,
          Loaded& loaded) {
  if (const Exit exit = load_text(context, name, settings, loaded); exit != Exit::done) return exit;
  // A parsed JSON text is used where it is: that saves a copy of it.
  const bool in_place = loaded.codec->name == json::codec().name;
  if (in_place) loaded.text.reserve(loaded.text.size() + json::padding);
  auto document = in_place ? json::decode_padded(loaded.text, loaded.decode)
                           : decode(*loaded.codec, loaded.text, loaded.decode);
  if (!document) return fail_to_decode(context, name, loaded.text, document.error());
  loaded.document = std::move(*document);
  return Exit::done;
}

}  // namespace laconic::cli
