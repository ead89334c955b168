// cmd_tokens.cpp - laconic tokens: how many tokens texts have, and which.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>

#include "cli/flags.hpp"
#include "cli/report.hpp"
#include "cli/settings.hpp"
#include "cli/tokenizer_choice.hpp"

namespace laconic::cli {
namespace {

enum class Form { counts, ids, shown };

struct Args : InputSettings {
  std::vector<std::string> tokenizers;
  Form form = Form::counts;
  bool json = false;
};

Result<Done> take_tokenizer(Args& args, const Context&, std::string_view value) {
  args.tokenizers.assign(1, std::string(value));
  return Done{};
}
Result<Done> ask_show(Args& args, const Context&, std::string_view) {
  args.form = Form::shown;
  return Done{};
}
Result<Done> ask_ids(Args& args, const Context&, std::string_view) {
  args.form = Form::ids;
  return Done{};
}
Result<Done> ask_json(Args& args, const Context&, std::string_view) {
  args.json = true;
  return Done{};
}

constexpr Flag<Args> flags[] = {
    {file_text, take_input<Args>},
    {tokenizer_text, take_tokenizer},
    {{"--show", "",
      "Print the text with its tokens apart: in alternating colours on a terminal, otherwise with "
      "a bar between them."},
     ask_show},
    {{"--ids", "", "Print the numbers of the tokens, one line for each FILE."}, ask_ids},
    {{"--json", "",
      "Print {\"tokenizer\":NAME,\"files\":[...]} with the members file, bytes and tokens, and "
      "with --ids also ids."},
     ask_json},
};

constexpr Example examples[] = {
    {"laconic tokens prompt.txt", "Count the tokens of a file."},
    {"laconic encode orders.json | laconic tokens --tokenizer cl100k_base",
     "Count what a format costs."},
    {"laconic tokens --show reply.txt", "See where tokens begin and end."},
};

struct Counted {
  std::string file;
  std::size_t bytes;
  std::size_t tokens;
  std::vector<std::uint32_t> ids;
};

/// Whether a byte continues a character.
bool continues(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// The text with its tokens apart. A border inside a character cannot be shown; the tokens
/// of that character stay together.
std::string shown(const Tokenizer& tokenizer, const std::vector<std::uint32_t>& ids, bool colour) {
  constexpr std::string_view colours[] = {"\033[48;5;24m", "\033[48;5;58m"};
  std::string out;
  std::size_t turn = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto text = tokenizer.decode({&ids[i], 1});
    if (!text) continue;
    const bool border = i > 0 && !(text->empty() || continues(text->front()));
    if (colour) {
      if (i == 0 || border) out.append("\033[0m").append(colours[turn++ % 2]);
      // A background that runs on to the next line would paint all of it.
      for (const char c : *text) {
        if (c == '\n') out.append("\033[0m");
        out += c;
        if (c == '\n') out.append(colours[(turn + 1) % 2]);
      }
    } else {
      if (border) out.append("\u2502");
      out.append(*text);
    }
  }
  if (colour) out.append("\033[0m");
  if (!out.ends_with('\n')) out += '\n';
  return out;
}

std::string id_line(const std::vector<std::uint32_t>& ids) {
  std::string line;
  for (const std::uint32_t id : ids) {
    if (!line.empty()) line += ' ';
    line += std::to_string(id);
  }
  return line + '\n';
}

std::string table(const std::vector<Counted>& rows) {
  std::size_t width = 5;
  for (const Counted& row : rows)
    width = std::max(width, row.file.size());
  std::string out = fmt::format("{:<{}}  {:>12}  {:>12}\n", "FILE", width, "BYTES", "TOKENS");
  std::size_t bytes = 0;
  std::size_t tokens = 0;
  for (const Counted& row : rows) {
    out += fmt::format("{:<{}}  {:>12}  {:>12}\n", row.file, width, row.bytes, row.tokens);
    bytes += row.bytes;
    tokens += row.tokens;
  }
  if (rows.size() > 1)
    out += fmt::format("{:<{}}  {:>12}  {:>12}\n", "TOTAL", width, bytes, tokens);
  return out;
}

Result<std::string> as_json(const Tokenizer& tokenizer, const std::vector<Counted>& rows,
                            bool ids) {
  Builder b;
  b.begin_object().key("tokenizer").string(tokenizer.name()).key("files").begin_array();
  for (const Counted& row : rows) {
    b.begin_object().key("file").string(row.file).key("bytes").unsigned_integer(row.bytes);
    b.key("tokens").unsigned_integer(row.tokens);
    if (ids) {
      b.key("ids").begin_array();
      for (const std::uint32_t id : row.ids)
        b.unsigned_integer(id);
      b.end_array();
    }
    b.end_object();
  }
  const auto document = b.end_array().end_object().finish();
  if (!document) return document.error();
  return json::encode(document->root());
}

Exit count_one(Context& context, const Tokenizer& tokenizer, const std::string& name,
               const Args& args, std::vector<Counted>& rows) {
  const auto text = context.read(name, args.decode.max_bytes, os::Excess::refuse);
  if (!text) return fail(context, name, text.error());
  Counted row{name, text->size(), 0, {}};
  if (args.form == Form::counts) {
    const auto count = tokenizer.count(*text);
    if (!count) return fail_at(context, name, *text, count.error());
    row.tokens = *count;
  } else {
    auto ids = tokenizer.encode(*text);
    if (!ids) return fail_at(context, name, *text, ids.error());
    row.tokens = ids->size();
    row.ids = std::move(*ids);
  }
  rows.push_back(std::move(row));
  return Exit::done;
}

Exit run(Context& context, Argv argv) {
  Args args;
  if (const auto exit = parse_flags(context, tokens_command.text, argv, flags, args)) return *exit;
  if (args.json && args.form == Form::shown) {
    return fail_usage(context, tokens_command.text.name, "--show and --json exclude each other");
  }
  std::vector<Tokenizer> tokenizers;
  if (const Exit exit = find_tokenizers(context, args.tokenizers, tokenizers); exit != Exit::done)
    return exit;
  const Tokenizer& tokenizer = tokenizers.front();
  std::vector<Counted> rows;
  Exit worst = Exit::done;
  for (const std::string& name : inputs_of(args))
    worst = worse(worst, count_one(context, tokenizer, name, args, rows));
  if (args.json) {
    auto text = as_json(tokenizer, rows, args.form == Form::ids);
    if (!text) return worse(worst, fail(context, "laconic tokens", text.error()));
    return worse(worst, print(context, text->append("\n")));
  }
  if (rows.empty()) return worst;
  std::string out;
  if (args.form == Form::counts) out = table(rows);
  for (const Counted& row : rows) {
    if (args.form == Form::ids) out += id_line(row.ids);
    if (args.form == Form::shown) out += shown(tokenizer, row.ids, context.output_colour);
  }
  return worse(worst, print(context, out));
}

}  // namespace

const Command tokens_command{
    {"tokens", "count the tokens of texts",
     "[--tokenizer NAME|FILE] [--show|--ids] [--json] [--errors text|json] [FILE...]",
     "Counts the tokens that a language model sees in each FILE, exactly, with the model's own "
     "vocabulary. Every byte counts, a final line end too; text that looks like a special token "
     "counts as text. A FILE that is not UTF-8 is an error (invalid_utf8), because its tokens are "
     "not defined.\n\n"
     "o200k_base serves GPT-4o and later models, cl100k_base GPT-4. Both are part of the program. "
     "Other vocabularies are read from files: tiktoken ranks, tokenizer.json of Hugging Face, and "
     "GGUF; laconic tokenizers says where to get them.",
     examples},
    run};

}  // namespace laconic::cli
