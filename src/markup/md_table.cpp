// md_table.cpp - lists of flat records as Markdown tables and lists.
#include <laconic/markup.hpp>

#include "base/output.hpp"
#include "markup/payload_groups.hpp"
#include "text/escape.hpp"
#include "value/column_places.hpp"
#include "value/json_text.hpp"

namespace laconic::markup {
namespace {

class RecordsWriter {
 public:
  RecordsWriter(const TableOptions& options, bool table)
      : options_(options), table_(table), out_(options.max_bytes) {}

  Result<std::string> write(Value value) {
    if (!find_records(value)) return std::move(error_);
    for (const Value& record : records_.items()) {
      if (!cells_of(record)) return std::move(error_);
      if (table_ && number_ == 0) header();
      table_ ? row() : entry();
      ++number_;
    }
    auto text = out_.finish();
    if (text) report();
    return text;
  }

 private:
  bool refuse(std::string detail) {
    error_.detail = std::move(detail);
    return false;
  }
  static bool is_records(Value value) {
    if (!value.is_array() || value.size() == 0) return false;
    for (const Value& item : value.items()) {
      if (!item.is_object() || item.size() == 0) return false;
    }
    return true;
  }
  bool find_records(Value value) {
    records_ = value;
    if (value.is_object() && value.size() == 1 && is_records(value.values()[0])) {
      records_ = value.values()[0];
      named_ = true;
    }
    if (!is_records(records_)) {
      return refuse(
          "only a list of objects with members, or an object whose only member is such a list, "
          "can be written as Markdown");
    }
    first_ = records_.items()[0];
    for (std::size_t i = 0; i < first_.size(); ++i)
      columns_.add(first_.key(i));
    return true;
  }
  [[nodiscard]] std::string where(std::string_view key) const {
    return "member " + quoted(key) + " of record " + std::to_string(number_);
  }
  /// The values of a record in the order of the first one's members.
  bool cells_of(const Value& record) {
    cells_.clear();
    const auto& places = columns_.of(record);
    for (std::size_t i = 0; i < first_.size(); ++i) {
      if (places[i] == detail::ColumnPlaces::nowhere) {
        return refuse("record " + std::to_string(number_) + " has no member " +
                      quoted(first_.key(i)) + "; all records need the members of the first one");
      }
      const Value& cell = record.values()[places[i]];
      if (!cell.is_scalar() && !options_.nested_json) {
        return refuse(where(first_.key(i)) + " is nested; use nested=json to write it as JSON");
      }
      cells_.push_back(&cell);
    }
    const std::size_t other = columns_.first_other();
    return other == detail::ColumnPlaces::nowhere ||
           refuse(where(record.key(other)) + " is not a member of the first record");
  }

  void header() {
    const std::string_view blank = options_.spaced ? " " : "";
    for (std::size_t i = 0; i < first_.size(); ++i) {
      out_.put('|');
      out_.put(blank);
      text(first_.key(i));
      out_.put(blank);
    }
    out_.put("|\n");
    for (std::size_t i = 0; i < first_.size(); ++i)
      out_.put(options_.spaced ? "|---" : "|-");
    out_.put('|');
  }
  void row() {
    const std::string_view blank = options_.spaced ? " " : "";
    out_.put('\n');
    for (const Value* cell : cells_) {
      out_.put('|');
      out_.put(blank);
      put(*cell);
      out_.put(blank);
    }
    out_.put('|');
  }
  void entry() {
    if (number_ != 0) out_.put("\n\n");
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (i != 0) out_.put('\n');
      out_.put("- ");
      text(first_.key(i));
      out_.put(": ");
      put(*cells_[i]);
    }
  }
  void put(const Value& cell) {
    if (cell.is_string()) {
      if (cell.size() == 0) ++empty_;
      return text(cell.string());
    }
    if (cell.is_null()) {
      ++nulls_;
      return;
    }
    if (cell.is_scalar()) {
      ++typed_;
      detail::JsonText(out_).value(cell);
      return;
    }
    ++nested_;
    Output json(options_.max_bytes);
    detail::JsonText(json).value(cell);
    if (const auto written = json.finish()) text(*written);
  }
  void text(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '\n' || c == '\r') {
        ++breaks_;
        out_.put("<br>");
        if (c == '\r' && text.substr(i + 1).starts_with('\n')) ++i;
      } else {
        if (c == '|' && table_) out_.put('\\');
        out_.put(c);
      }
    }
  }
  void report() {
    LossCounts counts(options_.losses);
    counts.tell_if(named_, "the name of the list is left out");
    counts.tell(typed_, " number(s) and boolean(s) cannot be told from text");
    counts.tell(nulls_, " null(s) are written as nothing");
    counts.tell(empty_, " empty text(s) cannot be told from null");
    counts.tell(nested_, " nested value(s) are written as JSON text");
    counts.tell(breaks_, " line break(s) are written as <br>");
  }

  const TableOptions& options_;
  bool table_;
  Output out_;
  Value records_;
  Value first_;
  detail::ColumnPlaces columns_;
  bool named_ = false;
  std::size_t number_ = 0;
  std::vector<const Value*> cells_;
  Error error_{Errc::not_representable, 0, {}};
  std::uint64_t typed_ = 0;
  std::uint64_t nulls_ = 0;
  std::uint64_t empty_ = 0;
  std::uint64_t nested_ = 0;
  std::uint64_t breaks_ = 0;
};

TableOptions options_of(const laconic::EncodeOptions& options) {
  TableOptions own;
  static_cast<laconic::EncodeOptions&>(own) = options;
  own.spaced = setting(options.settings, "spaced") == "yes";
  own.nested_json = setting(options.settings, "nested") == "json";
  return own;
}

constexpr SettingText table_settings[] = {
    {"spaced", "no|yes", "spaces around cells"},
    {"nested", "refuse|json", "lists and objects in cells: refuse them, or write JSON"},
};

constexpr Codec table_codec{
    .name = "md-table",
    .description = "Markdown table of flat records",
    .settings = table_settings,
    .encode =
        [](const Codec&, Value value, const laconic::EncodeOptions& options) {
          return encode_md_table(value, options_of(options));
        },
};

constexpr Codec kv_codec{
    .name = "md-kv",
    .description = "Markdown lists of the members of flat records",
    .settings = std::span(table_settings).subspan<1>(),
    .encode =
        [](const Codec&, Value value, const laconic::EncodeOptions& options) {
          return encode_md_kv(value, options_of(options));
        },
};

}  // namespace

Result<std::string> encode_md_table(Value value, const TableOptions& options) {
  return RecordsWriter(options, true).write(value);
}

Result<std::string> encode_md_kv(Value value, const TableOptions& options) {
  return RecordsWriter(options, false).write(value);
}

const Codec& md_table_codec() noexcept {
  return table_codec;
}

const Codec& md_kv_codec() noexcept {
  return kv_codec;
}

}  // namespace laconic::markup
