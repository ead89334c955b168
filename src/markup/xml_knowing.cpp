// xml_knowing.cpp - payloads as XML for people and models: symbols grouped by distance.
#include <map>

#include "base/output.hpp"
#include "markup/payload_groups.hpp"
#include "markup/xml_style.hpp"
#include "markup/xml_text.hpp"

namespace laconic::markup {
namespace {

using graph::Payload;
using graph::Symbol;

class KnowingXml {
 public:
  explicit KnowingXml(const XmlOptions& options) : options_(options), out_(options.max_bytes) {}

  Result<std::string> write(const Payload& payload) {
    const Groups groups(payload);
    out_.put("<context");
    attribute("tokens_used", std::to_string(payload.tokens_used));
    attribute("token_budget", std::to_string(payload.token_budget));
    out_.put(">\n");
    section("target_symbols", groups.target, true);
    section("related_symbols", groups.related, true);
    section("extended_context", groups.extended, false);
    out_.put("  <relationship_summary>\n    <total_symbols>");
    out_.put(std::to_string(payload.symbols.size()));
    out_.put("</total_symbols>\n    <by_distance>\n");
    std::map<std::int64_t, std::uint64_t> counts;
    for (const Symbol& symbol : payload.symbols)
      ++counts[symbol.distance];
    for (const auto& [distance, count] : counts) {
      out_.put("      <distance");
      attribute("hop", std::to_string(distance));
      attribute("count", std::to_string(count));
      out_.put("/>\n");
    }
    out_.put("    </by_distance>\n  </relationship_summary>\n</context>\n");
    auto text = out_.finish();
    if (text) report(payload, groups);
    return text;
  }

 private:
  void attribute(std::string_view name, std::string_view value) {
    out_.put(' ');
    out_.put(name);
    out_.put("=\"");
    options_.go_quotes ? put_go_quoted(out_, value) : put_attribute(out_, value);
    out_.put('"');
  }
  void section(std::string_view name, const std::vector<const Symbol*>& symbols, bool near) {
    if (symbols.empty()) return;
    out_.put("  <");
    out_.put(name);
    out_.put(">\n");
    for (const Symbol* symbol : symbols)
      put_symbol(*symbol, near);
    out_.put("  </");
    out_.put(name);
    out_.put(">\n");
  }
  void put_symbol(const Symbol& symbol, bool near) {
    out_.put("    <symbol");
    attribute("name", symbol.qualified_name);
    attribute("kind", symbol.kind);
    attribute("score", two_decimals(symbol.score));
    if (near) {
      attribute("confidence", two_decimals(symbol.components.confidence));
      attribute("provenance", symbol.provenance);
    }
    attribute("distance", std::to_string(symbol.distance));
    out_.put(">\n");
    if (!symbol.signature.empty()) {
      out_.put("      <signature>");
      put_text(out_, symbol.signature);
      out_.put("</signature>\n");
    }
    out_.put("    </symbol>\n");
  }

  void report(const Payload& payload, const Groups& groups) {
    LossCounts counts(options_.losses);
    counts.common(payload, groups);
    std::uint64_t rounded = 0;
    std::uint64_t provenances = 0;
    std::uint64_t components = 0;
    for (const Symbol& symbol : payload.symbols) {
      if (symbol.distance < 0) continue;
      const bool near = symbol.distance < 2;
      if (shortened(symbol.score)) ++rounded;
      if (near && shortened(symbol.components.confidence)) ++rounded;
      if (!near && !symbol.provenance.empty()) ++provenances;
      graph::Components rest = symbol.components;
      if (near) rest.confidence = 0;
      if (rest != graph::Components{}) ++components;
    }
    counts.tell(rounded, " number(s) are rounded to two decimals");
    counts.tell(provenances, " provenance(s) of extended context are left out");
    counts.tell(components, " symbol(s) lose score components");
    // The reader knows the full style only, whatever else is left.
    counts.tell_if(options_.losses != nullptr && options_.losses->empty(),
                   "the knowing style cannot be read back");
  }

  const XmlOptions& options_;
  Output out_;
};

}  // namespace

Result<std::string> write_knowing(const Payload& payload, const XmlOptions& options) {
  return KnowingXml(options).write(payload);
}

}  // namespace laconic::markup
