// json_fuzz.cpp - any bytes as JSON: refused with a place, or read and written back.
#include <algorithm>
#include <vector>

#include <laconic/json.hpp>

#include "fuzz_target.hpp"
#include "plain_json.hpp"

using namespace laconic;
using fuzz::require;

namespace {

/// The parts of a text between `separator` are read like each by itself.
void check_records(std::string_view text, char separator) {
  std::vector<std::string_view> texts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    texts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  json::RecordReader reader;
  const auto batch = reader.read(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto one = json::decode(texts[i]);
    if (!one) {
      require(batch.values.size() == i && batch.error != nullptr, "a record hides a mistake");
      require(batch.error->offset == one.error().offset && batch.error->code == one.error().code,
              "a record has another mistake");
      return;
    }
    require(i < batch.values.size(), "a record is missing");
    require(identical(batch.values[i], one->root()), "a record is another value");
  }
  require(batch.error == nullptr, "a mistake in records that have none");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  check_records(text, ',');
  check_records(text, '\n');
  auto doc = json::decode(text);
  if (!doc) {
    require(doc.error().offset <= size, "an error points behind the text");
    require(!describe("input", text, doc.error()).empty(), "an error without a report");
    return 0;
  }
  auto minified = json::encode(doc->root());
  require(minified.ok(), "what was read cannot be written");
  require(*minified == support::plain_json(doc->root()), "differs from the obvious writer");
  auto again = json::decode(*minified);
  require(again.ok() && identical(again->root(), doc->root()), "minified JSON changed the value");
  EncodeOptions options;
  options.indent = 1 + static_cast<unsigned>(size % 4);
  auto pretty = json::encode(doc->root(), options);
  require(pretty.ok(), "pretty JSON is refused");
  again = json::decode(*pretty);
  require(again.ok() && identical(again->root(), doc->root()), "pretty JSON changed the value");
  return 0;
}
