// round_trip.cpp - what must hold for every value and for every text.
#include "round_trip.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include <laconic/gcf.hpp>
#include <laconic/json.hpp>

#include "direct_json.hpp"
#include "exact_text.hpp"
#include "fixed_point.hpp"
#include "plain_json.hpp"

namespace laconic::property {
namespace {

using support::difference;
using support::exact;
using support::PlainOptions;

std::string wire_block(std::string_view title, std::string_view wire) {
  return "\n---- " + std::string(title) + "\n" + std::string(wire) + "----";
}

bool holds_big_number(Value value) {
  if (value.kind() == Kind::big_number) return true;
  if (value.is_array())
    return std::any_of(value.items().begin(), value.items().end(), holds_big_number);
  if (value.is_object()) {
    return std::any_of(value.values().begin(), value.values().end(), holds_big_number);
  }
  return false;
}

/// Depth of documents is bounded by the builder; readers must accept what it allows.
DecodeOptions deepest() {
  DecodeOptions options;
  options.max_depth = 1024;
  return options;
}

std::string check_decoded(std::string_view wire, Value value) {
  auto back = gcf::decode(exact(wire), deepest());
  if (!back) return "own text is refused: " + describe("wire", wire, back.error());
  const std::string wrong = difference(value, back->root(), false);
  if (!wrong.empty()) return "value changed: " + wrong + wire_block("wire", wire);
  if (!same_value(value, back->root())) return "same_value is wrong" + wire_block("wire", wire);
  if (!back->notes().empty()) return "own text gets a note" + wire_block("wire", wire);
  const std::string direct = support::check_to_json(wire, deepest(), back);
  if (!direct.empty()) return direct + wire_block("wire", wire);
  return "";
}

std::string check_canonical(Value value, Statistics& statistics, std::string& wire) {
  auto text = gcf::encode(value);
  if (!text) return "canonical is refused: " + text.error().message();
  wire = std::move(*text);
  const std::string plain = support::plain_gcf(value, {}, &statistics.canonical);
  if (plain != wire) {
    return "canonical differs from the obvious writer" + wire_block("library", wire) +
           wire_block("obvious", plain);
  }
  return support::check_fixed_point(value, wire);
}

std::string check_plain_variant(Value value, const gcf::EncodeOptions& options,
                                const PlainOptions& plain_options, support::Features* features) {
  auto text = gcf::encode(value, options);
  if (!text) return "refused: " + text.error().message();
  const std::string plain = support::plain_gcf(value, plain_options, features);
  if (plain != *text) {
    return "differs from the obvious writer" + wire_block("library", *text) +
           wire_block("obvious", plain);
  }
  return check_decoded(*text, value);
}

/// Whether a list of columns holds a constant, which a reader of 3.5 does not know.
bool has_constant_column(std::string_view wire) {
  for (std::size_t from = 0; from < wire.size();) {
    const std::size_t to = wire.find('\n', from);
    std::string_view line = wire.substr(from, to - from);
    from = to + 1;
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    // No row and no member starts like this, whatever its text.
    if (!line.starts_with("## ") && !line.starts_with("@") && !line.starts_with(".")) continue;
    bool quoted = false;
    for (std::size_t i = 0, open = line.npos; i < line.size(); ++i) {
      if (line[i] == '\\' && quoted) {
        ++i;
      } else if (line[i] == '"') {
        quoted = !quoted;
      } else if (!quoted && line[i] == '{' && i > 0 && line[i - 1] == ']') {
        open = i;
      } else if (!quoted && open != line.npos && line[i] == '=') {
        return true;
      } else if (!quoted && (line[i] == '}' || line[i] == '|')) {
        break;
      }
    }
  }
  return false;
}

std::string check_compact(Value value, gcf::EncodeOptions options, Statistics& statistics) {
  auto canonical = gcf::encode(value, options);
  options.layout = gcf::Layout::compact;
  auto text = gcf::encode(value, options);
  if (!canonical || !text) return "refused";
  if (text->size() > canonical->size()) {
    return "compact is longer than canonical" + wire_block("compact", *text) +
           wire_block("canonical", *canonical);
  }
  if (text->size() < canonical->size()) ++statistics.compact_shorter;
  if (options.spec == gcf::Spec::v3_5 && has_constant_column(*text)) {
    return "a constant column at 3.5" + wire_block("compact", *text);
  }
  if (std::string wrong = check_decoded(*text, value); !wrong.empty()) return wrong;
  auto again = gcf::encode(value, options);
  if (!again || *again != *text) return "compact is not deterministic";
  return "";
}

std::string check_json(Value value, const std::string* canonical, bool pretty,
                       Statistics& statistics) {
  auto text = json::encode(value);
  if (!text) return "JSON is refused: " + text.error().message();
  statistics.json_bytes += text->size();
  const std::string plain = support::plain_json(value);
  if (plain != *text) {
    return "JSON differs from the obvious writer" + wire_block("library", *text) +
           wire_block("obvious", plain);
  }
  auto back = json::decode(exact(*text), deepest());
  if (!back) return "own JSON is refused: " + describe("json", *text, back.error());
  const std::string wrong = difference(value, back->root(), true);
  if (!wrong.empty()) return "JSON changed: " + wrong;
  if (!identical(value, back->root())) return "identical is wrong about JSON";
  auto again = json::encode(back->root());
  if (!again || *again != *text) return "JSON is not idempotent";
  if (canonical != nullptr) {
    // Read from JSON the document has another history: spellings, shared text.
    auto wire = gcf::encode(back->root());
    if (!wire || *wire != *canonical) {
      return "canonical differs after a way through JSON" + wire_block("before", *canonical) +
             wire_block("after", wire ? *wire : "refused\n");
    }
  }
  if (pretty) {
    EncodeOptions options;
    options.indent = 2;
    auto indented = json::encode(value, options);
    if (!indented || *indented != support::plain_json(value, 2)) return "pretty JSON differs";
    auto doc = json::decode(exact(*indented), deepest());
    if (!doc || !identical(doc->root(), value)) return "pretty JSON changed";
  }
  return "";
}

/// Comments, blank lines and CRLF between the lines of a text say nothing.
std::string check_decorated(std::string_view wire, Value value, std::uint64_t variant) {
  support::Random random(variant);
  const std::string_view end = random.chance(50) ? "\r\n" : "\n";
  std::string text;
  for (std::size_t from = 0; from < wire.size();) {
    const std::size_t to = wire.find('\n', from);
    if (from != 0 && random.chance(30)) {
      static constexpr std::string_view fillers[] = {
          "", "# x", "    # 1|2", "   ", "# ## a [1]{b}", " # =1", "\t", "# \"", "# \xc3\xa9"};
      text += random.pick<std::string_view>(fillers);
      text += end;
    }
    text += wire.substr(from, to - from);
    text += end;
    from = to + 1;
  }
  if (random.chance(50)) text.resize(text.size() - end.size());
  return check_decoded(text, value);
}

std::string check_cut(std::string_view wire, std::uint64_t variant) {
  // A text that stops inside a line is never taken for a whole one.
  DecodeOptions complete = deepest();
  complete.complete = true;
  auto whole = gcf::decode(exact(wire), complete);
  if (!whole) return "own text is called incomplete" + wire_block("wire", wire);
  const std::size_t size =
      static_cast<std::size_t>(variant * 0x9e3779b97f4a7c15 >> 20) % wire.size();
  if (size > 0 && wire[size - 1] == '\n') return "";
  if (gcf::decode(exact(wire.substr(0, size)), complete)) {
    return "a cut text is called complete" + wire_block("cut", wire.substr(0, size));
  }
  return "";
}

}  // namespace

std::string check_value(Value value, std::uint64_t variant, Statistics& statistics) {
  ++statistics.values;
  if (holds_big_number(value)) {
    ++statistics.refused_values;
    auto wire = gcf::encode(value);
    if (wire || wire.error().code != Errc::out_of_range) return "a big number is not refused";
    return check_json(value, nullptr, true, statistics);
  }
  std::string wire;
  if (std::string wrong = check_canonical(value, statistics, wire); !wrong.empty()) return wrong;
  statistics.wire_bytes += wire.size();

  gcf::EncodeOptions options;
  std::string wrong;
  switch (variant % 7) {
    case 0:
      options.spec = gcf::Spec::v3_5;
      wrong = check_plain_variant(value, options, {false, true}, nullptr);
      break;
    case 1:
    case 2:
      options.flatten = false;
      wrong = check_plain_variant(value, options, {true, false}, &statistics.unflattened);
      break;
    case 3: wrong = check_compact(value, options, statistics); break;
    case 4:
      options.spec = gcf::Spec::v3_5;
      wrong = check_compact(value, options, statistics);
      break;
    case 5:
      options.flatten = false;
      wrong = check_compact(value, options, statistics);
      break;
    default:
      wrong = check_cut(wire, variant);
      if (wrong.empty()) wrong = check_decorated(wire, value, variant);
  }
  if (!wrong.empty()) return "variant " + std::to_string(variant % 7) + ": " + wrong;
  return check_json(value, &wire, variant % 4 == 0, statistics);
}

std::string check_text(std::string_view text, Statistics& statistics) {
  ++statistics.texts;
  DecodeOptions lenient_options;
  lenient_options.lenient = true;
  auto strict = gcf::decode(exact(text));
  auto lenient = gcf::decode(exact(text), lenient_options);
  if (std::string wrong = support::check_to_json(text, {}, strict); !wrong.empty()) return wrong;
  if (std::string wrong = support::check_to_json(text, lenient_options, lenient); !wrong.empty()) {
    return "lenient: " + wrong;
  }
  const auto repairs = [](const Document& doc) {
    return std::count_if(doc.notes().begin(), doc.notes().end(),
                         [](const Note& note) { return note.type == Note::Type::repair; });
  };
  for (const auto* result : {&strict, &lenient}) {
    if (*result) {
      for (const Note& note : (*result)->notes()) {
        if (note.offset > text.size()) return "a note points behind the text";
        if (note.text.empty()) return "a note without a text";
      }
    } else {
      if (result->error().offset > text.size()) return "an error points behind the text";
      if (result->error().detail.empty()) return "an error without a detail";
    }
  }
  if (strict) {
    if (repairs(*strict) != 0) return "the strict reader repaired something";
    if (!lenient) return "lenient refuses what strict reads: " + lenient.error().message();
    if (repairs(*lenient) != 0) return "lenient repairs what strict reads";
    if (!identical(strict->root(), lenient->root())) return "lenient reads something else";
    ++statistics.accepted_texts;
  } else if (lenient) {
    if (repairs(*lenient) == 0) return "lenient reads in silence what strict refuses";
    ++statistics.repaired_texts;
  }
  if (lenient) {
    auto wire = gcf::encode(lenient->root());
    if (!wire) return "what was read cannot be written: " + wire.error().message();
    return support::check_fixed_point(lenient->root(), *wire);
  }
  return "";
}

std::string check_json_text(std::string_view text, Statistics& statistics) {
  ++statistics.texts;
  auto doc = json::decode(exact(text));
  if (!doc) {
    if (doc.error().offset > text.size()) return "an error points behind the text";
    return doc.error().detail.empty() ? "an error without a detail" : "";
  }
  ++statistics.accepted_texts;
  auto written = json::encode(doc->root());
  if (!written) return "what was read cannot be written";
  if (*written != support::plain_json(doc->root())) return "JSON differs from the obvious writer";
  auto back = json::decode(exact(*written));
  if (!back || !identical(back->root(), doc->root())) return "JSON changed";
  return "";
}

std::string mutate(std::string_view text, support::Random& random) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find('\n', from), text.size() - 1) + 1;
    lines.emplace_back(text.substr(from, to - from));
    from = to;
  }
  static constexpr std::string_view pieces[] = {
      "|",
      ",",
      "\"",
      "\\",
      "^",
      "~",
      "-",
      "=",
      "@0 ",
      "@1 ",
      ".",
      ">",
      "[",
      "]",
      "{",
      "}",
      ":",
      "?",
      "0",
      "1",
      "9",
      " ",
      "  ",
      "    ",
      "\n",
      "\r",
      "\t",
      "#",
      "# ",
      "## ",
      "##! summary counts=1",
      "true",
      "[0]",
      "[1]",
      "[?]",
      "[1:]",
      "{a}",
      "^{a,b}",
      " group=a",
      "a=1",
      "\xff",
      "\xc3",
      "\\u12",
      "\\ud800",
      "\x01",
      "1e999",
      "\"\"",
      "key",
      "\n\n",
  };
  const auto any_line = [&]() -> std::string& {
    // The header is left alone most of the time: behind it is more to break.
    const std::size_t first = lines.size() > 1 && random.chance(95) ? 1 : 0;
    return lines[random.between(first, lines.size() - 1)];
  };
  for (std::size_t n = random.between(1, 3); n > 0 && !lines.empty(); --n) {
    std::string& line = any_line();
    const std::size_t at = random.below(line.size() + 1);
    switch (random.below(14)) {
      case 0: line.clear(); break;
      case 1: line += std::string(line); break;
      case 2: std::swap(line, any_line()); break;
      case 3: line.insert(0, random.between(1, 4), ' '); break;
      case 4: line.erase(0, random.between(1, 4)); break;
      case 5:
        if (at < line.size()) line[at] = static_cast<char>(line[at] ^ (1 << random.below(8)));
        break;
      case 6:
        if (at < line.size()) line.erase(at, random.between(1, 3));
        break;
      case 7:
      case 8:
      case 9: line.insert(at, random.pick<std::string_view>(pieces)); break;
      case 10:
        if (at < line.size()) line.replace(at, 1, random.pick<std::string_view>(pieces));
        break;
      case 11: {  // a count off by one
        const std::size_t bracket = line.find('[');
        if (bracket != std::string::npos && bracket + 1 < line.size()) {
          line[bracket + 1] = static_cast<char>(line[bracket + 1] + (random.chance(50) ? 1 : -1));
        }
        break;
      }
      case 12: {  // a count deferred
        const std::size_t bracket = line.find('[');
        const std::size_t end = line.find_first_of(":]", bracket);
        if (bracket != std::string::npos && end != std::string::npos) {
          line.replace(bracket + 1, end - bracket - 1, "?");
        }
        break;
      }
      default: {
        const std::string other = any_line();
        line.insert(at, other.substr(random.below(other.size() + 1)));
      }
    }
  }
  std::string out;
  for (const std::string& line : lines)
    out += line;
  if (random.chance(10)) out.resize(random.below(out.size() + 1));
  return out;
}

}  // namespace laconic::property
