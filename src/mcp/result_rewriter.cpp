// result_rewriter.cpp - the blocks of a result, its structured twin, and the splice.
#include "mcp/result_rewriter.hpp"

#include <utility>
#include <vector>

#include <laconic/json.hpp>

#include "mcp/splice.hpp"
#include "mcp/text_choice.hpp"

namespace laconic::mcp {
namespace {

constexpr std::string_view surprise = "surprise";

/// A text block of the content.
struct Block {
  std::string_view value;  ///< the JSON string in quotes
  JsonText json;
  TextChoice choice;
  std::string quoted;  ///< what was chosen, as a JSON string
  bool is_for_user = false;
};

/// How the text and structuredContent belong together.
enum class Twin : std::uint8_t { none, same, different };

bool is_user_only(const Members& block) {
  const std::string_view annotations = block.find("annotations");
  if (annotations.empty()) return false;
  const std::string_view audience = Members(annotations).find("audience");
  SpanWalk walk(audience);
  std::size_t count = 0;
  bool user = false;
  while (walk.next()) {
    ++count;
    user = is_string(walk.value(), "user");
  }
  return count == 1 && user;
}

class ResultRewriter {
 public:
  ResultRewriter(const Message& message, const ResultContext& context, Decision& decision)
      : message_(message), context_(context), decision_(decision), splice_(message.text) {}

  std::optional<std::string> run() {
    const Members result(message_.result, &message_.long_strings);
    if (!result.is_plain()) return leave(surprise);
    if (const auto type = result.find("resultType"); !type.empty() && !is_string(type, "complete"))
      return leave("not_complete");
    if (result.find("isError") == "true") return leave("error");
    const std::string_view content = result.find("content");
    if (content.empty()) return leave("not_json");
    if (!read_blocks(content)) return leave(surprise);
    structured_ = result.find("structuredContent");
    choose();
    const Twin twin = relation();
    if (!structured_.empty())
      decision_.tokens_structured = count_tokens(shown_structured(), context_.settings).value_or(0);
    const bool dropped = drop_structured(result, content, twin);
    if (!dropped || !blocks_.empty()) replace_texts();
    account(dropped);
    if (splice_.empty()) return std::nullopt;
    decision_.reason = {};
    return splice_.apply();
  }

 private:
  std::optional<std::string> leave(std::string_view reason) {
    decision_.reason = reason;
    return std::nullopt;
  }
  /// The reason of the block that matters most: the first one that is JSON, else the first.
  void note_reason(std::string_view reason) {
    if (decision_.reason.empty() || decision_.reason == not_json) decision_.reason = reason;
  }

  bool read_blocks(std::string_view content) {
    SpanWalk walk(content, &message_.long_strings);
    if (!walk.is_array()) return false;
    while (walk.next()) {
      const Members block(walk.value(), &message_.long_strings);
      if (!block.is_plain()) return false;
      if (!is_string(block.find("type"), "text")) continue;
      Block text;
      text.value = block.find("text");
      std::string unescaped;
      if (!read_json_string(text.value, unescaped)) return false;
      text.is_for_user = is_user_only(block);
      text.json.read(std::move(unescaped), context_.settings.embedded);
      blocks_.push_back(std::move(text));
    }
    return !walk.failed();
  }

  void choose() {
    decision_.reason = not_json;
    for (Block& block : blocks_) {
      if (block.is_for_user) {
        block.choice.reason = "user_only";
      } else if (context_.rules.is_file_reader) {
        block.choice.reason = "exempt";
      } else if (context_.rules.formats.empty()) {
        block.choice.reason = "off";
      } else if (!block.json.is_json) {
        block.choice.reason = not_json;
      } else {
        block.choice = choose_text(block.json, context_.rules.formats, context_.settings,
                                   context_.persist_chars);
        if (context_.memory != nullptr && blocks_.size() == 1 && !block.json.is_embedded) {
          auto shorter = context_.memory->shorten(
              context_.conversation, context_.call, decision_.tool, block.json, block.choice,
              context_.settings, ConversationMemory::Clock::now());
          if (shorter) block.choice = std::move(*shorter);
        }
      }
      quote(block);
      if (block.choice.tokens_before == 0) {
        block.choice.tokens_before = count_tokens(block.json.text, context_.settings).value_or(0);
        block.choice.tokens_after = block.choice.tokens_before;
      }
      if (!block.choice.reason.empty()) note_reason(block.choice.reason);
      decision_.tokens_text += block.choice.tokens_before;
    }
  }

