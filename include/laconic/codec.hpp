// codec.hpp - formats behind one door: name, decode, encode, recognise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic {

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
};

/// What every writer accepts.
struct EncodeOptions {
  /// Spaces per level for formats with a pretty form; 0 is the shortest form.
  unsigned indent = 0;
  /// A longer result is size_exceeded.
  std::uint64_t max_bytes = std::uint64_t{4} << 30;
};

/// One format: its names and its functions. A format that only writes has a null
/// decode, one that only reads a null encode. State goes into a struct derived
/// from this one. A codec outlives every registry it was added to, and its
/// functions may run on several threads at once.
struct Codec {
  std::string_view name;         ///< lower case, unique in a registry: "gcf"
  std::string_view description;  ///< one line for tables
  std::string_view extension;    ///< ".gcf"; empty when it has none
  std::string_view media_type;   ///< "application/vnd.gcf+text"
  bool exact = false;            ///< promises same_value(decode(encode(v)), v)
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
  static CodecRegistry with_builtins();  ///< gcf, json
  CodecRegistry(CodecRegistry&& other) noexcept;
  CodecRegistry& operator=(CodecRegistry&& other) noexcept;
  ~CodecRegistry();

  /// Fails with duplicate_key when the name is taken.
  Result<Done> add(const Codec& codec);
  /// Fails with unknown_format; the detail lists the known names.
  [[nodiscard]] Result<const Codec*> find(std::string_view name) const;
  /// By content, never by file name. Fails with unknown_format when no format, or
  /// more than one, fits best; the detail says which.
  [[nodiscard]] Result<const Codec*> detect(std::string_view text) const;
  [[nodiscard]] std::span<const Codec* const> all() const noexcept;

 private:
  const Codec** codecs_ = nullptr;
  std::size_t size_ = 0;
};

/// Parses `text`. The document owns all it refers to: `text` may go away.
[[nodiscard]] LACONIC_API Result<Document> decode(const Codec& codec, std::string_view text,
                                                  const DecodeOptions& options = {});

/// Writes `value` as text of the format.
[[nodiscard]] LACONIC_API Result<std::string> encode(const Codec& codec, Value value,
                                                     const EncodeOptions& options = {});

/// Minified JSON of what `text` says: decode and json::encode in one step, for formats
/// with a shortcut in less time and memory. `notes`, when given, receives a null document
/// with the reader's notes.
[[nodiscard]] LACONIC_API Result<std::string> to_json(const Codec& codec, std::string_view text,
                                                      const DecodeOptions& options = {},
                                                      Document* notes = nullptr);

}  // namespace laconic
