// payload_markdown.cpp - payloads as a Markdown list for people and models.
#include <laconic/markup.hpp>

#include "base/output.hpp"
#include "graph/payload_value.hpp"
#include "markup/payload_groups.hpp"

namespace laconic::markup {
namespace {

using graph::Payload;
using graph::Symbol;

enum class Section : std::uint8_t { target, related, extended };

void put_symbol(Output& out, const Symbol& symbol, Section section) {
  out.put("- `");
  out.put(symbol.qualified_name);
  out.put("` (");
  out.put(symbol.kind);
  out.put(", score: ");
  out.put(two_decimals(symbol.score));
  if (section == Section::target) {
    out.put(", confidence: ");
    out.put(two_decimals(symbol.components.confidence));
  }
  out.put(")\n");
  if (section != Section::extended && !symbol.signature.empty()) {
    out.put("  Signature: `");
    out.put(symbol.signature);
    out.put("`\n");
  }
}

void put_section(Output& out, std::string_view title, const std::vector<const Symbol*>& symbols,
                 Section section) {
  if (symbols.empty()) return;
  out.put(title);
  for (const Symbol* symbol : symbols)
    put_symbol(out, *symbol, section);
  out.put('\n');
}

void report(const Payload& payload, const Groups& groups, std::vector<Loss>* losses) {
  LossCounts counts(losses);
  counts.common(payload, groups);
  std::uint64_t rounded = 0;
  std::uint64_t provenances = 0;
  std::uint64_t components = 0;
  std::uint64_t signatures = 0;
  std::uint64_t far = 0;
  for (const Symbol& symbol : payload.symbols) {
    if (symbol.distance < 0) continue;
    if (shortened(symbol.score)) ++rounded;
    if (symbol.distance == 0 && shortened(symbol.components.confidence)) ++rounded;
    if (!symbol.provenance.empty()) ++provenances;
    graph::Components rest = symbol.components;
    if (symbol.distance == 0) rest.confidence = 0;
    if (rest != graph::Components{}) ++components;
    if (symbol.distance >= 2) {
      ++far;
      if (!symbol.signature.empty()) ++signatures;
    }
  }
  counts.tell(rounded, " number(s) are rounded to two decimals");
  counts.tell(provenances, " provenance(s) are left out");
  counts.tell(components, " symbol(s) lose score components");
  counts.tell(signatures, " signature(s) of extended context are left out");
  counts.tell(far, " distance(s) of extended context are left out");
}

}  // namespace

Result<std::string> encode_markdown(const Payload& payload, const laconic::EncodeOptions& options) {
  if (const auto fit = graph::check_fit(payload); !fit) return fit.error();
  const Groups groups(payload);
  Output out(options.max_bytes);
  out.put("# Context (");
  out.put(std::to_string(payload.tokens_used));
  out.put('/');
  out.put(std::to_string(payload.token_budget));
  out.put(" tokens)\n\n");
  put_section(out, "## Target Symbols\n", groups.target, Section::target);
  put_section(out, "## Related Symbols (distance: 1)\n", groups.related, Section::related);
  put_section(out, "## Extended Context (distance: 2+)\n", groups.extended, Section::extended);
  auto text = out.finish();
  if (text) report(payload, groups, options.losses);
  return text;
}

}  // namespace laconic::markup
