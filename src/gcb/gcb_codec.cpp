// gcb_codec.cpp - GCB1 as a row of the registry.
#include <laconic/gcb.hpp>

#include "gcb/gcb_read.hpp"
#include "graph/payload_value.hpp"

namespace laconic::gcb {
namespace {

Result<Document> decode_row(const Codec&, std::string_view bytes, const DecodeOptions& options) {
  std::vector<Repair> repairs;
  const auto payload = read(bytes, options, repairs);
  if (!payload) return payload.error();
  detail::TreeMaker maker(options.max_depth);
  for (const Repair& repair : repairs)
    maker.note(Note::Type::repair, repair.code, repair.offset, repair.text);
  return graph::finish_document(maker, *payload);
}

Result<std::string> encode_row(const Codec&, Value value, const laconic::EncodeOptions& options) {
  const auto payload = graph::from_value(value, options.losses);
  if (!payload) return payload.error();
  EncodeOptions own;
  static_cast<laconic::EncodeOptions&>(own) = options;
  const std::string_view dangling = setting(options.settings, "dangling");
  if (dangling == "error") own.dangling = Dangling::error;
  if (dangling == "compat") own.dangling = Dangling::compat;
  return gcb::encode(*payload, own);
}

constexpr SettingText settings[] = {
    {"dangling", "drop|error|compat",
     "edges to symbols that are not there: leave out, refuse, or point at the first symbol"},
};

constexpr Codec gcb_codec{
    .name = "gcb",
    .aliases = "gcb1 binary",
    .description = "GCB1, code-graph payloads in bytes",
    .extensions = ".gcb",
    .media_types = "application/vnd.gcb",
    .lossless = true,
    .graph = true,
    .binary = true,
    .settings = settings,
    .decode = decode_row,
    .encode = encode_row,
    .sniff = [](std::string_view head) noexcept { return head.starts_with("GCB1") ? 100 : 0; },
};

}  // namespace

const Codec& codec() noexcept {
  return gcb_codec;
}

}  // namespace laconic::gcb
