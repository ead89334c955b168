// proxy_arguments.cpp - turns words into settings.
#include "cli/proxy_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include <laconic/json.hpp>

#include "cli/renderings.hpp"
#include "cli/report.hpp"
#include "cli/tokenizer_choice.hpp"
#include "mcp/json_spans.hpp"

namespace laconic::cli {
namespace {

constexpr std::string_view default_formats[] = {"json-min", "gcf", "toon"};
constexpr std::string_view default_tokenizers[] = {"o200k_base", "cl100k_base"};

Error mistake(std::string sentence) {
  return {Errc::bad_usage, 0, std::move(sentence)};
}

template <class Number>
bool read_number(std::string_view text, Number& out, std::string_view& suffix) {
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, out);
  suffix = {stop, static_cast<std::size_t>(end - stop)};
  return code == std::errc();
}

/// A string of TOML. Its escapes are those of JSON.
std::string in_quotes(std::string_view word) {
  std::string out;
  mcp::append_json_string(out, word);
  for (std::size_t at = 0; (at = out.find('\x7F', at)) != std::string::npos;)
    out.replace(at, 1, "\\u007f");
  return out;
}

std::string quoted_list(const std::vector<std::string>& words) {
  std::string out = "[";
  for (const std::string& word : words)
    out.append(out.size() == 1 ? "" : ", ").append(in_quotes(word));
  return out + "]";
}

}  // namespace

std::vector<mcp::Format> proxy_formats(const CodecRegistry& codecs) {
  std::vector<mcp::Format> all{{"json-min", &json::codec(), true}};
  // all_renderings refers to codecs that live as long as the program.
  for (const Rendering& rendering : all_renderings(codecs)) {
    const Codec& codec = rendering.codec();
    if (rendering.is_pretty() || rendering.name() == "json" || !codec.lossless ||
        codec.decode == nullptr) {
      continue;
    }
    all.push_back({std::string(rendering.name()), &codec, false});
  }
  return all;
}

