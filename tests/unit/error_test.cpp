// error_test.cpp - error codes, places in a text, and reports for people.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <laconic/error.hpp>

#include "exact_text.hpp"

namespace laconic {
namespace {

using support::exact;

struct Pinned {
  Errc code;
  int number;
  std::string_view name;
};

// Numbers and spellings are promises: this table may grow, it never changes.
constexpr Pinned pinned[] = {
    {Errc::invalid_utf8, 100, "invalid_utf8"},
    {Errc::invalid_escape, 101, "invalid_escape"},
    {Errc::invalid_surrogate, 102, "invalid_surrogate"},
    {Errc::unterminated_quote, 103, "unterminated_quote"},
    {Errc::invalid_character, 104, "invalid_character"},
    {Errc::unexpected_end, 200, "unexpected_end"},
    {Errc::unexpected_character, 201, "unexpected_character"},
    {Errc::trailing_characters, 202, "trailing_characters"},
    {Errc::invalid_number, 203, "invalid_number"},
    {Errc::duplicate_key, 210, "duplicate_key"},
    {Errc::duplicate_field_name, 211, "duplicate_field_name"},
    {Errc::duplicate_header_field, 212, "duplicate_header_field"},
    {Errc::duplicate_attachment, 213, "duplicate_attachment"},
    {Errc::duplicate_group, 214, "duplicate_group"},
    {Errc::count_mismatch, 220, "count_mismatch"},
    {Errc::invalid_count, 221, "invalid_count"},
    {Errc::row_width_mismatch, 222, "row_width_mismatch"},
    {Errc::inline_width_mismatch, 223, "inline_width_mismatch"},
    {Errc::tab_indentation, 230, "tab_indentation"},
    {Errc::invalid_indent, 231, "invalid_indent"},
    {Errc::out_of_range, 300, "out_of_range"},
    {Errc::not_representable, 301, "not_representable"},
    {Errc::not_lossless, 302, "not_lossless"},
    {Errc::depth_exceeded, 400, "depth_exceeded"},
    {Errc::size_exceeded, 401, "size_exceeded"},
    {Errc::limit_exceeded, 402, "limit_exceeded"},
    {Errc::missing_header, 500, "missing_header"},
    {Errc::missing_profile, 501, "missing_profile"},
    {Errc::unknown_profile, 502, "unknown_profile"},
    {Errc::malformed_header_field, 503, "malformed_header_field"},
    {Errc::invalid_missing, 510, "invalid_missing"},
    {Errc::invalid_attachment_marker, 511, "invalid_attachment_marker"},
    {Errc::invalid_item_id, 512, "invalid_item_id"},
    {Errc::orphan_attachment, 513, "orphan_attachment"},
    {Errc::orphan_inline_attachment, 514, "orphan_inline_attachment"},
    {Errc::missing_attachment, 515, "missing_attachment"},
    {Errc::invalid_const_value, 516, "invalid_const_value"},
    {Errc::no_bare_column, 517, "no_bare_column"},
    {Errc::invalid_group_header, 518, "invalid_group_header"},
    {Errc::invalid_line, 519, "invalid_line"},
    {Errc::invalid_key, 520, "invalid_key"},
    {Errc::invalid_node_line, 530, "invalid_node_line"},
    {Errc::invalid_symbol_id, 531, "invalid_symbol_id"},
    {Errc::invalid_score, 532, "invalid_score"},
    {Errc::invalid_edge_syntax, 533, "invalid_edge_syntax"},
    {Errc::unknown_edge_reference, 534, "unknown_edge_reference"},
    {Errc::malformed_delta, 600, "malformed_delta"},
    {Errc::base_mismatch, 601, "base_mismatch"},
    {Errc::root_mismatch, 602, "root_mismatch"},
    {Errc::delta_invalid, 603, "delta_invalid"},
    {Errc::unresolved_reference, 604, "unresolved_reference"},
    {Errc::not_a_full_payload, 605, "not_a_full_payload"},
    {Errc::out_of_memory, 900, "out_of_memory"},
    {Errc::io_failed, 901, "io_failed"},
    {Errc::unsupported, 902, "unsupported"},
    {Errc::bad_usage, 903, "bad_usage"},
    {Errc::unknown_format, 904, "unknown_format"},
};

TEST(Errc, NumbersAndSlugsArePinned) {
  for (const Pinned& each : pinned) {
    EXPECT_EQ(static_cast<int>(each.code), each.number) << each.name;
    EXPECT_EQ(slug(each.code), each.name);
  }
}

TEST(Errc, TheTableOfPinnedCodesIsComplete) {
  // Every number that has a slug of its own must be in the table above.
  std::set<int> known;
  for (const Pinned& each : pinned)
    known.insert(each.number);
  EXPECT_EQ(known.size(), std::size(pinned)) << "a number occurs twice";
  const std::string_view unknown = slug(static_cast<Errc>(65535));
  for (int number = 0; number < 1000; ++number) {
    const std::string_view name = slug(static_cast<Errc>(number));
    EXPECT_FALSE(name.empty()) << number;
    EXPECT_EQ(name != unknown, known.count(number) == 1) << number << ' ' << name;
  }
}

TEST(Errc, SlugsAreDistinctSnakeCase) {
  std::set<std::string_view> seen;
  for (const Pinned& each : pinned) {
    EXPECT_TRUE(seen.insert(slug(each.code)).second) << each.name;
    EXPECT_TRUE(std::all_of(each.name.begin(), each.name.end(),
                            [](char c) { return (c >= 'a' && c <= 'z') || c == '_' || c == '8'; }));
  }
}

TEST(Error, MessageIsSlugColonDetail) {
  EXPECT_EQ((Error{Errc::duplicate_key, 3, "member \"a\" occurs twice"}.message()),
            "duplicate_key: member \"a\" occurs twice");
  const std::string bare = Error{Errc::io_failed, 0, ""}.message();
  EXPECT_EQ(bare.substr(0, 9), "io_failed");
}

TEST(Result, CarriesAValueOrAnErrorThroughMoves) {
  Result<std::string> good(std::string(100, 'x'));
  Result<std::string> bad(Error{Errc::io_failed, 7, std::string(100, 'y')});
  ASSERT_TRUE(good.ok());
  ASSERT_FALSE(bad);
  Result<std::string> moved = std::move(good);
  EXPECT_EQ(moved->size(), 100U);
  moved = std::move(bad);
  ASSERT_FALSE(moved.ok());
  EXPECT_EQ(moved.error().offset, 7U);
  EXPECT_EQ(moved.error().detail.size(), 100U);
  moved = Result<std::string>(std::string("again"));
  EXPECT_EQ(*moved, "again");
  EXPECT_EQ(*std::move(moved), "again");
}

struct Place {
  std::string_view text;
  std::uint64_t offset;
  std::uint64_t line;
  std::uint64_t column;
};

TEST(Locate, CountsLinesAndUnicodeScalars) {
  constexpr Place places[] = {
      {"", 0, 1, 1},
      {"", 9, 1, 1},
      {"abc", 0, 1, 1},
      {"abc", 2, 1, 3},
      {"abc", 3, 1, 4},                          // the end
      {"abc", 99, 1, 4},                         // past the end is the end
      {"abc", ~std::uint64_t{0}, 1, 4},          //
      {"a\nb", 1, 1, 2},                         // the line feed belongs to its line
      {"a\nb", 2, 2, 1},                         //
      {"a\n", 2, 2, 1},                          // an empty last line
      {"\n\n\n", 2, 3, 1},                       //
      {"a\r\nb", 3, 2, 1},                       // CRLF ends one line
      {"a\r\nb\r\nc", 6, 3, 1},                  //
      {"a\rb", 2, 1, 3},                         // a lone CR ends none
      {"\t\tx", 2, 1, 3},                        // a tab is one column
      {"\xc3\xa9x", 2, 1, 2},                    // two bytes, one column
      {"\xe6\x97\xa5\xe6\x9c\xac|", 6, 1, 3},    //
      {"\xf0\x9f\x98\x80x", 4, 1, 2},            // four bytes, one column
      {"e\xcc\x81x", 3, 1, 3},                   // a combining mark is a scalar of its own
      {"\xc3\xa9\n\xc3\xa9z", 5, 2, 2},          //
      {std::string_view("a\0\nb", 4), 3, 2, 1},  // NUL is an ordinary byte
  };
  for (const Place& place : places) {
    const Location at = locate(exact(place.text), place.offset);
    EXPECT_EQ(at.line, place.line) << testing::PrintToString(place.text) << " @" << place.offset;
    EXPECT_EQ(at.column, place.column)
        << testing::PrintToString(place.text) << " @" << place.offset;
  }
}

TEST(Locate, NeverLeavesTheTextEvenWhenItIsNotUtf8) {
  for (const std::string_view text : {"\xff\xfe", "\x80\x80\x80", "a\xc3", "\n\x80"}) {
    for (std::uint64_t offset = 0; offset <= text.size() + 1; ++offset) {
      const Location at = locate(exact(text), offset);
      EXPECT_GE(at.line, 1U);
      EXPECT_GE(at.column, 1U);
      EXPECT_LE(at.column, text.size() + 1);
    }
  }
}

TEST(Describe, QuotesTheLineAndDrawsACaret) {
  EXPECT_EQ(describe("orders.json", exact("[\n {\"id\":1, \"id\":2}\n]"),
                     {Errc::duplicate_key, 12, "member \"id\" occurs twice"}),
            "orders.json:2:11: error[duplicate_key]: member \"id\" occurs twice\n"
            "   {\"id\":1, \"id\":2}\n"
            "            ^\n");
}

TEST(Describe, PointsBehindTheTextForATruncatedOne) {
  EXPECT_EQ(describe("-", exact("[1,"), {Errc::unexpected_end, 3, "the array is not closed"}),
            "-:1:4: error[unexpected_end]: the array is not closed\n"
            "  [1,\n"
            "     ^\n");
}

TEST(Describe, HasNoPictureOfAnEmptyText) {
  EXPECT_EQ(describe("x", exact(""), {Errc::missing_header, 0, "empty"}),
            "x:1:1: error[missing_header]: empty\n");
}

TEST(Describe, LeavesTheCarriageReturnOut) {
  EXPECT_EQ(describe("f", exact("ab\r\ncd\r\n"), {Errc::invalid_line, 1, "no"}),
            "f:1:2: error[invalid_line]: no\n"
            "  ab\n"
            "   ^\n");
}

TEST(Describe, AlignsTheCaretBehindTabsAndNonAscii) {
  const std::string report =
      describe("f", exact("\t\xc3\xa9\xf0\x9f\x98\x80!"), {Errc::invalid_line, 7, "no"});
  EXPECT_EQ(report,
            "f:1:4: error[invalid_line]: no\n"
            "   \xc3\xa9\xf0\x9f\x98\x80!\n"
            "     ^\n");
}

TEST(Describe, CutsALongLineAroundThePlace) {
  std::string text(100000, 'a');
  text[50000] = '!';
  const std::string report = describe("f", exact(text), {Errc::invalid_line, 50000, "no"});
  EXPECT_LT(report.size(), 400U);
  ASSERT_NE(report.find("..."), std::string::npos);
  // The caret stands under the place.
  const std::size_t line = report.find('\n') + 1;
  const std::size_t marker = report.find('\n', line) + 1;
  EXPECT_EQ(report.find('!', line) - line, report.find('^', marker) - marker);
  EXPECT_EQ(report.substr(0, line), "f:1:50001: error[invalid_line]: no\n");
}

TEST(Describe, CutsALongLineOfWideCharactersBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 5000; ++i)
    text += "\xe6\x97\xa5";
  const std::string report = describe("f", exact(text), {Errc::invalid_line, 7500, "no"});
  EXPECT_LT(report.size(), 700U);
  const std::size_t line = report.find('\n') + 1;
  const std::size_t marker = report.find('\n', line) + 1;
  const std::string quoted = report.substr(line, marker - line);
  EXPECT_EQ(quoted.find('?'), std::string::npos) << "a character was cut in two";
  EXPECT_NE(report.find('^', marker), std::string::npos);
}

TEST(Describe, LetsNoControlCharacterThrough) {
  // Nothing that a hostile text contains may reach the terminal as a command.
  const std::string_view hostile =
      "\x1b]0;owned\x07\x08\x7f\xc2\x9b"
      "31m\xe2\x80\xae\xef\xbb\xbf\xff!";
  for (std::uint64_t offset = 0; offset <= hostile.size(); ++offset) {
    const std::string report = describe("f", exact(hostile), {Errc::invalid_line, offset, "no"});
    for (const char c : report) {
      EXPECT_TRUE(c == '\n' || (static_cast<unsigned char>(c) >= 0x20 && c != '\x7f'));
    }
    EXPECT_EQ(report.find("\xc2\x9b"), std::string::npos);
    EXPECT_EQ(report.find("\xe2\x80\xae"), std::string::npos);
    EXPECT_EQ(report.find('\xff'), std::string::npos);
    EXPECT_EQ(std::count(report.begin(), report.end(), '\n'), 3);
  }
}

TEST(Describe, IsAlwaysUtf8) {
  // Encoded surrogates, overlong forms and what lies beyond Unicode are not characters.
  for (const std::string_view bad : {"\xed\xa0\x80", "\xe0\x80\x80", "\xf0\x80\x80\x80",
                                     "\xf4\x90\x80\x80", "\xc0\xaf", "\x80"}) {
    const std::string text = "a" + std::string(bad) + "z";
    const std::string report = describe("f", exact(text), {Errc::invalid_utf8, 1, "no"});
    EXPECT_TRUE(std::all_of(report.begin(), report.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x80;
    })) << report;
  }
}

TEST(Describe, SanitisesTheNameAndTheDetailToo) {
  const std::string report = describe("a\x1b[2Jb\n", exact("x"),
                                      {Errc::invalid_key, 0, std::string("key \"\x1b[31m\n\"")});
  EXPECT_EQ(report.find('\x1b'), std::string::npos);
  EXPECT_EQ(std::count(report.begin(), report.end(), '\n'), 3);
}

}  // namespace
}  // namespace laconic
