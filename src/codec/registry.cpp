// registry.cpp - the formats a program speaks.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include <laconic/cbor.hpp>
#include <laconic/codec.hpp>
#include <laconic/csv.hpp>
#include <laconic/gcb.hpp>
#include <laconic/gcf.hpp>
#include <laconic/goon.hpp>
#include <laconic/json.hpp>
#include <laconic/jton.hpp>
#include <laconic/markup.hpp>
#include <laconic/msgpack.hpp>
#include <laconic/ndjson.hpp>
#include <laconic/toml.hpp>
#include <laconic/toon.hpp>
#include <laconic/tron.hpp>
#include <laconic/yaml.hpp>

#include "text/ascii.hpp"

namespace laconic {
namespace {

constexpr std::size_t sniffed_bytes = 4096;

/// Takes the next word off a list that is separated by spaces; empty at its end.
std::string_view next_word(std::string_view& list) noexcept {
  while (list.starts_with(' '))
    list.remove_prefix(1);
  const std::string_view word = list.substr(0, list.find(' '));
  list.remove_prefix(word.size());
  return word;
}

/// Whether `name` is the codec's name or one of its aliases.
bool answers_to(const Codec& codec, std::string_view name) noexcept {
  if (codec.name == name) return true;
  std::string_view aliases = codec.aliases;
  for (auto word = next_word(aliases); !word.empty(); word = next_word(aliases)) {
    if (word == name) return true;
  }
  return false;
}

std::string names(std::span<const Codec* const> codecs) {
  std::vector<std::string_view> sorted;
  for (const Codec* codec : codecs)
    sorted.push_back(codec->name);
  std::sort(sorted.begin(), sorted.end());
  std::string out;
  for (const std::string_view name : sorted)
    out.append(out.empty() ? "" : ", ").append(name);
  return out;
}

bool is_alternative(std::string_view values, std::string_view value) noexcept {
  while (true) {
    const std::size_t bar = values.find('|');
    if (values.substr(0, bar) == value) return true;
    if (bar == std::string_view::npos) return false;
    values.remove_prefix(bar + 1);
  }
}

/// Settings that the format does not know, or with values it does not know.
Result<Done> check_settings(const Codec& codec, std::span<const Setting> settings) {
  for (const Setting& given : settings) {
    const auto known =
        std::find_if(codec.settings.begin(), codec.settings.end(),
                     [&](const SettingText& text) { return text.name == given.name; });
    if (known == codec.settings.end()) {
      std::string have;
      for (const SettingText& text : codec.settings)
        have.append(have.empty() ? "" : ", ").append(text.name);
      return Error{Errc::bad_usage, 0,
                   std::string(codec.name) + " has no setting \"" + std::string(given.name) + "\"" +
                       (have.empty() ? "" : "; it has " + have)};
    }
    if (known->values.find('|') != std::string_view::npos &&
        !is_alternative(known->values, given.value)) {
      return Error{Errc::bad_usage, 0,
                   std::string(codec.name) + ": \"" + std::string(given.value) +
                       "\" is no value of " + std::string(given.name) + "; it is one of " +
                       std::string(known->values)};
    }
  }
  return Done{};
}

}  // namespace

std::string_view setting(std::span<const Setting> settings, std::string_view name) noexcept {
  std::string_view value;
  for (const Setting& given : settings) {
    if (given.name == name) value = given.value;
  }
  return value;
}

CodecRegistry CodecRegistry::with_builtins() {
  CodecRegistry registry;
  // One line per format, in the order of tables.
  // clang-format off
  const Codec* const builtins[] = {
      &gcf::codec(),
      &json::codec(),
      &toon::codec(),
      &tron::codec(),
      &jton::codec(),
      &yaml::codec(),
      &toml::codec(),
      &csv::codec(),
      &csv::tsv_codec(),
      &csv::typed_codec(),
      &ndjson::codec(),
      &msgpack::codec(),
      &cbor::codec(),
      &gcb::codec(),
      &goon::codec(),
      &markup::payload_json_codec(),
      &markup::legacy_json_codec(),
      &markup::xml_codec(),
      &markup::markdown_codec(),
      &markup::md_table_codec(),
      &markup::md_kv_codec(),
  };
  // clang-format on
  for (const Codec* codec : builtins) {
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
  for (const Codec* other : all()) {
    std::string_view taken = answers_to(*other, codec.name) ? codec.name : std::string_view();
    std::string_view aliases = codec.aliases;
    for (auto alias = next_word(aliases); taken.empty() && !alias.empty();
         alias = next_word(aliases)) {
      if (answers_to(*other, alias)) taken = alias;
    }
    if (!taken.empty()) {
      return Error{Errc::duplicate_key, 0,
                   "a format called " + std::string(taken) + " is already registered"};
    }
  }
  auto** grown = new const Codec*[size_ + 1];
  std::copy(all().begin(), all().end(), grown);
  grown[size_] = &codec;
  delete[] codecs_;
  codecs_ = grown;
  ++size_;
  return Done{};
}

Result<const Codec*> CodecRegistry::find(std::string_view name) const {
  for (const Codec* codec : all()) {
    if (answers_to(*codec, name)) return codec;
  }
  return Error{Errc::unknown_format, 0,
               "no format is called \"" + std::string(name) + "\"; known are " + names(all())};
}

Result<const Codec*> CodecRegistry::find_by_extension(std::string_view path) const {
  const Codec* best = nullptr;
  std::size_t longest = 0;
  for (const Codec* codec : all()) {
    std::string_view extensions = codec->extensions;
    for (auto word = next_word(extensions); !word.empty(); word = next_word(extensions)) {
      // ".json" alone is a name, not an extension.
      if (word.size() > longest && word.size() < path.size() &&
          same_letters(path.substr(path.size() - word.size()), word)) {
        best = codec;
        longest = word.size();
      }
    }
  }
  if (best != nullptr) return best;
  return Error{Errc::unknown_format, 0,
               "no known format has the extension of \"" + std::string(path) + "\""};
}

Result<const Codec*> CodecRegistry::find_by_media_type(std::string_view media_type) const {
  std::string_view essence = media_type.substr(0, media_type.find(';'));
  while (essence.ends_with(' ') || essence.ends_with('\t'))
    essence.remove_suffix(1);
  while (essence.starts_with(' ') || essence.starts_with('\t'))
    essence.remove_prefix(1);
  for (const Codec* codec : all()) {
    std::string_view types = codec->media_types;
    for (auto word = next_word(types); !word.empty(); word = next_word(types)) {
      if (same_letters(word, essence)) return codec;
    }
  }
  return Error{Errc::unknown_format, 0,
               "no known format has the media type \"" + std::string(essence) + "\""};
}

std::vector<Match> CodecRegistry::matches(std::string_view text) const {
  const std::string_view head = text.substr(0, sniffed_bytes);
  std::vector<Match> found;
  for (const Codec* codec : all()) {
    if (codec->sniff == nullptr || codec->decode == nullptr) continue;
    if (const int confidence = codec->sniff(head); confidence > 0) {
      found.push_back({codec, confidence});
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Match& a, const Match& b) { return a.confidence > b.confidence; });
  return found;
}

Result<const Codec*> CodecRegistry::detect(std::string_view text) const {
  const std::vector<Match> found = matches(text);
  if (found.empty()) {
    std::vector<const Codec*> readable;
    std::copy_if(all().begin(), all().end(), std::back_inserter(readable),
                 [](const Codec* codec) { return codec->decode != nullptr; });
    return Error{Errc::unknown_format, 0,
                 "the content looks like none of the known formats (" + names(readable) +
                     "); name the format"};
  }
  if (found.size() > 1 && found[0].confidence == found[1].confidence) {
    return Error{Errc::unknown_format, 0,
                 "the content may be " + std::string(found[0].codec->name) + " or " +
                     std::string(found[1].codec->name) + "; name the format"};
  }
  return found[0].codec;
}

std::span<const Codec* const> CodecRegistry::all() const noexcept {
  return {codecs_, size_};
}

Result<Document> decode(const Codec& codec, std::string_view text, const DecodeOptions& options) {
  if (codec.decode == nullptr) {
    return Error{Errc::unsupported, 0, "the format " + std::string(codec.name) + " cannot be read"};
  }
  if (const auto known = check_settings(codec, options.settings); !known) return known.error();
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
  if (const auto known = check_settings(codec, options.settings); !known) return known.error();
  if (options.losses != nullptr) return codec.encode(codec, value, options);
  std::vector<Loss> losses;
  EncodeOptions own = options;
  own.losses = &losses;
  auto text = codec.encode(codec, value, own);
  if (!text || losses.empty()) return text;
  std::string sentences;
  for (const Loss& loss : losses)
    sentences.append(sentences.empty() ? "" : "; ").append(loss.what);
  return Error{Errc::not_lossless, 0, std::move(sentences)};
}

}  // namespace laconic
