// report.cpp - errors, warnings and repairs, for people and for tools.
#include "cli/report.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cstdint>
#include <optional>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>

namespace laconic::cli {
namespace {

constexpr std::string_view red = "\x1b[1;31m";
constexpr std::string_view yellow = "\x1b[1;33m";
constexpr std::string_view green = "\x1b[1;32m";
constexpr std::string_view plain = "\x1b[0m";

/// File names are chosen by others; on a terminal they must not be commands to it.
std::string harmless(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return result;
}

/// `text` with every byte that is not ASCII replaced: file names need not be UTF-8,
/// JSON must be.
std::string ascii_only(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x80) {
      result += c;
    } else {
      result += "\xEF\xBF\xBD";
    }
  }
  return result;
}

Exit exit_for(Errc code) noexcept {
  switch (code) {
    case Errc::io_failed: return Exit::io;
    case Errc::bad_usage: return Exit::usage;
    default: return Exit::data;
  }
}

struct Place {
  Location location;
  std::uint64_t offset;
};

/// One line of --errors=json. A note says what it is; an error needs no such word.
std::string json_line(std::string_view name, const std::optional<Place>& place, Errc code,
                      std::string_view message, std::string_view severity = {}) {
  const auto line = [&](std::string_view shown_name, std::string_view shown_message) {
    // In a stream the lines that are gone cannot be counted: a place without a line.
    const bool has_line = place && place->location.line != 0;
    const auto number = [&](Builder& b, bool known, std::uint64_t value) {
      known ? b.unsigned_integer(value) : b.null();
    };
    Builder b;
    b.begin_object().key("file");
    shown_name.empty() ? b.null() : b.string(shown_name);
    number(b.key("line"), has_line, place ? place->location.line : 0);
    number(b.key("column"), has_line, place ? place->location.column : 0);
    number(b.key("offset"), place.has_value(), place ? place->offset : 0);
    b.key("code").unsigned_integer(static_cast<std::uint64_t>(code));
    b.key("slug").string(slug(code)).key("message").string(shown_message);
    if (!severity.empty()) b.key("severity").string(severity);
    return b.end_object().finish();
  };
  auto document = line(name, message);
  if (!document) document = line(ascii_only(name), ascii_only(message));
  assert(document);
  auto text = json::encode(document->root());
  assert(text);
  return std::move(*text).append("\n");
}

/// "FILE:1:2: error[slug]: ..." with the word and the caret in colour. `from` is
/// where the file name ends.
std::string coloured(std::string report, std::size_t from) {
  if (report.ends_with("^\n")) {
    report.replace(report.size() - 2, 1, fmt::format("{}^{}", red, plain));
  }
  const std::size_t word = report.find(" error[", from);
  if (word != std::string::npos) {
    report.insert(word + 6, plain);
    report.insert(word + 1, red);
  }
  return report;
}

/// Line and column of ascending offsets, each found from the line of the one before:
/// thousands of repairs in a long text cost one pass.
class Locator {
 public:
  explicit Locator(std::string_view text) noexcept : text_(text) {}

  Location at(std::uint64_t offset) noexcept {
    if (offset < start_) *this = Locator(text_);
    const Location place = locate(text_.substr(start_), offset - start_);
    const Location result{place.line + lines_before_, place.column};
    const std::size_t end = static_cast<std::size_t>(std::min<std::uint64_t>(offset, text_.size()));
    const std::size_t newline = end == 0 ? std::string_view::npos : text_.rfind('\n', end - 1);
    if (newline != std::string_view::npos) start_ = newline + 1;
    lines_before_ = result.line - 1;
    return result;
  }

 private:
  std::string_view text_;
  std::size_t start_ = 0;  // of the line that was found last
  std::uint64_t lines_before_ = 0;
};

}  // namespace

Exit fail_at(Context& context, std::string_view name, std::string_view text, const Error& error) {
  if (context.json_errors) {
    const Place place{locate(text, error.offset), error.offset};
    context.say(json_line(name, place, error.code, error.detail));
  } else {
    const std::string shown = harmless(name);
    std::string report = describe(shown, text, error);
    context.say(context.colour ? coloured(std::move(report), shown.size()) : report);
  }
  return exit_for(error.code);
}

Exit fail(Context& context, std::string_view name, const Error& error) {
  if (context.json_errors) {
    context.say(json_line(name, std::nullopt, error.code, error.detail));
  } else {
    const std::string shown = harmless(name);
    std::string report =
        fmt::format("{}: error[{}]: {}\n", shown, slug(error.code), harmless(error.detail));
    context.say(context.colour ? coloured(std::move(report), shown.size()) : report);
  }
  return exit_for(error.code);
}

Exit fail_in_stream(Context& context, std::string_view name, Location location,
                    const Error& error) {
  if (context.json_errors) {
    context.say(json_line(name, Place{location, error.offset}, error.code, error.detail));
    return exit_for(error.code);
  }
  const std::string place = location.line != 0
                                ? fmt::format("{}:{}:{}", name, location.line, location.column)
                                : fmt::format("{}: byte {}", name, error.offset);
  return fail(context, place, error);
}

Exit fail_usage(Context& context, std::string_view command, std::string_view sentence) {
  const std::string who = command.empty() ? "laconic" : fmt::format("laconic {}", command);
  if (context.json_errors) {
    context.say(json_line("", std::nullopt, Errc::bad_usage, sentence));
  } else {
    fail(context, who, Error{Errc::bad_usage, 0, std::string(sentence)});
    context.say(fmt::format("see {} --help\n", who));
  }
  return Exit::usage;
}

void warn(Context& context, std::string_view name, Errc code, std::string_view sentence) {
  if (context.json_errors) {
    context.say(json_line(name, std::nullopt, code, sentence, "warning"));
    return;
  }
  context.say(fmt::format("{}: {}warning{}[{}]: {}\n", harmless(name), context.colour ? yellow : "",
                          context.colour ? plain : "", slug(code), harmless(sentence)));
}

void warn_in_stream(Context& context, std::string_view name, Location location,
                    const Error& warning) {
  if (context.json_errors) {
    context.say(
        json_line(name, Place{location, warning.offset}, warning.code, warning.detail, "warning"));
    return;
  }
  warn(context, fmt::format("{}:{}:{}", name, location.line, location.column), warning.code,
       warning.detail);
}

void show_notes(Context& context, std::string_view name, std::string_view text,
                std::span<const Note> notes) {
  Locator locator(text);
  const std::string shown = harmless(name);
  std::string lines;
  for (const Note& note : notes) {
    const bool repair = note.type == Note::Type::repair;
    const std::string_view word = repair ? "repaired" : "warning";
    const Location place = locator.at(note.offset);
    if (context.json_errors) {
      lines += json_line(name, Place{place, note.offset}, note.code, note.text, word);
      continue;
    }
    const std::string_view on = repair ? green : yellow;
    lines += fmt::format("{}:{}:{}: {}{}{}[{}]: {}\n", shown, place.line, place.column,
                         context.colour ? on : "", word, context.colour ? plain : "",
                         slug(note.code), harmless(note.text));
  }
  if (!lines.empty()) context.say(lines);
}

Exit print(Context& context, std::string_view text, bool* go_on) {
  if (text.empty()) return Exit::done;
  const auto written = context.write("-", text);
  if (go_on != nullptr) *go_on = written && *written == os::Written::everything;
  return written ? Exit::done : fail(context, "-", written.error());
}

}  // namespace laconic::cli
