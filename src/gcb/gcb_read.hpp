// gcb_read.hpp - GCB1 to payloads, with what a lenient reader has to tell.
#pragma once

#include <string>
#include <vector>

#include <laconic/gcb.hpp>

namespace laconic::gcb {

struct Repair {
  Errc code;
  std::uint64_t offset;
  std::string text;
};

/// `repairs` receives what only a lenient reader accepts.
[[nodiscard]] Result<graph::Payload> read(std::string_view bytes, const DecodeOptions& options,
                                          std::vector<Repair>& repairs);

}  // namespace laconic::gcb
