// gguf_vocabulary.cpp - the vocabulary in a GGUF file.
#include "tokens/vocabulary.hpp"

namespace laconic::tokens {

LoadedVocabulary load_gguf(std::string_view, std::string_view) {
  return Error{Errc::unsupported, 0, "not yet"};
}

}  // namespace laconic::tokens
