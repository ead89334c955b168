// settings.cpp - one input from its name to its document.
#include "cli/settings.hpp"

#include <utility>

#include <laconic/json.hpp>

#include "cli/report.hpp"

namespace laconic::cli {

Exit load_text(Context& context, const std::string& name, const InputSettings& settings,
               Loaded& loaded) {
  auto text = context.read(name, settings.decode.max_bytes, os::Excess::refuse);
  if (!text) return fail(context, name, text.error());
  loaded.text = std::move(*text);
  loaded.codec = settings.from;
  if (loaded.codec == nullptr) {
    const auto detected = context.codecs.detect(loaded.text);
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
  auto document = in_place ? json::decode_padded(loaded.text, settings.decode)
                           : decode(*loaded.codec, loaded.text, settings.decode);
  if (!document) return fail_to_decode(context, name, loaded.text, document.error());
  loaded.document = std::move(*document);
  return Exit::done;
}

}  // namespace laconic::cli
