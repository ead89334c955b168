// delta.hpp - pack roots, and payloads that only say what changed (GCF 10 and 10a).
//
// A snapshot is a graph payload or a keyed set. Its pack root names its content, whatever
// order it is in. A delta names the root it starts from and the root it leads to: applying
// it gives the second snapshot, or an error and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/export.hpp>
#include <laconic/graph.hpp>
#include <laconic/value.hpp>

namespace laconic::graph {

/// The records that a payload's root is the hash of. Scores are rounded to the two
/// decimals that travel; status, signature and components are not part of a snapshot.
/// Fails with not_representable when a symbol or an edge occurs twice, an end of an edge is
/// not exactly one symbol, or a name holds a control character; with out_of_range when a
/// score is not finite, with invalid_utf8 when a text is not UTF-8.
[[nodiscard]] LACONIC_API Result<std::string> canonical_bytes(const Payload& payload);

/// "sha256:" and 64 lower-case digits.
[[nodiscard]] LACONIC_API Result<std::string> pack_root(const Payload& payload);

/// What leads from one payload to another. A symbol that changed is removed and added. Of
/// removed symbols only kind and name count, of edges all but the status.
struct Delta {
  std::string tool;
  std::string base_root;
  std::string new_root;
  std::vector<Symbol> removed;
  std::vector<Symbol> added;
  std::vector<Edge> removed_edges;
  std::vector<Edge> added_edges;
  bool operator==(const Delta&) const = default;
};

/// Fails as `canonical_bytes` does.
[[nodiscard]] LACONIC_API Result<Delta> diff(const Payload& base, const Payload& next);

/// The payload that `delta` makes of `base`, verified: base_mismatch when it starts from
/// another payload, delta_invalid when it contradicts itself or the base, root_mismatch when
/// the result is not what it promises. The base is never touched; ask for a full payload.
/// Scores of the result are those that travel, with two decimals; what is not part of a
/// snapshot stays with the symbols and edges that stay.
[[nodiscard]] LACONIC_API Result<Payload> apply(const Payload& base, const Delta& delta);

}  // namespace laconic::graph

namespace laconic::gcf {

/// What the answer costs and what a full payload would, for the header; 0: not known.
struct DeltaCost {
  std::uint64_t delta_tokens = 0;
  std::uint64_t full_tokens = 0;
};

/// Writes a graph delta. Fails with not_representable when a name is empty or has blanks,
/// out_of_range when a score is not finite, invalid_utf8 when a text is not UTF-8.
[[nodiscard]] LACONIC_API Result<std::string> encode_delta(const graph::Delta& delta,
                                                           const DeltaCost& cost = {});

/// Reads a graph delta. Strict; a line or a section that has no place in a delta is
/// malformed_delta.
[[nodiscard]] LACONIC_API Result<graph::Delta> decode_delta(std::string_view text,
                                                            const DecodeOptions& options = {});

/// The answer to a consumer that already has the payload with this root.
[[nodiscard]] LACONIC_API Result<std::string> encode_unchanged(std::string_view pack_root,
                                                               std::uint64_t symbols);

/// One cell of a keyed set: its kind, and its text as the root sees it (a string raw).
struct Cell {
  enum class Kind : std::uint8_t { null, boolean, number, string };
  Kind kind = Kind::null;
  std::string text = "-";
  bool operator==(const Cell&) const = default;
};
using SetRow = std::vector<Cell>;

/// Records with one field that identifies them. Their order means nothing and a field that
/// is absent is null: both are read alike and have one root. Immutable; owns its data.
class LACONIC_API KeyedSet {
 public:
  /// The set without fields or records.
  KeyedSet();
  /// From an array of flat objects. Without `fields` the fields are those of the records in
  /// the order they are first met. Fails with not_representable on nested values, fields
  /// outside `fields` or with '>' or control characters in their names, and keys that are
  /// missing, null or repeated; with out_of_range on numbers GCF cannot carry.
  static Result<KeyedSet> from_records(Value array, std::string_view key,
                                       std::string_view name = "rows",
                                       const std::vector<std::string>* fields = nullptr);
  /// From an object of flat objects. The key field is called "key", with as many '_' in front
  /// as it takes to differ from the others. Fails as above.
  static Result<KeyedSet> from_map(Value object);
  /// From parts; `rows` have one cell per field. Fails as above.
  static Result<KeyedSet> from_parts(std::string name, std::string_view key,
                                     std::vector<std::string> fields, std::vector<SetRow> rows,
                                     bool is_map = false);

  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::string& key() const noexcept { return fields_[key_index_]; }
  [[nodiscard]] std::size_t key_index() const noexcept { return key_index_; }
  [[nodiscard]] const std::vector<std::string>& fields() const noexcept { return fields_; }
  [[nodiscard]] const std::vector<SetRow>& rows() const noexcept { return rows_; }
  /// True when the set is a map of objects, whose keys are strings.
  [[nodiscard]] bool is_map() const noexcept { return is_map_; }
  [[nodiscard]] const std::string& root() const noexcept { return root_; }

