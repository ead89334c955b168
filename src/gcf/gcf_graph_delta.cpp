// gcf_graph_delta.cpp - graph deltas as text, both ways (GCF 10.2, 10.3).
//
//     ## removed
//     fn pkg.Server
//     ## added
//     @0 fn pkg.Handler 0.85 lsp_resolved 1
//     ## edges_removed
//     pkg.Server -> pkg.Auth calls
//     ## edges_added
//     pkg.Handler -> pkg.Auth calls
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <laconic/delta.hpp>

#include "gcf/gcf_delta_text.hpp"
#include "gcf/gcf_set.hpp"
#include "graph/symbol_text.hpp"
#include "text/ascii.hpp"
#include "text/escape.hpp"
#include "text/utf8.hpp"

namespace laconic::gcf {
namespace {

/// Words are separated by blanks, and lines by their ends.
Result<Done> put_word(std::string& out, std::string_view word, std::string_view what) {
  if (!is_utf8(word)) return Error{Errc::invalid_utf8, 0, std::string(what) + " is not UTF-8"};
  const bool torn = std::any_of(word.begin(), word.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F;
  });
  // The first word of a line must not look like a comment, a section or the trailer.
  const bool starts_line = out.back() == '\n';
  const bool misread = starts_line && (word == "#" || word == "##" || word == "##!");
  if (word.empty() || torn || misread) {
    return Error{Errc::not_representable, 0,
                 std::string(what) + " " + quoted(word) + " cannot be a word of a line"};
  }
  out += word;
  return Done{};
}

/// Splits a line at its spaces.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t start = line.find_first_not_of(' ');
    if (start == std::string_view::npos) return words;
    line.remove_prefix(start);
    const std::size_t size = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, size));
    line.remove_prefix(size);
  }
}

/// -?digits.dd
bool is_score(std::string_view text) noexcept {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t dot = text.find('.');
  return dot != std::string_view::npos && dot != 0 && text.size() == dot + 3 &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(dot), is_digit) &&
         is_digit(text[dot + 1]) && is_digit(text[dot + 2]);
}

class GraphDeltaReader {
 public:
  bool read(std::string_view wire, const DecodeOptions& options, graph::Delta& out) {
    if (!text_.open(wire, options, "graph")) return false;
    if (!text_.says("delta")) {
      return fail(text_.begin() + 4, "the header does not say delta=true");
    }
    out.tool = text_.field("tool");
    out.base_root = text_.field("base_root");
    out.new_root = text_.field("new_root");
    if (out.base_root.empty() || out.new_root.empty()) {
      return fail(text_.begin() + 4, "the header of a delta names base_root= and new_root=");
    }
    constexpr std::string_view names[] = {"removed", "added", "edges_removed", "edges_added"};
    bool seen[4] = {};
    std::ptrdiff_t section = -1;
    while (true) {
      std::string_view line;
      if (!text_.next(line)) return false;
      if (text_.at_end()) return true;
      if (line == "##" || line.starts_with("## ")) {
        const auto words = words_of(line);
        const auto known = words.size() == 2
                               ? std::find(std::begin(names), std::end(names), words[1])
                               : std::end(names);
        if (known == std::end(names)) {
          return fail(line.data(),
                      "the sections of a delta are removed, added, edges_removed and edges_added");
        }
        section = known - std::begin(names);
        if (seen[section]) return fail(line.data(), "this section occurs twice");
        seen[section] = true;
        continue;
      }
      switch (section) {
        case 0: {
          if (!removed(line, out.removed)) return false;
          break;
        }
        case 1: {
          if (!added(line, out.added)) return false;
          break;
        }
        case 2: {
          if (!edge(line, out.removed_edges)) return false;
          break;
        }
        case 3: {
          if (!edge(line, out.added_edges)) return false;
          break;
        }
        default: return fail(line.data(), "a line before the first section");
      }
    }
  }
  [[nodiscard]] const Error& error() const noexcept { return text_.error(); }

 private:
  bool fail(const char* at, std::string detail) {
    return text_.fail(at, Errc::malformed_delta, std::move(detail));
  }

  bool removed(std::string_view line, std::vector<graph::Symbol>& out) {
    const auto words = words_of(line);
    if (words.size() != 2) return fail(line.data(), "a removed symbol is its kind and its name");
    graph::Symbol symbol;
    symbol.kind = graph::long_kind(words[0]);
    symbol.qualified_name = words[1];
    out.push_back(std::move(symbol));
    return true;
  }

