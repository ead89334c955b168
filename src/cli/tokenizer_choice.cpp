// tokenizer_choice.cpp - where a tokenizer's name leads.
#include "cli/tokenizer_choice.hpp"

#include "cli/report.hpp"

namespace laconic::cli {
namespace {

/// The last part of a path.
std::string_view base_name(std::string_view path) noexcept {
  return path.substr(path.find_last_of('/') + 1);
}

bool is_builtin(std::string_view name) {
  return Tokenizer::builtin(name).ok();
}

/// The file that a name means: itself, or the first match in the folders.
std::string resolve(const Context& context, std::string_view name) {
  if (name.find('/') == std::string_view::npos) {
    for (const std::string& folder : context.tokenizer_folders()) {
      for (const std::string& file : context.list(folder)) {
        const std::string_view stem = std::string_view(file).substr(0, file.find_last_of('.'));
        if (file == name || stem == name) {
          std::string path = folder;
          return path.append("/").append(file);
        }
      }
    }
  }
  return std::string(name);
}

Result<Tokenizer> load_file(Context& context, const std::string& path) {
  const auto file = context.read(path, max_vocabulary_bytes + 1, os::Excess::cut);
  if (!file) return file.error();
  // The vocabulary of a GGUF file stands before the weights of the model, which may be huge.
  if (file->size() > max_vocabulary_bytes && !file->starts_with("GGUF")) {
    return Error{
        Errc::size_exceeded, max_vocabulary_bytes,
        "a vocabulary file has at most " + std::to_string(max_vocabulary_bytes >> 20) + " MiB"};
  }
  return Tokenizer::load(*file, base_name(path));
}

}  // namespace

Result<Tokenizer> find_tokenizer(Context& context, std::string_view name) {
  if (is_builtin(name)) return Tokenizer::builtin(name);
  const std::string path = resolve(context, name);
  auto loaded = load_file(context, path);
  // A word that is no file was more likely meant to be a name.
  if (!loaded && loaded.error().code == Errc::io_failed &&
      name.find_first_of("./") == std::string_view::npos) {
    return Tokenizer::builtin(name).error();
  }
  return loaded;
}

Exit find_tokenizers(Context& context, const std::vector<std::string>& names,
                     std::vector<Tokenizer>& found) {
  const std::vector<std::string> wanted =
      names.empty() ? std::vector<std::string>{std::string(default_tokenizer)} : names;
  for (const std::string& name : wanted) {
    auto tokenizer = find_tokenizer(context, name);
    if (!tokenizer) return fail(context, name, tokenizer.error());
    found.push_back(std::move(*tokenizer));
  }
  return Exit::done;
}

}  // namespace laconic::cli
