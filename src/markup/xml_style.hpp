// xml_style.hpp - the rendering of payloads as XML that only writes.
#pragma once

#include <laconic/markup.hpp>

namespace laconic::markup {

/// The payload was checked.
[[nodiscard]] Result<std::string> write_knowing(const graph::Payload& payload,
                                                const XmlOptions& options);

}  // namespace laconic::markup
