// contender_laconic.cpp - laconic: text to text in both directions, and each half alone.
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <laconic/gcf.hpp>
#include <laconic/json.hpp>
#include <laconic/value.hpp>

#include "contender.hpp"

namespace laconic::bench {
namespace {

enum class Form { json, gcf, document };

class LaconicContender : public Contender {
 public:
  LaconicContender(std::string_view task, Form from, Form to,
                   const gcf::EncodeOptions& options = {}, bool direct = true)
      : task_(task), from_(from), to_(to), direct_(direct), options_(options) {}

  [[nodiscard]] std::string_view name() const override { return "laconic"; }
  [[nodiscard]] std::string_view task() const override { return task_; }

  [[nodiscard]] bool prepare(const std::string& json) override {
    document_.reset();
    Result<Document> document = json::decode(json);
    if (!document) return false;
    if (from_ == Form::json) {
      // Padded beforehand, as for simdjson.
      input_ = json;
      input_.reserve(input_.size() + json::padding);
    }
    if (from_ == Form::gcf) {
      Result<std::string> text = gcf::encode(document->root(), options_);
      if (!text) return false;
      input_ = std::move(*text);
    }
    if (from_ == Form::document) document_.emplace(std::move(*document));
    return true;
  }

  [[nodiscard]] bool run() override {
    if (from_ == Form::gcf && to_ == Form::json && direct_) return take(gcf::to_json(input_));
    if (from_ != Form::document) {
      Result<Document> document =
          from_ == Form::json ? json::decode_padded(input_) : gcf::decode(input_);
      if (!document) return false;
      if (to_ == Form::document) {
        document_.emplace(std::move(*document));
        return true;
      }
      return write(document->root());
    }
    return write(document_->root());
  }

  [[nodiscard]] std::string answer() override {
    if (to_ == Form::json) return output_;
    Result<Document> document = to_ == Form::gcf ? gcf::decode(output_) : Document();
    if (!document) return {};
    Result<std::string> text =
        json::encode(to_ == Form::gcf ? document->root() : document_->root());
    return text ? *text : std::string();
  }

 private:
  [[nodiscard]] bool write(Value root) {
    return take(to_ == Form::gcf ? gcf::encode(root, options_) : json::encode(root));
  }

  [[nodiscard]] bool take(Result<std::string> text) {
    if (!text) return false;
    output_ = std::move(*text);
    return true;
  }

  std::string_view task_;
  Form from_;
  Form to_;
  bool direct_;  // without a document in between, where there is such a call
  gcf::EncodeOptions options_;
  std::string input_;
  std::string output_;
  std::optional<Document> document_;
};

gcf::EncodeOptions compact() {
  gcf::EncodeOptions options;
  options.layout = gcf::Layout::compact;
  return options;
}

}  // namespace

std::span<Contender* const> laconic_contenders() {
  static LaconicContender json_to_gcf("json_to_gcf", Form::json, Form::gcf);
  static LaconicContender json_to_compact("json_to_compact_gcf", Form::json, Form::gcf, compact());
  static LaconicContender gcf_to_json("gcf_to_json", Form::gcf, Form::json);
  static LaconicContender by_document("gcf_to_document_to_json", Form::gcf, Form::json, {}, false);
  static LaconicContender json_to_json("json_to_json", Form::json, Form::json);
  static LaconicContender json_to_document("json_to_document", Form::json, Form::document);
  static LaconicContender document_to_gcf("document_to_gcf", Form::document, Form::gcf);
  static LaconicContender gcf_to_document("gcf_to_document", Form::gcf, Form::document);
  static LaconicContender document_to_json("document_to_json", Form::document, Form::json);
  static const std::array<Contender*, 9> all = {
      &json_to_gcf,      &json_to_compact, &gcf_to_json,     &by_document,     &json_to_json,
      &json_to_document, &document_to_gcf, &gcf_to_document, &document_to_json};
  return all;
}

}  // namespace laconic::bench
