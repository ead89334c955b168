// quickstart.cpp - JSON to GCF, a look into the document, and back again.
#include <cstdio>
#include <string>

#include <laconic/laconic.hpp>

int main() {
  const std::string json = R"([{"id":1,"name":"Ada","team":{"name":"Core","floor":3}},)"
                           R"({"id":2,"name":"Lin","team":{"name":"Apps","floor":4}}])";

  // Every call answers with a value or an error: a code, a byte offset, a sentence.
  auto document = laconic::json::decode(json);
  if (!document) {
    std::fputs(laconic::describe("input", json, document.error()).c_str(), stderr);
    return 1;
  }
  auto gcf = laconic::gcf::encode(document->root());
  if (!gcf) return 1;
  std::fputs(gcf->c_str(), stdout);

  // The document owns all its values; they are small views, passed by value.
  auto back = laconic::gcf::decode(*gcf);
  if (!back) return 1;
  for (laconic::Value person : back->root().items()) {
    std::printf("%lld is %.*s\n", static_cast<long long>(person.find("id")->integer()),
                static_cast<int>(person.find("name")->size()),
                person.find("name")->string().data());
  }
  std::puts(laconic::same_value(document->root(), back->root()) ? "same value" : "different");
  return 0;
}
