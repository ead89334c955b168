// toon_lines.cpp - cuts the text into lines.
#include "toon/toon_lines.hpp"

#include <cstring>

namespace laconic::toon {

void Lines::advance() noexcept {
  bool after_blank = false;
  while (next_ < end_) {
    const char* const raw = next_;
    const auto* stop =
        static_cast<const char*>(std::memchr(raw, '\n', static_cast<std::size_t>(end_ - raw)));
    if (stop == nullptr) stop = end_;
    next_ = stop + 1;
    if (stop != raw && stop[-1] == '\r') --stop;
    while (stop != raw && stop[-1] == ' ')
      --stop;
    const char* p = raw;
    while (p != stop && *p == ' ')
      ++p;
    if (p == stop) {
      after_blank = true;
      continue;
    }
    if (*p == '#') continue;
    const auto spaces = static_cast<unsigned>(p - raw);
    fault_ = LineFault::none;
    unsigned depth = spaces / indent_size_;
    if (*p == '\t') {
      unsigned tabs = 0;
      unsigned blanks = spaces;
      for (; p != stop && (*p == ' ' || *p == '\t'); ++p)
        ++(*p == '\t' ? tabs : blanks);
      if (p == stop && lenient_) {
        tabbed_blank_ = raw;
        after_blank = true;
        continue;
      }
      fault_ = LineFault::tab_indentation;
      depth = tabs + blanks / indent_size_;
    } else if (spaces % indent_size_ != 0) {
      fault_ = LineFault::odd_indentation;
    }
    line_ = {p, stop, raw, depth, after_blank};
    has_line_ = true;
    return;
  }
  line_ = {end_, end_, end_, 0, after_blank};
  has_line_ = false;
}

}  // namespace laconic::toon
