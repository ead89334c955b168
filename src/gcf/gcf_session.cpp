// gcf_session.cpp - graph sessions: ids of symbols that were delivered (GCF 9).
#include <algorithm>
#include <chrono>
#include <mutex>
#include <unordered_set>

#include <laconic/builder.hpp>
#include <laconic/gcf.hpp>
#include <laconic/gcf_session.hpp>

#include "gcf/gcf_graph.hpp"
#include "gcf/gcf_session_access.hpp"
#include "graph/symbol_text.hpp"

namespace laconic::gcf {
namespace {

/// What the producer told the consumer of a symbol.
struct Entry {
  std::uint64_t id = 0;
  std::string score;  // as on the wire
  std::string provenance;
  std::uint64_t declared_in = 0;  // ticket of the last message that declares it
  bool delivered = false;         // that message has arrived
  bool changed = false;           // two declarations differ
};

/// By id, so that equal states are saved as equal texts.
template <class Map, class IdOf>
std::vector<const typename Map::value_type*> in_order(const Map& map, IdOf id_of) {
  std::vector<const typename Map::value_type*> rows;
  rows.reserve(map.size());
  for (const auto& row : map)
    rows.push_back(&row);
  std::sort(rows.begin(), rows.end(),
            [&](const auto* a, const auto* b) { return id_of(*a) < id_of(*b); });
  return rows;
}

constexpr std::string_view producer_format = "laconic-session";
constexpr std::string_view consumer_format = "laconic-session-reader";
constexpr std::int64_t state_version = 1;

Error bad_state(std::string detail) {
  return {Errc::invalid_line, 0, "this is no saved session: " + std::move(detail)};
}

/// The members of an object of a saved state; remembers the first that is missing or wrong.
class StateReader {
 public:
  explicit StateReader(Value value) : value_(value) {}

  std::string_view text(std::string_view key) {
    const Value* value = find(key);
    if (value != nullptr && value->is_string()) return value->string();
    wrong(key);
    return {};
  }
  std::int64_t integer(std::string_view key) {
    const Value* value = find(key);
    if (value != nullptr && value->kind() == Kind::integer) return value->integer();
    wrong(key);
    return 0;
  }
  std::uint64_t id(std::string_view key) {
    const std::int64_t value = integer(key);
    if (value < 0 || static_cast<std::uint64_t>(value) > max_symbol_id + 1) wrong(key);
    return static_cast<std::uint64_t>(value);
  }
  double real(std::string_view key) {
    const Value* value = find(key);
    if (value != nullptr && (value->kind() == Kind::integer || value->kind() == Kind::real)) {
      return value->real();
    }
    wrong(key);
    return 0;
  }
  bool boolean(std::string_view key) {
    const Value* value = find(key);
    if (value != nullptr && value->kind() == Kind::boolean) return value->boolean();
    wrong(key);
    return false;
  }
  std::span<const Value> list(std::string_view key) {
    const Value* value = find(key);
    if (value != nullptr && value->is_array()) return value->items();
    wrong(key);
    return {};
  }
  [[nodiscard]] const std::string& fault() const noexcept { return fault_; }

 private:
  const Value* find(std::string_view key) const {
    return value_.is_object() ? value_.find(key) : nullptr;
  }
  void wrong(std::string_view key) {
    if (fault_.empty()) fault_ = std::string(key) + " is missing or wrong";
  }

  Value value_;
  std::string fault_;
};

/// Opens a saved state of the given format.
Result<Document> open_state(std::string_view text, std::string_view format) {
  auto document = gcf::decode(text, {.complete = true});
  if (!document) return bad_state(document.error().message());
  StateReader state(document->root());
  if (state.text("format") != format) return bad_state("format is not " + std::string(format));
  if (state.integer("version") != state_version) return bad_state("made by another version");
  if (!state.fault().empty()) return bad_state(state.fault());
  return document;
}

/// A name or provenance that the wire can carry.
bool is_word(std::string_view text) noexcept {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F) return false;
  }
  return !text.empty();
}

Result<std::string> write_state(Builder& builder) {
  auto document = builder.finish();
  if (!document) return document.error();
  return gcf::encode(document->root());
}

std::int64_t system_now(void*) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

// ---- producer

