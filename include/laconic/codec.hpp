// codec.hpp - formats behind one door: name, decode, encode, recognise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic {

/// One choice that a format has beyond the common ones: {"types", "strings"}.
struct Setting {
  std::string_view name;
  std::string_view value;
};

/// How a format describes a setting it understands.
struct SettingText {
  std::string_view name;
  std::string_view values;  ///< "a|b": one of these, the first is the default; else free text
  std::string_view description;
};

/// The value of a setting, or empty when it is not among `settings`.
[[nodiscard]] LACONIC_API std::string_view setting(std::span<const Setting> settings,
                                                   std::string_view name) noexcept;

/// What every reader accepts. Formats with more to choose derive from this.
struct DecodeOptions {
  /// Nesting deeper than this is depth_exceeded; capped at 1,024.
  unsigned max_depth = 512;
  /// A longer text is size_exceeded.
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
  /// Repair what the format allows to be repaired; each repair becomes a Note.
  bool lenient = false;
  /// Refuse a text that may have been cut off although it parses.
  bool complete = false;
  /// Choices of this format alone; laconic::decode refuses what the format does not list.
  std::span<const Setting> settings = {};
};

/// What every writer accepts.
struct EncodeOptions {
  /// Spaces per level for formats with a pretty form; 0 is the shortest form.
  unsigned indent = 0;
  /// A longer result is size_exceeded.
  std::uint64_t max_bytes = std::uint64_t{4} << 30;
  /// What the format cannot carry is left out and told here. Without it, laconic::encode
  /// refuses such a value with not_lossless.
  std::vector<Loss>* losses = nullptr;
  /// Choices of this format alone; laconic::encode refuses what the format does not list.
  std::span<const Setting> settings = {};
};

/// One format: its names, what it can do, and its functions. A format that only writes has a
/// null decode, one that only reads a null encode. State goes into a struct derived from this
/// one. A codec outlives every registry it was added to, and its functions may run on several
/// threads at once. Lists are separated by spaces, the first entry is the one to show.
struct Codec {
  std::string_view name;              ///< lower case, unique in a registry: "yaml"
  std::string_view aliases = {};      ///< other names: "yml"
  std::string_view description = {};  ///< one line for tables
  std::string_view extensions = {};   ///< ".yaml .yml"; empty when it has none
  std::string_view media_types = {};  ///< "application/yaml text/yaml"
  /// Promises that what it writes without losses reads back as the same value.
  bool lossless = false;
  bool streaming = false;  ///< has a reader and a writer for one record at a time
  bool graph = false;      ///< holds code-graph payloads and nothing else
  bool binary = false;     ///< bytes rather than text; base64 wherever text is needed
  std::span<const SettingText> settings = {};
  Result<Document> (*decode)(const Codec& self, std::string_view text,
                             const DecodeOptions& options) = nullptr;
  Result<std::string> (*encode)(const Codec& self, Value value,
                                const EncodeOptions& options) = nullptr;
  /// The shortcut from text to minified JSON, for formats that have one; see to_json.
  Result<std::string> (*to_json)(const Codec& self, std::string_view text,
                                 const DecodeOptions& options, Document* notes) = nullptr;
  /// How much the beginning of a text (at most 4 KiB) looks like this format:
  /// 0 not at all, 100 nothing else looks like this. May be null.
  int (*sniff)(std::string_view head) noexcept = nullptr;
};

/// A format that a text may be in.
struct Match {
  const Codec* codec;
  int confidence;  ///< 1 to 100: 100 is certain
};

/// The formats a program speaks: an ordinary object, made by the caller and passed
/// to whoever needs it. Const use is safe from any thread.
///
///     auto codecs = laconic::CodecRegistry::with_builtins();
///     auto doc = laconic::decode(**codecs.find("json"), "[1,2]");
///     assert(doc && doc->root().size() == 2);
///
class LACONIC_API CodecRegistry {
 public:
  CodecRegistry() noexcept = default;
  static CodecRegistry with_builtins();  ///< every format of this library
  CodecRegistry(CodecRegistry&& other) noexcept;
  CodecRegistry& operator=(CodecRegistry&& other) noexcept;
  ~CodecRegistry();

  /// Fails with duplicate_key when the name or an alias is taken, bad_usage without a name.
  Result<Done> add(const Codec& codec);
  /// By name or alias. Fails with unknown_format; the detail lists the known names.
  [[nodiscard]] Result<const Codec*> find(std::string_view name) const;
  /// By the end of a file's name, "data/orders.yml", in any case. The longest extension wins.
  [[nodiscard]] Result<const Codec*> find_by_extension(std::string_view path) const;
  /// By media type, in any case and with or without parameters: "text/csv; charset=utf-8".
  [[nodiscard]] Result<const Codec*> find_by_media_type(std::string_view media_type) const;
  /// By content, never by file name. Fails with unknown_format when no format, or
  /// more than one, fits best; the detail says which.
  [[nodiscard]] Result<const Codec*> detect(std::string_view text) const;
  /// Every format that the text may be in, the likeliest first.
  [[nodiscard]] std::vector<Match> matches(std::string_view text) const;
  /// In the order in which they were added.
  [[nodiscard]] std::span<const Codec* const> all() const noexcept;

 private:
  const Codec** codecs_ = nullptr;
  std::size_t size_ = 0;
};

/// Parses `text`. The document owns all it refers to: `text` may go away.
[[nodiscard]] LACONIC_API Result<Document> decode(const Codec& codec, std::string_view text,
                                                  const DecodeOptions& options = {});

/// Writes `value` as text of the format. What the format cannot carry is refused with
/// not_lossless, unless `options.losses` takes note of it.
[[nodiscard]] LACONIC_API Result<std::string> encode(const Codec& codec, Value value,
                                                     const EncodeOptions& options = {});

/// Minified JSON of what `text` says: decode and json::encode in one step, for formats
/// with a shortcut in less time and memory. `notes`, when given, receives a null document
/// with the reader's notes.
[[nodiscard]] LACONIC_API Result<std::string> to_json(const Codec& codec, std::string_view text,
                                                      const DecodeOptions& options = {},
                                                      Document* notes = nullptr);

}  // namespace laconic
