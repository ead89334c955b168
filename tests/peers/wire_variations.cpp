// wire_variations.cpp - changes of the text of a graph payload, legal and illegal, by name.
#include "wire_variations.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace laconic::peers {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// `@1<@0 calls`; a symbol may be called "<".
bool is_edge(const std::string& line) {
  return line.starts_with('@') && line.find("<@") < line.find(' ');
}
/// A symbol in full.
bool is_node(const std::string& line) {
  return line.starts_with('@') && !is_edge(line) && std::count(line.begin(), line.end(), ' ') >= 4;
}
bool is_edges_header(const std::string& line) {
  return line.starts_with("## edges [");
}
bool is_group(const std::string& line) {
  return line.starts_with("## ") && !is_edges_header(line);
}

std::string* find(Lines& lines, bool (*test)(const std::string&)) {
  const auto found = std::find_if(lines.begin(), lines.end(), test);
  return found == lines.end() ? nullptr : &*found;
}

/// Replaces the first occurrence; false when there is none.
bool replace(std::string& text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return false;
  text.replace(at, from.size(), to);
  return true;
}

/// Where the field with this index starts; fields are separated by single spaces.
std::size_t field_at(const std::string& line, std::size_t index) {
  std::size_t at = 0;
  for (; index > 0; --index)
    at = line.find(' ', at) + 1;
  return at;
}

/// Adds `more` to a number that stands behind `name` in the header.
void add_to(std::string& header, const std::string& name, long more) {
  const std::size_t at = header.find(" " + name + "=");
  if (at == std::string::npos) return;
  const std::size_t start = at + name.size() + 2;
  const std::size_t end = std::min(header.find(' ', start), header.size());
  const long value = std::strtol(header.c_str() + start, nullptr, 10) + more;
  header.replace(start, end - start, std::to_string(value));
}

void remove_field(std::string& header, const std::string& name) {
  const std::size_t at = header.find(" " + name + "=");
  if (at == std::string::npos) return;
  header.erase(at, std::min(header.find(' ', at + 1), header.size()) - at);
}

/// As a stream has it: counts behind, not in front.
void defer(Lines& lines, long error) {
  const auto symbols = std::count_if(lines.begin(), lines.end(), is_node);
  const auto edges = std::count_if(lines.begin(), lines.end(), is_edge);
  remove_field(lines[0], "symbols");
  remove_field(lines[0], "edges");
  if (std::string* header = find(lines, is_edges_header)) *header = "## edges [?]";
  lines.push_back("##! summary symbols=" + std::to_string(symbols + error) +
                  " edges=" + std::to_string(edges));
}

void insert_behind_header(Lines& lines, std::string line) {
  lines.insert(lines.begin() + 1, std::move(line));
}

struct Variation {
  std::string_view name;
  void (*apply)(Lines& lines);
};

constexpr std::string_view carriage_returns = "carriage-returns";

