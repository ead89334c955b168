// gcf_stream_input.cpp - text that comes in pieces.
#include "gcf/gcf_stream_input.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "text/utf8.hpp"

namespace laconic::gcf {

void StreamInput::reserve(std::size_t wanted) {
  if (wanted + stream_padding <= capacity_) return;
  capacity_ = std::max(wanted + stream_padding, capacity_ * 2);
  std::unique_ptr<char[]> more(new char[capacity_]);
  if (size_ != 0) std::memcpy(more.get(), data_.get(), size_);
  data_ = std::move(more);
}

std::size_t StreamInput::feed(std::string_view bytes) {
  if (finished_ || bytes.empty()) return 0;
  std::size_t gone = 0;
  if (size_ + bytes.size() + stream_padding > capacity_) {
    // Moving is paid for by the bytes that are gone.
    const std::size_t behind = std::min(used, size_);
    if (behind >= size_ - behind) {
      gone = behind;
      count_lines(gone);
      std::memmove(data_.get(), data_.get() + gone, size_ - gone);
      base_ += gone;
      size_ -= gone;
      used -= gone;
      lines_end_ -= std::min(lines_end_, gone);
      admitted_ -= std::min(admitted_, gone);
      valid_ -= std::min(valid_, gone);
      doubtful_ -= std::min(doubtful_, gone);
      counted_ -= std::min(counted_, gone);
    }
    reserve(size_ + bytes.size());
  }
  std::memcpy(data_.get() + size_, bytes.data(), bytes.size());
  const std::size_t newline = bytes.rfind('\n');
  if (newline != std::string_view::npos) lines_end_ = size_ + newline + 1;
  size_ += bytes.size();
  std::memset(data_.get() + size_, 0, stream_padding);
  last_byte_ = bytes.back();
  return gone;
}

void StreamInput::finish() noexcept {
  if (finished_) return;
  finished_ = true;
  std::memset(data_.get() + size_, 0, stream_padding);
  data_[size_] = '\n';
  lines_end_ = size_;
}

// ---- checks

bool StreamInput::fail(Errc code, std::size_t position, std::string detail) {
  error_ = {code, base_ + position, std::move(detail)};
  return false;
}

bool StreamInput::check_length(std::size_t start, std::size_t end) {
  if (end - start <= max_unit_bytes_) return true;
  return fail(Errc::size_exceeded, start,
              "a line, row or item is longer than the limit of " + std::to_string(max_unit_bytes_) +
                  " bytes");
}

bool StreamInput::check_utf8(std::size_t end) {
  if (end <= valid_) return true;
  // Many lines at once are cheaper than one by one. If that fails, the fault need not be in
  // the lines that were asked for.
  constexpr std::size_t most = std::size_t{64} << 10;
  if (valid_ >= doubtful_) {
    const std::string_view rest(data_.get() + valid_, std::min(lines_end_ - valid_, most));
    const std::size_t bulk = valid_ + rest.rfind('\n') + 1;  // npos + 1 is 0
    if (bulk > end) {
      if (is_utf8({data_.get() + valid_, bulk - valid_})) {
        valid_ = bulk;
        return true;
      }
      doubtful_ = bulk;
    }
  }
  const std::string_view text(data_.get() + valid_, end - valid_);
  if (!is_utf8(text)) {
    return fail(Errc::invalid_utf8, valid_ + first_bad_utf8(text), "the text is not UTF-8 here");
  }
  valid_ = end;
  return true;
}

bool StreamInput::admit(std::size_t end, bool in_unit) {
  if (end <= admitted_) return true;
  if (end - (in_unit ? used : admitted_) <= max_unit_bytes_) {
    if (!check_utf8(end)) return false;
    admitted_ = end;
    return true;
  }
  while (admitted_ < end) {
    const std::size_t behind = behind_line(data_.get() + admitted_);
    if (!check_length(admitted_, behind) || !check_utf8(behind)) return false;
    admitted_ = behind;
    if (in_unit && !check_unit(behind)) return false;
  }
  return true;
}

// ---- lines

std::size_t StreamInput::behind_line(const char* start) const noexcept {
  const auto* newline = static_cast<const char*>(
      std::memchr(start, '\n', static_cast<std::size_t>(data_.get() + size_ + 1 - start)));
  return std::min(at(newline) + 1, size_);
}

StreamInput::Look StreamInput::line(std::string_view& line) {
  if (used >= lines_end_) {
    if (finished_) return Look::end;
    return check_length(lines_end_, size_) ? Look::wait : Look::failed;
  }
  const char* const start = data_.get() + used;
  const std::size_t behind = behind_line(start);
  if (!admit(behind, false)) return Look::failed;
  line = {start, behind - used};
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return Look::ready;
}

StreamInput::Look StreamInput::content(std::size_t& from, bool in_unit, Line& line, bool& is_odd) {
  LineCursor cursor;
  cursor.reset(data_.get() + std::min(from, lines_end_), data_.get() + lines_end_);
  const LineState state = cursor.peek(line);
  is_odd = state == LineState::tab_indentation || state == LineState::odd_indentation;
  if (state != LineState::end) {
    from = at(line.raw);
    return admit(from, in_unit) && admit(behind_line(line.raw), false) ? Look::ready : Look::failed;
  }
  from = lines_end_;
  if (!admit(from, in_unit)) return Look::failed;
  if (finished_) return Look::end;
  return check_length(lines_end_, size_) ? Look::wait : Look::failed;
}

// ---- places

void StreamInput::count_lines(std::size_t end) noexcept {
  const char* p = data_.get() + counted_;
  const char* const stop = data_.get() + end;
  while (p < stop) {
    const void* const newline = std::memchr(p, '\n', static_cast<std::size_t>(stop - p));
    if (newline == nullptr) break;
    p = static_cast<const char*>(newline) + 1;
    ++lines_;
  }
  counted_ = at(p);
}

Location StreamInput::place(std::uint64_t offset) noexcept {
  if (offset < base_ + counted_ || offset > base_ + size_) return {0, 0};
  const auto position = static_cast<std::size_t>(offset - base_);
  count_lines(position);
  const Location found = locate({data_.get() + counted_, size_ - counted_}, position - counted_);
  return {lines_ + found.line, found.column};
}

}  // namespace laconic::gcf
