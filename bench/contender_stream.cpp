// contender_stream.cpp - laconic row by row: what streaming costs beside writing at once.
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/gcf.hpp>
#include <laconic/json.hpp>
#include <laconic/stream.hpp>

#include "contender.hpp"

namespace laconic::bench {
namespace {

/// A table of flat records, given record by record. Compare with document_to_gcf.
class StreamContender : public Contender {
 public:
  [[nodiscard]] std::string_view name() const override { return "laconic"; }
  [[nodiscard]] std::string_view task() const override { return "document_to_streamed_gcf"; }

  [[nodiscard]] bool prepare(const std::string& json) override {
    document_.reset();
    Result<Document> document = json::decode(json);
    if (!document) return false;
    document_.emplace(std::move(*document));
    Value root = document_->root();
    name_.reset();
    if (root.is_object() && root.size() == 1) {
      name_ = root.key(0);
      root = root.values()[0];
    }
    if (!root.is_array() || root.size() == 0 || !root.items()[0].is_object()) return false;
    rows_ = root.items();
    columns_.clear();
    for (const auto& [key, value] : rows_[0].members())
      columns_.push_back(key);
    return true;
  }

  [[nodiscard]] bool run() override {
    output_.clear();
    gcf::StreamWriter writer({[](void* out, std::string_view text) -> Result<Done> {
                                static_cast<std::string*>(out)->append(text);
                                return Done{};
                              },
                              &output_});
    const auto begun =
        name_ ? writer.begin_array(*name_, columns_) : writer.begin_root_array(columns_);
    if (!begun) return false;
    for (const Value& row : rows_) {
      if (!writer.row(row)) return false;
    }
    return writer.end() && writer.close();
  }

  [[nodiscard]] std::string answer() override {
    const Result<Document> document = gcf::decode(output_);
    if (!document) return {};
    const Result<std::string> text = json::encode(document->root());
    return text ? *text : std::string();
  }

 private:
  std::optional<Document> document_;
  std::optional<std::string_view> name_;
  std::span<const Value> rows_;
  std::vector<std::string_view> columns_;
  std::string output_;
};

}  // namespace

std::span<Contender* const> stream_contenders() {
  static StreamContender streamed;
  static const std::array<Contender*, 1> all = {&streamed};
  return all;
}

}  // namespace laconic::bench
