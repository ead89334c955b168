// gcf_delta_text.cpp - the text of a payload about changes: header, lines, tokens, errors.
#include "gcf/gcf_delta_text.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "text/escape.hpp"
#include "text/text_check.hpp"
#include "text/utf8.hpp"

namespace laconic::gcf {
namespace {

constexpr std::size_t padding = 64;

}  // namespace

bool DeltaText::fail(const char* at, Errc code, std::string detail) {
  const auto offset = static_cast<std::size_t>(at - text_.data());
  error_ = {code, std::min(offset, size_), std::move(detail)};
  return false;
}

bool DeltaText::open(std::string_view text, const DecodeOptions& options,
                     std::string_view profile) {
  if (const auto fits = check_size(text, options.max_bytes); !fits) {
    error_ = fits.error();
    return false;
  }
  size_ = text.size();
  text_.reserve(size_ + padding);
  text_ = text;
  text_ += '\n';
  text_.append(padding - 1, '\0');
  if (!is_utf8(text)) {
    error_ = {Errc::invalid_utf8, first_bad_utf8(text), "the text is not UTF-8 here"};
    return false;
  }
  const char* const start = text_.data();
  if (std::memcmp(start, "GCF ", 4) != 0) {
    return fail(start, Errc::missing_header,
                "the text does not start with a header line such as \"GCF profile=" +
                    std::string(profile) + "\"");
  }
  const char* const newline = static_cast<const char*>(std::memchr(start, '\n', size_ + 1));
  const char* const end = newline[-1] == '\r' ? newline - 1 : newline;
  const HeaderFault fault = read_pairs(start + 4, end, header_);
  if (fault.at != nullptr) return fail(fault.at, fault.code, fault.detail);
  if (header_.pairs.empty() || header_.pairs[0].name != "profile") {
    return fail(start + 4, Errc::missing_profile,
                "the first field of the header must be profile=generic or profile=graph");
  }
  const std::string_view found = header_.pairs[0].value;
  if (found != "generic" && found != "graph") {
    return fail(header_.pairs[0].at, Errc::unknown_profile,
                "the profile is " + std::string(found) + "; known are generic and graph");
  }
  if (found != profile) {
    return fail(
        header_.pairs[0].at, Errc::malformed_delta,
        "the profile is " + std::string(found) + "; expected here is " + std::string(profile));
  }
  if (options.complete && text.back() != '\n') {
    return fail(start + size_, Errc::unexpected_end,
                "the last line has no end, so the text may have been cut off");
  }
  lines_.reset(newline + 1, start + size_);
  return true;
}

std::string_view DeltaText::field(std::string_view name) const noexcept {
  const HeaderPair* pair = header_.find(name);
  return pair == nullptr ? std::string_view() : pair->value;
}

bool DeltaText::next(std::string_view& line) {
  Line found;
  const LineState state = lines_.peek(found);
  line = std::string_view(found.start, found.start);  // empty, but at its place
  ended_ = state == LineState::end;
  if (ended_) return true;
  if (state == LineState::tab_indentation) {
    return fail(found.start - 1, Errc::tab_indentation,
                "indentation is made of spaces; tabs are not allowed");
  }
  if (state == LineState::odd_indentation || found.indent != 0) {
    return fail(found.start, Errc::invalid_indent, "no line of this payload is indented");
  }
  const auto room = static_cast<std::size_t>(text_.data() + size_ + 1 - found.start);
  const char* const newline = static_cast<const char*>(std::memchr(found.start, '\n', room));
  const char* const end = newline != found.start && newline[-1] == '\r' ? newline - 1 : newline;
  line = {found.start, static_cast<std::size_t>(end - found.start)};
  lines_.advance(newline);
  if (trailer_seen_) return fail(found.start, Errc::invalid_line, "text behind the trailer");
  if (line != "##! summary" && !line.starts_with("##! summary ")) return true;
  HeaderPairs pairs;  // informational: the sections state their counts
  const HeaderFault fault = read_pairs(found.start + 11, end, pairs);
  if (fault.at != nullptr) return fail(fault.at, fault.code, fault.detail);
  trailer_seen_ = true;
  return next(line);  // the end, or a failure
}

bool DeltaText::quoted_string(const char*& p, const char* end, std::string& out) {
  const char* const start = p + 1;
  const char* const stop = find_quote_or_escape(start);
  if (*stop == '"') {
    out.assign(start, stop);
    p = stop + 1;
    return true;
  }
  if (stop >= end) {
    return fail(p, Errc::unterminated_quote, "the quote is not closed on its line");
  }
  std::string copy(static_cast<std::size_t>(end - start) + padding, '\0');
  const Unescaped done = unescape(start, end, copy.data());
  if (done.out_end == nullptr) {
    if (done.code == Errc::unterminated_quote) {
      return fail(p, Errc::unterminated_quote, "the quote is not closed on its line");
    }
    return fail(done.at, done.code, done.detail);
  }
  copy.resize(static_cast<std::size_t>(done.out_end - copy.data()));
  out = std::move(copy);
  p = done.at + 1;
  return true;
}

}  // namespace laconic::gcf
