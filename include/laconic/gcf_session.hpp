// gcf_session.hpp - GCF graph sessions: symbols that were sent once are sent again by id only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/gcf_graph.hpp>

namespace laconic::gcf {

struct SessionAccess;  // what streams may see of sessions

/// How long and how much a session remembers. Beyond that the next payload is a full one
/// without `session`, and the session starts over behind it.
struct SessionLimits {
  std::uint64_t max_symbols = 100'000;
  std::int64_t max_idle_ms = 30LL * 60 * 1000;
  std::int64_t max_lifetime_ms = 24LL * 60 * 60 * 1000;
};

/// Milliseconds since some fixed moment. Saved sessions need one that goes on between
/// runs, as the default does: the system's clock.
struct SessionClock {
  std::int64_t (*now)(void* context) = nullptr;  ///< nullptr: the system's clock
  void* context = nullptr;
};

/// A payload on its way to the consumer.
struct SessionMessage {
  std::string text;
  std::uint64_t ticket = 0;  ///< for Session::commit
  bool full = false;         ///< without `session`: a limit was reached
};

/// The producer of one session: one consumer, one conversation. A symbol (kind and name)
/// keeps its id for as long as the session remembers it, and ids are never used again.
/// All functions may be called from any thread.
///
///     laconic::gcf::Session session;
///     auto message = session.encode(payload);
///     if (message && deliver(message->text)) session.commit(message->ticket);
///
class LACONIC_API Session {
 public:
  explicit Session(const SessionLimits& limits = {}, const SessionClock& clock = {});
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  /// Writes a payload as `encode_graph` does. Symbols that were delivered with this score
  /// and provenance become references; all others are declared in full, until `commit` says
  /// that a message which declares them has arrived. A symbol whose score or provenance
  /// changed is always declared in full from then on, so that no message that arrives late
  /// or twice can change what a reference means. A failure changes nothing.
  [[nodiscard]] Result<SessionMessage> encode(const graph::Payload& payload,
                                              const GraphEncodeOptions& options = {},
                                              std::vector<graph::Loss>* losses = nullptr);
  /// The message was delivered. Fails with bad_usage on a ticket that was never given.
  Result<Done> commit(std::uint64_t ticket);
  /// Forgets every symbol, for example because the consumer lost its state. Ids go on.
  void reset();
  /// Number of symbols that are remembered.
  [[nodiscard]] std::size_t size() const;

  /// The state as text; its form is laconic's own and may grow with versions.
  [[nodiscard]] Result<std::string> save() const;
  /// Replaces the state by a saved one. A failure changes nothing.
  Result<Done> load(std::string_view text);

 private:
  friend struct SessionAccess;
  struct Impl;
  Impl* impl_;
};

/// The consumer of one session. Remembers id, kind, name, score and provenance of every
/// symbol that was declared under `session=true`; resolves references to them. Whatever
/// fails leaves the state as it was. All functions may be called from any thread.
class LACONIC_API SessionReader {
 public:
  /// More symbols than this are limit_exceeded: reset, and ask for a full payload.
  explicit SessionReader(std::uint64_t max_symbols = 1'000'000);
  SessionReader(const SessionReader&) = delete;
  SessionReader& operator=(const SessionReader&) = delete;
  ~SessionReader();

  /// Reads a payload with or without `session`, always as if `options.complete` were set. A
  /// reference to an id that was never declared is unresolved_reference (ask for a full payload),
  /// an id declared for another symbol is invalid_symbol_id.
  [[nodiscard]] Result<graph::Payload> decode(std::string_view text,
                                              const DecodeOptions& options = {});
  /// As above, in the JSON shape of the payload and with the reader's notes.
  [[nodiscard]] Result<Document> decode_document(std::string_view text,
                                                 const DecodeOptions& options = {});
  void reset();
  [[nodiscard]] std::size_t size() const;

  /// As for Session.
  [[nodiscard]] Result<std::string> save() const;
  Result<Done> load(std::string_view text);

 private:
  friend struct SessionAccess;
  struct Impl;
  Impl* impl_;
};

}  // namespace laconic::gcf