  /// An array of objects, or the map.
  [[nodiscard]] Result<Document> to_document() const;

 private:
  std::string name_;
  std::vector<std::string> fields_;
  std::size_t key_index_ = 0;
  std::vector<SetRow> rows_;
  bool is_map_ = false;
  std::string root_;
};

/// What leads from one set to another; `changed` replaces whole records.
struct SetDelta {
  std::string tool;
  std::string key;
  std::string base_root;
  std::string new_root;
  std::vector<std::string> fields;  ///< of `added` and `changed`; may be empty without any
  std::vector<SetRow> added;
  std::vector<SetRow> changed;
  std::vector<Cell> removed;
  bool operator==(const SetDelta&) const = default;
};

/// Fails with not_representable when key or fields differ, but for the order of fields: then
/// only a full payload helps.
[[nodiscard]] LACONIC_API Result<SetDelta> diff(const KeyedSet& base, const KeyedSet& next);

/// As for graphs: base_mismatch, delta_invalid, root_mismatch, or the new set. Records keep
/// their places, new ones come last.
[[nodiscard]] LACONIC_API Result<KeyedSet> apply(const KeyedSet& base, const SetDelta& delta);

/// A full payload with pack root and key. The empty map has no form of its own and is
/// written as an empty set. Fails with not_representable when the tool or the name of the
/// key cannot stand in a header: printable ASCII without blanks.
[[nodiscard]] LACONIC_API Result<std::string> encode_full(const KeyedSet& set,
                                                          std::string_view tool = {});
[[nodiscard]] LACONIC_API Result<std::string> encode_delta(const SetDelta& delta,
                                                           const DeltaCost& cost = {});
[[nodiscard]] LACONIC_API Result<std::string> encode_unchanged(const KeyedSet& set);

enum class Outcome : std::uint8_t { unchanged, delta, full };

/// What a payload about a keyed set says.
struct SetMessage {
  Outcome outcome = Outcome::full;
  std::string root;         ///< of the set it leads to
  std::uint64_t count = 0;  ///< of an unchanged answer, if it says so
  KeyedSet full;
  SetDelta delta;
};

/// Reads any of the three. A full payload must hash to the root in its header
/// (root_mismatch). Strict: counts, quotes and names as everywhere in GCF; `~` is null.
[[nodiscard]] LACONIC_API Result<SetMessage> decode_set(std::string_view text,
                                                        const DecodeOptions& options = {});

/// The set after a message: the full one, the base changed by a delta, or the base itself
/// when it is unchanged (base_mismatch when it is another). The base is never touched.
[[nodiscard]] LACONIC_API Result<KeyedSet> apply(const KeyedSet& base, const SetMessage& message);

/// How to measure a payload; by default its bytes.
struct Cost {
  std::uint64_t (*measure)(const void* context, std::string_view payload) = nullptr;
  const void* context = nullptr;
  [[nodiscard]] std::uint64_t operator()(std::string_view payload) const {
    return measure == nullptr ? payload.size() : measure(context, payload);
  }
};

struct AnswerOptions {
  std::string_view tool;  ///< a graph payload's own tool stands when this is empty
  /// Give a delta although a full payload costs about as much. Fails with
  /// not_representable where no delta is possible.
  bool always_delta = false;
  Cost cost;
};

struct Answer {
  Outcome outcome;
  std::string wire;
};

/// What to tell a consumer that has `base`: unchanged, a delta when it costs less than 60 %
/// of the full payload, or the full payload.
[[nodiscard]] LACONIC_API Result<Answer> answer(const KeyedSet& base, const KeyedSet& next,
                                                const AnswerOptions& options = {});

/// When a producer sends a full payload again, so that one lost message cannot do harm for
/// long.
struct Reanchor {
  enum class Mode : std::uint8_t {
    fixed_n,     ///< every n-th message
    size_guard,  ///< before the deltas since the last one have as many bytes
  };
  Mode mode = Mode::fixed_n;
  std::int64_t n = 15;  ///< 0 and less mean 15
};

/// Sends a set again and again as it changes: `current_full` first, then `next`. When a
/// call fails, nothing has changed. One producer belongs to one thread.
class LACONIC_API SetProducer {
 public:
  struct Emission {
    std::string wire;
    bool is_full;
  };
  SetProducer(KeyedSet base, std::string_view tool, Reanchor policy = {});
  /// Also for a consumer that asks for a full payload in between.
  [[nodiscard]] Result<std::string> current_full();
  [[nodiscard]] Result<Emission> next(KeyedSet set);
  [[nodiscard]] const KeyedSet& current() const noexcept { return current_; }

