// xml_read.hpp - XML to payloads, with what a lenient reader has to tell.
#pragma once

#include <string>
#include <vector>

#include <laconic/markup.hpp>

namespace laconic::markup {

struct SkippedAttribute {
  std::size_t offset;
  std::string text;
};

[[nodiscard]] Result<graph::Payload> read_xml(std::string_view text, const DecodeOptions& options,
                                              std::vector<SkippedAttribute>& skipped);

}  // namespace laconic::markup
