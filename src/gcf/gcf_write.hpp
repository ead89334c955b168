// gcf_write.hpp - the writer of the generic profile.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/gcf.hpp>

#include "base/output.hpp"
#include "gcf/gcf_choices.hpp"
#include "gcf/gcf_scalar.hpp"
#include "gcf/gcf_table.hpp"

namespace laconic::gcf {

inline constexpr std::string_view generic_header = "GCF profile=generic\n";
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

/// Writes one value. In the compact layout every choice is weighed first by a second
/// writer, the probe, that only counts; the results are kept in `Choices`.
class Writer {
 public:
  Writer(const EncodeOptions& options, std::uint64_t expected_bytes);

  [[nodiscard]] Result<std::string> write(Value root);

 private:
  Writer(const EncodeOptions& options, Choices& choices);  // a probe

  // gcf_write.cpp: objects and arrays
  void container(const Value& v, const Where& where);
  void container_as(const Value& v, const Where& where, ContainerForm form);
  [[nodiscard]] ContainerForm canonical_form(const Value& v) const noexcept;
  void sections(const Value& v, const Where& where);
  void list(const Value& v, const Where& where);
  void expanded(const Value& v, const Where& where);
  void keyed_table(const Value& v, const Where& where);
  void table(const Value& v, const Where& where);
  void introduce(const Where& where);
  void count(std::size_t n, bool keyed = false);
  void spaces(unsigned indent);
  /// Replaces the separator behind the last cell by the end of the line.
  void end_row() noexcept;
  Table& next_table();

  // gcf_write_table.cpp: headers, rows, attachments
  [[nodiscard]] static bool too_wide(const Table& t) noexcept;
  void header_columns(const Table& t);
  void header_field(const Table& t, std::size_t index);
  void path_columns(std::string& path, const Value& sample);
  void union_columns(std::string& path, const UnionNode* nodes, std::size_t size);
  void rows(Table& t, const detail::KeyRef* keys, unsigned indent);
  void plain_row(const Value& record, const Row& row, const Table& t, bool keyed);
  void field_cells(const Field& field, const Value* v, bool declares, Place& place);
  void leaves(const Value& object, Place& place);
  void union_leaves(const Value& object, const UnionNode* nodes, std::size_t size, Place& place);
  void attachments(Table& t, const Row& row, unsigned indent, std::size_t row_index);
  void field_attachment(Field& field, const Value& v, unsigned indent, bool first_row);
  void inline_body(const Value& object, unsigned indent);
  void shared_rows(const Value& v, const Field& field, unsigned indent, bool declare);
  [[nodiscard]] bool shared_table(Field& field, const Value& v, const Where& where, bool first_row);
  [[nodiscard]] static std::string header_identity(const Table& t);
  [[nodiscard]] static const Value& sample_object(const Table& t, const Field& field) noexcept;
  [[nodiscard]] static bool has_attachment(const Table& t, const Row& row) noexcept;

  // gcf_compact.cpp: choices of the compact layout
  [[nodiscard]] Choice choice_for(const Value& v, const Where& where);
  Choice weigh(const Value& v, const Where& where);
  void choose_forms(Table& t, const Where& where, bool keyed);
  FieldChoice weigh_field(Table& t, std::size_t index, unsigned indent, bool keyed,
                          std::vector<std::uint32_t>& attached);
  void apply_choice(Table& t, std::size_t index, FieldChoice choice);
  [[nodiscard]] std::uint64_t field_cost(Table& t, std::size_t index, unsigned indent, bool keyed,
                                         const std::vector<std::uint32_t>& attached);

  const EncodeOptions& options_;
  const bool compact_;
  Output out_;
  ScalarWriter scalars_;
  TableAnalyst analyst_;
  std::vector<std::unique_ptr<Table>> tables_;  // by nesting of tables, reused
  std::size_t tables_in_use_ = 0;
  std::unique_ptr<Choices> own_choices_;
  Choices* choices_ = nullptr;     // compact layout only
  std::unique_ptr<Writer> probe_;  // of the writer that writes; null in the probe itself
};

}  // namespace laconic::gcf
