// payload.cpp - graph payloads from and to their JSON shape.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "graph/payload_value.hpp"
#include "text/escape.hpp"
#include "text/utf8.hpp"

namespace laconic::graph {

using detail::ShapeCursor;
using detail::ShapeTable;
using detail::TreeMaker;

namespace {

/// A member and the names it goes by in the wild.
struct Names {
  std::string_view all[3];
};
constexpr Names tool_names{{"tool"}};
constexpr Names budget_names{{"tokenBudget", "token_budget"}};
constexpr Names tokens_names{{"tokensUsed", "tokens_used"}};
constexpr Names root_names{{"packRoot", "pack_root"}};
constexpr Names symbols_names{{"symbols"}};
constexpr Names edges_names{{"edges"}};
constexpr Names name_names{{"qualifiedName", "qualified_name"}};
constexpr Names kind_names{{"kind"}};
constexpr Names score_names{{"score"}};
constexpr Names signature_names{{"signature"}};
constexpr Names provenance_names{{"provenance"}};
constexpr Names distance_names{{"distance"}};
constexpr Names components_names{{"components"}};
constexpr Names blast_names{{"blastRadius", "blast_radius"}};
constexpr Names confidence_names{{"confidence"}};
constexpr Names recency_names{{"recency"}};
constexpr Names source_names{{"source"}};
constexpr Names target_names{{"target"}};
constexpr Names type_names{{"edgeType", "edge_type", "type"}};
constexpr Names status_names{{"status"}};

class PayloadReader {
 public:
  explicit PayloadReader(std::vector<Loss>* losses) : losses_(losses) {}

  bool read(Value value, Payload& out) {
    if (!value.is_object()) {
      return wrong("", value, "an object with tool, symbols and edges");
    }
    Object object(*this, value, "");
    if (!object.text(tool_names, out.tool) || !object.integer(budget_names, out.token_budget) ||
        !object.integer(tokens_names, out.tokens_used) || !object.text(root_names, out.pack_root)) {
      return false;
    }
    Value symbols;
    Value edges;
    if (!object.list(symbols_names, symbols) || !object.list(edges_names, edges)) return false;
    object.report_unknown("the payload");
    if (symbols.is_array()) {
      out.symbols.resize(symbols.size());
      for (std::size_t i = 0; i < symbols.size(); ++i) {
        if (!symbol(symbols.items()[i], "symbols[" + std::to_string(i) + "]", out.symbols[i])) {
          return false;
        }
      }
    }
    if (edges.is_array()) {
      out.edges.resize(edges.size());
      for (std::size_t i = 0; i < edges.size(); ++i) {
        if (!edge(edges.items()[i], "edges[" + std::to_string(i) + "]", out.edges[i])) return false;
      }
    }
    report();
    return true;
  }
  [[nodiscard]] Error error() && { return std::move(error_); }

 private:
  /// The members of one object; remembers which were asked for.
  class Object {
   public:
    Object(PayloadReader& reader, Value value, std::string path)
        : reader_(reader), value_(value), path_(std::move(path)), taken_(value.size(), false) {}

    bool text(const Names& names, std::string& out) {
      const Value* value = nullptr;
      if (!find(names, value)) return false;
      if (value == nullptr) return true;
      if (!value->is_string()) return reader_.wrong(where(names), *value, "a string");
      out = value->string();
      return true;
    }
    bool integer(const Names& names, std::int64_t& out) {
      const Value* value = nullptr;
      if (!find(names, value)) return false;
      if (value == nullptr) return true;
      if (value->kind() == Kind::integer) {
        out = value->integer();
        return true;
      }
      // 5000.0 is what some languages write for 5000; beyond 2^53 a double is a guess.
      if (value->kind() == Kind::real && std::trunc(value->real()) == value->real() &&
          std::fabs(value->real()) <= 9007199254740992.0) {
        out = static_cast<std::int64_t>(value->real());
        return true;
      }
      return reader_.wrong(where(names), *value, "an integer");
    }
    bool real(const Names& names, double& out) {
      const Value* value = nullptr;
      if (!find(names, value)) return false;
      if (value == nullptr) return true;
      if (value->kind() == Kind::big_number) {  // too many digits, or too great
        const std::string_view lexeme = value->lexeme();
        const auto done = std::from_chars(lexeme.data(), lexeme.data() + lexeme.size(), out);
        if (done.ec != std::errc()) {
          return reader_.wrong(where(names), *value, "a number within binary64");
        }
        ++reader_.rounded_;
        return true;
      }
      if (!value->is_number()) return reader_.wrong(where(names), *value, "a number");
      out = value->real();
      constexpr double exact = 9007199254740992.0;  // integers beyond 2^53 may be rounded
      if (value->kind() == Kind::integer && std::fabs(out) > exact) ++reader_.rounded_;
      return true;
    }
    bool list(const Names& names, Value& out) {
      const Value* value = nullptr;
      if (!find(names, value)) return false;
      if (value == nullptr) return true;
      if (!value->is_array()) return reader_.wrong(where(names), *value, "an array");
      out = *value;
      return true;
    }
    bool object(const Names& names, Value& out) {
      const Value* value = nullptr;
      if (!find(names, value)) return false;
      if (value == nullptr) return true;
      if (!value->is_object()) return reader_.wrong(where(names), *value, "an object");
      out = *value;
      return true;
    }
    void report_unknown(std::string_view owner) {
      for (std::size_t i = 0; i < taken_.size(); ++i) {
        if (!taken_[i]) ++reader_.unknown_[{std::string(owner), std::string(value_.key(i))}];
      }
    }

