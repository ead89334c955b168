// sha256.cpp - SHA-256 by OpenSSL.
#include "base/sha256.hpp"

#include <openssl/evp.h>

namespace laconic {

Result<std::string> sha256_root(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr) != 1 ||
      size != 32) {
    return Error{Errc::unsupported, 0, "the cryptographic library gives no SHA-256"};
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string root = "sha256:";
  root.reserve(root.size() + 64);
  for (unsigned i = 0; i < size; ++i) {
    root += digits[digest[i] >> 4];
    root += digits[digest[i] & 15];
  }
  return root;
}

}  // namespace laconic
