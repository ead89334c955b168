// unicode_form.cpp - normalization by libutf8proc, held to the characters of one version.
#include "tokens/unicode_form.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "tokens/code_points.hpp"
#include "tokens/unicode_history.inc"

#ifdef LACONIC_HAS_UTF8PROC
#  include <utf8proc.h>
#endif

namespace laconic::tokens {
namespace {

bool is_ascii(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

#ifdef LACONIC_HAS_UTF8PROC

bool is_unassigned_in_9(char32_t point) noexcept {
  const auto* at = std::lower_bound(std::begin(unicode::unassigned_in_9),
                                    std::end(unicode::unassigned_in_9), point);
  return at != std::end(unicode::unassigned_in_9) &&
         (*at == point || (at - std::begin(unicode::unassigned_in_9)) % 2 == 1);
}

/// Appends the form of `part` to `out`.
Outcome append_form(std::string_view part, utf8proc_option_t options, std::string& out) {
  if (part.empty()) return Outcome::done;
  utf8proc_uint8_t* made = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(part.data()),
                   static_cast<utf8proc_ssize_t>(part.size()), &made, options);
  if (size < 0) return Outcome::out_of_memory;
  out.append(reinterpret_cast<const char*>(made), static_cast<std::size_t>(size));
  std::free(made);
  return Outcome::done;
}

utf8proc_option_t options_of(UnicodeForm form) noexcept {
  switch (form) {
    case UnicodeForm::nfc:
      return static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
    case UnicodeForm::nfd:
      return static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE);
    case UnicodeForm::nfkc:
      return static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
    case UnicodeForm::nfkd: break;
  }
  return static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);
}

#endif

}  // namespace

#ifdef LACONIC_HAS_UTF8PROC

Outcome to_form(UnicodeForm form, FormVersion version, std::string& text) {
  if (is_ascii(text)) return Outcome::done;
  const utf8proc_option_t options = options_of(form);
  std::string out;
  out.reserve(text.size());
  const std::string_view whole = text;
  std::size_t done = 0;
  if (version == FormVersion::unicode_9) {
    // A character that is not assigned has no decomposition, no place in one and the
    // combining class 0: what stands before and behind it can be normalized by itself.
    for (std::size_t at = 0; at < whole.size();) {
      const Char c = char_at(whole.data() + at);
      if (c.point >= 0x80 && is_unassigned_in_9(c.point)) {
        const Outcome outcome = append_form(whole.substr(done, at - done), options, out);
        if (outcome != Outcome::done) return outcome;
        out.append(whole.substr(at, c.size));
        done = at + c.size;
      }
      at += c.size;
    }
  }
  const Outcome outcome = append_form(whole.substr(done), options, out);
  if (outcome == Outcome::done) text = std::move(out);
  return outcome;
}

#else

Outcome to_form(UnicodeForm, FormVersion, std::string& text) {
  return is_ascii(text) ? Outcome::done : Outcome::no_normalizer;
}

#endif

}  // namespace laconic::tokens
