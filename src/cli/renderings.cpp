// renderings.cpp - the list of forms, and their round trips.
#include "cli/renderings.hpp"

#include <laconic/gcf.hpp>
#include <laconic/json.hpp>

namespace laconic::cli {
namespace {

constexpr unsigned pretty_indent = 2;

const Codec& compact_gcf() {
  static const gcf::ConfiguredCodec codec = [] {
    gcf::EncodeOptions options;
    options.layout = gcf::Layout::compact;
    gcf::ConfiguredCodec made(options);
    made.name = "gcf-compact";
    return made;
  }();
  return codec;
}

}  // namespace

Result<std::string> Rendering::write(Value value) const {
  EncodeOptions options;
  options.indent = indent_;
  return encode(*codec_, value, options);
}

bool Rendering::gives_back(std::string_view text, Value value) const {
  if (codec_->decode == nullptr) return false;
  const auto back = decode(*codec_, text);
  return back && same_value(back->root(), value);
}

std::vector<Rendering> all_renderings(const CodecRegistry& codecs) {
  std::vector<Rendering> all{{"json", json::codec()},
                             {"json-pretty", json::codec(), pretty_indent}};
  for (const Codec* codec : codecs.all()) {
    if (codec->encode == nullptr || codec->name == json::codec().name) continue;
    if (codec->graph || codec->decode == nullptr) continue;  // not for any value, or no way back
    all.emplace_back(codec->name, *codec);
    if (codec->name == gcf::codec().name) all.emplace_back("gcf-compact", compact_gcf());
  }
  return all;
}

}  // namespace laconic::cli
