// stream.hpp - GCF row by row: writers and a reader whose memory does not grow with the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <laconic/error.hpp>
#include <laconic/export.hpp>
#include <laconic/graph.hpp>
#include <laconic/value.hpp>

namespace laconic::gcf {

class Session;        // gcf_session.hpp
class SessionReader;  // also there

/// Where a writer's text goes, piece by piece. The function answers with success or with
/// the error that the writer then reports from every call. For files and descriptors see
/// stream_io.hpp.
struct Sink {
  Result<Done> (*write)(void* context, std::string_view text) = nullptr;
  void* context = nullptr;
};

/// A sink that calls `callable` with each text; it must outlive the sink. What it returns is a
/// Result<Done>, or nothing when it cannot fail.
template <class Callable>
[[nodiscard]] Sink sink_to(Callable& callable) noexcept {
  return {[](void* context, std::string_view text) -> Result<Done> {
            auto& call = *static_cast<Callable*>(context);
            if constexpr (std::is_void_v<decltype(call(text))>) {
              call(text);
              return Done{};
            } else {
              return call(text);
            }
          },
          const_cast<std::remove_const_t<Callable>*>(&callable)};
}

/// Where a reader's text comes from: the function puts up to `size` bytes into `buffer` and
/// answers with their number, 0 at the end.
struct Source {
  Result<std::size_t> (*read)(void* context, char* buffer, std::size_t size) = nullptr;
  void* context = nullptr;
};

/// A source that calls `callable(char* buffer, std::size_t size)`; it must outlive the source.
/// What it returns is a Result<std::size_t> or a std::size_t.
template <class Callable>
[[nodiscard]] Source source_of(Callable& callable) noexcept {
  return {[](void* context, char* buffer, std::size_t size) -> Result<std::size_t> {
            return (*static_cast<Callable*>(context))(buffer, size);
          },
          const_cast<std::remove_const_t<Callable>*>(&callable)};
}

struct StreamWriterOptions {
  /// Text is collected up to this many bytes before the sink gets it; 0 is every line.
  std::size_t buffer_bytes = std::size_t{64} << 10;
  /// Refuse a key that a keyed map has already. This is the one thing whose memory grows,
  /// with the keys; without it, the caller promises that keys are unique.
  bool check_keys = true;
  /// As in gcf::EncodeOptions.
  bool round_numbers = false;
};

/// Writes a generic-profile payload in calls of document order, with counts in the trailer.
/// The first failure sticks: later calls repeat it, and nothing more is written. Rows are
/// flat. Members, inline arrays come before the tables of their object, because behind a
/// table they would read as rows. One writer belongs to one thread.
///
///     gcf::StreamWriter w(sink);
///     w.begin_array("employees", columns);   // ## employees [?]{id,name}
///     w.row(values);                          // 1|Alice
///     w.end();
///     w.close();                              // ##! summary counts=1
///
class LACONIC_API StreamWriter {
 public:
  explicit StreamWriter(Sink sink, const StreamWriterOptions& options = {});
  StreamWriter(StreamWriter&& other) noexcept;
  StreamWriter& operator=(StreamWriter&& other) noexcept;
  ~StreamWriter();

  /// `name=scalar`. Fails with not_representable on a container.
  Result<Done> member(std::string_view name, Value scalar);
  /// `name[N]: a,b`, for an array of scalars.
  Result<Done> inline_array(std::string_view name, std::span<const Value> scalars);
  /// Opens a nested object, which `end` closes.
  Result<Done> begin_section(std::string_view name);
  /// Opens a table; the form without a name makes it the whole payload. Column names are
  /// unique and hold no `>`.
  Result<Done> begin_array(std::string_view name, std::span<const std::string_view> columns);
  Result<Done> begin_root_array(std::span<const std::string_view> columns);
  /// Opens a keyed map; `label` names the column of the keys.
  Result<Done> begin_map(std::string_view name, std::string_view label,
                         std::span<const std::string_view> columns);
  Result<Done> begin_root_map(std::string_view label, std::span<const std::string_view> columns);
  /// Opens an array of anything that fits into one line (`## name [?]` and `@0 =a`).
  Result<Done> begin_items(std::string_view name);
  Result<Done> begin_root_items();
  /// A scalar, an array of scalars, `[]` or `{}`. Fails with not_representable on the rest.
  Result<Done> item(Value value);
  /// An array without elements, complete with this call.
  Result<Done> empty_array(std::string_view name);
  Result<Done> empty_root_array();
  /// One scalar per column; in a keyed map the key, a string, comes first.
  Result<Done> row(std::span<const Value> cells);
  /// A row by names: a field that is no column is refused, one that is missing becomes `~`.
  /// In a keyed map the member with the label's name is the key.
  Result<Done> row(Value object);
  /// Closes the innermost table, map, array or section.
  Result<Done> end();
  /// Passes on what was collected.
  Result<Done> flush();
  /// Writes the trailer. Everything that was opened must have been ended.
  Result<Done> close();

