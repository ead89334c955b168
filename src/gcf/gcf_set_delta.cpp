// gcf_set_delta.cpp - differences of keyed sets: finding, applying, sending them (GCF 10a.4-7).
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <laconic/delta.hpp>

#include "gcf/gcf_set.hpp"
#include "text/escape.hpp"

namespace laconic::gcf {
namespace {

Error invalid(std::string detail) {
  return {Errc::delta_invalid, 0, std::move(detail) + "; ask for a full payload"};
}

using Index = std::unordered_map<std::string, std::size_t>;

Index index_of(const KeyedSet& set) {
  Index index;
  index.reserve(set.rows().size());
  for (std::size_t i = 0; i < set.rows().size(); ++i)
    index.emplace(identity_text(set.rows()[i][set.key_index()]), i);
  return index;
}

/// A delta can lead from one to the other. The order of fields means nothing.
bool comparable(const KeyedSet& a, const KeyedSet& b) {
  std::vector<std::size_t> places;
  return a.key() == b.key() && a.is_map() == b.is_map() &&
         (a.fields() == b.fields() || find_places(a.fields(), b.fields(), places));
}

SetRow arranged(const SetRow& row, const std::vector<std::size_t>& places) {
  SetRow result;
  result.reserve(places.size());
  for (const std::size_t place : places)
    result.push_back(row[place]);
  return result;
}

}  // namespace

Result<SetDelta> diff(const KeyedSet& base, const KeyedSet& next) {
  if (!comparable(base, next)) {
    return Error{Errc::not_representable, 0,
                 "the sets differ in key or fields, so only a full payload helps"};
  }
  SetDelta delta;
  delta.key = next.key();
  delta.base_root = base.root();
  delta.new_root = next.root();
  delta.fields = base.fields();
  std::vector<std::size_t> places;
  static_cast<void>(find_places(base.fields(), next.fields(), places));  // they are comparable
  const std::size_t key = base.key_index();
  const Index before = index_of(base);
  std::vector<bool> kept(base.rows().size(), false);
  for (const SetRow& given : next.rows()) {
    SetRow row = arranged(given, places);
    const auto known = before.find(identity_text(row[key]));
    if (known == before.end()) {
      delta.added.push_back(std::move(row));
      continue;
    }
    kept[known->second] = true;
    if (base.rows()[known->second] != row) delta.changed.push_back(std::move(row));
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) delta.removed.push_back(base.rows()[i][key]);
  }
  // By the bytes that the root sees, as the reference libraries do.
  const auto by_key = [key](const SetRow& a, const SetRow& b) {
    return canonical_text(a[key]) < canonical_text(b[key]);
  };
  std::sort(delta.added.begin(), delta.added.end(), by_key);
  std::sort(delta.changed.begin(), delta.changed.end(), by_key);
  std::sort(delta.removed.begin(), delta.removed.end(),
            [](const Cell& a, const Cell& b) { return canonical_text(a) < canonical_text(b); });
  return delta;
}

Result<KeyedSet> apply(const KeyedSet& base, const SetDelta& delta) {
  if (base.root() != delta.base_root) {
    return Error{Errc::base_mismatch, 0,
                 "the delta starts from " + delta.base_root.substr(0, 80) + ", the set is " +
                     base.root() + "; ask for a full payload"};
  }
  if (delta.key != base.key()) {
    return invalid("the delta's key is " + quoted(delta.key) + ", the set's " + quoted(base.key()));
  }
  std::vector<std::size_t> places;
  if (!delta.added.empty() || !delta.changed.empty()) {
    if (!find_places(base.fields(), delta.fields, places)) {
      return invalid("the delta has other fields than the set");
    }
  }
  const std::size_t key = base.key_index();
  const Index known = index_of(base);
  std::unordered_set<std::string> named;
  // Everything is checked against the untouched base, whatever the order of sections.
  const auto locate_row = [&](const Cell& id, std::size_t& place) -> Result<bool> {
    if (id.kind == Cell::Kind::null) return invalid("a record has no key");
    std::string text = identity_text(id);
    const auto found = known.find(text);
    if (found != known.end()) place = found->second;
    if (!named.insert(std::move(text)).second) {
      return invalid("the delta names " + wire_text(id) + " twice");
    }
    return found != known.end();
  };
  enum class Fate : std::uint8_t { stay, change, go };
  std::vector<Fate> fates(base.rows().size(), Fate::stay);
  std::vector<const SetRow*> replacements(base.rows().size(), nullptr);
  std::size_t place = 0;
  for (const Cell& id : delta.removed) {
    const auto exists = locate_row(id, place);
    if (!exists) return exists.error();
    if (!*exists) return invalid("to be removed, but not there: " + wire_text(id));
    fates[place] = Fate::go;
  }
  for (const SetRow& row : delta.changed) {
    if (row.size() != delta.fields.size()) return invalid("a record has not one cell per field");
    const auto exists = locate_row(row[places[key]], place);
    if (!exists) return exists.error();
    if (!*exists) {
      return invalid("to be changed, but not there: " + wire_text(row[places[key]]));
    }
    fates[place] = Fate::change;
    replacements[place] = &row;
  }
  for (const SetRow& row : delta.added) {
    if (row.size() != delta.fields.size()) return invalid("a record has not one cell per field");
    const auto exists = locate_row(row[places[key]], place);
    if (!exists) return exists.error();
    if (*exists) {
      return invalid("to be added, but " + wire_text(row[places[key]]) + " already exists");
    }
  }
  std::vector<SetRow> rows;
  rows.reserve(base.rows().size() + delta.added.size());
  for (std::size_t i = 0; i < fates.size(); ++i) {
    if (fates[i] == Fate::go) continue;
    rows.push_back(fates[i] == Fate::change ? arranged(*replacements[i], places) : base.rows()[i]);
  }
  for (const SetRow& row : delta.added)
    rows.push_back(arranged(row, places));
  auto result =
      KeyedSet::from_parts(base.name(), base.key(), base.fields(), std::move(rows), base.is_map());
  if (!result) return invalid(result.error().detail);
  if (result->root() != delta.new_root) {
    return Error{Errc::root_mismatch, 0,
                 "the delta leads to " + result->root() + " and not to " +
                     delta.new_root.substr(0, 80) + " as it says; ask for a full payload"};
  }
  return result;
}