std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> parts;
  if (text == "off") return parts;
  while (true) {
    const std::size_t comma = text.find(',');
    std::string_view part = text.substr(0, comma);
    while (part.starts_with(' '))
      part.remove_prefix(1);
    while (part.ends_with(' '))
      part.remove_suffix(1);
    if (!part.empty()) parts.emplace_back(part);
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

Result<mcp::Structured> structured_of(std::string_view text) {
  if (text == "auto") return mcp::Structured::automatic;
  if (text == "strip") return mcp::Structured::strip;
  if (text == "keep") return mcp::Structured::keep;
  return mistake(fmt::format("\"{}\" is none of auto, strip and keep", text));
}

Result<mcp::Embedded> embedded_of(std::string_view text) {
  if (text == "off") return mcp::Embedded::off;
  if (text == "fenced") return mcp::Embedded::fenced;
  if (text == "prefix") return mcp::Embedded::prefix;
  return mistake(fmt::format("\"{}\" is none of off, fenced and prefix", text));
}

Result<std::size_t> bytes_of(std::string_view text) {
  std::size_t number = 0;
  std::string_view suffix;
  constexpr std::size_t most = std::size_t{1} << 30;
  std::size_t unit = 1;
  const bool read = read_number(text, number, suffix);
  if (suffix == "KiB" || suffix == "k") unit = std::size_t{1} << 10;
  if (suffix == "MiB" || suffix == "M") unit = std::size_t{1} << 20;
  if (!read || (unit == 1 && !suffix.empty()) || number > most / unit) {
    return mistake(fmt::format("\"{}\" is no size such as 64KiB or 8MiB, up to 1024MiB", text));
  }
  return number * unit;
}

Result<std::chrono::milliseconds> duration_of(std::string_view text) {
  std::int64_t number = 0;
  std::string_view suffix;
  const bool read = read_number(text, number, suffix);
  std::int64_t unit = 0;
  if (suffix == "ms") unit = 1;
  if (suffix == "s" || suffix.empty()) unit = 1000;
  if (suffix == "m") unit = 60'000;
  if (suffix == "h") unit = 3'600'000;
  constexpr std::int64_t most = std::int64_t{30} * 24 * 3'600'000;
  if (!read || unit == 0 || number < 0 || number > most / unit) {
    return mistake(fmt::format("\"{}\" is no time such as 250ms, 5s, 10m or 2h", text));
  }
  return std::chrono::milliseconds(number * unit);
}

Exit settle(Context& context, ProxyArguments& args) {
  mcp::ProxySettings& settings = args.settings;
  settings.known_formats = proxy_formats(context.codecs);
  if (!args.config_file.empty()) {
    if (const Exit exit = read_proxy_config(context, args.config_file, args); exit != Exit::done)
      return exit;
  }
  if (!args.formats) args.formats.emplace(std::begin(default_formats), std::end(default_formats));
  for (const std::string& name : *args.formats) {
    const mcp::Format* const format =
        mcp::find_format(settings, name == "json" ? "json-min" : name);
    if (format == nullptr) {
      std::string names;
      for (const mcp::Format& known : settings.known_formats)
        names.append(names.empty() ? "" : ", ").append(known.name);
      return fail_usage(
          context, "proxy",
          fmt::format("--formats: there is no \"{}\"; known are {} and off", name, names));
    }
    settings.formats.push_back(*format);
  }
  if (!args.tokenizers)
    args.tokenizers.emplace(std::begin(default_tokenizers), std::end(default_tokenizers));
  if (const Exit exit = find_tokenizers(context, *args.tokenizers, settings.tokenizers);
      exit != Exit::done) {
    return exit == Exit::data ? Exit::usage : exit;  // no document is at fault
  }
  if (args.min_tokens) settings.min_tokens = *args.min_tokens;
  if (args.min_gain) settings.min_gain = *args.min_gain;
  if (args.max_encode_bytes) settings.max_encode_bytes = *args.max_encode_bytes;
  if (args.lossless) settings.lossless = *args.lossless;
  if (args.structured) settings.structured = *args.structured;
  if (args.hint) settings.hint = *args.hint;
  if (args.embedded) settings.embedded = *args.embedded;
  for (const std::string& tool : args.decode_args) {
    mcp::ToolRule rule;
    rule.match.push_back(tool);
    for (const mcp::Format& format : settings.formats) {
      if (!format.is_json) rule.decode_args.push_back(format.name);
    }
    settings.tools.insert(settings.tools.begin(), std::move(rule));
  }
  return Exit::done;
}

std::string config_text(const ProxyArguments& args) {
  const mcp::ProxySettings& s = args.settings;
  const auto word = [](mcp::Structured structured) {
    return structured == mcp::Structured::strip  ? "strip"
           : structured == mcp::Structured::keep ? "keep"
                                                 : "auto";
  };
  std::string out;
  out += s.formats.empty() ? std::string("formats = \"off\"\n")
                           : fmt::format("formats = {}\n", quoted_list(*args.formats));
  out += fmt::format("tokenizers = {}\n", quoted_list(*args.tokenizers));
  out += fmt::format("min_tokens = {}\nmin_gain = {}\nmax_encode_bytes = {}\n", s.min_tokens,
                     s.min_gain, s.max_encode_bytes);
  out += fmt::format("lossless = \"{}\"\nstructured = \"{}\"\nhint = \"{}\"\n",
                     s.lossless == mcp::Exactness::lexeme ? "lexeme" : "value", word(s.structured),
                     s.hint ? "auto" : "off");
  const char* const embedded = s.embedded == mcp::Embedded::fenced   ? "fenced"
                               : s.embedded == mcp::Embedded::prefix ? "prefix"
                                                                     : "off";
  out += fmt::format("embedded = \"{}\"\n", embedded);
  if (!s.client.empty()) out += fmt::format("pin_client = {}\n", in_quotes(s.client));
  if (!s.raw.empty()) out += fmt::format("raw = {}\n", quoted_list(s.raw));
  out += fmt::format("[memory]\ndedup = {}\ndelta = {}\n", s.dedup, s.delta);
  out += fmt::format("[back]\ncommand = {}\ngrace = \"{}ms\"\n", quoted_list(args.command),
                     args.grace.count());
  for (const mcp::ToolRule& rule : s.tools) {
    out += fmt::format("[[tool]]\nmatch = {}\n", quoted_list(rule.match));
    if (rule.formats) {
      out += rule.formats->empty() ? std::string("formats = \"off\"\n")
                                   : fmt::format("formats = {}\n", quoted_list(*rule.formats));
    }
    if (rule.structured) out += fmt::format("structured = \"{}\"\n", word(*rule.structured));
    if (!rule.decode_args.empty())
      out += fmt::format("decode_args = {}\n", quoted_list(rule.decode_args));
    if (rule.cache) out += fmt::format("cache = \"{}s\"\n", rule.cache->count());
  }
  for (const mcp::ClientRule& rule : s.clients) {
    out += fmt::format("[[client]]\nmatch = {}\n", in_quotes(rule.match));
    if (rule.structured) out += fmt::format("structured = \"{}\"\n", word(*rule.structured));
    if (rule.persist_chars != 0) out += fmt::format("persist_chars = {}\n", rule.persist_chars);
    out += fmt::format("shows = \"{}\"\n", rule.shows_structured ? "structured" : "text");
  }
  return out;
}

}  // namespace laconic::cli
