// ndjson_codec.cpp - NDJSON, and its row of the registry.
#include <laconic/json.hpp>
#include <laconic/ndjson.hpp>

#include "base/output.hpp"
#include "json/json.hpp"
#include "value/json_text.hpp"

namespace laconic::ndjson {
namespace {

constexpr std::size_t whole_head = 4096;

bool is_record(std::string_view line) noexcept {
  return (line.starts_with('{') && line.ends_with('}')) ||
         (line.starts_with('[') && line.ends_with(']'));
}

/// Two lines or more, each of which is an object or an array by its ends. The last one may be cut.
int sniff(std::string_view head) noexcept {
  const bool is_cut = head.size() >= whole_head;
  int records = 0;
  while (!head.empty()) {
    const std::size_t stop = head.find('\n');
    std::string_view line = head.substr(0, stop);
    head.remove_prefix(stop == std::string_view::npos ? head.size() : stop + 1);
    while (line.ends_with('\r') || line.ends_with(' ') || line.ends_with('\t'))
      line.remove_suffix(1);
    while (line.starts_with(' ') || line.starts_with('\t'))
      line.remove_prefix(1);
    if (line.empty()) continue;
    const bool is_last = stop == std::string_view::npos;
    if (is_last && is_cut && records > 0 && (line[0] == '{' || line[0] == '[')) return 95;
    if (!is_record(line)) return 0;
    ++records;
  }
  return records > 1 ? 95 : 0;
}

constexpr Codec ndjson_codec{
    .name = "ndjson",
    .aliases = "jsonl json-lines",
    .description = "NDJSON (JSON Lines), one JSON text per line",
    .extensions = ".ndjson .jsonl",
    .media_types = "application/x-ndjson application/jsonl",
    .lossless = true,
    .streaming = true,
    .decode = [](const Codec&, std::string_view text,
                 const DecodeOptions& options) { return ndjson::decode(text, options); },
    .encode = [](const Codec&, Value value,
                 const EncodeOptions& options) { return ndjson::encode(value, options); },
    .sniff = sniff,
};

}  // namespace

Result<Document> decode(std::string_view text, const DecodeOptions& options) {
  return json::decode_lines(text, options);
}

Result<std::string> encode(Value value, const EncodeOptions& options) {
  if (!value.is_array()) {
    return Error{Errc::not_representable, 0,
                 "NDJSON holds the elements of an array, this is " +
                     std::string(value.is_object() ? "an object" : name_of(value.kind())) +
                     "; put it into an array or write json"};
  }
  Output out(options.max_bytes, detail::ValueAccess::source_size(value));
  detail::JsonText text(out);
  bool is_first = true;
  for (const Value& record : value.items()) {
    if (!is_first) out.put('\n');
    is_first = false;
    text.value(record);
  }
  return out.finish();
}

const Codec& codec() noexcept {
  return ndjson_codec;
}

}  // namespace laconic::ndjson
