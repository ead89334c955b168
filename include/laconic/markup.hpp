// markup.hpp - code-graph payloads as JSON, XML and Markdown; tables as Markdown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/graph.hpp>
#include <laconic/value.hpp>

namespace laconic::markup {

// What a writer leaves out is told in `options.losses`; without a list it goes untold here,
// while laconic::encode refuses.

struct PayloadJsonOptions : laconic::EncodeOptions {
  /// One line without spaces instead of two spaces per level.
  bool compact = false;
  /// An empty list of symbols as [] instead of null.
  bool empty_array = false;
  /// A byte that is not UTF-8 becomes U+FFFD instead of being refused.
  bool replace_bad_utf8 = false;
};

/// The JSON of payloads in snake_case: a fixed order of members, empty ones left out, and
/// `<`, `>`, `&`, U+2028 and U+2029 escaped. Nothing is lost.
[[nodiscard]] LACONIC_API Result<std::string> encode_payload_json(
    const graph::Payload& payload, const PayloadJsonOptions& options = {});

/// An older form without tool, pack root and edges.
[[nodiscard]] LACONIC_API Result<std::string> encode_legacy_json(
    const graph::Payload& payload, const PayloadJsonOptions& options = {});

enum class XmlStyle : std::uint8_t {
  full,     ///< everything, and it can be read back
  knowing,  ///< symbols grouped by distance, for people and models; cannot be read back
};

struct XmlOptions : laconic::EncodeOptions {
  XmlStyle style = XmlStyle::full;
  /// Attributes of the knowing style in Go's quotes, as its origin writes them: `Foo<T>` is
  /// then no well-formed XML.
  bool go_quotes = false;
};

/// Fails with not_representable on characters that XML 1.0 does not have.
[[nodiscard]] LACONIC_API Result<std::string> encode_xml(const graph::Payload& payload,
                                                         const XmlOptions& options = {});

/// Reads what the full style writes: this vocabulary, comments and a declaration, no document
/// type, no entities of one's own. `lenient` skips unknown attributes.
[[nodiscard]] LACONIC_API Result<graph::Payload> decode_xml(std::string_view text,
                                                            const DecodeOptions& options = {});

/// Symbols grouped by distance, for people and models.
[[nodiscard]] LACONIC_API Result<std::string> encode_markdown(
    const graph::Payload& payload, const laconic::EncodeOptions& options = {});

struct TableOptions : laconic::EncodeOptions {
  bool spaced = false;       ///< `| a | b |` instead of `|a|b|`
  bool nested_json = false;  ///< lists and objects in a cell as JSON instead of refusing them
};

/// An array of flat objects with the same members, or an object whose only member is one, as a
/// Markdown table.
[[nodiscard]] LACONIC_API Result<std::string> encode_md_table(Value value,
                                                              const TableOptions& options = {});

/// The same values as lists of `- key: value`.
[[nodiscard]] LACONIC_API Result<std::string> encode_md_kv(Value value,
                                                           const TableOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& payload_json_codec() noexcept;
[[nodiscard]] LACONIC_API const Codec& legacy_json_codec() noexcept;
[[nodiscard]] LACONIC_API const Codec& xml_codec() noexcept;
[[nodiscard]] LACONIC_API const Codec& markdown_codec() noexcept;
[[nodiscard]] LACONIC_API const Codec& md_table_codec() noexcept;
[[nodiscard]] LACONIC_API const Codec& md_kv_codec() noexcept;

}  // namespace laconic::markup