   private:
    /// Null and absent are the same: `out` stays nullptr.
    bool find(const Names& names, const Value*& out) {
      bool seen = false;
      for (std::size_t i = 0; i < value_.size(); ++i) {
        if (std::find(std::begin(names.all), std::end(names.all), value_.key(i)) ==
                std::end(names.all) ||
            value_.key(i).empty()) {
          continue;
        }
        if (seen) {
          return reader_.fail(Errc::duplicate_key,
                              where(names) + " is there twice, in two spellings");
        }
        seen = true;
        taken_[i] = true;
        if (!value_.values()[i].is_null()) out = &value_.values()[i];
      }
      return true;
    }
    [[nodiscard]] std::string where(const Names& names) const {
      return (path_.empty() ? "" : path_ + ".") + std::string(names.all[0]);
    }

    PayloadReader& reader_;
    Value value_;
    std::string path_;
    std::vector<bool> taken_;
  };

  bool symbol(Value value, const std::string& path, Symbol& out) {
    if (!value.is_object()) return wrong(path, value, "an object");
    Object object(*this, value, path);
    Value components;
    if (!object.text(name_names, out.qualified_name) || !object.text(kind_names, out.kind) ||
        !object.real(score_names, out.score) || !object.text(signature_names, out.signature) ||
        !object.text(provenance_names, out.provenance) ||
        !object.integer(distance_names, out.distance) ||
        !object.object(components_names, components)) {
      return false;
    }
    object.report_unknown("symbols");
    if (components.is_null()) return true;
    Object parts(*this, components, path + ".components");
    if (!parts.real(blast_names, out.components.blast_radius) ||
        !parts.real(confidence_names, out.components.confidence) ||
        !parts.real(recency_names, out.components.recency) ||
        !parts.real(distance_names, out.components.distance)) {
      return false;
    }
    parts.report_unknown("components");
    return true;
  }
  bool edge(Value value, std::string path, Edge& out) {
    if (!value.is_object()) return wrong(path, value, "an object");
    Object object(*this, value, std::move(path));
    if (!object.text(source_names, out.source) || !object.text(target_names, out.target) ||
        !object.text(type_names, out.type) || !object.text(status_names, out.status)) {
      return false;
    }
    object.report_unknown("edges");
    return true;
  }
  bool fail(Errc code, std::string detail) {
    error_ = {code, 0, std::move(detail)};
    return false;
  }
  bool wrong(const std::string& path, Value value, std::string_view expected) {
    return fail(Errc::not_representable, (path.empty() ? "a graph payload" : path) + " must be " +
                                             std::string(expected) + ", not of type " +
                                             std::string(name_of(value.kind())));
  }
  void report() {
    if (losses_ == nullptr) return;
    for (const auto& [member, times] : unknown_) {
      losses_->push_back({"the member " + quoted(member.second) + " of " + member.first +
                          " is unknown and left out" +
                          (times == 1 ? "" : ", " + std::to_string(times) + " times")});
    }
    if (rounded_ != 0) {
      losses_->push_back(
          {std::to_string(rounded_) + " number(s) have more digits than binary64 keeps"});
    }
  }

  std::vector<Loss>* losses_;
  std::map<std::pair<std::string, std::string>, std::size_t> unknown_;  // by owner and name
  std::size_t rounded_ = 0;
  Error error_{Errc::not_representable, 0, {}};
};

/// Makes one object: keys and values in turn.
class ObjectMaker {
 public:
  explicit ObjectMaker(TreeMaker& maker) : maker_(maker), cursor_(maker.shapes().begin()) {}

