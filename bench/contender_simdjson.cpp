// contender_simdjson.cpp - simdjson's DOM: parse and write again, the yardstick for ours.
#include <simdjson.h>

#include <array>
#include <string>
#include <string_view>

#include "contender.hpp"

namespace laconic::bench {
namespace {

/// The parser is reused and the input is padded beforehand, as simdjson recommends.
class SimdjsonContender : public Contender {
 public:
  SimdjsonContender(std::string_view task, bool write) : task_(task), write_(write) {}

  [[nodiscard]] std::string_view name() const override { return "simdjson"; }
  [[nodiscard]] std::string_view task() const override { return task_; }
  [[nodiscard]] bool prepare(const std::string& json) override {
    input_ = simdjson::padded_string(json);
    return true;
  }
  [[nodiscard]] bool run() override {
    if (parser_.parse(input_).get(root_) != simdjson::SUCCESS) return false;
    if (write_) text_ = simdjson::to_string(root_);
    return true;
  }
  [[nodiscard]] std::string answer() override {
    return write_ ? text_ : std::string(simdjson::to_string(root_));
  }

 private:
  std::string_view task_;
  bool write_;
  simdjson::dom::parser parser_;
  simdjson::padded_string input_;
  simdjson::dom::element root_;
  std::string text_;
};

}  // namespace

std::span<Contender* const> simdjson_contenders() {
  static SimdjsonContender round_trip("json_to_json", true);
  static SimdjsonContender parse("json_to_document", false);
  static const std::array<Contender*, 2> all = {&round_trip, &parse};
  return all;
}

}  // namespace laconic::bench
