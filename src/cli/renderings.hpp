// renderings.hpp - one document in every form that laconic can write, for comparisons.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <laconic/codec.hpp>
#include <laconic/value.hpp>

namespace laconic::cli {

/// A format, or a format with options that make a difference in size.
class Rendering {
 public:
  /// Name and codec stay.
  Rendering(std::string_view name, const Codec& codec, unsigned indent = 0) noexcept
      : name_(name), codec_(&codec), indent_(indent) {}

  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  [[nodiscard]] const Codec& codec() const noexcept { return *codec_; }
  [[nodiscard]] bool is_pretty() const noexcept { return indent_ != 0; }
  [[nodiscard]] Result<std::string> write(Value value) const;
  /// Whether reading `text` gives back the same value.
  [[nodiscard]] bool gives_back(std::string_view text, Value value) const;

 private:
  std::string_view name_;
  const Codec* codec_;
  unsigned indent_;
};

/// `json` for minified JSON, `json-pretty` for two spaces per level, every other text format that
/// holds documents, and `gcf-compact` for GCF's compact layout.
[[nodiscard]] std::vector<Rendering> all_renderings(const CodecRegistry& codecs);

}  // namespace laconic::cli
