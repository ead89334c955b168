// roundtrip_fuzz.cpp - JSON to GCF in every way of writing it, and back.
#include <string>

#include <laconic/gcf.hpp>
#include <laconic/json.hpp>

#include "fuzz_target.hpp"
#include "plain_gcf.hpp"

using namespace laconic;
using fuzz::require;

namespace {

void check(Value value, const gcf::EncodeOptions& options) {
  auto wire = gcf::encode(value, options);
  require(wire.ok(), "one way of writing refuses what another accepts");
  if (options.layout == gcf::Layout::canonical) {
    require(*wire == support::plain_gcf(value, {options.spec == gcf::Spec::v3_6, options.flatten}),
            "differs from the obvious writer");
  } else {
    gcf::EncodeOptions canonical = options;
    canonical.layout = gcf::Layout::canonical;
    require(wire->size() <= gcf::encode(value, canonical)->size(), "compact is longer");
  }
  auto back = gcf::decode(*wire);
  require(back.ok(), "own text is refused");
  require(same_value(back->root(), value), "the value changed");
  auto json = json::encode(back->root());
  require(json.ok(), "what came back cannot be written as JSON");
  auto again = json::decode(*json);
  require(again.ok() && same_value(again->root(), value), "the value changed on its way to JSON");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto doc = json::decode(fuzz::text_of(data, size));
  if (!doc) return 0;
  gcf::EncodeOptions options;
  auto wire = gcf::encode(doc->root(), options);
  if (!wire) {
    require(wire.error().code == Errc::out_of_range, "refused for no good reason");
    return 0;
  }
  for (const gcf::Spec spec : {gcf::Spec::v3_6, gcf::Spec::v3_5}) {
    for (const gcf::Layout layout : {gcf::Layout::canonical, gcf::Layout::compact}) {
      for (const bool flatten : {true, false}) {
        options.spec = spec;
        options.layout = layout;
        options.flatten = flatten;
        check(doc->root(), options);
      }
    }
  }
  return 0;
}
