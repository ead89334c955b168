// proxy_config.cpp - the rule file of the proxy, TOML with every mistake at its place.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "cli/proxy_arguments.hpp"
#include "cli/report.hpp"

namespace laconic::cli {
namespace {

constexpr std::uint64_t max_config_bytes = std::uint64_t{1} << 20;

/// Byte offset of a line and column, both from 1.
std::uint64_t offset_of(std::string_view text, toml::source_position place) {
  std::size_t at = 0;
  for (toml::source_index line = 1; line < place.line; ++line) {
    const std::size_t stop = text.find('\n', at);
    if (stop == std::string_view::npos) break;
    at = stop + 1;
  }
  // Columns count characters.
  for (toml::source_index column = 1; column < place.column && at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U) ++column;
  }
  return std::min(at, text.size());
}

std::string names_of(const ProxyArguments& args) {
  std::string names;
  for (const mcp::Format& format : args.settings.known_formats)
    names.append(names.empty() ? "" : ", ").append(format.name);
  return names;
}

class ConfigReader {
 public:
  ConfigReader(Context& context, const std::string& path, std::string_view text,
               ProxyArguments& args)
      : context_(context), path_(path), text_(text), args_(args) {}

  Exit read(const toml::table& root) {
    mcp::ProxySettings& s = args_.settings;
    for (const auto& [key, node] : root) {
      const std::string_view name = key.str();
      if (name == "formats") {
        std::vector<std::string> list = strings(node);
        check_formats(node, list);
        if (!args_.formats) args_.formats = std::move(list);
      } else if (name == "tokenizers") {
        take(node, args_.tokenizers);
      } else if (name == "min_tokens") {
        if (const auto n = number(node); !args_.min_tokens) args_.min_tokens = n;
      } else if (name == "min_gain") {
        const auto gain = node.value<double>();
        if (!gain || !(*gain >= 0 && *gain < 1)) {
          wrong(node, "min_gain is a part, from 0 to 1");
        } else if (!args_.min_gain) {
          args_.min_gain = *gain;
        }
      } else if (name == "max_encode_bytes") {
        const auto bytes = node.is_integer() ? bytes_of(std::to_string(*node.value<std::int64_t>()))
                                             : bytes_of(string(node));
        if (!bytes) {
          wrong(node, bytes.error().detail);
        } else if (!args_.max_encode_bytes) {
          args_.max_encode_bytes = *bytes;
        }
      } else if (name == "lossless") {
        const std::string word = one_of(node, {"value", "lexeme"});
        if (!args_.lossless)
          args_.lossless = word == "lexeme" ? mcp::Exactness::lexeme : mcp::Exactness::value;
      } else if (name == "structured") {
        const auto structured = structured_of(string(node));
        if (!structured) {
          wrong(node, structured.error().detail);
        } else if (!args_.structured) {
          args_.structured = *structured;
        }
      } else if (name == "embedded") {
        const auto embedded = embedded_of(string(node));
        if (!embedded) {
          wrong(node, embedded.error().detail);
        } else if (!args_.embedded) {
          args_.embedded = *embedded;
        }
      } else if (name == "hint") {
        const std::string word = one_of(node, {"auto", "off"});
        if (!args_.hint) args_.hint = word == "auto";
      } else if (name == "client") {
        each_table(node, "[[client]]; pin_client names one",
                   [&](const toml::table& table) { client(table); });
      } else if (name == "pin_client") {
        if (std::string pinned = string(node); s.client.empty()) s.client = std::move(pinned);
      } else if (name == "raw") {
        for (std::string& glob : strings(node))
          s.raw.push_back(std::move(glob));
      } else if (name == "back") {
        back(node);
      } else if (name == "observe") {
        observe(node);
      } else if (name == "memory") {
        memory(node);
      } else if (name == "tool") {
        each_table(node, "[[tool]]", [&](const toml::table& table) { tool(table); });
      } else {
        unknown(key, {"formats", "tokenizers", "min_tokens", "min_gain", "max_encode_bytes",
                      "lossless", "structured", "embedded", "hint", "pin_client", "client", "raw",
                      "back", "observe", "memory", "tool"});
      }
      if (exit_ != Exit::done) return exit_;
    }
    return exit_;
  }

