// proxy_settings.cpp - rules by name: clients, tools, file readers.
#include "mcp/proxy_settings.hpp"

#include <algorithm>

namespace laconic::mcp {

const std::vector<ClientRule>& known_clients() {
  // Last checked: November 2026. What is not listed keeps structuredContent.
  static const std::vector<ClientRule> clients{
      {"claude-code", Structured::strip, 50000, true},
      {"codex-mcp-client", Structured::strip, 0, true},
      {"Visual Studio Code", Structured::strip, 0, true},
      {"Visual-Studio-Code", Structured::strip, 0, true},
      {"opencode", Structured::strip, 0, true},
      {"github-copilot-developer", Structured::strip, 0, true},
      {"claude-ai", Structured::keep, 0, false},
      {"ChatGPT", Structured::keep, 0, false},
      {"gemini-cli-mcp-client", Structured::keep, 0, false},
      {"Q-DEV-CLI", Structured::keep, 0, false},
  };
  return clients;
}

bool matches(std::string_view glob, std::string_view name) noexcept {
  // Where to go on when the text behind the last * does not fit: linear for any pattern with
  // one star, and never more than the product of the lengths.
  std::size_t g = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (n < name.size()) {
    if (g < glob.size() && (glob[g] == '?' || glob[g] == name[n]) && glob[g] != '*') {
      ++g;
      ++n;
    } else if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = n;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*')
    ++g;
  return g == glob.size();
}

const ClientRule* rule_for_client(const ProxySettings& settings, std::string_view client) {
  if (client.empty()) return nullptr;
  for (const auto* list : {&settings.clients, &known_clients()}) {
    for (const ClientRule& rule : *list) {
      if (matches(rule.match, client)) return &rule;
    }
  }
  return nullptr;
}

const Format* find_format(const ProxySettings& settings, std::string_view name) {
  const auto found = std::find_if(settings.known_formats.begin(), settings.known_formats.end(),
                                  [&](const Format& format) { return format.name == name; });
  return found == settings.known_formats.end() ? nullptr : &*found;
}

bool reads_files(std::string_view tool, bool server_edits_files) noexcept {
  constexpr std::string_view always[] = {
      "read_file",  "read_text_file", "read_multiple_files", "read_media_file", "get_file_contents",
      "*cat_file*", "view_file",      "open_file",           "fetch_file",      "download_*",
      "*_source",   "*get_blob*",     "read_resource",       "read_note"};
  constexpr std::string_view beside_edits[] = {"read*", "get*file*", "view*",
                                               "open*", "cat*",      "show*"};
  const auto fits = [&](std::string_view glob) { return matches(glob, tool); };
  return std::any_of(std::begin(always), std::end(always), fits) ||
         (server_edits_files &&
          std::any_of(std::begin(beside_edits), std::end(beside_edits), fits));
}

CallRules rules_for(const ProxySettings& settings, std::string_view tool, std::string_view client,
                    bool server_edits_files) {
  CallRules rules;
  rules.formats = settings.formats;
  std::optional<Structured> structured;
  bool has_formats = false;
  for (const ToolRule& rule : settings.tools) {
    const bool fits = std::any_of(rule.match.begin(), rule.match.end(),
                                  [&](const std::string& glob) { return matches(glob, tool); });
    if (!fits) continue;
    if (rule.formats && !has_formats) {
      has_formats = true;
      rules.formats.clear();
      rules.is_off = rule.formats->empty();
      for (const std::string& name : *rule.formats) {
        if (const Format* format = find_format(settings, name)) rules.formats.push_back(*format);
      }
    }
    if (rule.structured && !structured) structured = rule.structured;
    if (rule.cache && !rules.cache) rules.cache = rule.cache;
  }
  for (const std::string& glob : settings.raw) {
    if (matches(glob, tool)) rules.is_off = true;
  }
  // What the user says of a tool by name outranks the guess from its name.
  rules.is_file_reader = !has_formats && reads_files(tool, server_edits_files);
  if (!structured && settings.structured != Structured::automatic) structured = settings.structured;
  if (!structured || *structured == Structured::automatic) {
    const ClientRule* const rule = rule_for_client(settings, client);
    structured = rule != nullptr && rule->structured ? *rule->structured : Structured::keep;
  }
  rules.strip = *structured == Structured::strip && !rules.is_off;
  return rules;
}

}  // namespace laconic::mcp
