// binary_read.hpp - what the readers of MessagePack and CBOR share: bytes, levels, keys, losses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/codec.hpp>

#include "value/loss_notes.hpp"
#include "value/store.hpp"
#include "value/tree_stack.hpp"

namespace laconic::interchange {

class BinaryReader {
 public:
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 protected:
  /// `bytes` is padded and lives as long as the maker.
  BinaryReader(std::string_view bytes, detail::TreeMaker& maker)
      : start_(bytes.data()),
        p_(bytes.data()),
        end_(bytes.data() + bytes.size()),
        maker_(maker),
        tree_(maker) {}

  /// A container of which elements are still to come; a map counts keys and values.
  struct Level {
    std::uint64_t left;
    bool is_map;
    bool open_ended;  ///< ends in a mark, not after a count
    bool at_key;
    std::uint64_t offset;
  };

  bool fail(std::uint64_t offset, Errc code, std::string detail);
  [[nodiscard]] std::uint64_t offset() const noexcept {
    return static_cast<std::uint64_t>(p_ - start_);
  }
  [[nodiscard]] std::uint64_t left() const noexcept {
    return static_cast<std::uint64_t>(end_ - p_);
  }
  [[nodiscard]] bool at_key() const noexcept { return !levels_.empty() && levels_.back().at_key; }
  /// False, with an error, when fewer than `size` bytes are left.
  bool need(std::uint64_t size);
  /// The next `size` (1, 2, 4 or 8) bytes as a big-endian number; they must be there.
  std::uint64_t take(unsigned size) noexcept;

  /// One complete value: an element, a key, or the root.
  bool put(std::uint64_t at, Value value);
  bool put_unsigned(std::uint64_t at, std::uint64_t value);
  /// -1 - `value`.
  bool put_negative(std::uint64_t at, std::uint64_t value);
  bool put_real(std::uint64_t at, double value);
  bool put_string(std::uint64_t at, const char* text, std::uint64_t size);
  /// A string that is not part of the bytes.
  bool put_made_string(std::uint64_t at, std::string_view text);
  bool put_bytes(std::uint64_t at, std::string_view bytes, std::string_view what);
  bool begin(std::uint64_t at, bool is_map, std::uint64_t count);
  bool begin_open_ended(std::uint64_t at, bool is_map);
  bool end();
  /// Ends containers whose elements are complete; false on an error.
  bool end_complete();
  /// Called when the root is complete: nothing may follow.
  bool finish(Value& root);

  const char* start_;
  const char* p_;
  const char* end_;
  detail::TreeMaker& maker_;
  detail::TreeStack tree_;
  detail::LossNotes losses_;
  std::vector<Level> levels_;
  bool has_root_ = false;

 private:
  bool put_key(std::uint64_t at, Value value);
  bool open(std::uint64_t at, const Level& level);

  Error error_{Errc::unexpected_end, 0, {}};
};

/// Base64 with padding.
[[nodiscard]] std::string base64(std::string_view bytes);

/// A padded copy of the bytes in the document, or an error.
[[nodiscard]] Result<std::string_view> keep_bytes(std::string_view bytes,
                                                  const DecodeOptions& options,
                                                  detail::TreeMaker& maker);

/// The document that a reader, derived from BinaryReader, makes of the bytes.
template <class Reader>
[[nodiscard]] Result<Document> decode_with(std::string_view bytes, const DecodeOptions& options) {
  detail::TreeMaker maker(options.max_depth);
  const auto kept = keep_bytes(bytes, options, maker);
  if (!kept) return kept.error();
  Reader reader(*kept, maker);
  Value root;
  if (!reader.read(root)) return reader.error();
  return maker.finish(root);
}

}  // namespace laconic::interchange
