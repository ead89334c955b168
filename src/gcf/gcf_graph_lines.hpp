// gcf_graph_lines.hpp - the graph profile line by line, for texts at once and in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gcf/gcf_graph.hpp"
#include "gcf/gcf_header.hpp"

namespace laconic::gcf {

/// Reads the lines of one payload in order. What a line says is given to the caller and
/// forgotten, but for ids and names, which later lines refer to.
class GraphLines {
 public:
  /// References are looked up in `known`, if there is one; it may grow between calls.
  GraphLines(const DecodeOptions& options, const KnownSymbols* known)
      : options_(options), known_(known) {}
  GraphLines(const GraphLines&) = delete;
  GraphLines& operator=(const GraphLines&) = delete;

  /// Each call gets a line without its end, and where it starts in the whole text.
  /// False, and `failed`, mean `error()`.
  bool header(std::string_view line, std::uint64_t offset);
  enum class Found : std::uint8_t { nothing, symbol, edge, trailer, failed };
  [[nodiscard]] Found line(std::string_view line, std::uint64_t offset);
  /// The text ends at `end`; `whole` says that its last line did, too.
  bool finish(std::uint64_t end, bool whole);

  [[nodiscard]] const Error& error() const noexcept { return error_; }
  /// What the header says; no symbols, no edges.
  [[nodiscard]] const graph::Payload& head() const noexcept { return head_; }
  [[nodiscard]] bool session() const noexcept { return session_; }
  /// A stream that ended without its trailer.
  [[nodiscard]] bool trailer_missing() const noexcept { return trailer_missing_; }
  [[nodiscard]] std::uint64_t symbols() const noexcept { return symbols_.size(); }
  [[nodiscard]] std::uint64_t edges() const noexcept { return edges_; }

  /// Of the last line; to be moved from, if one likes.
  graph::Symbol symbol;
  std::uint64_t id = 0;  // of the symbol
  graph::Edge edge;
  /// Warnings and repairs so far; the caller may take them away.
  std::vector<GraphNote> notes;
  /// What the payload tells a session that knows something.
  std::vector<DeclaredSymbol> declared;

 private:
  /// Where the lines are: groups give symbols their distance.
  enum class Section : std::uint8_t { none, group, edges };
  /// What is kept of the symbols of one name.
  struct Name {
    const std::string* kind;  // of the first one
    bool shared;              // there are more
  };
  using Names = std::unordered_map<std::string, Name>;

  bool amount(std::string_view name, std::int64_t& out);
  bool delta_line(std::string_view line);
  bool refuse_delta();
  bool section(std::string_view line);
  bool open_edges(std::string_view name);
  bool close_edges();
  bool symbol_id(std::string_view text);
  bool symbol_line(std::string_view line);
  bool symbol_fields(std::string_view line);
  bool resolve(std::string_view line);
  bool score(std::string_view text);
  bool add(std::string_view line);
  bool edge_line(std::string_view line);
  const Names::value_type* edge_end(std::string_view text);
  bool trailer(std::string_view line);
  bool check_counts(const HeaderPairs& pairs);
  bool word(std::string_view text, Errc code);

  [[nodiscard]] std::uint64_t offset(const char* at) const noexcept {
    return line_offset_ + static_cast<std::uint64_t>(at - line_);
  }
  bool fail(std::uint64_t at, Errc code, std::string detail);
  bool fail(const char* at, Errc code, std::string detail) {
    return fail(offset(at), code, std::move(detail));
  }
  bool repair(std::uint64_t at, Errc code, std::string_view detail);
  bool repair(const char* at, Errc code, std::string_view detail) {
    return repair(offset(at), code, detail);
  }
  void note(Note::Type type, Errc code, std::uint64_t at, std::string_view text);

  const DecodeOptions& options_;
  const KnownSymbols* known_;
  const char* line_ = nullptr;  // the one that is being read, and its place
  std::uint64_t line_offset_ = 0;
  std::string header_text_;
  std::uint64_t header_offset_ = 0;
  HeaderPairs header_;  // in header_text_
  const HeaderPair* delta_ = nullptr;
  graph::Payload head_;
  bool session_ = false;
  Section section_ = Section::none;
  std::int64_t distance_ = 0;
  std::uint64_t edges_at_ = 0;  // of the section that is open
  std::uint64_t first_edge_ = 0;
  std::uint64_t edge_count_ = 0;
  bool counted_ = false;
  bool deferred_ = false;
  bool trailer_seen_ = false;
  bool trailer_missing_ = false;
  bool shared_told_ = false;
  std::size_t repairs_ = 0;
  std::uint64_t edges_ = 0;
  Names names_;                                 // its nodes stay where they are
  std::unordered_set<std::string> kinds_;       // and so do these
  std::unordered_set<std::string> identities_;  // of symbols that are not the first of a name
  std::vector<const Names::value_type*> symbols_;
  std::unordered_map<std::uint64_t, std::size_t> by_id_;  // in sessions; elsewhere ids count
  Error error_{Errc::invalid_line, 0, {}};
};

}  // namespace laconic::gcf
