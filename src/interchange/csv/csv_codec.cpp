// csv_codec.cpp - CSV, TSV and typed CSV as rows of the registry.
#include <algorithm>
#include <array>

#include <laconic/csv.hpp>

#include "text/numbers.hpp"

namespace laconic::csv {
namespace {

constexpr std::size_t whole_head = 4096;

/// Lines with the same number of separators outside quotes, at least one.
int sniff_table(std::string_view head, char separator) noexcept {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  if (head.empty() || head[0] == '{' || head[0] == '[' || head[0] == '<') return 0;
  const bool is_cut = head.size() >= whole_head - 3;
  std::size_t lines = 0;
  std::size_t width = 0;
  std::size_t separators = 0;
  bool quoted = false;
  bool all_pairs = true;  // `key: value` in front of the first separator
  bool colon = false;
  const auto end_line = [&] {
    if (lines == 0) width = separators;
    if (separators == 0 || separators != width) return false;
    all_pairs = all_pairs && colon;
    ++lines;
    separators = 0;
    colon = false;
    return true;
  };
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < head.size(); ++i) {
    const char c = head[i];
    if (c == '"') quoted = !quoted;
    if (c == '\0') return 0;
    if (quoted) continue;
    if (c == separator) ++separators;
    if (c == ':' && separators == 0 && i + 1 < head.size() && head[i + 1] == ' ') colon = true;
    if (c != '\n') continue;
    const bool blank = i - line_start == 0 || (i - line_start == 1 && head[i - 1] == '\r');
    // Blank lines stand at the end, if anywhere.
    if (blank) {
      return head.find_first_not_of("\r\n", i) == std::string_view::npos && lines > 1 && !all_pairs
                 ? 50
                 : 0;
    }
    if (!end_line()) return 0;
    line_start = i + 1;
  }
  if (quoted && !is_cut) return 0;
  if (line_start < head.size() && !is_cut && !end_line()) return 0;
  return lines > 1 && !all_pairs ? 50 : 0;
}

/// A table in which some cells have quotes that they need only as strings, and no other text.
int sniff_typed(std::string_view head) noexcept {
  if (sniff_table(head, ',') == 0) return 0;
  const bool is_cut = head.size() >= whole_head;
  head.remove_prefix(head.find('\n') + 1);  // names of columns are no values
  bool has_strings = false;
  while (!head.empty()) {
    const bool is_quoted = head[0] == '"';
    std::size_t end = is_quoted ? head.find('"', 1) : head.find_first_of(",\n");
    if (end == std::string_view::npos) {
      if (is_quoted || is_cut) break;  // the last cell may be cut
      end = head.size();
    }
    const std::string_view cell = head.substr(is_quoted ? 1 : 0, end - (is_quoted ? 1 : 0));
    if (is_quoted) {
      has_strings =
          has_strings || (!cell.empty() && cell.find_first_of(",\r\n") == std::string_view::npos);
    } else if (!cell.empty() && cell != "\r" && cell != "true" && cell != "false" &&
               cell != "null" && !is_number_text(cell.substr(0, cell.find('\r')))) {
      return 0;
    }
    head.remove_prefix(std::min(end + 1, head.size()));
    // Behind a quoted cell stands what ends it, or the second of two quotes.
    if (is_quoted && !head.empty() && head[0] != '"') {
      head.remove_prefix(std::min(head.find_first_of(",\n"), head.size() - 1) + 1);
    }
  }
  return has_strings ? 55 : 0;
}

/// Options of a call, with the settings that csv and tsv have.
template <class Options, class Base>
Options with_settings(const Base& call, char separator) {
  Options own;
  static_cast<Base&>(own) = call;
  own.separator = separator;
  const std::string_view types = setting(call.settings, "types");
  if (types == "strings") own.types = Types::strings;
  if (types == "typed") own.types = Types::typed;
  return own;
}

template <char separator>
Result<Document> decode_row(const Codec&, std::string_view text,
                            const laconic::DecodeOptions& options) {
  return csv::decode(text, with_settings<DecodeOptions>(options, separator));
}

template <char separator>
Result<std::string> encode_row(const Codec&, Value value, const laconic::EncodeOptions& options) {
  auto own = with_settings<EncodeOptions>(options, separator);
  own.ragged_null = setting(options.settings, "ragged") == "null";
  own.nested_json = setting(options.settings, "nested") == "json";
  return csv::encode(value, own);
}

constexpr std::array<SettingText, 3> table_settings{{
    {"types", "inferred|strings|typed",
     "What cells mean: a column of numbers or booleans has that type; all are strings; or "
     "strings are in quotes and nothing else is."},
    {"ragged", "refuse|null",
     "Writing: records with a missing member; null leaves the cell empty."},
    {"nested", "refuse|json",
     "Writing: arrays and objects in cells; json writes them as JSON text."},
}};

constexpr Codec csv_row{
    .name = "csv",
    .description = "CSV (RFC 4180) with a header row",
    .extensions = ".csv",
    .media_types = "text/csv",
    .settings = table_settings,
    .decode = decode_row<','>,
    .encode = encode_row<','>,
    .sniff = [](std::string_view head) noexcept { return sniff_table(head, ','); },
};

constexpr Codec tsv_row{
    .name = "tsv",
    .description = "tab-separated values with a header row",
    .extensions = ".tsv .tab",
    .media_types = "text/tab-separated-values",
    .settings = table_settings,
    .decode = decode_row<'\t'>,
    .encode = encode_row<'\t'>,
    .sniff = [](std::string_view head) noexcept { return sniff_table(head, '\t'); },
};

constexpr Codec typed_row{
    .name = "csv-typed",
    .aliases = "typed-csv",
    .description = "CSV in which exactly the strings are quoted",
    .lossless = true,
    .decode =
        [](const Codec&, std::string_view text, const laconic::DecodeOptions& options) {
          DecodeOptions own;
          static_cast<laconic::DecodeOptions&>(own) = options;
          own.types = Types::typed;
          return csv::decode(text, own);
        },
    .encode =
        [](const Codec&, Value value, const laconic::EncodeOptions& options) {
          EncodeOptions own;
          static_cast<laconic::EncodeOptions&>(own) = options;
          own.types = Types::typed;
          return csv::encode(value, own);
        },
    .sniff = sniff_typed,
};

}  // namespace

const Codec& codec() noexcept {
  return csv_row;
}
const Codec& tsv_codec() noexcept {
  return tsv_row;
}
const Codec& typed_codec() noexcept {
  return typed_row;
}

}  // namespace laconic::csv