  ObjectMaker& add(std::string_view key, Value value) {
    // Keys are looked at in whole vectors, so they need padding.
    char padded[64] = {};
    std::copy(key.begin(), key.end(), padded);
    if (maker_.shapes().step(cursor_, padded, key.size()) == ShapeTable::Step::ok) {
      values_.push_back(value);
    }
    return *this;
  }
  ObjectMaker& text(std::string_view key, std::string_view text) {
    const char* kept = maker_.keep(text);
    return add(key, kept == nullptr ? Value() : TreeMaker::string(kept, text.size()));
  }
  ObjectMaker& integer(std::string_view key, std::int64_t value) {
    return add(key, TreeMaker::integer(value));
  }
  ObjectMaker& real(std::string_view key, double value) { return add(key, TreeMaker::real(value)); }
  [[nodiscard]] Value finish() {
    const detail::Shape* shape = maker_.shapes().finish(cursor_);
    return shape == nullptr || shape->size != values_.size() ? Value()
                                                             : maker_.object(shape, values_.data());
  }

 private:
  TreeMaker& maker_;
  ShapeCursor cursor_;
  std::vector<Value> values_;
};

Value symbol_value(TreeMaker& maker, const Symbol& symbol) {
  ObjectMaker object(maker);
  object.text("qualifiedName", symbol.qualified_name)
      .text("kind", symbol.kind)
      .real("score", symbol.score)
      .text("provenance", symbol.provenance)
      .integer("distance", symbol.distance);
  if (!symbol.signature.empty()) object.text("signature", symbol.signature);
  if (symbol.components != Components{}) {
    ObjectMaker parts(maker);
    parts.real("blastRadius", symbol.components.blast_radius)
        .real("confidence", symbol.components.confidence)
        .real("recency", symbol.components.recency)
        .real("distance", symbol.components.distance);
    object.add("components", parts.finish());
  }
  return object.finish();
}

Value edge_value(TreeMaker& maker, const Edge& edge) {
  ObjectMaker object(maker);
  object.text("source", edge.source)
      .text("target", edge.target)
      .text("edgeType", edge.type)
      .text("status", edge.status);
  return object.finish();
}

/// What a document cannot hold, if there is such a thing in the payload.
std::optional<Error> unfit(const Payload& payload) {
  const auto bad_text = [](const std::string& text) { return !is_utf8(text); };
  const auto bad_number = [](double number) { return !std::isfinite(number); };
  bool text = bad_text(payload.tool) || bad_text(payload.pack_root);
  bool number = false;
  for (const Symbol& symbol : payload.symbols) {
    const Components& parts = symbol.components;
    text = text || bad_text(symbol.qualified_name) || bad_text(symbol.kind) ||
           bad_text(symbol.signature) || bad_text(symbol.provenance);
    number = number || bad_number(symbol.score) || bad_number(parts.blast_radius) ||
             bad_number(parts.confidence) || bad_number(parts.recency) ||
             bad_number(parts.distance);
  }
  for (const Edge& edge : payload.edges) {
    text = text || bad_text(edge.source) || bad_text(edge.target) || bad_text(edge.type) ||
           bad_text(edge.status);
  }
  if (text) return Error{Errc::invalid_utf8, 0, "a text of the payload is not UTF-8"};
  if (number) return Error{Errc::out_of_range, 0, "a number of the payload is not finite"};
  return std::nullopt;
}

}  // namespace

Value make_value(TreeMaker& maker, const Payload& payload) {
  std::vector<Value> items;
  items.reserve(payload.symbols.size());
  for (const Symbol& symbol : payload.symbols)
    items.push_back(symbol_value(maker, symbol));
  const Value symbols = maker.array(items.data(), items.size());
  items.clear();
  for (const Edge& edge : payload.edges)
    items.push_back(edge_value(maker, edge));
  const Value edges = maker.array(items.data(), items.size());
  ObjectMaker object(maker);
  object.text("tool", payload.tool)
      .integer("tokenBudget", payload.token_budget)
      .integer("tokensUsed", payload.tokens_used)
      .text("packRoot", payload.pack_root)
      .add("symbols", symbols)
      .add("edges", edges);
  return object.finish();
}

Result<Payload> from_value(Value value, std::vector<Loss>* losses) {
  PayloadReader reader(losses);
  Payload payload;
  if (!reader.read(value, payload)) return std::move(reader).error();
  return payload;
}

Result<Done> check_fit(const Payload& payload) {
  if (auto error = unfit(payload)) return std::move(*error);
  return Done{};
}

Result<Document> to_document(const Payload& payload) {
  TreeMaker maker(TreeMaker::hard_depth_limit);
  return finish_document(maker, payload);
}

Result<Document> finish_document(TreeMaker& maker, const Payload& payload) {
  if (auto error = unfit(payload)) return std::move(*error);
  const Value root = make_value(maker, payload);
  if (!maker.ok()) return maker.error(0);
  if (!root.is_object()) return Error{Errc::out_of_memory, 0, "no memory for the document"};
  return maker.finish(root);
}

}  // namespace laconic::graph
