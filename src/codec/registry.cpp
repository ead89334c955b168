// registry.cpp - the formats a program speaks.
#include <algorithm>
#include <string>
#include <utility>

#include <laconic/codec.hpp>
#include <laconic/gcf.hpp>
#include <laconic/json.hpp>
#include <laconic/toon.hpp>

namespace laconic {

CodecRegistry CodecRegistry::with_builtins() {
  CodecRegistry registry;
  for (const Codec* codec : {&gcf::codec(), &json::codec(), &toon::codec()}) {
    const auto added = registry.add(*codec);
    assert(added.ok());
    static_cast<void>(added);
  }
  return registry;
}

CodecRegistry::CodecRegistry(CodecRegistry&& other) noexcept
    : codecs_(std::exchange(other.codecs_, nullptr)), size_(std::exchange(other.size_, 0)) {}

CodecRegistry& CodecRegistry::operator=(CodecRegistry&& other) noexcept {
  std::swap(codecs_, other.codecs_);
  std::swap(size_, other.size_);
  return *this;
}

CodecRegistry::~CodecRegistry() {
  delete[] codecs_;
}

Result<Done> CodecRegistry::add(const Codec& codec) {
  if (codec.name.empty()) return Error{Errc::bad_usage, 0, "a codec needs a name"};
  const auto known = all();
  if (std::any_of(known.begin(), known.end(),
                  [&](const Codec* other) { return other->name == codec.name; })) {
    return Error{Errc::duplicate_key, 0,
                 "a format called " + std::string(codec.name) + " is already registered"};
  }
  auto** grown = new const Codec*[size_ + 1];
  std::copy(known.begin(), known.end(), grown);
  grown[size_] = &codec;
  delete[] codecs_;
  codecs_ = grown;
  ++size_;
  return Done{};
}

Result<const Codec*> CodecRegistry::find(std::string_view name) const {
  std::string names;
  for (const Codec* codec : all()) {
    if (codec->name == name) return codec;
    names.append(names.empty() ? "" : ", ").append(codec->name);
  }
  return Error{Errc::unknown_format, 0,
               "no format is called \"" + std::string(name) + "\"; known are " + names};
}

Result<const Codec*> CodecRegistry::detect(std::string_view text) const {
  const std::string_view head = text.substr(0, 4096);
  const Codec* best = nullptr;
  const Codec* rival = nullptr;
  int best_score = 0;
  for (const Codec* codec : all()) {
    const int score = codec->sniff == nullptr || codec->decode == nullptr ? 0 : codec->sniff(head);
    if (score > best_score) {
      best_score = score;
      best = codec;
      rival = nullptr;
    } else if (score == best_score && score > 0) {
      rival = codec;
    }
  }
  if (best == nullptr) {
    std::string names;
    for (const Codec* codec : all())
      names.append(names.empty() ? "" : ", ").append(codec->name);
    return Error{
        Errc::unknown_format, 0,
        "the content looks like none of the known formats (" + names + "); name the format"};
  }
  if (rival != nullptr) {
    return Error{Errc::unknown_format, 0,
                 "the content may be " + std::string(best->name) + " or " +
                     std::string(rival->name) + "; name the format"};
  }
  return best;
}

std::span<const Codec* const> CodecRegistry::all() const noexcept {
  return {codecs_, size_};
}

Result<Document> decode(const Codec& codec, std::string_view text, const DecodeOptions& options) {
  if (codec.decode == nullptr) {
    return Error{Errc::unsupported, 0, "the format " + std::string(codec.name) + " cannot be read"};
  }
  return codec.decode(codec, text, options);
}

Result<std::string> to_json(const Codec& codec, std::string_view text, const DecodeOptions& options,
                            Document* notes) {
  if (codec.to_json != nullptr) return codec.to_json(codec, text, options, notes);
  auto document = decode(codec, text, options);
  if (!document) return document.error();
  auto json = json::encode(document->root());
  if (notes != nullptr) *notes = std::move(*document);
  return json;
}

Result<std::string> encode(const Codec& codec, Value value, const EncodeOptions& options) {
  if (codec.encode == nullptr) {
    return Error{Errc::unsupported, 0,
                 "the format " + std::string(codec.name) + " cannot be written"};
  }
  return codec.encode(codec, value, options);
}

}  // namespace laconic