 private:
  void wrong_at(const toml::source_region& source, std::string sentence) {
    if (exit_ != Exit::done) return;
    fail_at(context_, path_, text_,
            Error{Errc::bad_usage, offset_of(text_, source.begin), std::move(sentence)});
    exit_ = Exit::usage;
  }
  void wrong(const toml::node& node, std::string sentence) {
    wrong_at(node.source(), std::move(sentence));
  }
  void unknown(const toml::key& key, std::initializer_list<std::string_view> known) {
    const std::vector<std::string_view> names(known);
    const std::string_view near = closest(key.str(), names);
    wrong_at(key.source(), near.empty()
                               ? fmt::format("there is no setting \"{}\"", key.str())
                               : fmt::format("there is no setting \"{}\"; did you mean \"{}\"?",
                                             key.str(), near));
  }
  std::string string(const toml::node& node) {
    const auto text = node.value<std::string>();
    if (!text || !node.is_string()) wrong(node, "a string is expected here");
    return text && node.is_string() ? *text : std::string();
  }
  std::string one_of(const toml::node& node, std::initializer_list<std::string_view> words) {
    std::string text = string(node);
    if (std::find(words.begin(), words.end(), text) == words.end()) {
      std::string all;
      for (const std::string_view word : words)
        all.append(all.empty() ? "" : " or ").append(word);
      wrong(node, fmt::format("\"{}\" is not {}", text, all));
    }
    return text;
  }
  std::size_t number(const toml::node& node) {
    const auto value = node.value<std::int64_t>();
    if (!value || !node.is_integer() || *value < 0) {
      wrong(node, "a number of 0 or more is expected here");
      return 0;
    }
    return static_cast<std::size_t>(*value);
  }
  bool boolean(const toml::node& node) {
    const auto value = node.value<bool>();
    if (!value || !node.is_boolean()) wrong(node, "true or false is expected here");
    return value.value_or(false);
  }
  std::vector<std::string> strings(const toml::node& node) {
    std::vector<std::string> out;
    if (node.is_string()) return list_of(*node.value<std::string>());
    if (const toml::array* array = node.as_array()) {
      for (const toml::node& each : *array)
        out.push_back(string(each));
      return out;
    }
    wrong(node, "a string or a list of strings is expected here");
    return out;
  }
  void take(const toml::node& node, std::optional<std::vector<std::string>>& out) {
    std::vector<std::string> list = strings(node);
    if (!out) out = std::move(list);
  }
  template <class Visit>
  void each_table(const toml::node& node, std::string_view form, const Visit& visit) {
    const toml::array* array = node.as_array();
    if (array == nullptr)
      return wrong(node, fmt::format("a list of tables is expected here: {}", form));
    for (const toml::node& each : *array) {
      if (const toml::table* table = each.as_table()) {
        visit(*table);
      } else {
        wrong(each, "a table is expected here");
      }
    }
  }

