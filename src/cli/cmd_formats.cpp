// cmd_formats.cpp - laconic formats: what this build can read and write.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>

#include "cli/flags.hpp"
#include "cli/report.hpp"

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
      "Print {\"formats\":[...]} with the members name, reads, writes, exact, extension, "
      "media_type "
      "and description."},
     ask_json},
};

constexpr Example examples[] = {
    {"laconic formats", "Print a table."},
    {"laconic formats --json", "Print the same for tools."},
};

constexpr std::size_t columns = 7;
using Row = std::array<std::string_view, columns>;

std::string_view yes_no(bool value) noexcept {
  return value ? "yes" : "no";
}

std::string table(const CodecRegistry& codecs) {
  std::vector<Row> rows{
      {"NAME", "READS", "WRITES", "EXACT", "EXTENSION", "MEDIA TYPE", "DESCRIPTION"}};
  for (const Codec* codec : codecs.all()) {
    rows.push_back({codec->name, yes_no(codec->decode != nullptr), yes_no(codec->encode != nullptr),
                    yes_no(codec->exact), codec->extension.empty() ? "-" : codec->extension,
                    codec->media_type.empty() ? "-" : codec->media_type, codec->description});
  }
  std::array<std::size_t, columns> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < columns; ++i)
      widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i + 1 < columns; ++i)
      out += fmt::format("{:<{}}  ", row[i], widths[i]);
    out.append(row.back()).append("\n");
  }
  return out;
}

Result<std::string> as_json(const CodecRegistry& codecs) {
  Builder b;
  b.begin_object().key("formats").begin_array();
  for (const Codec* codec : codecs.all()) {
    b.begin_object().key("name").string(codec->name);
    b.key("reads").boolean(codec->decode != nullptr);
    b.key("writes").boolean(codec->encode != nullptr);
    b.key("exact").boolean(codec->exact).key("extension").string(codec->extension);
    b.key("media_type").string(codec->media_type);
    b.key("description").string(codec->description).end_object();
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
     "Prints one line per format: its name, whether it can be read and written, whether reading "
     "gives back exactly what was written, the usual extension of its files, its media type and a "
     "description.",
     examples},
    run};

}  // namespace laconic::cli