constexpr Variation variations[] = {
    // Read by both.
    {"comment", [](Lines& lines) { insert_behind_header(lines, "# a note"); }},
    {"blank-line", [](Lines& lines) { insert_behind_header(lines, ""); }},
    {carriage_returns, [](Lines&) {}},  // when all else is done
    {"edges-without-count",
     [](Lines& lines) {
       if (std::string* header = find(lines, is_edges_header)) *header = "## edges";
     }},
    {"stream", [](Lines& lines) { defer(lines, 0); }},
    {"other-status",
     [](Lines& lines) {
       std::string* edge = find(lines, is_edge);
       if (edge != nullptr && std::count(edge->begin(), edge->end(), ' ') == 1) *edge += " active";
     }},
    {"unknown-group",
     [](Lines& lines) {
       if (std::string* group = find(lines, is_group)) *group = "## nearby";
     }},
    // Refused by both.
    {"missing-field",
     [](Lines& lines) {
       if (std::string* node = find(lines, is_node)) node->resize(node->rfind(' '));
     }},
    {"no-id",
     [](Lines& lines) {
       if (std::string* node = find(lines, is_node)) node->replace(0, node->find(' '), "@x");
     }},
    {"no-score",
     [](Lines& lines) {
       std::string* node = find(lines, is_node);
       if (node == nullptr) return;
       const std::size_t at = field_at(*node, 3);
       node->replace(at, node->find(' ', at) - at, "high");
     }},
    {"no-arrow",
     [](Lines& lines) {
       if (std::string* edge = find(lines, is_edge)) replace(*edge, "<", " ");
     }},
    {"unknown-end",
     [](Lines& lines) {
       if (std::string* edge = find(lines, is_edge)) replace(*edge, "<@", "<@9");
     }},
    {"wrong-edge-count",
     [](Lines& lines) {
       if (std::string* header = find(lines, is_edges_header)) replace(*header, "[", "[1");
     }},
    {"reference",
     [](Lines& lines) {
       if (std::string* node = find(lines, is_node)) {
         node->replace(node->find(' '), std::string::npos, "  # previously transmitted");
       }
     }},
    {"no-header", [](Lines& lines) { lines[0] = "GCF2" + lines[0].substr(3); }},
    // Told apart.
    {"decode-surplus-field",
     [](Lines& lines) {
       if (std::string* node = find(lines, is_node)) *node += " more";
     }},
    {"decode-score-digits",
     [](Lines& lines) {
       std::string* node = find(lines, is_node);
       if (node != nullptr) node->erase(node->find(' ', field_at(*node, 3)) - 1, 1);
     }},
    {"decode-ids",
     [](Lines& lines) {
       for (std::string& line : lines) {
         if (is_node(line)) replace(line, "@0 ", "@70 ");
         if (!is_edge(line)) continue;
         replace(line, "@0<", "@70<");
         replace(line, "<@0 ", "<@70 ");
       }
     }},
    {"decode-header-counts", [](Lines& lines) { add_to(lines[0], "symbols", 1); }},
    {"decode-trailer-counts", [](Lines& lines) { defer(lines, 1); }},
    {"decode-spaces",
     [](Lines& lines) {
       if (std::string* node = find(lines, is_node)) replace(*node, " ", "  ");
     }},
    {"decode-surplus-edge-field",
     [](Lines& lines) {
       std::string* edge = find(lines, is_edge);
       if (edge == nullptr) return;
       *edge += std::count(edge->begin(), edge->end(), ' ') == 1 ? " added more" : " more";
     }},
    {"decode-count-syntax",
     [](Lines& lines) {
       if (std::string* header = find(lines, is_edges_header)) replace(*header, "[", "[0");
     }},
    {"decode-profile", [](Lines& lines) { replace(lines[0], "profile=graph", "profile=generic"); }},
    {"decode-header-field-twice", [](Lines& lines) { lines[0] += " tool=x tool=y"; }},
    {"decode-behind-trailer",
     [](Lines& lines) {
       lines.emplace_back("##! summary");
       lines.emplace_back("## targets");
     }},
    {"decode-trailer-form", [](Lines& lines) { lines.emplace_back("##! the end"); }},
    {"decode-two-edge-sections",
     [](Lines& lines) {
       const auto edges = std::count_if(lines.begin(), lines.end(), is_edge);
       std::string* header = find(lines, is_edges_header);
       if (edges < 2 || header == nullptr) return;
       *header = "## edges [1]";
       const auto second = header - lines.data() + 2;
       lines.insert(lines.begin() + second, "## edges [" + std::to_string(edges - 1) + "]");
     }},
    {"decode-symbol-twice",
     [](Lines& lines) {
       const auto last = std::find_if(lines.rbegin(), lines.rend(), is_node);
       if (last == lines.rend()) return;
       const auto symbols = std::count_if(lines.begin(), lines.end(), is_node);
       std::string again = *last;
       again.replace(0, again.find(' '), "@" + std::to_string(symbols));
       lines.insert(last.base(), std::move(again));
       add_to(lines[0], "symbols", 1);
     }},
    {"decode-edge-ends",
     [](Lines& lines) {
       std::string* edge = find(lines, is_edge);
       if (edge == nullptr) return;
       replace(*edge, "<@", "<%");
       edge->front() = '%';
     }},
    {"decode-no-group",
     [](Lines& lines) {
       const std::string* group = find(lines, is_group);
       if (group != nullptr) lines.erase(lines.begin() + (group - lines.data()));
     }},
    {"decode-unchanged", [](Lines& lines) { lines.assign(1, lines[0] + " unchanged=true"); }},
    {"decode-delta",
     [](Lines& lines) {
       lines.assign(1, lines[0] + " delta=true");
       lines.emplace_back("## added");
       lines.emplace_back("@0 fn pkg.New 0.50 rwr 0");
     }},
};

constexpr auto names = [] {
  std::array<std::string_view, std::size(variations)> all;
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = variations[i].name;
  return all;
}();

}  // namespace

std::span<const std::string_view> known_variations() noexcept {
  return names;
}

std::string vary_wire(const std::string& wire, const std::vector<std::string>& wanted) {
  Lines lines = lines_of(wire);
  std::string_view line_end = "\n";
  for (const std::string& name : wanted) {
    if (name == carriage_returns) line_end = "\r\n";
    const auto known = std::find_if(std::begin(variations), std::end(variations),
                                    [&](const Variation& one) { return one.name == name; });
    if (known == std::end(variations)) std::abort();  // the generator uses the list above
    known->apply(lines);
  }
  std::string text;
  for (const std::string& line : lines)
    text.append(line).append(line_end);
  return text;
}

}  // namespace laconic::peers
