// yaml_read.hpp - the reader of YAML: events become values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/yaml.hpp>

#include "value/loss_notes.hpp"
#include "value/store.hpp"
#include "value/value_stack.hpp"

namespace laconic::yaml {

/// Takes events in document order. Every function returns false when the text is refused:
/// `error()` says why, and no further event may come.
class TreeReader {
 public:
  TreeReader(const DecodeOptions& options, std::uint64_t first_offset, detail::TreeMaker& maker);

  bool start_document(std::uint64_t at);
  bool null(std::uint64_t at, std::size_t anchor);
  bool alias(std::uint64_t at, std::size_t anchor);
  bool scalar(std::uint64_t at, std::string_view tag, std::size_t anchor, std::string_view text);
  bool start(std::uint64_t at, std::string_view tag, std::size_t anchor, bool is_map);
  bool end();

  bool finish(Value& root);
  /// Where the scalar starts that came last.
  [[nodiscard]] std::uint64_t last_scalar() const noexcept { return last_scalar_; }
  [[nodiscard]] bool last_is_key() const noexcept { return last_is_key_; }
  bool fail(std::uint64_t at, Errc code, std::string detail);
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  struct Frame {
    detail::ShapeCursor outer;  ///< the shape so far of the map around this one
    std::size_t first;          ///< of its values on the stack
    std::size_t anchor;
    std::uint64_t offset;
    std::uint64_t values_before;
    std::uint64_t bytes_before;
    bool is_map;
    bool at_key;
    bool merge_comes = false;  ///< the value behind `<<` is next
    bool has_merge = false;
    std::uint32_t merge_place = 0;  ///< how many members stand before `<<`
    Value merged{};
  };
  struct Anchor {
    Value value;
    bool is_complete = false;
    std::uint64_t values = 0;  ///< how many values it stands for
    std::uint64_t bytes = 0;
  };
  /// A value with what it looked like, in case it is a key.
  struct Scalar {
    Value value;
    std::string_view text;
    bool is_merge = false;
  };

  bool typed(std::uint64_t at, std::string_view tag, std::string_view text, Scalar& out);
  bool number(std::uint64_t at, std::string_view json, Value& out);
  bool string(std::uint64_t at, std::string_view text, Value& out);
  bool put_scalar(std::uint64_t at, std::size_t anchor, const Scalar& scalar);
  bool put_value(std::uint64_t at, const Value& value);
  bool put_key(std::uint64_t at, std::string_view text);
  bool put_container_key(std::uint64_t at, const Value& key);
  bool step(std::uint64_t at, std::string_view text);
  bool merge(Frame& frame);
  void remember(std::size_t anchor, const Value& value, std::uint64_t values, std::uint64_t bytes);
  [[nodiscard]] bool at_key() const noexcept {
    return !frames_.empty() && frames_.back().is_map && frames_.back().at_key;
  }
  [[nodiscard]] std::uint64_t place(std::uint64_t at) const noexcept { return at + first_offset_; }
  void lose(std::uint64_t at, std::string_view what) { losses_.add(place(at), what); }

  const DecodeOptions& options_;
  std::uint64_t first_offset_;
  detail::TreeMaker& maker_;
  detail::ValueStack values_;
  std::vector<Frame> frames_;
  detail::ShapeCursor shape_{};
  std::vector<Anchor> anchors_;
  detail::LossNotes losses_;
  std::uint64_t value_count_ = 0;  ///< with aliases expanded
  std::uint64_t byte_count_ = 0;
  std::uint64_t expanded_values_ = 0;  ///< by aliases alone
  std::uint64_t expanded_bytes_ = 0;
  std::size_t documents_ = 0;
  std::uint64_t last_scalar_ = 0;
  bool last_is_key_ = false;
  std::string number_text_;
  std::string key_text_;
  Error error_{Errc::unexpected_character, 0, {}};
};

/// Runs the events of `text` through the reader; false: `reader.error()`.
[[nodiscard]] bool run_events(std::string_view text, TreeReader& reader);

}  // namespace laconic::yaml
