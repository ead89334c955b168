// graph_fuzz.cpp - any bytes as a graph payload: refused with a place, or read and written back.
#include <string>

#include <laconic/gcf.hpp>
#include <laconic/gcf_session.hpp>

#include "direct_json.hpp"
#include "fuzz_target.hpp"

using namespace laconic;
using fuzz::require;

namespace {

constexpr std::string_view earlier =
    "GCF profile=graph symbols=2 session=true\n## targets\n@0 fn a 0.50 ast\n@1 type b 0.40 x\n";

/// What was read can be written, except where an edge's name belongs to two symbols.
void check_payload(const graph::Payload& payload) {
  auto document = graph::to_document(payload);
  require(document.ok(), "a payload without a JSON shape");
  auto shaped = graph::from_value(document->root());
  require(shaped.ok() && *shaped == payload, "the JSON shape reads back as something else");
  auto wire = gcf::encode_graph(payload, {}, nullptr);
  if (!wire) {
    require(wire.error().code == Errc::not_representable, "what was read cannot be written");
    return;
  }
  auto back = gcf::decode_graph(*wire);
  require(back.ok(), "what was written cannot be read");
  require(
      back->symbols.size() == payload.symbols.size() && back->edges.size() == payload.edges.size(),
      "symbols or edges got lost");
  auto again = gcf::encode_graph(*back, {}, nullptr);
  require(again.ok() && *again == *wire, "written differently the second time");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  DecodeOptions lenient;
  lenient.lenient = true;
  auto strict = gcf::decode_graph(text);
  auto loose = gcf::decode_graph(text, lenient);
  auto document = gcf::decode(text);
  require(support::check_to_json(text, {}, document).empty(), "to_json differs");
  if (strict) {
    require(document.ok(), "the generic entry point refuses a graph payload");
    require(loose.ok() && *loose == *strict, "lenient reads something else");
    check_payload(*strict);
  } else {
    require(strict.error().offset <= size, "an error points behind the text");
  }
  if (loose) check_payload(*loose);

  gcf::SessionReader reader;
  require(reader.decode(earlier).ok(), "the first message of the session");
  const auto before = reader.save();
  auto read = reader.decode(text);
  const auto after = reader.save();
  require(before.ok() && after.ok(), "a state cannot be saved");
  if (!read) {
    require(read.error().offset <= size, "an error points behind the text");
    require(*before == *after, "a refused message changed the state");
  } else {
    check_payload(*read);
    auto again = reader.decode(text);
    require(again.ok() && *again == *read, "the same message is read in two ways");
  }
  gcf::SessionReader other;
  require(other.load(*after).ok(), "a saved state cannot be loaded");
  (void)other.load(text);
  gcf::Session session;
  (void)session.load(text);
  return 0;
}