struct Session::Impl {
  SessionLimits limits;
  SessionClock clock;
  mutable std::mutex mutex;
  std::unordered_map<std::string, Entry> entries;  // by identity
  std::uint64_t next_id = 0;
  std::uint64_t next_ticket = 1;
  std::int64_t started_ms = 0;  // of the first message since the session was empty
  std::int64_t used_ms = 0;

  /// A clock that went backwards tells nothing, so nothing is known to be fresh.
  [[nodiscard]] bool expired(std::int64_t now) const noexcept {
    return now < used_ms || used_ms < started_ms || now - used_ms > limits.max_idle_ms ||
           now - started_ms > limits.max_lifetime_ms;
  }
  /// Whether a symbol that was last declared like this may be sent as a reference. One that
  /// was declared in two ways never is again: a message that arrives late or twice would
  /// make the reference mean the other way.
  [[nodiscard]] static bool is_known(const Entry& entry, std::string_view score,
                                     std::string_view provenance) noexcept {
    return entry.delivered && !entry.changed && entry.score == score &&
           entry.provenance == provenance;
  }
  /// Declared again in full.
  static void declare(Entry& entry, std::string_view score, std::string_view provenance,
                      std::uint64_t ticket) noexcept {
    entry.changed |= entry.score != score || entry.provenance != provenance;
    entry.declared_in = ticket;
    entry.delivered = false;
  }
  [[nodiscard]] bool has_room(const GraphPlan& plan) const {
    std::uint64_t fresh = 0;
    for (const std::string& identity : plan.identities) {
      if (!entries.contains(identity)) ++fresh;
    }
    return entries.size() + fresh <= limits.max_symbols && next_id + fresh <= max_symbol_id;
  }
};

Session::Session(const SessionLimits& limits, const SessionClock& clock) : impl_(new Impl) {
  impl_->limits = limits;
  impl_->clock = clock.now == nullptr ? SessionClock{system_now, nullptr} : clock;
}

Session::~Session() {
  delete impl_;
}

Result<SessionMessage> Session::encode(const graph::Payload& payload,
                                       const GraphEncodeOptions& options,
                                       std::vector<graph::Loss>* losses) {
  auto plan = plan_graph(payload, options, losses);
  if (!plan) return plan.error();
  const std::lock_guard lock(impl_->mutex);
  const std::int64_t now = impl_->clock.now(impl_->clock.context);
  auto& entries = impl_->entries;
  if ((!entries.empty() && impl_->expired(now)) || !impl_->has_room(*plan)) {
    auto text = write_graph(payload, *plan, nullptr, options);
    if (!text) return text.error();
    entries.clear();
    return SessionMessage{std::move(*text), impl_->next_ticket++, true};
  }

  std::vector<SymbolLine> lines;
  std::uint64_t next_id = impl_->next_id;
  for (std::size_t i = 0; i < plan->order.size(); ++i) {
    const graph::Symbol& symbol = payload.symbols[plan->order[i]];
    const auto found = entries.find(plan->identities[i]);
    if (found == entries.end()) {
      lines.push_back({next_id++, false});
      continue;
    }
    const Entry& entry = found->second;
    lines.push_back({entry.id, Impl::is_known(entry, plan->scores[i], symbol.provenance)});
  }
  auto text = write_graph(payload, *plan, &lines, options);
  if (!text) return text.error();

  // From here on nothing fails. What was declared is in doubt until the commit.
  const std::uint64_t ticket = impl_->next_ticket++;
  if (entries.empty()) impl_->started_ms = now;
  impl_->used_ms = now;
  impl_->next_id = next_id;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].reference) continue;
    const std::string& provenance = payload.symbols[plan->order[i]].provenance;
    const auto [place, fresh] = entries.try_emplace(
        plan->identities[i], Entry{lines[i].id, plan->scores[i], provenance, ticket});
    if (!fresh) Impl::declare(place->second, plan->scores[i], provenance, ticket);
  }
  return SessionMessage{std::move(*text), ticket, false};
}

Result<Done> Session::commit(std::uint64_t ticket) {
  const std::lock_guard lock(impl_->mutex);
  if (ticket == 0 || ticket >= impl_->next_ticket) {
    return Error{Errc::bad_usage, 0, "no message of this session has this ticket"};
  }
  for (auto& [identity, entry] : impl_->entries) {
    if (entry.declared_in == ticket) entry.delivered = true;
  }
  return Done{};
}

void Session::reset() {
  const std::lock_guard lock(impl_->mutex);
  impl_->entries.clear();
}

std::size_t Session::size() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->entries.size();
}

