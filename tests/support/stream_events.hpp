// stream_events.hpp - a payload read in pieces, compared with the same payload read at once.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/stream.hpp>

namespace laconic::support {

/// What a StreamReader made of a text.
struct Streamed {
  std::string log;    ///< every event with all it carries
  Document document;  ///< put together from the events
  std::vector<std::string> warnings;
  bool failed = false;
  Error error{Errc::bad_usage, 0, {}};
  Location place{0, 0};
};

/// Feeds `text` in pieces; `piece` says how long the next one is (at least 1).
[[nodiscard]] Streamed stream(std::string_view text, const gcf::StreamReaderOptions& options,
                              const std::function<std::size_t()>& piece);

/// "" when events in one piece, in single bytes and in pieces from a seed agree; `whole` is
/// what they are.
[[nodiscard]] std::string check_splits(std::string_view text,
                                       const gcf::StreamReaderOptions& options, std::uint64_t seed,
                                       Streamed& whole);

/// "" when events in one piece, in single bytes and in pieces from a seed agree, and agree
/// with gcf::decode; otherwise what differs.
[[nodiscard]] std::string check_stream(std::string_view text, bool complete, std::uint64_t seed);

/// The same for graph payloads that a consumer's session reads; `state` is the saved session.
[[nodiscard]] std::string check_session_stream(std::string_view text, const std::string& state,
                                               std::uint64_t seed);

}  // namespace laconic::support
