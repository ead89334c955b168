// record_splitter.cpp - the records of NDJSON or of one JSON array, from pieces of text.
#include "cli/record_splitter.hpp"

#include <algorithm>

namespace laconic::cli {
namespace {

constexpr std::size_t longest_record = std::size_t{256} << 20;

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_blank(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_blank(c); });
}

}  // namespace

void RecordSplitter::feed(std::string_view bytes) {
  if (start_ >= buffer_.size() - start_) {
    buffer_.erase(0, start_);
    base_ += start_;
    scanned_ -= std::min(scanned_, start_);
    start_ = 0;
  }
  buffer_.append(bytes);
}

void RecordSplitter::pass(std::size_t end) {
  for (; start_ < end; ++start_) {
    const auto byte = static_cast<unsigned char>(buffer_[start_]);
    if (byte == '\n') {
      ++line_;
      column_ = 1;
    } else if ((byte & 0xC0) != 0x80) {
      ++column_;
    }
  }
}

bool RecordSplitter::is_too_long() const noexcept {
  return buffer_.size() - start_ > longest_record;
}

RecordSplitter::Step RecordSplitter::fail(Errc code, const char* detail) {
  error_ = {code, base_ + start_, detail};
  return Step::failed;
}

RecordSplitter::Step RecordSplitter::next(Record& record) {
  if (mode_ == Mode::unknown) {
    std::size_t first = start_;
    while (first < buffer_.size() && is_blank(buffer_[first]))
      ++first;
    if (first == buffer_.size()) {
      pass(first);
      return finished_ ? Step::end : Step::more;
    }
    if (buffer_[first] == '[') {
      pass(first + 1);
      scanned_ = start_;
      mode_ = Mode::array;
    } else {
      mode_ = Mode::lines;
      const std::size_t newline = rest().substr(0, first - start_).rfind('\n');
      if (newline != std::string_view::npos) pass(start_ + newline + 1);
      scanned_ = start_;
    }
  }
  return mode_ == Mode::lines ? next_line(record) : next_element(record);
}

RecordSplitter::Step RecordSplitter::next_line(Record& record) {
  while (true) {
    std::size_t end = buffer_.find('\n', scanned_);
    const bool has_end = end != std::string::npos;
    if (!has_end) {
      end = scanned_ = buffer_.size();
      if (!finished_) {
        return is_too_long() ? fail(Errc::size_exceeded, "a record is longer than 256 MiB")
                             : Step::more;
      }
      if (end == start_) return Step::end;
    }
    record = {std::string_view(buffer_).substr(start_, end - start_), base_ + start_, {line_, 1}};
    start_ = scanned_ = end + (has_end ? 1 : 0);
    if (has_end) ++line_;
    if (!is_blank(record.text)) return Step::record;
  }
}

/// Only strings and brackets are told apart; the rest is for the JSON reader.
RecordSplitter::Step RecordSplitter::next_element(Record& record) {
  if (mode_ == Mode::behind_array) {
    std::size_t first = start_;
    while (first < buffer_.size() && is_blank(buffer_[first]))
      ++first;
    pass(first);
    if (first != buffer_.size()) {
      return fail(Errc::trailing_characters, "text behind the array");
    }
    return finished_ ? Step::end : Step::more;
  }
  for (; scanned_ < buffer_.size(); ++scanned_) {
    const char c = buffer_[scanned_];
    if (in_string_) {
      if (escaped_) {
        escaped_ = false;
      } else if (c == '\\') {
        escaped_ = true;
      } else if (c == '"') {
        in_string_ = false;
      }
      continue;
    }
    if (c == '"') {
      in_string_ = true;
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if ((c == '}' || c == ']') && depth_ != 0) {
      --depth_;
    } else if (depth_ == 0 && (c == ',' || c == ']')) {
      const std::size_t end = scanned_;
      const bool is_last = c == ']';
      record = {rest().substr(0, end - start_), base_ + start_, {line_, column_}};
      const bool is_empty_array = is_last && !any_element_ && is_blank(record.text);
      pass(end + 1);
      scanned_ = end + 1;
      any_element_ = true;
      if (is_last) mode_ = Mode::behind_array;
      return is_empty_array ? next_element(record) : Step::record;
    }
  }
  if (is_too_long()) return fail(Errc::size_exceeded, "a record is longer than 256 MiB");
  if (!finished_) return Step::more;
  pass(buffer_.size());
  return fail(Errc::unexpected_end, "the array is not closed");
}

}  // namespace laconic::cli
