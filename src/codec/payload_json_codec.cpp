// payload_json_codec.cpp - the JSON of payloads as a row of the registry; here because it reads
// JSON.
#include <laconic/json.hpp>
#include <laconic/markup.hpp>

#include "graph/payload_value.hpp"

namespace laconic::markup {
namespace {

/// Whether a member that counts something is spelled as an integer: 5.0 is none.
bool is_integer_member(std::string_view key) noexcept {
  return key == "tokens_used" || key == "tokensUsed" || key == "token_budget" ||
         key == "tokenBudget" || key == "distance";
}

Result<Done> check_integers(Value object, const std::string& path) {
  if (!object.is_object()) return Done{};
  for (const auto [key, value] : object.members()) {
    if (is_integer_member(key) && value.kind() != Kind::integer && value.is_number()) {
      return Error{Errc::not_representable, 0,
                   path + std::string(key) + " must be an integer, not of type " +
                       std::string(name_of(value.kind()))};
    }
  }
  return Done{};
}

Result<Document> read(const Codec&, std::string_view text, const DecodeOptions& options) {
  const auto json = json::decode(text, options);
  if (!json) return json.error();
  const Value root = json->root();
  if (const auto whole = check_integers(root, ""); !whole) return whole.error();
  const Value* const symbols = root.is_object() ? root.find("symbols") : nullptr;
  if (symbols != nullptr && symbols->is_array()) {
    for (std::size_t i = 0; i < symbols->size(); ++i) {
      const auto whole = check_integers(symbols->items()[i], "symbols[" + std::to_string(i) + "].");
      if (!whole) return whole.error();
    }
  }
  std::vector<Loss> losses;
  const auto payload = graph::from_value(root, &losses);
  if (!payload) return payload.error();
  detail::TreeMaker maker(options.max_depth);
  for (const Loss& loss : losses)
    maker.note(Note::Type::loss, Errc::not_lossless, 0, loss.what);
  return graph::finish_document(maker, *payload);
}

Result<std::string> write(const Codec&, Value value, const laconic::EncodeOptions& options) {
  const auto payload = graph::from_value(value, options.losses);
  if (!payload) return payload.error();
  PayloadJsonOptions own;
  static_cast<laconic::EncodeOptions&>(own) = options;
  own.compact = setting(options.settings, "layout") == "compact";
  own.empty_array = setting(options.settings, "empty") == "array";
  return encode_payload_json(*payload, own);
}

constexpr SettingText settings[] = {
    {"layout", "pretty|compact", "two spaces per level, or one line"},
    {"empty", "null|array", "an empty list of symbols"},
};

constexpr Codec payload_json{
    .name = "payload-json",
    .description = "Code-graph payloads as JSON in a fixed order",
    .lossless = true,
    .graph = true,
    .settings = settings,
    .decode = read,
    .encode = write,
};

}  // namespace

const Codec& payload_json_codec() noexcept {
  return payload_json;
}

}  // namespace laconic::markup
