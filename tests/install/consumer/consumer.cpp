// consumer.cpp - a stranger's program: one value there and back, one error with its place.
#include <cstdio>
#include <string>

#include <laconic/laconic.hpp>

int main() {
  const char* const json = R"([{"id":1,"name":"Ada"},{"id":2,"name":"Lin"}])";
  auto document = laconic::json::decode(json);
  if (!document) return 1;
  auto text = laconic::gcf::encode(document->root());
  if (!text || *text != "GCF profile=generic\n## [2]{id,name}\n1|Ada\n2|Lin\n") return 2;
  auto back = laconic::gcf::decode(*text);
  if (!back || !laconic::identical(back->root(), document->root())) return 3;

  auto broken = laconic::json::decode("[1,");
  if (broken) return 4;
  if (broken.error().code != laconic::Errc::unexpected_end) {
    std::printf("unexpected: %s\n", broken.error().message().c_str());
    return 5;
  }

  auto codecs = laconic::CodecRegistry::with_builtins();
  auto detected = codecs.detect(*text);
  if (!detected || (*detected)->name != "gcf") return 6;
  std::printf("laconic %s\n", LACONIC_VERSION_STRING);
  return 0;
}
