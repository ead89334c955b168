// decision.hpp - what was done with one result, and why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace laconic::mcp {

struct Decision {
  std::string tool;
  std::string format;       ///< what was sent, or would have been; empty: the original
  std::string_view reason;  ///< why it was left alone; empty: it was not
  bool is_modern = false;
  bool stripped = false;  ///< structuredContent was dropped
  bool under_limit = false;
  std::size_t tokens_text = 0;        ///< of the text as it came, by the first tokenizer
  std::size_t tokens_structured = 0;  ///< of structuredContent as it came
  std::size_t tokens_shown = 0;       ///< what this client would have shown
  std::size_t tokens_sent = 0;        ///< what it shows now
  std::size_t bytes_in = 0;           ///< of the whole message
  std::size_t bytes_out = 0;
  std::uint64_t nanoseconds = 0;
};

}  // namespace laconic::mcp
