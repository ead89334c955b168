// xml_write.cpp - payloads as XML that holds everything.
#include <laconic/markup.hpp>

#include "base/output.hpp"
#include "graph/payload_value.hpp"
#include "markup/xml_style.hpp"
#include "markup/xml_text.hpp"
#include "text/decimal.hpp"
#include "text/escape.hpp"

namespace laconic::markup {
namespace {

using graph::Components;
using graph::Edge;
using graph::Payload;
using graph::Symbol;

void attribute(Output& out, std::string_view name, std::string_view value) {
  out.put(' ');
  out.put(name);
  out.put("=\"");
  put_attribute(out, value);
  out.put('"');
}

void optional(Output& out, std::string_view name, std::string_view value) {
  if (!value.empty()) attribute(out, name, value);
}

void put_symbol(Output& out, const Symbol& symbol) {
  out.put("    <symbol");
  attribute(out, "name", symbol.qualified_name);
  optional(out, "kind", symbol.kind);
  attribute(out, "score", json_decimal(symbol.score));
  optional(out, "provenance", symbol.provenance);
  attribute(out, "distance", std::to_string(symbol.distance));
  optional(out, "signature", symbol.signature);
  if (symbol.components == Components{}) {
    out.put("/>\n");
    return;
  }
  out.put(">\n      <components");
  attribute(out, "blast_radius", json_decimal(symbol.components.blast_radius));
  attribute(out, "confidence", json_decimal(symbol.components.confidence));
  attribute(out, "recency", json_decimal(symbol.components.recency));
  attribute(out, "distance", json_decimal(symbol.components.distance));
  out.put("/>\n    </symbol>\n");
}

void put_edge(Output& out, const Edge& edge) {
  out.put("    <edge");
  attribute(out, "source", edge.source);
  attribute(out, "target", edge.target);
  optional(out, "type", edge.type);
  optional(out, "status", edge.status);
  out.put("/>\n");
}

Result<std::string> write_full(const Payload& payload, const XmlOptions& options) {
  Output out(options.max_bytes);
  out.put("<context");
  optional(out, "tool", payload.tool);
  attribute(out, "tokens_used", std::to_string(payload.tokens_used));
  attribute(out, "token_budget", std::to_string(payload.token_budget));
  optional(out, "pack_root", payload.pack_root);
  out.put(">\n");
  if (!payload.symbols.empty()) {
    out.put("  <symbols>\n");
    for (const Symbol& symbol : payload.symbols)
      put_symbol(out, symbol);
    out.put("  </symbols>\n");
  }
  if (!payload.edges.empty()) {
    out.put("  <edges>\n");
    for (const Edge& edge : payload.edges)
      put_edge(out, edge);
    out.put("  </edges>\n");
  }
  out.put("</context>\n");
  return out.finish();
}

/// The first text of the payload that XML has no characters for.
const std::string* unwritable(const Payload& payload) {
  for (const std::string* text : {&payload.tool, &payload.pack_root}) {
    if (!is_xml_text(*text)) return text;
  }
  for (const Symbol& symbol : payload.symbols) {
    for (const std::string* text :
         {&symbol.qualified_name, &symbol.kind, &symbol.provenance, &symbol.signature}) {
      if (!is_xml_text(*text)) return text;
    }
  }
  for (const Edge& edge : payload.edges) {
    for (const std::string* text : {&edge.source, &edge.target, &edge.type, &edge.status}) {
      if (!is_xml_text(*text)) return text;
    }
  }
  return nullptr;
}

}  // namespace

Result<std::string> encode_xml(const Payload& payload, const XmlOptions& options) {
  if (const auto fit = graph::check_fit(payload); !fit) return fit.error();
  if (const std::string* text = unwritable(payload)) {
    return Error{Errc::not_representable, 0,
                 "the text " + quoted(text->substr(0, 80)) +
                     " holds a character that XML 1.0 does not have, not even as a reference; "
                     "remove it or choose another format"};
  }
  return options.style == XmlStyle::full ? write_full(payload, options)
                                         : write_knowing(payload, options);
}

}  // namespace laconic::markup
