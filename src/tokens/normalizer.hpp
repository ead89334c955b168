// normalizer.hpp - what a vocabulary does to a text before it cuts it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tokens/unicode_form.hpp"
#include "tokens/vocabulary.hpp"

namespace laconic::tokens {

/// A list of steps, done in order.
class Normalizer {
 public:
  /// Puts `what` before a text that is not empty.
  void prepend(std::string_view what);
  /// Replaces each occurrence of `what`, which is not empty.
  void replace(std::string_view what, std::string_view by);
  void form(UnicodeForm form, FormVersion version);

  [[nodiscard]] bool empty() const noexcept { return steps_.empty(); }
  [[nodiscard]] Outcome apply(std::string& text) const;
  /// Whether no result can hold `what`: the last step that could bring it in takes it out.
  [[nodiscard]] bool removes(std::string_view what) const;

 private:
  enum class Kind : std::uint8_t { prepend, replace, form };
  struct Step {
    Kind kind;
    UnicodeForm form = UnicodeForm::nfc;
    FormVersion version = FormVersion::library;
    std::string what;
    std::string by;
  };
  std::vector<Step> steps_;
};

}  // namespace laconic::tokens
