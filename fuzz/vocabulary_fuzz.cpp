// vocabulary_fuzz.cpp - any bytes as a vocabulary file: refused, or loaded and then sound.
#include <vector>

#include <laconic/tokens.hpp>

#include "fuzz_target.hpp"

using namespace laconic;
using fuzz::require;

namespace {

constexpr std::string_view texts[] = {
    "",
    "hello help",
    " a  b\t\n\r\n\n  x 1234 12345",
    "We'LL don't I'm \u017F'\u017F",
    "\u00E9e\u0301\uFB01 \u4E2D\u6587\u30A2 \uAC00 \U0001F600 \u0660\u00B2\u2160",
    "<0x0A><s></s><|endoftext|>\u2581\u2581 \u2581",
    "~!@#$%^&*()_+{}|:\"<>?`-=[]\\;',./ \x01\x03\x7F",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
};

void try_text(const Tokenizer& tokenizer, std::string_view text) {
  const auto count = tokenizer.count(text);
  const auto ids = tokenizer.encode(text);
  require(count.ok() == ids.ok(), "count and encode disagree about what can be counted");
  if (!count) {
    require(count.error().code == Errc::unsupported || count.error().code == Errc::invalid_utf8,
            "a text is refused for an unknown reason");
    return;
  }
  require(*count == ids->size(), "count differs from the number of ids");
  require(!text.empty() || ids->empty(), "no text has tokens");
  for (const std::uint32_t id : *ids)
    require(id < tokenizer.size(), "an id beyond the size");
  require(tokenizer.decode(*ids).ok(), "what was encoded cannot be decoded");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file = fuzz::text_of(data, size);
  const auto tokenizer = Tokenizer::load(file, "cl100k");
  if (!tokenizer) {
    require(tokenizer.error().offset <= size, "an error points behind the file");
    require(!tokenizer.error().detail.empty(), "an error without a word");
    return 0;
  }
  require(!tokenizer->kind().empty(), "a vocabulary of no kind");
  for (const std::string_view text : texts)
    try_text(*tokenizer, text);
  try_text(*tokenizer, file.substr(0, 512));
  return 0;
}