Result<KeyedSet> apply(const KeyedSet& base, const SetMessage& message) {
  switch (message.outcome) {
    case Outcome::full: return message.full;
    case Outcome::delta: return apply(base, message.delta);
    case Outcome::unchanged: break;
  }
  if (message.root != base.root()) {
    return Error{Errc::base_mismatch, 0,
                 "the answer is about " + message.root.substr(0, 80) + ", the set is " +
                     base.root() + "; ask for a full payload"};
  }
  return base;
}

Result<Answer> answer(const KeyedSet& base, const KeyedSet& next, const AnswerOptions& options) {
  const bool related = comparable(base, next);
  if (related && base.root() == next.root() && !options.always_delta) {
    auto wire = encode_unchanged(next);
    if (!wire) return wire.error();
    return Answer{Outcome::unchanged, std::move(*wire)};
  }
  std::string delta_wire;
  if (related || options.always_delta) {
    auto delta = diff(base, next);
    if (!delta) return delta.error();
    delta->tool = options.tool;
    auto wire = encode_delta(*delta);
    if (!wire) return wire.error();
    if (options.always_delta) return Answer{Outcome::delta, std::move(*wire)};
    delta_wire = std::move(*wire);
  }
  auto full = encode_full(next, options.tool);
  if (!full) return full.error();
  // GCF 10.5: clearly smaller, or not worth it.
  constexpr std::uint64_t percent = 60;
  if (related && options.cost(delta_wire) * 100 < options.cost(*full) * percent) {
    return Answer{Outcome::delta, std::move(delta_wire)};
  }
  return Answer{Outcome::full, std::move(*full)};
}

SetProducer::SetProducer(KeyedSet base, std::string_view tool, Reanchor policy)
    : current_(std::move(base)), tool_(tool), policy_(policy) {
  constexpr std::int64_t default_n = 15;
  if (policy_.n <= 0) policy_.n = default_n;
  shape_arrived_ = !current_.is_map() || !current_.rows().empty();
}

Result<std::string> SetProducer::current_full() {
  auto wire = encode_full(current_, tool_);
  if (!wire) return wire.error();
  delta_bytes_ = 0;
  shape_arrived_ = !current_.is_map() || !current_.rows().empty();
  return wire;
}

Result<SetProducer::Emission> SetProducer::next(KeyedSet set) {
  // An empty map arrives as an empty set, which no delta can turn into a map again.
  bool full = !comparable(current_, set) || !shape_arrived_;
  if (policy_.mode == Reanchor::Mode::fixed_n) {
    full |= (turn_ + 1) % static_cast<std::uint64_t>(policy_.n) == 0;
  }
  Emission emission{{}, false};
  if (!full) {
    auto delta = diff(current_, set);
    if (!delta) return delta.error();
    auto wire = encode_delta(*delta);
    if (!wire) return wire.error();
    emission.wire = std::move(*wire);
  }
  if (full || policy_.mode == Reanchor::Mode::size_guard) {
    auto wire = encode_full(set, tool_);
    if (!wire) return wire.error();
    if (full || delta_bytes_ + emission.wire.size() >= wire->size()) {
      emission = {std::move(*wire), true};
    }
  }
  ++turn_;
  if (emission.is_full) {
    delta_bytes_ = 0;
    shape_arrived_ = !set.is_map() || !set.rows().empty();
  } else {
    delta_bytes_ += emission.wire.size();
  }
  current_ = std::move(set);
  return emission;
}

Result<Outcome> SetConsumer::receive(std::string_view wire, const DecodeOptions& options) {
  auto message = decode_set(wire, options);
  if (!message) return message.error();
  if (!has_set_ && message->outcome != Outcome::full) {
    return Error{Errc::base_mismatch, 0, "there is no set yet; ask for a full payload"};
  }
  auto set = apply(set_, *message);
  if (!set) return set.error();
  set_ = std::move(*set);
  has_set_ = true;
  return message->outcome;
}

}  // namespace laconic::gcf