Result<std::string> Session::save() const {
  const std::lock_guard lock(impl_->mutex);
  Builder b;
  b.begin_object().key("format").string(producer_format).key("version").integer(state_version);
  b.key("nextId").unsigned_integer(impl_->next_id);
  b.key("nextTicket").unsigned_integer(impl_->next_ticket);
  b.key("startedMs").integer(impl_->started_ms).key("usedMs").integer(impl_->used_ms);
  b.key("symbols").begin_array();
  for (const auto* row : in_order(impl_->entries, [](const auto& r) { return r.second.id; })) {
    const auto& [identity, entry] = *row;
    b.begin_object().key("id").unsigned_integer(entry.id).key("symbol").string(identity);
    b.key("score").string(entry.score).key("provenance").string(entry.provenance);
    b.key("ticket").unsigned_integer(entry.declared_in);
    b.key("delivered").boolean(entry.delivered);
    b.key("changed").boolean(entry.changed).end_object();
  }
  b.end_array().end_object();
  return write_state(b);
}

Result<Done> Session::load(std::string_view text) {
  auto document = open_state(text, producer_format);
  if (!document) return document.error();
  StateReader state(document->root());
  const std::uint64_t next_id = state.id("nextId");
  const std::uint64_t next_ticket = state.id("nextTicket");
  const std::int64_t started_ms = state.integer("startedMs");
  const std::int64_t used_ms = state.integer("usedMs");
  const auto symbols = state.list("symbols");
  if (!state.fault().empty()) return bad_state(state.fault());
  std::unordered_map<std::string, Entry> entries;
  std::unordered_set<std::uint64_t> ids;
  for (const Value& value : symbols) {
    StateReader row(value);
    Entry entry{
        row.id("id"),     std::string(row.text("score")), std::string(row.text("provenance")),
        row.id("ticket"), row.boolean("delivered"),       row.boolean("changed")};
    if (!row.fault().empty()) return bad_state(row.fault());
    if (entry.id >= next_id || entry.declared_in >= next_ticket || !ids.insert(entry.id).second ||
        !entries.emplace(row.text("symbol"), std::move(entry)).second) {
      return bad_state("an id, a ticket or a symbol is used twice or not yet given");
    }
  }
  const std::lock_guard lock(impl_->mutex);
  impl_->entries = std::move(entries);
  impl_->next_id = next_id;
  impl_->next_ticket = std::max<std::uint64_t>(next_ticket, 1);
  impl_->started_ms = started_ms;
  impl_->used_ms = used_ms;
  return Done{};
}

SessionAccess::Stream SessionAccess::begin_stream(Session& session) {
  Session::Impl& own = *session.impl_;
  const std::lock_guard lock(own.mutex);
  const std::int64_t now = own.clock.now(own.clock.context);
  const bool full =
      !own.entries.empty() && (own.expired(now) || own.entries.size() >= own.limits.max_symbols);
  if (full) {
    own.entries.clear();
  } else {
    if (own.entries.empty()) own.started_ms = now;
    own.used_ms = now;
  }
  return {own.next_ticket++, full};
}

Result<SessionAccess::Line> SessionAccess::add(Session& session, std::uint64_t ticket,
                                               const graph::Symbol& symbol) {
  Session::Impl& own = *session.impl_;
  std::string identity = identity_of(symbol.kind, symbol.qualified_name);
  std::string score = graph::score_text(symbol.score);
  const std::lock_guard lock(own.mutex);
  const auto found = own.entries.find(identity);
  if (found != own.entries.end()) {
    Entry& entry = found->second;
    if (Session::Impl::is_known(entry, score, symbol.provenance)) return Line{entry.id, true};
    Session::Impl::declare(entry, score, symbol.provenance, ticket);
    return Line{entry.id, false};
  }
  if (own.entries.size() >= own.limits.max_symbols || own.next_id >= max_symbol_id) {
    return Error{Errc::limit_exceeded, 0,
                 "the session has no room for more symbols; reset it, or stream without it"};
  }
  const std::uint64_t id = own.next_id++;
  own.entries.emplace(std::move(identity), Entry{id, std::move(score), symbol.provenance, ticket});
  return Line{id, false};
}

// ---- consumer

struct SessionReader::Impl {
  std::uint64_t max_symbols;
  mutable std::mutex mutex;
  KnownSymbols known;

