// proxy_settings.hpp - what the proxy was told to do, and what follows for one tool and client.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/codec.hpp>
#include <laconic/tokens.hpp>

#include "mcp/same_data.hpp"

namespace laconic::mcp {

/// What happens to structuredContent that says the same as the text.
enum class Structured : std::uint8_t { automatic, strip, keep };

/// JSON that is not the whole text; only where the user asks for it.
enum class Embedded : std::uint8_t {
  off,
  fenced,  ///< one fence of Markdown, with prose before it
  prefix,  ///< also without a fence, from a line that starts with a bracket to the end
};

/// A form that a result may be sent in.
struct Format {
  std::string name;              ///< as the user calls it: "json-min", "gcf", "toon"
  const Codec* codec = nullptr;  ///< of json-min: JSON
  bool is_json = false;
};

/// What a [[tool]] table or a flag says about tools with matching names.
struct ToolRule {
  std::vector<std::string> match;                   ///< globs: *, ?
  std::optional<std::vector<std::string>> formats;  ///< empty: leave results alone
  std::optional<Structured> structured;
  std::vector<std::string> decode_args;  ///< formats that arguments may come in
  std::optional<std::chrono::seconds> cache;
};

/// What a client shows to its model, and how long a text it shows.
struct ClientRule {
  std::string match;  ///< a glob of the client's name
  std::optional<Structured> structured;
  std::size_t persist_chars = 0;  ///< longer texts go to a file that tools read as JSON; 0: never
  bool shows_structured = false;  ///< the model sees structuredContent instead of the text
};

struct ProxySettings {
  std::vector<Format> formats;        ///< in order of preference; empty: forward only
  std::vector<Format> known_formats;  ///< what rules and calls may name
  std::vector<Tokenizer> tokenizers;  ///< every one must agree that a text is smaller
  std::size_t min_tokens = 32;
  double min_gain = 0.05;  ///< of a format over minified JSON
  std::size_t max_encode_bytes = std::size_t{8} << 20;
  Exactness lossless = Exactness::value;
  Structured structured = Structured::automatic;
  Embedded embedded = Embedded::off;
  bool hint = true;
  std::string client;            ///< pins the client's name
  std::vector<std::string> raw;  ///< globs of tools whose results are left alone
  std::vector<ToolRule> tools;   ///< the first match of each kind counts
  std::vector<ClientRule> clients;
  bool dedup = false;
  bool delta = false;
  bool dry_run = false;
};

/// The clients we know, with the date of the last check in the source.
[[nodiscard]] const std::vector<ClientRule>& known_clients();

/// A glob with * and ?.
[[nodiscard]] bool matches(std::string_view glob, std::string_view name) noexcept;

/// The rule for a client, the user's before the known ones; nullptr for an unknown client.
[[nodiscard]] const ClientRule* rule_for_client(const ProxySettings& settings,
                                                std::string_view client);

/// What holds for the results of one tool.
struct CallRules {
  std::vector<Format> formats;  ///< empty: the text is left alone
  bool is_file_reader = false;  ///< its text is the content of a file
  bool is_off = false;          ///< a rule says hands off
  bool strip = false;           ///< drop structuredContent where the evidence allows it
  std::optional<std::chrono::seconds> cache;
};

[[nodiscard]] CallRules rules_for(const ProxySettings& settings, std::string_view tool,
                                  std::string_view client, bool server_edits_files);

/// Tools that return the content of files, by their names.
[[nodiscard]] bool reads_files(std::string_view tool, bool server_edits_files) noexcept;

[[nodiscard]] const Format* find_format(const ProxySettings& settings, std::string_view name);

}  // namespace laconic::mcp
