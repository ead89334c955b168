// list_rewriter.hpp - reads tools/list, and takes out schemas of results that are rewritten.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mcp/message.hpp"
#include "mcp/proxy_settings.hpp"
#include "mcp/tool_book.hpp"

namespace laconic::mcp {

/// Fills the book. Returns the message without outputSchema of the tools whose
/// structuredContent may be dropped, or nothing when it stays as it is.
[[nodiscard]] std::optional<std::string> rewrite_tool_list(const Message& message,
                                                           const ProxySettings& settings,
                                                           std::string_view client, ToolBook& book);

/// The message with a sentence added to the server's instructions, or nothing.
[[nodiscard]] std::optional<std::string> add_hint(const Message& message, std::string_view hint);

/// Whether the schema of an argument takes objects or arrays and no strings.
[[nodiscard]] bool takes_structure_only(std::string_view input_schema, std::string_view argument,
                                        char first);

}  // namespace laconic::mcp