  Twin relation() {
    if (structured_.empty()) return Twin::none;
    std::string padded(structured_);
    padded.reserve(padded.size() + json::padding);
    const auto document = json::decode_padded(padded);
    if (!document) return Twin::different;
    const Value value = document->root();
    // Clients show it without the blanks that it was sent with.
    if (auto text = json::encode(value); text && text->size() < structured_.size())
      minified_ = std::move(*text);
    structured_is_json_ = value.is_object() || value.is_array();
    if (blocks_.size() != 1) return blocks_.empty() ? Twin::none : Twin::different;
    if (blocks_.front().is_for_user) return Twin::different;  // the model does not see it
    const JsonText& text = blocks_.front().json;
    const Exactness exactness = context_.settings.lossless;
    if (text.is_json && !text.is_embedded && same_data(text.document.root(), value, exactness))
      return Twin::same;
    // {"content":"..."} and {"result":[...]}: the text in a wrapper.
    if (!value.is_object() || value.size() != 1) return Twin::different;
    const Value inner = value.values()[0];
    if (inner.is_string() && inner.string() == text.text) return Twin::same;
    if (text.is_json && !text.is_embedded && same_data(text.document.root(), inner, exactness))
      return Twin::same;
    return Twin::different;
  }

  /// Drops structuredContent when the text says the same and costs less.
  bool drop_structured(const Members& result, std::string_view content, Twin twin) {
    if (structured_.empty() || !context_.may_drop_structured) return false;
    const std::string_view cut =
        cut_of_member(message_.result, result.find_member("structuredContent"));
    if (blocks_.empty()) {
      // The text is made: the client is about to lose the only place of the data.
      if (!structured_is_json_ || context_.rules.is_file_reader || context_.rules.formats.empty())
        return false;
      JsonText json;
      json.read(std::string(shown_structured()));
      if (!json.is_json) return false;
      TextChoice choice =
          choose_text(json, context_.rules.formats, context_.settings, context_.persist_chars);
      if (!choice.reason.empty()) {
        note_reason(choice.reason);
        return false;
      }
      std::string block = R"({"type":"text","text":)";
      append_json_string(block, choice.text);
      block += '}';
      const char* const open = content.data() + content.find('[') + 1;
      if (*skip_blanks(open, content.data() + content.size()) != ']') block += ',';
      // In a string it needs escapes that it did not need where it was.
      if (block.size() > cut.size()) {
        note_reason(no_gain);
        return false;
      }
      splice_.insert(open, std::move(block));
      splice_.remove(cut);
      decision_.format = choice.format;
      decision_.under_limit = choice.under_limit;
      made_tokens_ = choice.tokens_after;
      return true;
    }
    if (twin != Twin::same) return false;
    const Block& block = blocks_.front();
    const std::string& shown = block.choice.text.empty() ? block.json.text : block.choice.text;
    if (!is_cheaper({shown, block.choice.tokens_after},
                    {shown_structured(), decision_.tokens_structured}, context_.settings)) {
      return false;
    }
    splice_.remove(cut);
    return true;
  }

  /// The text as it stands in the message. More escapes may make that longer although the text
  /// is shorter: then it stays as it is.
  static void quote(Block& block) {
    if (!block.choice.reason.empty() || block.choice.text.empty()) return;
    block.quoted.reserve(block.choice.text.size() + block.choice.text.size() / 8 + 2);
    append_json_string(block.quoted, block.choice.text);
    if (block.quoted.size() <= block.value.size()) return;
    block.choice.text.clear();
    block.choice.reason = no_gain;
    block.choice.tokens_after = block.choice.tokens_before;
  }

  void replace_texts() {
    for (Block& block : blocks_) {
      if (!block.choice.reason.empty() || block.choice.text.empty()) continue;
      splice_.replace(block.value, std::move(block.quoted));
      decision_.format = block.choice.format;
      decision_.under_limit = decision_.under_limit || block.choice.under_limit;
    }
  }

  [[nodiscard]] std::string_view shown_structured() const noexcept {
    return minified_.empty() ? structured_ : std::string_view(minified_);
  }

  /// What the model sees, before and after.
  void account(bool dropped) {
    std::size_t text_after = made_tokens_;
    for (const Block& block : blocks_) {
      text_after += block.choice.tokens_after;
    }
    const bool saw_structured = context_.shows_structured && !structured_.empty();
    decision_.tokens_shown = saw_structured ? decision_.tokens_structured : decision_.tokens_text;
    decision_.tokens_sent = saw_structured && !dropped ? decision_.tokens_structured : text_after;
    decision_.stripped = dropped;
  }

  const Message& message_;
  const ResultContext& context_;
  Decision& decision_;
  Splice splice_;
  std::vector<Block> blocks_;
  std::string_view structured_;
  std::string minified_;  ///< the same without blanks, if it had any
  bool structured_is_json_ = false;
  std::size_t made_tokens_ = 0;
};

}  // namespace

std::optional<std::string> rewrite_result(const Message& message, const ResultContext& context,
                                          Decision& decision) {
  return ResultRewriter(message, context, decision).run();
}

}  // namespace laconic::mcp