  void back(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return wrong(node, "a table is expected here: [back]");
    for (const auto& [key, value] : *table) {
      if (key == "command") {
        std::vector<std::string> words;
        if (const toml::array* array = value.as_array()) {
          for (const toml::node& each : *array)
            words.push_back(string(each));
        } else {
          wrong(value, "the command is a list of words");
        }
        if (args_.command.empty()) args_.command = std::move(words);
      } else if (key == "env") {
        const toml::table* variables = value.as_table();
        if (variables == nullptr)
          return wrong(value, "a table is expected here: { NAME = \"...\" }");
        for (const auto& [name, text] : *variables)
          args_.environment.emplace_back(name.str(), string(text));
      } else if (key == "grace") {
        const auto grace = duration_of(string(value));
        if (!grace) return wrong(value, grace.error().detail);
        args_.grace = *grace;
      } else {
        unknown(key, {"command", "env", "grace"});
      }
    }
  }
  void observe(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return wrong(node, "a table is expected here: [observe]");
    for (const auto& [key, value] : *table) {
      if (key == "stats_file") {
        if (args_.stats_file.empty()) args_.stats_file = string(value);
      } else if (key == "log") {
        if (args_.log_file.empty()) args_.log_file = string(value);
      } else if (key == "stats") {
        args_.stats = args_.stats || boolean(value);
      } else {
        unknown(key, {"stats", "stats_file", "log"});
      }
    }
  }
  void memory(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return wrong(node, "a table is expected here: [memory]");
    for (const auto& [key, value] : *table) {
      if (key == "dedup") {
        args_.settings.dedup = args_.settings.dedup || boolean(value);
      } else if (key == "delta") {
        args_.settings.delta = args_.settings.delta || boolean(value);
      } else {
        unknown(key, {"dedup", "delta"});
      }
    }
  }
  void tool(const toml::table& table) {
    mcp::ToolRule rule;
    for (const auto& [key, value] : table) {
      if (key == "match") {
        rule.match = strings(value);
      } else if (key == "formats") {
        rule.formats = strings(value);
        check_formats(value, *rule.formats);
      } else if (key == "structured") {
        const auto structured = structured_of(string(value));
        if (!structured) return wrong(value, structured.error().detail);
        rule.structured = *structured;
      } else if (key == "decode_args") {
        rule.decode_args = strings(value);
        check_formats(value, rule.decode_args);
      } else if (key == "cache") {
        const auto time = duration_of(string(value));
        if (!time) return wrong(value, time.error().detail);
        rule.cache = std::chrono::duration_cast<std::chrono::seconds>(*time);
        if (rule.cache->count() == 0) return wrong(value, "a cache lasts for a second or longer");
      } else {
        unknown(key, {"match", "formats", "structured", "decode_args", "cache"});
      }
    }
    if (rule.match.empty()) wrong(table, "a [[tool]] needs match = \"NAME\"");
    args_.settings.tools.push_back(std::move(rule));
  }
  void client(const toml::table& table) {
    mcp::ClientRule rule;
    for (const auto& [key, value] : table) {
      if (key == "match") {
        rule.match = string(value);
      } else if (key == "structured") {
        const auto structured = structured_of(string(value));
        if (!structured) return wrong(value, structured.error().detail);
        rule.structured = *structured;
      } else if (key == "persist_chars") {
        rule.persist_chars = number(value);
      } else if (key == "shows") {
        rule.shows_structured = one_of(value, {"text", "structured"}) == "structured";
      } else {
        unknown(key, {"match", "structured", "persist_chars", "shows"});
      }
    }
    if (rule.match.empty()) wrong(table, "a [[client]] needs match = \"NAME\"");
    args_.settings.clients.push_back(std::move(rule));
  }
  /// "json" is the friendly name of json-min.
  void check_formats(const toml::node& node, std::vector<std::string>& names) {
    for (std::string& name : names) {
      if (name == "json") name = "json-min";
      if (mcp::find_format(args_.settings, name) == nullptr)
        wrong(node, fmt::format("there is no format \"{}\"; known are {}", name, names_of(args_)));
    }
  }

  Context& context_;
  const std::string& path_;
  std::string_view text_;
  ProxyArguments& args_;
  Exit exit_ = Exit::done;
};

}  // namespace

Exit read_proxy_config(Context& context, const std::string& path, ProxyArguments& args) {
  const auto text = context.read(path, max_config_bytes, os::Excess::refuse);
  if (!text) return fail(context, path, text.error());
  try {
    const toml::table root = toml::parse(*text);
    return ConfigReader(context, path, *text, args).read(root);
  } catch (const toml::parse_error& error) {
    fail_at(context, path, *text,
            Error{Errc::bad_usage, offset_of(*text, error.source().begin),
                  std::string(error.description())});
    return Exit::usage;
  }
}

}  // namespace laconic::cli
