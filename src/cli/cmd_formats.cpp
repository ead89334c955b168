// cmd_formats.cpp - laconic formats: what this build can read and write.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>

#include "cli/flags.hpp"
#include "cli/report.hpp"
#include "cli/text_table.hpp"

namespace laconic::cli {
namespace {

struct Args {
  bool json = false;
};

Result<Done> ask_json(Args& args, const Context&, std::string_view) {
  args.json = true;
  return Done{};
}

constexpr Flag<Args> flags[] = {
    {{"--json", "",
      "Print {\"formats\":[...]} with the members name, aliases, description, extensions, "
      "media_types, reads, writes, lossless, streaming, graph, binary and settings."},
     ask_json},
};

constexpr Example examples[] = {
    {"laconic formats", "Print a table."},
    {"laconic formats --json", "Print the same for tools."},
};

/// The words of a list that is separated by spaces.
std::vector<std::string_view> words(std::string_view list) {
  std::vector<std::string_view> out;
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(' '));
    if (!word.empty()) out.push_back(word);
    list.remove_prefix(std::min(list.size(), word.size() + 1));
  }
  return out;
}

std::string capabilities(const Codec& codec) {
  std::string out;
  const auto add = [&](bool has, std::string_view word) {
    if (has) out.append(out.empty() ? "" : " ").append(word);
  };
  add(codec.lossless, "lossless");
  add(codec.streaming, "streaming");
  add(codec.graph, "graph");
  add(codec.binary, "binary");
  add(codec.decode == nullptr, "encode-only");
  add(codec.encode == nullptr, "decode-only");
  return out.empty() ? "-" : out;
}

std::string or_dash(std::string_view text) {
  return std::string(text.empty() ? "-" : text);
}

std::string first_or_dash(std::string_view list) {
  const auto all = words(list);
  return all.empty() ? "-" : std::string(all.front());
}

std::string table(const CodecRegistry& codecs) {
  TextTable table;
  for (const std::string_view title :
       {"NAME", "ALIASES", "CAN", "EXTENSIONS", "MEDIA TYPE", "DESCRIPTION"}) {
    table.add_column(std::string(title), TextTable::left);
  }
  std::string settings;
  for (const Codec* codec : codecs.all()) {
    table.add_row({std::string(codec->name), or_dash(codec->aliases), capabilities(*codec),
                   or_dash(codec->extensions), first_or_dash(codec->media_types),
                   std::string(codec->description)});
    for (const SettingText& text : codec->settings) {
      settings += fmt::format("  {}: {}={}\n      {}\n", codec->name, text.name, text.values,
                              text.description);
    }
  }
  if (settings.empty()) return table.text();
  return table.text() + "\nSettings of one format, given with --set NAME=VALUE:\n" + settings;
}

void add_words(Builder& b, std::string_view key, std::string_view list) {
  b.key(key).begin_array();
  for (const std::string_view word : words(list))
    b.string(word);
  b.end_array();
}

Result<std::string> as_json(const CodecRegistry& codecs) {
  Builder b;
  b.begin_object().key("formats").begin_array();
  for (const Codec* codec : codecs.all()) {
    b.begin_object().key("name").string(codec->name);
    add_words(b, "aliases", codec->aliases);
    b.key("description").string(codec->description);
    add_words(b, "extensions", codec->extensions);
    add_words(b, "media_types", codec->media_types);
    b.key("reads").boolean(codec->decode != nullptr);
    b.key("writes").boolean(codec->encode != nullptr);
    b.key("lossless").boolean(codec->lossless).key("streaming").boolean(codec->streaming);
    b.key("graph").boolean(codec->graph).key("binary").boolean(codec->binary);
    b.key("settings").begin_array();
    for (const SettingText& text : codec->settings) {
      b.begin_object().key("name").string(text.name).key("values").string(text.values);
      b.key("description").string(text.description).end_object();
    }
    b.end_array().end_object();
  }
  const auto document = b.end_array().end_object().finish();
  if (!document) return document.error();
  return json::encode(document->root());
}

Exit run(Context& context, Argv argv) {
  Args args;
  if (const auto exit = parse_flags(context, formats_command.text, argv, flags, args)) return *exit;
  if (!args.json) return print(context, table(context.codecs));
  auto text = as_json(context.codecs);
  if (!text) return fail(context, "laconic formats", text.error());
  return print(context, text->append("\n"));
}

}  // namespace

const Command formats_command{
    {"formats", "list the formats", "[--json] [--errors text|json]",
     "Prints one line per format: its names, what it can do, the usual extensions of its files, "
     "its media type and a description.\n\n"
     "lossless: what is written without a warning reads back as the same value. streaming: one "
     "record at a time (see laconic stream). graph: for code-graph payloads only. binary: bytes, "
     "not text. encode-only: cannot be read.",
     examples},
    run};

}  // namespace laconic::cli
