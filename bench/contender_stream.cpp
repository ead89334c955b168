// contender_stream.cpp - laconic row by row: what streaming costs beside writing at once.
//
// Streamed rows are flat, so all three write the scalar fields of the records only.
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/gcf.hpp>
#include <laconic/json.hpp>
#include <laconic/stream.hpp>

#include "contender.hpp"

namespace laconic::bench {
namespace {

enum class Way { at_once, records, cells };

class StreamContender : public Contender {
 public:
  StreamContender(std::string_view task, Way way) : task_(task), way_(way) {}

  [[nodiscard]] std::string_view name() const override { return "laconic"; }
  [[nodiscard]] std::string_view task() const override { return task_; }

  [[nodiscard]] bool prepare(const std::string& json) override {
    document_.reset();
    const Result<Document> all = json::decode(json);
    if (!all || !all->root().is_object() || all->root().size() != 1) return false;
    const Value table = all->root().values()[0];
    if (!table.is_array() || table.size() == 0 || !table.items()[0].is_object()) return false;
    Builder builder;
    builder.begin_object().key(all->root().key(0)).begin_array();
    for (const Value& row : table.items()) {
      builder.begin_object();
      for (const auto& [key, value] : row.members()) {
        if (value.is_scalar()) builder.key(key).value(value);
      }
      builder.end_object();
    }
    // From its text, because that is how documents are made: numbers then have their spelling.
    const Result<Document> flat = builder.end_array().end_object().finish();
    if (!flat) return false;
    Result<std::string> text = json::encode(flat->root());
    if (!text) return false;
    expected_ = std::move(*text);
    Result<Document> document = json::decode(expected_);
    if (!document) return false;
    document_.emplace(std::move(*document));
    name_ = document_->root().key(0);
    rows_ = document_->root().values()[0].items();
    columns_.clear();
    for (const auto& [key, value] : rows_[0].members())
      columns_.push_back(key);
    return true;
  }

  [[nodiscard]] bool run() override {
    if (way_ == Way::at_once) {
      Result<std::string> text = gcf::encode(document_->root());
      if (!text) return false;
      output_ = std::move(*text);
      return true;
    }
    output_.clear();
    gcf::StreamWriter writer({[](void* out, std::string_view text) -> Result<Done> {
                                static_cast<std::string*>(out)->append(text);
                                return Done{};
                              },
                              &output_});
    if (!writer.begin_array(name_, columns_)) return false;
    for (const Value& row : rows_) {
      if (!(way_ == Way::records ? writer.row(row) : writer.row(row.values()))) return false;
    }
    return writer.end() && writer.close();
  }

  [[nodiscard]] std::string answer() override {
    const Result<Document> document = gcf::decode(output_);
    if (!document) return {};
    const Result<std::string> text = json::encode(document->root());
    return text ? *text : std::string();
  }
  [[nodiscard]] const std::string& expected(const std::string&) override { return expected_; }

 private:
  std::string_view task_;
  Way way_;
  std::optional<Document> document_;
  std::string expected_;
  std::string_view name_;
  std::span<const Value> rows_;
  std::vector<std::string_view> columns_;
  std::string output_;
};

}  // namespace

std::span<Contender* const> stream_contenders() {
  static StreamContender at_once("flat_document_to_gcf", Way::at_once);
  static StreamContender records("flat_records_to_stream", Way::records);
  static StreamContender cells("flat_cells_to_stream", Way::cells);
  static const std::array<Contender*, 3> all = {&at_once, &records, &cells};
  return all;
}

}  // namespace laconic::bench
