// settings.cpp - one input from its name to its document.
#include "cli/settings.hpp"

#include <utility>

#include "cli/report.hpp"

namespace laconic::cli {

Exit load(Context& context, const std::string& name, const InputSettings& settings,
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
  auto document = decode(*loaded.codec, loaded.text, settings.decode);
  if (!document) {
    // Running out of memory happens somewhere, but that place is not at fault.
    const bool has_place = document.error().code != Errc::out_of_memory;
    return has_place ? fail_at(context, name, loaded.text, document.error())
                     : fail(context, name, document.error());
  }
  loaded.document = std::move(*document);
  return Exit::done;
}

}  // namespace laconic::cli
