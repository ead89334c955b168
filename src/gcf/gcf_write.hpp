// gcf_write.hpp - the writer of the generic profile.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <laconic/gcf.hpp>

#include "base/output.hpp"
#include "gcf/gcf_scalar.hpp"
#include "gcf/gcf_table.hpp"

namespace laconic::gcf {

inline constexpr std::string_view generic_header = "GCF profile=generic\n";
/// More columns than this are refused (limit_exceeded), here and by the reader.
inline constexpr std::size_t max_columns = 65536;

/// Where a container stands; it decides the words in front of it and the indentation of
/// what belongs to it (GCF 4.1).
struct Where {
  enum Kind : std::uint8_t { root, member, attachment, item };
  Kind kind;
  unsigned indent;            // levels, of the line that introduces it
  std::string_view key = {};  // of a member or attachment
  std::size_t index = 0;      // of an item

  /// Of the rows of a table and of the items of an expanded array.
  [[nodiscard]] unsigned rows() const noexcept {
    return indent + (kind == attachment ? 2U : kind == item ? 1U : 0U);
  }
  /// Of the members of an object.
  [[nodiscard]] unsigned members() const noexcept {
    return indent + (kind == attachment ? 2U : kind == root ? 0U : 1U);
  }
};

class Writer {
 public:
  explicit Writer(const EncodeOptions& options) noexcept
      : options_(options),
        out_(options.max_bytes),
        scalars_(out_, options.layout == Layout::compact, options.round_numbers) {}

  [[nodiscard]] Result<std::string> write(Value root);

 private:
  void object(const Value& v, const Where& where);
  void array(const Value& v, const Where& where);
  void members(const Value& v, unsigned indent);
  void container(const Value& v, const Where& where) {
    if (v.is_array()) {
      array(v, where);
    } else {
      object(v, where);
    }
  }
  void list(const Value& v, const Where& where);
  void expanded(const Value& v, const Where& where);
  void keyed_table(const Value& v, const Where& where);
  void table(const Value& v, const Where& where);

  void header_columns(const Table& t);
  void path_columns(std::string& path, const detail::Shape* shape, const Value& sample);
  void rows(Table& t, const detail::KeyRef* keys, unsigned indent);
  void plain_row(const Value& record, const Row& row, const Table& t, bool keyed);
  void cells(const Table& t, const Row& row, bool first_row, bool keyed);
  void leaves(const Value& object, Place& place);
  void attachments(const Table& t, const Row& row, unsigned indent, bool first_row);
  void inline_body(const Value& object, unsigned indent);
  void shared_rows(const Value& v, const Field& field, unsigned indent, bool declare);
  [[nodiscard]] static bool has_attachment(const Table& t, const Row& row) noexcept;
  [[nodiscard]] bool is_keyed(const Value& v) const noexcept;
  [[nodiscard]] static std::string_view key_label(const Table& t, std::string& storage);

  void introduce(const Where& where);
  void count(std::size_t n, bool keyed = false);
  void spaces(unsigned indent);
  /// Replaces the separator behind the last cell by the end of the line.
  void end_row() noexcept;
  Table& next_table();

  const EncodeOptions& options_;
  Output out_;
  ScalarWriter scalars_;
  TableAnalyst analyst_;
  std::vector<std::unique_ptr<Table>> tables_;  // by nesting of tables, reused
  std::size_t tables_in_use_ = 0;
  bool too_many_columns_ = false;
};

}  // namespace laconic::gcf