  bool added(std::string_view line, std::vector<graph::Symbol>& out) {
    const auto words = words_of(line);
    if (words.size() != 6) {
      return fail(line.data(),
                  "an added symbol is written @id kind name score provenance distance");
    }
    const std::string id = "@" + std::to_string(out.size());
    if (words[0] != id) return fail(line.data(), "the id of this symbol is " + id);
    graph::Symbol symbol;
    symbol.kind = graph::long_kind(words[1]);
    symbol.qualified_name = words[2];
    const std::string_view score = words[3];
    const auto number = std::from_chars(score.data(), score.data() + score.size(), symbol.score);
    if (!is_score(score) || number.ec != std::errc() || !std::isfinite(symbol.score)) {
      return fail(score.data(), "a score has two decimals");
    }
    if (symbol.score == 0) symbol.score = 0;  // -0.00 is no other score than 0.00
    symbol.provenance = words[4];
    const std::string_view distance = words[5];
    const auto whole =
        std::from_chars(distance.data(), distance.data() + distance.size(), symbol.distance);
    if (!std::all_of(distance.begin(), distance.end(), is_digit) || whole.ec != std::errc()) {
      return fail(distance.data(), "a distance is a number");
    }
    out.push_back(std::move(symbol));
    return true;
  }

  bool edge(std::string_view line, std::vector<graph::Edge>& out) {
    const auto words = words_of(line);
    if (words.size() != 4 || words[1] != "->") {
      return fail(line.data(), "an edge is written source -> target type");
    }
    graph::Edge made;
    made.source = words[0];
    made.target = words[2];
    made.type = words[3];
    out.push_back(std::move(made));
    return true;
  }

  DeltaText text_;
};

}  // namespace

Result<std::string> encode_delta(const graph::Delta& delta, const DeltaCost& cost) {
  std::string out = "GCF profile=graph";
  if (!delta.tool.empty()) {
    if (auto put = put_field(out, "tool", delta.tool); !put) return put.error();
  }
  out += " delta=true";
  if (auto put = put_field(out, "base_root", delta.base_root); !put) return put.error();
  if (auto put = put_field(out, "new_root", delta.new_root); !put) return put.error();
  out.append(" tokens=").append(std::to_string(cost.delta_tokens)).append(" savings=");
  out.append(std::to_string(savings_percent(cost.delta_tokens, cost.full_tokens))).append("%\n");
  if (!delta.removed.empty()) out += "## removed\n";
  for (const graph::Symbol& symbol : delta.removed) {
    if (auto put = put_word(out, graph::short_kind(symbol.kind), "the kind"); !put)
      return put.error();
    out += ' ';
    if (auto put = put_word(out, symbol.qualified_name, "the name"); !put) return put.error();
    out += '\n';
  }
  if (!delta.added.empty()) out += "## added\n";
  for (std::size_t i = 0; i < delta.added.size(); ++i) {
    const graph::Symbol& symbol = delta.added[i];
    if (!std::isfinite(symbol.score)) {
      return Error{Errc::out_of_range, 0,
                   "the score of symbol " + quoted(symbol.qualified_name) + " is not finite"};
    }
    if (symbol.distance < 0) {
      return Error{Errc::not_representable, 0,
                   "the distance of symbol " + quoted(symbol.qualified_name) + " is negative"};
    }
    out.append("@").append(std::to_string(i)).append(" ");
    if (auto put = put_word(out, graph::short_kind(symbol.kind), "the kind"); !put)
      return put.error();
    out += ' ';
    if (auto put = put_word(out, symbol.qualified_name, "the name"); !put) return put.error();
    out.append(" ").append(graph::score_text(symbol.score)).append(" ");
    if (auto put = put_word(out, symbol.provenance, "the provenance"); !put) return put.error();
    out.append(" ").append(std::to_string(symbol.distance)).append("\n");
  }
  for (const auto* edges : {&delta.removed_edges, &delta.added_edges}) {
    if (edges->empty()) continue;
    out += edges == &delta.removed_edges ? "## edges_removed\n" : "## edges_added\n";
    for (const graph::Edge& edge : *edges) {
      if (auto put = put_word(out, edge.source, "the source"); !put) return put.error();
      out += " -> ";
      if (auto put = put_word(out, edge.target, "the target"); !put) return put.error();
      out += ' ';
      if (auto put = put_word(out, edge.type, "the type"); !put) return put.error();
      out += '\n';
    }
  }
  return out;
}

Result<graph::Delta> decode_delta(std::string_view text, const DecodeOptions& options) {
  graph::Delta delta;
  GraphDeltaReader reader;
  if (!reader.read(text, options, delta)) return reader.error();
  return delta;
}

Result<std::string> encode_unchanged(std::string_view pack_root, std::uint64_t symbols) {
  std::string out = "GCF profile=graph unchanged=true";
  if (auto put = put_field(out, "pack_root", pack_root); !put) return put.error();
  return out.append(" symbols=").append(std::to_string(symbols)).append("\n");
}

}  // namespace laconic::gcf
