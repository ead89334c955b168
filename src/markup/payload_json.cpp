// payload_json.cpp - payloads as the JSON of their origin, in its layout and with its escapes.
#include <cmath>

#include <laconic/markup.hpp>

#include "base/output.hpp"
#include "graph/payload_value.hpp"
#include "text/decimal.hpp"
#include "text/utf8.hpp"

namespace laconic::markup {
namespace {

using graph::Edge;
using graph::Payload;
using graph::Symbol;

class PayloadJson {
 public:
  explicit PayloadJson(const PayloadJsonOptions& options)
      : options_(options), out_(options.max_bytes) {}

  Result<std::string> write(const Payload& payload, bool legacy) {
    legacy_ = legacy;
    open('{');
    if (!legacy) text("tool", payload.tool);
    integer("tokens_used", payload.tokens_used);
    integer("token_budget", payload.token_budget);
    if (!legacy && !payload.pack_root.empty()) text("pack_root", payload.pack_root);
    symbols(payload);
    if (!legacy && !payload.edges.empty()) {
      key("edges");
      open('[');
      for (const Edge& one : payload.edges)
        edge(one);
      close(']');
    }
    close('}');
    if (bad_number_) return Error{Errc::out_of_range, 0, "a number of the payload is not finite"};
    if (bad_text_) return Error{Errc::invalid_utf8, 0, "a text of the payload is not UTF-8"};
    return out_.finish();
  }

 private:
  void line() {
    if (options_.compact) return;
    out_.put('\n');
    for (unsigned i = 0; i < 2 * depth_; ++i)
      out_.put(' ');
  }
  void separate() {
    if (!first_) out_.put(',');
    first_ = false;
    line();
  }
  void open(char bracket) {
    out_.put(bracket);
    ++depth_;
    first_ = true;
  }
  void close(char bracket) {
    --depth_;
    if (!first_) line();
    out_.put(bracket);
    first_ = false;
  }
  void key(std::string_view name) {
    separate();
    out_.put('"');
    out_.put(name);
    out_.put(options_.compact ? "\":" : "\": ");
  }
  void text(std::string_view name, std::string_view value) {
    key(name);
    string(value);
  }
  void integer(std::string_view name, std::int64_t value) {
    key(name);
    out_.put(std::to_string(value));
  }
  void real(std::string_view name, double value) {
    key(name);
    if (!std::isfinite(value)) {
      bad_number_ = true;
      return;
    }
    out_.put(json_decimal(value));
  }

  void string(std::string_view text) {
    out_.put('"');
    const bool well_formed = is_utf8(text);
    while (!text.empty()) {
      const std::size_t good = well_formed ? text.size() : first_bad_utf8(text);
      characters(text.substr(0, good));
      text.remove_prefix(good);
      if (text.empty()) break;
      if (!options_.replace_bad_utf8) bad_text_ = true;
      out_.put("\\ufffd");
      text.remove_prefix(1);
    }
    out_.put('"');
  }
  void characters(std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      switch (c) {
        case '"': out_.put("\\\""); break;
        case '\\': out_.put("\\\\"); break;
        case '\n': out_.put("\\n"); break;
        case '\r': out_.put("\\r"); break;
        case '\t': out_.put("\\t"); break;
        case '\b': out_.put("\\b"); break;
        case '\f': out_.put("\\f"); break;
        default: {
          const auto byte = static_cast<unsigned char>(c);
          if (byte < 0x20 || c == '<' || c == '>' || c == '&') {
            out_.put("\\u00");
            out_.put(hex[byte >> 4]);
            out_.put(hex[byte & 15]);
          } else if (text.substr(i, 3) == "\xE2\x80\xA8" || text.substr(i, 3) == "\xE2\x80\xA9") {
            out_.put(text[i + 2] == '\xA8' ? "\\u2028" : "\\u2029");
            i += 2;
          } else {
            out_.put(c);
          }
        }
      }
    }
  }

  void symbols(const Payload& payload) {
    key("symbols");
    if (payload.symbols.empty()) {
      out_.put(legacy_ || options_.empty_array ? "[]" : "null");
      return;
    }
    open('[');
    for (const Symbol& one : payload.symbols)
      symbol(one);
    close(']');
  }
  void symbol(const Symbol& one) {
    separate();
    open('{');
    text("qualified_name", one.qualified_name);
    text("kind", one.kind);
    real("score", one.score);
    if (legacy_ || !one.signature.empty()) text("signature", one.signature);
    text("provenance", one.provenance);
    integer("distance", one.distance);
    key("components");
    open('{');
    real("blast_radius", one.components.blast_radius);
    real("confidence", one.components.confidence);
    real("recency", one.components.recency);
    real("distance", one.components.distance);
    close('}');
    close('}');
  }
  void edge(const Edge& one) {
    separate();
    open('{');
    text("source", one.source);
    text("target", one.target);
    text("edge_type", one.type);
    if (!one.status.empty()) text("status", one.status);
    close('}');
  }

  const PayloadJsonOptions& options_;
  Output out_;
  bool legacy_ = false;
  bool first_ = true;
  bool bad_number_ = false;
  bool bad_text_ = false;
  unsigned depth_ = 0;
};

}  // namespace

Result<std::string> encode_payload_json(const Payload& payload, const PayloadJsonOptions& options) {
  return PayloadJson(options).write(payload, false);
}

Result<std::string> encode_legacy_json(const Payload& payload, const PayloadJsonOptions& options) {
  if (options.losses != nullptr) {
    if (!payload.tool.empty()) options.losses->push_back({"the tool is left out"});
    if (!payload.pack_root.empty()) options.losses->push_back({"the pack root is left out"});
    if (!payload.edges.empty()) {
      options.losses->push_back({std::to_string(payload.edges.size()) + " edge(s) are left out"});
    }
  }
  return PayloadJson(options).write(payload, true);
}

}  // namespace laconic::markup