 private:
  KeyedSet current_;
  std::string tool_;
  Reanchor policy_;
  std::uint64_t turn_ = 0;
  std::uint64_t delta_bytes_ = 0;
  bool shape_arrived_ = true;  // false: an empty map was sent as an empty set
};

/// Keeps a set up to date. A message that is refused changes nothing. One consumer belongs
/// to one thread.
class LACONIC_API SetConsumer {
 public:
  /// Fails with base_mismatch when there is nothing to apply a delta to yet.
  [[nodiscard]] Result<Outcome> receive(std::string_view wire, const DecodeOptions& options = {});
  /// Null before the first full payload.
  [[nodiscard]] const KeyedSet* current() const noexcept { return has_set_ ? &set_ : nullptr; }

 private:
  KeyedSet set_;
  bool has_set_ = false;
};

// ---- graphs, as keyed sets above

/// A full payload with its own pack root in the header, whatever `payload.pack_root` says, and
/// scores rounded to the two decimals that travel. Fails as `graph::pack_root` and
/// `encode_graph` do.
[[nodiscard]] LACONIC_API Result<std::string> encode_full(const graph::Payload& payload);

/// What a payload about a graph snapshot says.
struct GraphMessage {
  Outcome outcome = Outcome::full;
  std::string root;           ///< of the snapshot it leads to
  std::uint64_t symbols = 0;  ///< of an unchanged answer, if it says so
  graph::Payload full;
  graph::Delta delta;
};

/// Reads any of the three. A full payload must have a pack root in its header
/// (malformed_delta) and hash to it (root_mismatch). Strict, as `decode_graph` and
/// `decode_delta` are.
[[nodiscard]] LACONIC_API Result<GraphMessage> decode_graph_message(
    std::string_view text, const DecodeOptions& options = {});

/// The payload after a message: the full one, the base changed by a delta, or the base itself
/// when it is unchanged (base_mismatch when it is another). Scores have two decimals and
/// `pack_root` is set, whichever it is. The base is never touched.
[[nodiscard]] LACONIC_API Result<graph::Payload> apply(const graph::Payload& base,
                                                       const GraphMessage& message);

/// What to tell a consumer that has `base`: unchanged, a delta when it costs less than 60 %
/// of the full payload, or the full payload. With a measure in `options.cost` a delta says in
/// its header what it costs and saves. Fails as `graph::pack_root` and the encoders do.
[[nodiscard]] LACONIC_API Result<Answer> answer(const graph::Payload& base,
                                                const graph::Payload& next,
                                                const AnswerOptions& options = {});

/// Sends a graph again and again as it changes: `current_full` first, then `next`. When a
/// call fails, nothing has changed. One producer belongs to one thread.
class LACONIC_API GraphProducer {
 public:
  struct Emission {
    std::string wire;
    bool is_full;
  };
  explicit GraphProducer(graph::Payload base, Reanchor policy = {});
  /// Also for a consumer that asks for a full payload in between.
  [[nodiscard]] Result<std::string> current_full();
  [[nodiscard]] Result<Emission> next(graph::Payload payload);
  [[nodiscard]] const graph::Payload& current() const noexcept { return current_; }

 private:
  graph::Payload current_;
  Reanchor policy_;
  std::uint64_t turn_ = 0;
  std::uint64_t delta_bytes_ = 0;
};

/// Keeps a graph up to date. A message that is refused changes nothing. One consumer belongs
/// to one thread.
class LACONIC_API GraphConsumer {
 public:
  /// Fails with base_mismatch when there is nothing to apply a delta to yet.
  [[nodiscard]] Result<Outcome> receive(std::string_view wire, const DecodeOptions& options = {});
  /// Null before the first full payload.
  [[nodiscard]] const graph::Payload* current() const noexcept {
    return has_payload_ ? &payload_ : nullptr;
  }

 private:
  graph::Payload payload_;
  bool has_payload_ = false;
};

}  // namespace laconic::gcf
