// result_rewriter.hpp - makes the result of a tool call smaller and keeps what it says.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mcp/conversation_memory.hpp"
#include "mcp/decision.hpp"
#include "mcp/message.hpp"
#include "mcp/proxy_settings.hpp"

namespace laconic::mcp {

struct ResultContext {
  const ProxySettings& settings;
  const CallRules& rules;
  bool may_drop_structured = false;  ///< policy and evidence allow it
  bool shows_structured = false;     ///< this client shows structuredContent
  std::size_t persist_chars = 0;
  ConversationMemory* memory = nullptr;  ///< of the conversation that the call belongs to
  std::string conversation = {};
  std::string call = {};  ///< tool and arguments
};

/// The message with its result rewritten, or nothing when it is to be forwarded as it is.
/// `decision` says why, and what was saved.
[[nodiscard]] std::optional<std::string> rewrite_result(const Message& message,
                                                        const ResultContext& context,
                                                        Decision& decision);

}  // namespace laconic::mcp
