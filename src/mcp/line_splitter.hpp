// line_splitter.hpp - messages out of a stream of bytes, one per line.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace laconic::mcp {

/// Cuts bytes into lines. A line within one piece of input is handed on where it is; one that
/// comes in several pieces is collected up to `cap` bytes. What is longer is handed on in
/// pieces as it comes, so that no message is too long to be forwarded.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t cap) noexcept : cap_(cap) {}

  /// Sink has `line(std::string_view)`, with its line end, and `part(std::string_view bytes,
  /// bool last)` for the pieces of a line that is too long.
  template <class Sink>
  void feed(std::string_view bytes, Sink& sink) {
    while (!bytes.empty()) {
      const auto* const stop =
          static_cast<const char*>(std::memchr(bytes.data(), '\n', bytes.size()));
      const std::size_t size =
          stop == nullptr ? bytes.size() : static_cast<std::size_t>(stop - bytes.data()) + 1;
      const std::string_view piece = bytes.substr(0, size);
      bytes.remove_prefix(size);
      take(piece, stop != nullptr, sink);
    }
  }
  /// The end of the stream: hands on a last line without a line end.
  template <class Sink>
  void finish(Sink& sink) {
    if (too_long_) {
      sink.part({}, true);
    } else if (!held_.empty()) {
      sink.line(held_);
    }
    held_.clear();
    too_long_ = false;
  }
  /// Bytes of a line that is not complete.
  [[nodiscard]] std::size_t held() const noexcept { return held_.size(); }

 private:
  template <class Sink>
  void take(std::string_view piece, bool complete, Sink& sink) {
    if (too_long_) {
      sink.part(piece, complete);
      too_long_ = !complete;
      return;
    }
    if (held_.size() + piece.size() > cap_) {
      if (!held_.empty()) {
        sink.part(held_, false);
        release();
      }
      sink.part(piece, complete);
      too_long_ = !complete;
      return;
    }
    if (complete && held_.empty()) {
      sink.line(piece);
      return;
    }
    held_.append(piece);
    if (!complete) return;
    sink.line(held_);
    release();
  }
  /// Keeps the memory of usual lines only.
  void release() {
    constexpr std::size_t usual = std::size_t{256} << 10;
    held_.clear();
    if (held_.capacity() > usual) held_.shrink_to_fit();
  }

  std::size_t cap_;
  std::string held_;
  bool too_long_ = false;
};

}  // namespace laconic::mcp
