// gcf_session_access.hpp - sessions from the inside, for payloads that are streamed.
#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <laconic/gcf_session.hpp>

namespace laconic::gcf {

struct KnownSymbol;
struct DeclaredSymbol;

using SessionLock = std::unique_lock<std::mutex>;

struct SessionAccess {
  // ---- a consumer: all but `lock` need it to be locked

  [[nodiscard]] static SessionLock lock(SessionReader& session);
  [[nodiscard]] static const std::unordered_map<std::uint64_t, KnownSymbol>& known(
      const SessionReader& session);
  /// Remembers what a payload declared that was read to its end.
  static Result<Done> learn(SessionReader& session, std::vector<DeclaredSymbol>& declared);

  // ---- a producer: these lock by themselves

  struct Stream {
    std::uint64_t ticket;
    bool full;  ///< a limit was reached: the payload is no part of the session
  };
  [[nodiscard]] static Stream begin_stream(Session& session);

  struct Line {
    std::uint64_t id;
    bool reference;
  };
  /// How the symbol is written in the stream of this ticket. Ids that a stream was given
  /// stay with their symbols, whatever becomes of the stream.
  [[nodiscard]] static Result<Line> add(Session& session, std::uint64_t ticket,
                                        const graph::Symbol& symbol);
};

}  // namespace laconic::gcf