 private:
  struct Impl;
  Impl* impl_;
};

struct GraphStreamOptions {
  std::string_view tool;
  std::int64_t token_budget = 0;
  std::int64_t tokens_used = 0;
  std::string_view pack_root;
  /// `counts=targets:1,edges:0` instead of `counts=1,0`.
  bool labelled_counts = false;
  /// The producer's session, which must outlive the writer: symbols that it delivered become
  /// references, and ids are its own. When one of its limits is reached before the stream
  /// begins, the stream is no part of it; when there is no room for a symbol in the middle
  /// of the stream, that is limit_exceeded. After `close`, commit `ticket()` to the session
  /// once the text has arrived.
  Session* session = nullptr;
  /// As in StreamWriterOptions.
  std::size_t buffer_bytes = std::size_t{64} << 10;
};

/// Writes a graph payload as its symbols and then its edges arrive. Memory grows with the
/// names of the symbols, which edges refer to. Failures stick, as for StreamWriter.
class LACONIC_API GraphStreamWriter {
 public:
  explicit GraphStreamWriter(Sink sink, const GraphStreamOptions& options = {});
  GraphStreamWriter(GraphStreamWriter&& other) noexcept;
  GraphStreamWriter& operator=(GraphStreamWriter&& other) noexcept;
  ~GraphStreamWriter();

  /// Refused behind the first edge, and when its kind and name occurred before. Signature
  /// and components do not reach the wire; scores keep two decimals.
  Result<Done> symbol(const graph::Symbol& symbol);
  /// Both ends must be symbols, each named by one symbol only.
  Result<Done> edge(const graph::Edge& edge);
  Result<Done> flush();
  Result<Done> close();
  /// For Session::commit, once the stream is closed; 0 before that and without a session.
  [[nodiscard]] std::uint64_t ticket() const;

 private:
  struct Impl;
  Impl* impl_;
};

struct StreamReaderOptions {
  /// Nesting deeper than this is depth_exceeded; capped at 1,024.
  unsigned max_depth = 512;
  /// What has to be held at once (a line, a row or item with all that belongs to it) may
  /// not be longer; otherwise size_exceeded.
  std::uint64_t max_unit_bytes = std::uint64_t{256} << 20;
  /// As in DecodeOptions.
  bool complete = false;
  /// The consumer's session, which must outlive the reader: resolves the references of a
  /// graph payload, and learns what it declares once all of it is read. As for
  /// SessionReader::decode, a graph payload must then be complete.
  SessionReader* session = nullptr;
};

/// What a StreamReader found. Everything an event refers to is valid until the next call.
struct Event {
  enum class Type : std::uint8_t {
    more,          ///< the input so far is used up: feed, or finish
    header,        ///< `text` is the header line; `payload` in the graph profile
    begin_object,  ///< the root object, or a section
    end_object,
    begin_table,  ///< `columns`, `keyed`, `deferred`, `count` unless deferred
    end_table,    ///< `count` rows
    begin_items,  ///< an array of anything: `deferred`, `count` unless deferred
    end_items,    ///< `count` items
    row,          ///< `value`, an object; `key` in a keyed map; `count` is its index
    item,         ///< `value`; `count` is its index
    member,       ///< `value`: a scalar, a list, or an array that had to be read as a whole
    symbol,       ///< `symbol`, `id`; `count` is its index
    edge,         ///< `edge`; `count` is its index
    warning,      ///< `error`, at `place`, is legal but worth a look
    trailer,      ///< `text` is the trailer line
    end,          ///< all is read; `trailer_missing` tells of a stream that may be cut off
    error,        ///< `error`, `place`; every later call answers the same
  };
  Type type = Type::more;
  bool named = false;  ///< `name` counts: not the root
  bool keyed = false;
  bool deferred = false;
  bool trailer_missing = false;
  std::uint64_t count = 0;
  std::string_view name;  ///< of a member, section, table or list
  std::string_view key;
  std::string_view text;
  std::span<const std::string_view> columns;
  Value value;
  const graph::Payload* payload = nullptr;  ///< what the header says: no symbols, no edges
  const graph::Symbol* symbol = nullptr;
  std::uint64_t id = 0;  ///< of the symbol, as on the wire
  const graph::Edge* edge = nullptr;
  const Error* error = nullptr;
  Location place{0, 0};  ///< line and column of the error; 0:0 when it has no place
};

/// Reads a payload of either profile from pieces of any size. Errors and their offsets are
/// those of gcf::decode on the whole text, with one exception: bytes that are not UTF-8 are
/// found when they are reached, not before everything else. Memory is that of the largest
/// row or item, plus the names of open objects, the keys of an open keyed map, the ids and
/// names of a graph's symbols, and a number for each `[?]`. Strict; one reader belongs to one
/// thread.
///
///     gcf::StreamReader reader;
///     reader.feed(bytes);                       // any number of times
///     for (auto event = reader.next(); event.type != gcf::Event::Type::more; ...)
///     reader.finish();                          // no more bytes: go on with next
///
class LACONIC_API StreamReader {
 public:
  explicit StreamReader(const StreamReaderOptions& options = {});
  StreamReader(StreamReader&& other) noexcept;
  StreamReader& operator=(StreamReader&& other) noexcept;
  ~StreamReader();

  /// Adds bytes, which are copied.
  void feed(std::string_view bytes);
  /// Says that there are no more.
  void finish();
  /// The next event.
  [[nodiscard]] Event next();

 private:
  struct Impl;
  Impl* impl_;
};

/// A StreamReader that gets its text by itself: `next` never answers `more`. What the source
/// reports is the error of an event, at the place that was reached.
///
///     gcf::PullReader reader(gcf::descriptor_source(0));
///     for (auto event = reader.next(); event.type != gcf::Event::Type::end; ...)
///
class LACONIC_API PullReader {
 public:
  /// The source is asked for `buffer_bytes` at a time, and only when an event needs them.
  explicit PullReader(Source source, const StreamReaderOptions& options = {},
                      std::size_t buffer_bytes = std::size_t{64} << 10);
  PullReader(PullReader&& other) noexcept;
  PullReader& operator=(PullReader&& other) noexcept;
  ~PullReader();

  [[nodiscard]] Event next();

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace laconic::gcf
