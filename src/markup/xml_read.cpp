// xml_read.cpp - the full XML style to payloads.
#include "markup/xml_read.hpp"

#include <charconv>

#include "markup/xml_scan.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/text_check.hpp"
#include "text/utf8.hpp"

namespace laconic::markup {
namespace {

using graph::Edge;
using graph::Payload;
using graph::Symbol;

/// Where the value of an attribute goes.
struct Slot {
  std::string_view name;
  std::string* text = nullptr;
  std::int64_t* integer = nullptr;
  double* real = nullptr;
};

class XmlReader {
 public:
  XmlReader(std::string_view text, bool lenient, std::vector<SkippedAttribute>& skipped)
      : scanner_(text), lenient_(lenient), skipped_(skipped) {}

  bool read(Payload& out) {
    if (!scanner_.begin() || !scanner_.next(tag_)) return false;
    if (tag_.name != "context" || tag_.type == Tag::Type::close) {
      return wrong("<context>");
    }
    const Slot slots[] = {{.name = "tool", .text = &out.tool},
                          {.name = "tokens_used", .integer = &out.tokens_used},
                          {.name = "token_budget", .integer = &out.token_budget},
                          {.name = "pack_root", .text = &out.pack_root}};
    if (!attributes(slots)) return false;
    if (tag_.type == Tag::Type::open && !content(out)) return false;
    return scanner_.at_end();
  }
  [[nodiscard]] Error error() && { return std::move(scanner_).error(); }

 private:
  bool wrong(std::string_view expected) {
    std::string found = tag_.type == Tag::Type::close ? "</" : "<";
    found.append(tag_.name.substr(0, 40)).append(">");
    std::string detail = found + " where " + std::string(expected) + " is expected";
    if (tag_.name == "target_symbols" || tag_.name == "related_symbols" ||
        tag_.name == "extended_context" || tag_.name == "relationship_summary") {
      detail += "; the knowing style cannot be read back";
    }
    return scanner_.fail(Errc::unexpected_character, tag_.offset, std::move(detail));
  }

  bool attributes(std::span<const Slot> slots) {
    for (const Attribute& one : tag_.attributes) {
      const Slot* slot = nullptr;
      for (const Slot& known : slots) {
        if (known.name == one.name) slot = &known;
      }
      if (slot == nullptr) {
        std::string detail = "<" + std::string(tag_.name.substr(0, 40)) + "> has no attribute " +
                             quoted(one.name.substr(0, 40));
        if (!lenient_) return scanner_.fail(Errc::invalid_key, one.offset, std::move(detail));
        skipped_.push_back({one.offset, std::move(detail)});
      } else if (!store(*slot, one)) {
        return false;
      }
    }
    return true;
  }
  bool store(const Slot& slot, const Attribute& one) {
    const char* const first = one.value.data();
    const char* const last = first + one.value.size();
    std::errc result{};
    if (slot.text != nullptr) {
      *slot.text = one.value;
      return true;
    }
    if (!is_number_text(one.value)) {
      return scanner_.fail(Errc::invalid_number, one.offset,
                           std::string(one.name) + " is " + quoted(one.value.substr(0, 40)) +
                               "; it must be a number");
    }
    const char* end = last;
    if (slot.integer != nullptr) {
      const auto done = std::from_chars(first, last, *slot.integer);
      result = done.ec;
      end = done.ptr;
    } else {
      result = std::from_chars(first, last, *slot.real).ec;
    }
    if (result == std::errc() && end == last) return true;
    return scanner_.fail(Errc::out_of_range, one.offset,
                         std::string(one.name) + " is " + quoted(one.value.substr(0, 40)) +
                             "; it must be " +
                             (slot.integer != nullptr ? "a 64-bit integer" : "within binary64"));
  }

  bool content(Payload& out) {
    bool symbols = false;
    bool edges = false;
    while (true) {
      if (!scanner_.next(tag_)) return false;
      if (tag_.type == Tag::Type::close && tag_.name == "context") return true;
      const bool opens = tag_.type != Tag::Type::close;
      if (opens && tag_.name == "symbols" && !symbols) {
        symbols = true;
        if (!list("symbol", "symbols", [&] { return symbol(out.symbols.emplace_back()); })) {
          return false;
        }
      } else if (opens && tag_.name == "edges" && !edges) {
        edges = true;
        if (!list("edge", "edges", [&] { return edge(out.edges.emplace_back()); })) return false;
      } else {
        return wrong(symbols && edges ? "</context>"
                     : symbols        ? "<edges> or </context>"
                     : edges          ? "<symbols> or </context>"
                                      : "<symbols>, <edges> or </context>");
      }
    }
  }
  template <class ReadItem>
  bool list(std::string_view item, std::string_view owner, ReadItem read_item) {
    if (!attributes({})) return false;
    if (tag_.type == Tag::Type::empty) return true;
    while (true) {
      if (!scanner_.next(tag_)) return false;
      if (tag_.type == Tag::Type::close) {
        return tag_.name == owner || wrong("</" + std::string(owner) + ">");
      }
      if (tag_.name != item) return wrong("<" + std::string(item) + ">");
      if (!read_item()) return false;
    }
  }
  /// The end of an element that holds no other.
  bool close(std::string_view name) {
    if (tag_.type == Tag::Type::empty) return true;
    if (!scanner_.next(tag_)) return false;
    if (tag_.type == Tag::Type::close && tag_.name == name) return true;
    return wrong("</" + std::string(name) + ">");
  }
  bool symbol(Symbol& out) {
    const Slot slots[] = {{.name = "name", .text = &out.qualified_name},
                          {.name = "kind", .text = &out.kind},
                          {.name = "score", .real = &out.score},
                          {.name = "provenance", .text = &out.provenance},
                          {.name = "distance", .integer = &out.distance},
                          {.name = "signature", .text = &out.signature}};
    if (!attributes(slots)) return false;
    if (tag_.type == Tag::Type::empty) return true;
    if (!scanner_.next(tag_)) return false;
    if (tag_.type != Tag::Type::close && tag_.name == "components") {
      const Slot parts[] = {{.name = "blast_radius", .real = &out.components.blast_radius},
                            {.name = "confidence", .real = &out.components.confidence},
                            {.name = "recency", .real = &out.components.recency},
                            {.name = "distance", .real = &out.components.distance}};
      if (!attributes(parts) || !close("components") || !scanner_.next(tag_)) return false;
    }
    return (tag_.type == Tag::Type::close && tag_.name == "symbol") || wrong("</symbol>");
  }
  bool edge(Edge& out) {
    const Slot slots[] = {{.name = "source", .text = &out.source},
                          {.name = "target", .text = &out.target},
                          {.name = "type", .text = &out.type},
                          {.name = "status", .text = &out.status}};
    return attributes(slots) && close("edge");
  }

  XmlScanner scanner_;
  Tag tag_;
  bool lenient_;
  std::vector<SkippedAttribute>& skipped_;
};

}  // namespace

Result<Payload> read_xml(std::string_view text, const DecodeOptions& options,
                         std::vector<SkippedAttribute>& skipped) {
  if (const auto good = check_text(text, options.max_bytes); !good) return good.error();
  Payload payload;
  XmlReader reader(text, options.lenient, skipped);
  if (!reader.read(payload)) return std::move(reader).error();
  return payload;
}

Result<Payload> decode_xml(std::string_view text, const DecodeOptions& options) {
  std::vector<SkippedAttribute> skipped;
  return read_xml(text, options, skipped);
}

}  // namespace laconic::markup
