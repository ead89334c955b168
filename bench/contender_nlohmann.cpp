// contender_nlohmann.cpp - nlohmann/json: parse and dump, the library most programs use today.
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "contender.hpp"

namespace laconic::bench {
namespace {

class NlohmannContender : public Contender {
 public:
  NlohmannContender(std::string_view task, bool write) : task_(task), write_(write) {}

  [[nodiscard]] std::string_view name() const override { return "nlohmann"; }
  [[nodiscard]] std::string_view task() const override { return task_; }
  [[nodiscard]] bool prepare(const std::string& json) override {
    input_ = &json;
    return true;
  }
  [[nodiscard]] bool run() override {
    document_ = nlohmann::ordered_json::parse(*input_, nullptr, false);
    if (document_.is_discarded()) return false;
    if (write_) text_ = document_.dump();
    return true;
  }
  [[nodiscard]] std::string answer() override { return document_.dump(); }

 private:
  std::string_view task_;
  bool write_;
  const std::string* input_ = nullptr;
  nlohmann::ordered_json document_;
  std::string text_;
};

}  // namespace

std::span<Contender* const> nlohmann_contenders() {
  static NlohmannContender round_trip("json_to_json", true);
  static NlohmannContender parse("json_to_document", false);
  static const std::array<Contender*, 2> all = {&round_trip, &parse};
  return all;
}

bool same_json(const std::string& a, const std::string& b) {
  const nlohmann::json left = nlohmann::json::parse(a, nullptr, false);
  const nlohmann::json right = nlohmann::json::parse(b, nullptr, false);
  return !left.is_discarded() && left == right;
}

}  // namespace laconic::bench
