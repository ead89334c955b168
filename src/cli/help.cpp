// help.cpp - manual pages made from the tables that also drive the parser.
#include "cli/help.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace laconic::cli {
namespace {

// The measures of man(1).
constexpr std::size_t width = 79;
constexpr std::size_t indent = 7;
constexpr std::size_t deeper = 14;
constexpr std::size_t widest = 18;  // room for the names of commands

constexpr Entry exit_codes[] = {
    {"0", "Done. A reader that closes the pipe early counts as done."},
    {"1", "The data is at fault: invalid, or not to be written in the target format."},
    {"2", "The command line is at fault."},
    {"3", "A file could not be read or written."},
};

/// Appends `text` in lines of at most `width`, the first at `first` columns (already
/// written), the others at `rest`. Brackets are not torn apart.
void wrap(std::string& out, std::string_view text, std::size_t rest) {
  std::size_t column = rest;
  bool at_start = true;
  while (!text.empty()) {
    std::size_t end = 0;
    int open = 0;
    while (end < text.size() && (text[end] != ' ' || open > 0)) {
      if (text[end] == '[') ++open;
      if (text[end] == ']' && open > 0) --open;
      ++end;
    }
    if (!at_start && column + 1 + end > width) {
      out.append("\n").append(rest, ' ');
      column = rest;
    } else if (!at_start) {
      out += ' ';
      ++column;
    }
    out.append(text.substr(0, end));
    column += end;
    at_start = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  out += '\n';
}

void heading(std::string& out, std::string_view title) {
  if (!out.empty()) out += '\n';
  out.append(title).append("\n");
}

void paragraphs(std::string& out, std::string_view text, std::size_t column) {
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    const std::string_view one = text.substr(0, end);
    if (!first) out += '\n';
    out.append(column, ' ');
    if (one.starts_with(' ')) {
      for (const char c : one)
        c == '\n' ? out.append("\n").append(column, ' ') : out.append(1, c);
      out += '\n';
    } else {
      wrap(out, one, column);
    }
    first = false;
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 2);
  }
}

/// A term with its meaning: beside it when the term is short, below it otherwise.
void entry(std::string& out, std::string_view term, std::string_view meaning,
           std::size_t column = deeper) {
  out.append(indent, ' ').append(term);
  if (term.size() + 1 <= column - indent) {
    out.append(column - indent - term.size(), ' ');
  } else {
    out.append("\n").append(column, ' ');
  }
  wrap(out, meaning, column);
}

std::string term_of(const FlagText& flag) {
  std::string term(flag.name);
  const std::size_t comma = term.find(',');
  if (comma != std::string::npos) term.insert(comma + 1, " ");
  if (!flag.hint.empty()) term.append(term.starts_with("-") ? " " : "").append(flag.hint);
  return term;
}

/// Number of insertions, deletions and replacements from one word to the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j + 1] + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string manual_page(const CommandText& text, std::span<const Entry> commands,
                        std::span<const FlagText> flags) {
  const std::string full = text.name.empty() ? "laconic" : "laconic " + std::string(text.name);
  std::string out;
  heading(out, "NAME");
  paragraphs(out, full + " - " + std::string(text.summary), indent);
  heading(out, "SYNOPSIS");
  out.append(indent, ' ').append(full).append(" ");
  wrap(out, text.synopsis, indent + full.size() + 1);
  heading(out, "DESCRIPTION");
  paragraphs(out, text.description, indent);
  if (!commands.empty()) heading(out, "COMMANDS");
  for (const Entry& command : commands)
    entry(out, command.term, command.meaning, widest);
  heading(out, "OPTIONS");
  for (const FlagText& flag : flags)
    entry(out, term_of(flag), flag.help);
  heading(out, "EXIT STATUS");
  const std::span<const Entry> codes =
      text.exit_codes.empty() ? std::span<const Entry>(exit_codes) : text.exit_codes;
  for (const Entry& code : codes)
    entry(out, code.term, code.meaning);
  heading(out, "EXAMPLES");
  for (const Example& example : text.examples) {
    out.append(indent, ' ').append(example.line).append("\n").append(deeper, ' ');
    wrap(out, example.meaning, deeper);
  }
  return out;
}

std::string_view closest(std::string_view word, std::span<const std::string_view> candidates) {
  // Up to a third of the letters may be wrong, at most three: beyond that a guess
  // confuses more than it helps. A very long word is no typing mistake.
  constexpr std::size_t longest = 40;
  if (word.size() > longest) return {};
  std::string_view best;
  std::size_t fewest = std::min<std::size_t>(word.size() / 3, 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t changes = edit_distance(word, candidate);
    if (changes < fewest) {
      fewest = changes;
      best = candidate;
    }
  }
  return best;
}

}  // namespace laconic::cli
