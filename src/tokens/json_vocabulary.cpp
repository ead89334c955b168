// json_vocabulary.cpp - tells the kinds of vocabularies in JSON apart.
#include <laconic/json.hpp>

#include "tokens/hugging_face.hpp"
#include "tokens/json_ranks.hpp"
#include "tokens/vocabulary.hpp"

namespace laconic::tokens {

LoadedVocabulary load_json_vocabulary(std::string_view file, std::string_view name) {
  const auto document = json::decode(file);
  if (!document) return document.error();
  const Value root = document->root();
  if (root.is_object() && root.find("model") != nullptr) return load_hugging_face(root, name);
  if (root.is_object() && root.find("config") != nullptr) return load_tekken(root, name);
  if (root.is_object() && root.find("bpe_ranks") != nullptr) return load_pattern_ranks(root, name);
  return Error{Errc::unsupported, 0,
               "this JSON is no vocabulary: tokenizer.json has a member \"model\", tekken.json "
               "\"config\", and claude.json \"bpe_ranks\""};
}

}  // namespace laconic::tokens
