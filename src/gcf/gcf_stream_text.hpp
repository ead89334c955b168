// gcf_stream_text.hpp - text on its way to a sink, and the failure that stops it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <laconic/stream.hpp>

#include "base/output.hpp"
#include "gcf/gcf_scalar.hpp"
#include "text/simd.hpp"
#include "text/utf8.hpp"

namespace laconic::gcf {

/// What both stream writers are made of: a buffer in front of the sink, and the first
/// failure, which sticks.
class StreamText {
 public:
  StreamText(Sink sink, std::size_t buffer_bytes, bool round_numbers)
      : out(~std::uint64_t{0}),
        scalars(out, false, round_numbers),
        sink_(sink),
        buffer_bytes_(buffer_bytes) {}

  Result<Done> fail(Errc code, std::string detail) {
    return fail(Error{code, 0, std::move(detail)});
  }
  /// Writers look before they write, so there are only whole lines, and they still go out.
  Result<Done> fail(const Error& error) {
    if (!failed_) {
      failed_ = true;
      error_ = error;
      static_cast<void>(pass_on());
    }
    return error_;
  }
  [[nodiscard]] bool failed() const noexcept { return failed_; }
  [[nodiscard]] const Error& error() const noexcept { return error_; }

  /// After each complete line.
  Result<Done> line_done() {
    if (out.size() - passed_on_ < buffer_bytes_) return Done{};
    return pass_on();
  }
  Result<Done> pass_on() {
    if (out.size() == passed_on_) return Done{};
    passed_on_ = out.size();         // first: what fails now is not tried again
    const auto text = out.finish();  // what came since the last time
    if (!text) return fail(text.error());
    if (const auto written = sink_.write(sink_.context, *text); !written) {
      return fail(written.error());
    }
    return Done{};
  }

  /// A name by the key grammar; callers' text has no padding, so it is copied.
  void name(std::string_view text) {
    if (is_bare_key(text)) return out.put(text);
    padded_.assign(text);
    padded_.append(simd::width, '\0');
    scalars.key({padded_.data(), text.size()});
  }

  Output out;
  ScalarWriter scalars;

 private:
  Sink sink_;
  std::size_t buffer_bytes_;
  std::uint64_t passed_on_ = 0;
  std::string padded_;
  bool failed_ = false;
  Error error_{Errc::bad_usage, 0, {}};
};

}  // namespace laconic::gcf
