// stream_events.cpp - a payload read in pieces, compared with the same payload read at once.
#include "stream_events.hpp"

#include <algorithm>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/gcf.hpp>
#include <laconic/gcf_session.hpp>
#include <laconic/graph.hpp>

#include "exact_text.hpp"
#include "plain_json.hpp"
#include "random.hpp"

namespace laconic::support {
namespace {

using Type = gcf::Event::Type;

std::string entry(const gcf::Event& event) {
  std::string line = std::to_string(static_cast<int>(event.type));
  if (event.named) line += " name=" + std::string(event.name);
  if (event.keyed) line += " keyed key=" + std::string(event.key);
  if (event.deferred) line += " deferred";
  if (event.trailer_missing) line += " no trailer";
  line += " count=" + std::to_string(event.count) + " text=" + std::string(event.text);
  for (const std::string_view column : event.columns)
    line += " column=" + std::string(column);
  const bool has_value =
      event.type == Type::row || event.type == Type::item || event.type == Type::member;
  if (has_value) line += " value=" + plain_json(event.value);
  if (event.payload != nullptr) line += " tool=" + event.payload->tool;
  if (event.symbol != nullptr) {
    const graph::Symbol& s = *event.symbol;
    line += " @" + std::to_string(event.id) + " " + s.kind + " " + s.qualified_name + " " +
            std::to_string(s.score) + " " + s.provenance + " " + std::to_string(s.distance);
  }
  if (event.edge != nullptr) {
    const graph::Edge& e = *event.edge;
    line += " " + e.source + ">" + e.target + " " + e.type + " " + e.status;
  }
  if (event.error != nullptr) {
    line += " " + event.error->message() + " at " + std::to_string(event.error->offset) + " " +
            std::to_string(event.place.line) + ":" + std::to_string(event.place.column);
  }
  return line + "\n";
}

/// The warnings of a reader of whole texts, but for the one that events have a flag for.
std::vector<std::string> warnings_of(const Document& document) {
  std::vector<std::string> warnings;
  for (const Note& note : document.notes()) {
    if (note.code == Errc::unexpected_end) continue;
    warnings.push_back(std::string(note.text) + " at " + std::to_string(note.offset));
  }
  return warnings;
}

/// Puts the payload together again.
void add(Builder& builder, std::vector<bool>& in_object, const gcf::Event& event) {
  const auto name = [&] {
    if (event.named) builder.key(event.name);
  };
  switch (event.type) {
    case Type::begin_object:
      name();
      builder.begin_object();
      in_object.push_back(true);
      break;
    case Type::begin_table:
    case Type::begin_items:
      name();
      in_object.push_back(event.keyed);
      event.keyed ? builder.begin_object() : builder.begin_array();
      break;
    case Type::end_object:
    case Type::end_table:
    case Type::end_items:
      in_object.back() ? builder.end_object() : builder.end_array();
      in_object.pop_back();
      break;
    case Type::row:
    case Type::item:
      if (event.keyed) builder.key(event.key);
      builder.value(event.value);
      break;
    case Type::member:
      name();
      builder.value(event.value);
      break;
    default: break;
  }
}

}  // namespace

Streamed stream(std::string_view text, const gcf::StreamReaderOptions& options,
                const std::function<std::size_t()>& piece) {
  Streamed result;
  gcf::StreamReader reader(options);
  Builder builder(1024);
  graph::Payload payload;
  bool is_graph = false;
  std::vector<bool> in_object;
  bool finished = false;
  while (true) {
    const gcf::Event event = reader.next();
    if (event.type == Type::more) {
      if (finished) {
        result.log += "asks for more behind the end\n";
        return result;
      }
      if (text.empty()) {
        reader.finish();
        finished = true;
        continue;
      }
      const std::size_t size = std::min(piece(), text.size());
      reader.feed(exact(text.substr(0, size)));
      text.remove_prefix(size);
      continue;
    }
    result.log += entry(event);
    if (event.type == Type::error) {
      result.failed = true;
      result.error = *event.error;
      result.place = event.place;
      return result;
    }
    if (event.type == Type::warning) {
      result.warnings.push_back(event.error->detail + " at " + std::to_string(event.error->offset));
    }
    if (event.payload != nullptr) payload = *event.payload;
    is_graph = is_graph || event.payload != nullptr;
    if (event.symbol != nullptr) payload.symbols.push_back(*event.symbol);
    if (event.edge != nullptr) payload.edges.push_back(*event.edge);
    if (!is_graph) add(builder, in_object, event);
    if (event.type == Type::end) break;
  }
  auto document = is_graph ? graph::to_document(payload) : builder.finish();
  if (document) {
    result.document = std::move(*document);
  } else {
    result.log += "the events make no document: " + document.error().message() + "\n";
    result.failed = true;
    result.error = document.error();
  }
  return result;
}

std::string check_splits(std::string_view text, const gcf::StreamReaderOptions& options,
                         std::uint64_t seed, Streamed& whole) {
  whole = stream(text, options, [&] { return std::max<std::size_t>(text.size(), 1); });
  const Streamed bytes = stream(text, options, [] { return std::size_t{1}; });
  if (whole.log != bytes.log) return "in single bytes:\n" + bytes.log + "at once:\n" + whole.log;
  Random random(seed);
  const std::size_t longest = random.between(1, 64);
  const Streamed pieces = stream(text, options, [&] { return random.between(1, longest); });
  if (whole.log != pieces.log) return "in pieces:\n" + pieces.log + "at once:\n" + whole.log;
  return "";
}

namespace {

std::string show(const Error& error, Location place) {
  return error.message() + " at " + std::to_string(error.offset) + " " +
         std::to_string(place.line) + ":" + std::to_string(place.column);
}

/// "" when the stream failed as it should.
std::string check_error(std::string_view text, const Error& expected, const Streamed& whole) {
  if (!whole.failed) return "decode fails, the stream does not: " + expected.message();
  // A stream cannot see bad bytes behind the place where it fails.
  if (expected.code == Errc::invalid_utf8 && whole.error.code != Errc::invalid_utf8) return "";
  const Location place = locate(text, expected.offset);
  if (expected.code == whole.error.code && expected.offset == whole.error.offset &&
      expected.detail == whole.error.detail && place.line == whole.place.line &&
      place.column == whole.place.column) {
    return "";
  }
  return "decode says " + show(expected, place) + ", the stream " + show(whole.error, whole.place);
}

}  // namespace

std::string check_stream(std::string_view text, bool complete, std::uint64_t seed) {
  gcf::StreamReaderOptions options;
  options.complete = complete;
  Streamed whole;
  if (const std::string wrong = check_splits(text, options, seed, whole); !wrong.empty()) {
    return wrong;
  }
  DecodeOptions buffered;
  buffered.complete = complete;
  const auto decoded = gcf::decode(exact(text), buffered);
  if (!decoded) return check_error(text, decoded.error(), whole);
  if (whole.failed) return "decode succeeds, the stream says " + show(whole.error, whole.place);
  if (!identical(decoded->root(), whole.document.root())) {
    return "decode gives " + plain_json(decoded->root()) + ", the stream " +
           plain_json(whole.document.root());
  }
  if (warnings_of(*decoded) != whole.warnings) return "the warnings differ";

  // Limits are met at the same place, too.
  options.max_unit_bytes = Random(seed).between(1, 120);
  return check_splits(text, options, seed, whole);
}

std::string check_session_stream(std::string_view text, const std::string& state,
                                 std::uint64_t seed) {
  const auto load = [&](gcf::SessionReader& session) {
    return state.empty() || session.load(state).ok();
  };
  gcf::SessionReader expected;
  if (!load(expected)) return "the state cannot be loaded";
  const auto decoded = expected.decode_document(exact(text));
  Random random(seed);
  for (const std::size_t longest : {text.size() + 1, std::size_t{1}, random.between(2, 64)}) {
    gcf::SessionReader session;
    if (!load(session)) return "the state cannot be loaded";
    gcf::StreamReaderOptions options;
    options.session = &session;
    const Streamed streamed = stream(text, options, [&] { return random.between(1, longest); });
    if (*session.save() != *expected.save()) return "the sessions differ:\n" + streamed.log;
    if (!decoded) {
      // A session reads graphs only; a stream reads what comes.
      const Errc code = decoded.error().code;
      if (code == Errc::unknown_profile || code == Errc::missing_profile ||
          code == Errc::missing_header) {
        continue;
      }
      if (const std::string wrong = check_error(text, decoded.error(), streamed); !wrong.empty()) {
        return wrong;
      }
      continue;
    }
    if (streamed.failed) return "decode succeeds, the stream says " + streamed.error.message();
    if (!identical(decoded->root(), streamed.document.root())) return "the payloads differ";
  }
  return "";
}

}  // namespace laconic::support