  /// Remembers what a payload declared that was read to its end.
  Result<Done> learn(std::vector<DeclaredSymbol>& declared) {
    std::uint64_t fresh = 0;
    for (const DeclaredSymbol& one : declared) {
      if (!known.contains(one.id)) ++fresh;
    }
    if (known.size() + fresh > max_symbols) {
      return Error{Errc::limit_exceeded, 0,
                   "the session would have more than " + std::to_string(max_symbols) +
                       " symbols; reset it and ask for a full payload"};
    }
    for (DeclaredSymbol& one : declared)
      known[one.id] = std::move(one.symbol);
    return Done{};
  }

  Result<GraphText> read(std::string_view text, const DecodeOptions& options) {
    auto result = read_graph(text, options, &known);
    if (!result || !result->session) return result;
    if (auto learned = learn(result->declared); !learned) return learned.error();
    return result;
  }
};

SessionLock SessionAccess::lock(SessionReader& session) {
  return SessionLock(session.impl_->mutex);
}

const KnownSymbols& SessionAccess::known(const SessionReader& session) {
  return session.impl_->known;
}

Result<Done> SessionAccess::learn(SessionReader& session, std::vector<DeclaredSymbol>& declared) {
  // Another payload may have been read since these lines were.
  const KnownSymbols& known = session.impl_->known;
  for (const DeclaredSymbol& one : declared) {
    const auto found = known.find(one.id);
    if (found != known.end() &&
        (found->second.kind != one.symbol.kind || found->second.name != one.symbol.name)) {
      return Error{Errc::invalid_symbol_id, 0,
                   "an id was given to another symbol while this payload was read"};
    }
  }
  return session.impl_->learn(declared);
}

SessionReader::SessionReader(std::uint64_t max_symbols) : impl_(new Impl) {
  impl_->max_symbols = max_symbols;
}

SessionReader::~SessionReader() {
  delete impl_;
}

Result<graph::Payload> SessionReader::decode(std::string_view text, const DecodeOptions& options) {
  const std::lock_guard lock(impl_->mutex);
  auto read = impl_->read(text, options);
  if (!read) return read.error();
  return std::move(read->payload);
}

Result<Document> SessionReader::decode_document(std::string_view text,
                                                const DecodeOptions& options) {
  const std::lock_guard lock(impl_->mutex);
  auto read = impl_->read(text, options);
  if (!read) return read.error();
  return graph_document(*read);
}

void SessionReader::reset() {
  const std::lock_guard lock(impl_->mutex);
  impl_->known.clear();
}

std::size_t SessionReader::size() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->known.size();
}

Result<std::string> SessionReader::save() const {
  const std::lock_guard lock(impl_->mutex);
  Builder b;
  b.begin_object().key("format").string(consumer_format).key("version").integer(state_version);
  b.key("symbols").begin_array();
  for (const auto* row : in_order(impl_->known, [](const auto& r) { return r.first; })) {
    const auto& [id, symbol] = *row;
    b.begin_object().key("id").unsigned_integer(id).key("kind").string(symbol.kind);
    b.key("name").string(symbol.name).key("score").real(symbol.score);
    b.key("provenance").string(symbol.provenance).end_object();
  }
  b.end_array().end_object();
  return write_state(b);
}

Result<Done> SessionReader::load(std::string_view text) {
  auto document = open_state(text, consumer_format);
  if (!document) return document.error();
  StateReader state(document->root());
  const auto symbols = state.list("symbols");
  if (!state.fault().empty()) return bad_state(state.fault());
  if (symbols.size() > impl_->max_symbols) {
    return Error{
        Errc::limit_exceeded, 0,
        "the saved session has more than " + std::to_string(impl_->max_symbols) + " symbols"};
  }
  KnownSymbols known;
  for (const Value& value : symbols) {
    StateReader row(value);
    const std::uint64_t id = row.id("id");
    KnownSymbol symbol{std::string(row.text("kind")), std::string(row.text("name")),
                       row.real("score"), std::string(row.text("provenance"))};
    if (!row.fault().empty()) return bad_state(row.fault());
    if (!is_word(symbol.kind) || !is_word(symbol.name) || !is_word(symbol.provenance) ||
        !known.emplace(id, std::move(symbol)).second) {
      return bad_state("an id occurs twice, or a name has a blank in it");
    }
  }
  const std::lock_guard lock(impl_->mutex);
  impl_->known = std::move(known);
  return Done{};
}

}  // namespace laconic::gcf
