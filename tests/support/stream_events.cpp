// stream_events.cpp - a payload read in pieces, compared with the same payload read at once.
#include "stream_events.hpp"

#include <algorithm>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/gcf.hpp>

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
  return line + "\n";
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
    if (event.type == Type::error) {
      result.failed = true;
      result.error = *event.error;
      result.log +=
          "error " + event.error->message() + " at " + std::to_string(event.error->offset) + "\n";
      return result;
    }
    result.log += entry(event);
    add(builder, in_object, event);
    if (event.type == Type::end) break;
  }
  auto document = builder.finish();
  if (document) {
    result.document = std::move(*document);
  } else {
    result.log += "the events make no document: " + document.error().message() + "\n";
    result.failed = true;
    result.error = document.error();
  }
  return result;
}

std::string check_stream(std::string_view text, bool complete, std::uint64_t seed) {
  gcf::StreamReaderOptions options;
  options.complete = complete;
  const Streamed whole =
      stream(text, options, [&] { return std::max<std::size_t>(text.size(), 1); });
  const Streamed bytes = stream(text, options, [] { return std::size_t{1}; });
  if (whole.log != bytes.log) return "in single bytes:\n" + bytes.log + "at once:\n" + whole.log;
  Random random(seed);
  const std::size_t longest = random.between(1, 64);
  const Streamed pieces = stream(text, options, [&] { return random.between(1, longest); });
  if (whole.log != pieces.log) return "in pieces:\n" + pieces.log + "at once:\n" + whole.log;

  // The graph profile is read from whole texts only, and refused at its header.
  if (whole.failed && whole.error.code == Errc::unsupported) {
    return text.find("profile=graph") != std::string_view::npos ? "" : whole.error.message();
  }
  DecodeOptions buffered;
  buffered.complete = complete;
  const auto decoded = gcf::decode(exact(text), buffered);
  if (!decoded) {
    const Error& expected = decoded.error();
    if (!whole.failed) return "decode fails, the stream does not: " + expected.message();
    // A stream cannot see bad bytes behind the place where it fails.
    if (expected.code == Errc::invalid_utf8 && whole.error.code != Errc::invalid_utf8) return "";
    if (expected.code != whole.error.code || expected.offset != whole.error.offset ||
        expected.detail != whole.error.detail) {
      return "decode says " + expected.message() + " at " + std::to_string(expected.offset) +
             ", the stream " + whole.error.message() + " at " + std::to_string(whole.error.offset);
    }
    return "";
  }
  if (whole.failed) {
    return "decode succeeds, the stream says " + whole.error.message() + " at " +
           std::to_string(whole.error.offset);
  }
  if (!identical(decoded->root(), whole.document.root())) {
    return "decode gives " + plain_json(decoded->root()) + ", the stream " +
           plain_json(whole.document.root());
  }
  return "";
}

}  // namespace laconic::support
