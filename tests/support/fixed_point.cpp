// fixed_point.cpp - canonical GCF written, read and written again.
#include "fixed_point.hpp"

#include <utility>

#include <laconic/gcf.hpp>

#include "direct_json.hpp"
#include "exact_text.hpp"
#include "plain_json.hpp"

namespace laconic::support {

std::string check_fixed_point(Value value, std::string_view wire) {
  DecodeOptions options;
  options.max_depth = 1024;  // documents may be as deep as the builder allows
  Document current;
  Value before = value;
  std::string text(wire);
  // Each round can only bring more members into the order of their table.
  for (int round = 0; round < 6; ++round) {
    auto back = gcf::decode(exact(text), options);
    if (!back) return "own text is refused: " + describe("wire", text, back.error());
    const std::string wrong = difference(value, back->root(), false);
    if (!wrong.empty()) return "value changed: " + wrong + "\n---- wire\n" + text + "----";
    if (!same_value(value, back->root())) return "same_value is wrong\n---- wire\n" + text + "----";
    if (!back->notes().empty()) return "own text gets a note\n---- wire\n" + text + "----";
    if (std::string direct = check_to_json(text, options, back); !direct.empty()) {
      return direct + "\n---- wire\n" + text + "----";
    }
    auto again = gcf::encode(back->root());
    if (!again) return "refused on the way back: " + again.error().message();
    if (*again == text) return "";
    if (identical(before, back->root())) {
      return "encoding is not idempotent\n---- first\n" + text + "---- second\n" + *again + "----";
    }
    text = std::move(*again);
    current = std::move(*back);
    before = current.root();
  }
  return "encoding does not settle\n---- last\n" + text + "----";
}

}  // namespace laconic::support
