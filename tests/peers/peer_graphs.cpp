// peer_graphs.cpp - the differential test of graphs, sessions, deltas and pack roots against
// the npm package.
//
//   peer_graphs emit FIRST COUNT QUESTIONS
//   peer_graphs judge QUESTIONS ANSWERS NEXT_QUESTIONS
//   peer_graphs classes
//
// `emit` writes COUNT cases per operation. peer_graph_answers.mjs asks the package. `judge`
// makes the same cases again and compares with what we answer; a case that differs in a
// known way is written again without what explains the difference, and must then agree.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/laconic.hpp>

#include "peer_case_differences.hpp"
#include "peer_cases.hpp"

namespace laconic::peers {
namespace {

/// By name of the check: the text, or nothing for a refusal.
using Answers = std::map<std::string, std::optional<std::string>, std::less<>>;

[[noreturn]] void give_up(std::string_view sentence) {
  std::fprintf(stderr, "peer_graphs: %.*s\n", static_cast<int>(sentence.size()), sentence.data());
  std::exit(1);
}

template <class T>
T taken(Result<T> result, std::string_view what) {
  if (!result) give_up(std::string(what) + ": " + result.error().message());
  return std::move(*result);
}

std::optional<std::string> text_or_nothing(const Result<std::string>& result) {
  return result ? std::optional(*result) : std::nullopt;
}

// ---- cases as JSON, as the package wants them

void put(Builder& b, const graph::Symbol& symbol) {
  b.begin_object().key("qualifiedName").string(symbol.qualified_name);
  b.key("kind").string(symbol.kind).key("score").real(symbol.score);
  b.key("provenance").string(symbol.provenance).key("distance").integer(symbol.distance);
  b.end_object();
}

void put(Builder& b, const graph::Edge& edge) {
  b.begin_object().key("source").string(edge.source).key("target").string(edge.target);
  b.key("edgeType").string(edge.type).key("status").string(edge.status).end_object();
}

void put(Builder& b, const graph::Payload& payload);

template <class T>
void put_list(Builder& b, std::string_view key, const std::vector<T>& list) {
  b.key(key).begin_array();
  for (const T& one : list)
    put(b, one);
  b.end_array();
}

void put(Builder& b, const graph::Payload& payload) {
  b.begin_object().key("tool").string(payload.tool);
  b.key("tokenBudget").integer(payload.token_budget);
  b.key("tokensUsed").integer(payload.tokens_used).key("packRoot").string(payload.pack_root);
  put_list(b, "symbols", payload.symbols);
  put_list(b, "edges", payload.edges);
  b.end_object();
}

void put(Builder& b, const graph::Delta& delta) {
  b.key("tool").string(delta.tool).key("baseRoot").string(delta.base_root);
  b.key("newRoot").string(delta.new_root);
  put_list(b, "removed", delta.removed);
  put_list(b, "added", delta.added);
  put_list(b, "removedEdges", delta.removed_edges);
  put_list(b, "addedEdges", delta.added_edges);
}

/// The rows of a set as JSON text; absent fields are left out.
std::string rows_of(const CaseSet& set) {
  std::string text = "[";
  for (const CaseRow& row : set.rows) {
    text += text.size() == 1 ? "{" : ",{";
    bool first = true;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].empty()) continue;
      Builder name;
      const Document key = taken(name.string(set.fields[i]).finish(), "a name");
      text.append(first ? "" : ",").append(taken(json::encode(key.root()), "a name"));
      text.append(":").append(row[i]);
      first = false;
    }
    text += '}';
  }
  return text + "]";
}

void put(Builder& b, const CaseSet& set) {
  b.begin_object().key("name").string(set.name).key("key").string(set.key);
  b.key("fields").begin_array();
  for (const std::string& field : set.fields)
    b.string(field);
  b.end_array().key("rows").value(taken(json::decode(rows_of(set)), "rows").root()).end_object();
}

// ---- our answers

Result<gcf::KeyedSet> set_of(const CaseSet& set) {
  const Document rows = taken(json::decode(rows_of(set)), "rows");
  return gcf::KeyedSet::from_records(rows.root(), set.key, set.name, &set.fields);
}

std::optional<std::string> our_payload(const std::string& wire) {
  const auto payload = gcf::decode_graph(wire);
  if (!payload) return std::nullopt;
  return taken(json::encode(taken(graph::to_document(*payload), "a payload").root()), "JSON");
}

std::optional<std::string> our_session(const Case& made) {
  gcf::Session session;
  std::string all;
  for (const graph::Payload& payload : made.payloads) {
    auto message = session.encode(payload);
    if (!message) return std::nullopt;
    all += message->text;
    taken(session.commit(message->ticket), "commit");
  }
  return all;
}

std::optional<std::string> our_decoded_delta(const std::optional<std::string>& wire) {
  if (!wire) return std::nullopt;
  const graph::Delta delta = taken(gcf::decode_delta(*wire), "our own delta");
  Builder b;
  b.begin_object();
  put(b, delta);
  const Document document = taken(b.end_object().finish(), "a delta");
  return taken(json::encode(document.root()), "JSON");
}

gcf::DeltaCost cost_of(const Case& made) {
  return {made.delta_tokens, made.full_tokens};
}

Answers our_set_answers(const Case& made) {
  Answers answers = {{"text", {}}, {"full", {}}, {"applied", {}}};
  const auto next = set_of(made.next);
  if (next) answers["full"] = text_or_nothing(gcf::encode_full(*next, made.tool));
  const auto base = set_of(made.base);
  if (!base || !next) return answers;
  auto delta = gcf::diff(*base, *next);
  if (!delta) return answers;
  delta->tool = made.tool;
  answers["text"] = text_or_nothing(gcf::encode_delta(*delta, cost_of(made)));
  if (answers["text"]) answers["applied"] = next->root();
  return answers;
}

Answers our_answers(const Case& made) {
  switch (made.operation) {
    case graph_encode:
      return {{"text", text_or_nothing(gcf::encode_graph(made.payloads[0], {}, nullptr))}};
    case graph_decode: return {{"payload", our_payload(varied_wire(made))}};
    case session_encode: return {{"text", our_session(made)}};
    case graph_delta: {
      const auto text = text_or_nothing(gcf::encode_delta(made.delta, cost_of(made)));
      return {{"text", text}, {"decoded", our_decoded_delta(text)}};
    }
    case graph_root: return {{"root", text_or_nothing(graph::pack_root(made.payloads[0]))}};
    case set_delta: return our_set_answers(made);
    case set_root: {
      const auto set = set_of(made.base);
      return {{"root", set ? std::optional(set->root()) : std::nullopt}};
    }
  }
  return {};
}

// ---- questions

constexpr std::uint64_t operations = std::size(all_operations);

/// The case with this id, without what was taken away from it.
Case case_of(std::uint64_t id, const std::vector<std::string>& taken_away) {
  Case made = make_case(all_operations[id % operations], id / operations);
  for (const std::string& name : taken_away) {
    const auto& known = known_case_differences();
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const CaseDifference& one) { return one.name == name; });
    if (found == known.end()) give_up("an unknown class: " + name);
    found->take_away(made, found->name);
  }
  return made;
}

void put_input(Builder& b, const Case& made) {
  b.begin_object();
  switch (made.operation) {
    case graph_encode:
    case graph_root:
    case session_encode: put_list(b, "payloads", made.payloads); break;
    case graph_decode: b.key("wire").string(varied_wire(made)); break;
    case graph_delta: {
      put(b, made.delta);
      b.key("deltaTokens").unsigned_integer(made.delta_tokens);
      b.key("fullTokens").unsigned_integer(made.full_tokens);
      break;
    }
    case set_delta:
    case set_root: {
      b.key("tool").string(made.tool);
      b.key("deltaTokens").unsigned_integer(made.delta_tokens);
      b.key("fullTokens").unsigned_integer(made.full_tokens);
      b.key("base");
      put(b, made.base);
      b.key("next");
      put(b, made.next);
      break;
    }
  }
  // The package shall read what we write.
  const Answers ours = our_answers(made);
  const auto text = ours.find("text");
  if (text != ours.end() && text->second) b.key("ours").string(*text->second);
  b.end_object();
}

void write_question(std::ofstream& out, std::uint64_t id,
                    const std::vector<std::string>& taken_away) {
  const Case made = case_of(id, taken_away);
  Builder b;
  b.begin_object().key("id").unsigned_integer(id).key("operation").string(name_of(made.operation));
  b.key("taken").begin_array();
  for (const std::string& name : taken_away)
    b.string(name);
  b.end_array().key("input");
  put_input(b, made);
  const Document line = taken(b.end_object().finish(), "building a question");
  out << taken(json::encode(line.root()), "writing a question") << '\n';
}

int emit(std::uint64_t first, std::uint64_t count, const char* path) {
  std::ofstream out(path, std::ios::binary);
  for (std::uint64_t id = first * operations; id < (first + count) * operations; ++id)
    write_question(out, id, {});
  out.close();
  if (!out) give_up("cannot write the questions");
  return 0;
}

// ---- judging

Document next_line(std::ifstream& in) {
  std::string line;
  if (!std::getline(in, line)) return {};
  return taken(json::decode(line), "reading a line");
}

bool agrees(std::string_view check, const std::optional<std::string>& ours, const Value* theirs) {
  const bool refused = theirs == nullptr || !theirs->is_string();
  if (refused || !ours) return refused && !ours;
  if (check != "payload" && check != "decoded") return theirs->string() == *ours;
  const auto document = json::decode(theirs->string());
  return document && same_value(document->root(), taken(json::decode(*ours), "ours").root());
}

/// What a person needs to see why a case differs.
std::string describe(Value question, Value answer, const Answers& ours) {
  std::string text = "UNEXPLAINED " + taken(json::encode(question), "showing").substr(0, 3000);
  for (const auto& [check, value] : ours) {
    const Value* theirs = answer.find("answers")->find(check);
    if (agrees(check, value, theirs)) continue;
    text.append("\n  ours ").append(check).append(": ").append(value ? *value : "(refused)");
    text.append("\n  theirs: ")
        .append(theirs == nullptr ? "(nothing)"
                                  : taken(json::encode(*theirs), "showing").substr(0, 3000));
  }
  return text + "\n";
}

struct Tally {
  std::uint64_t questions = 0;
  std::uint64_t agreed = 0;
  std::uint64_t unexplained = 0;
  std::map<std::string, std::uint64_t> explained;
  std::map<std::string_view, std::uint64_t> per_operation;
  std::vector<std::string> worst;
};

void judge_one(Value question, Value answer, std::ofstream& next, Tally& tally) {
  const auto id = static_cast<std::uint64_t>(question.find("id")->integer());
  std::vector<std::string> taken_away;
  for (const Value name : question.find("taken")->items())
    taken_away.emplace_back(name.string());
  const Case made = case_of(id, taken_away);
  const Answers ours = our_answers(made);
  ++tally.questions;
  ++tally.per_operation[name_of(made.operation)];
  const Value theirs = *answer.find("answers");
  if (std::all_of(ours.begin(), ours.end(), [&](const auto& one) {
        return agrees(one.first, one.second, theirs.find(one.first));
      })) {
    ++tally.agreed;
    if (!taken_away.empty()) ++tally.explained[taken_away.back()];
    return;
  }
  for (const CaseDifference& difference : known_case_differences()) {
    if ((difference.affects & made.operation) == 0 || !difference.present(made, difference.name)) {
      continue;
    }
    taken_away.push_back(difference.name);
    write_question(next, id, taken_away);
    return;
  }
  ++tally.unexplained;
  tally.worst.push_back(describe(question, answer, ours));
}

int judge(const char* questions, const char* answers, const char* next_path) {
  std::ifstream question_lines(questions, std::ios::binary);
  std::ifstream answer_lines(answers, std::ios::binary);
  std::ofstream next(next_path, std::ios::binary);
  Tally tally;
  for (;;) {
    const Document question = next_line(question_lines);
    const Document answer = next_line(answer_lines);
    if (question.root().is_null() && answer.root().is_null()) break;
    if (question.root().is_null() || answer.root().is_null() ||
        question.root().find("id")->integer() != answer.root().find("id")->integer()) {
      give_up("questions and answers do not belong together");
    }
    judge_one(question.root(), answer.root(), next, tally);
  }
  next.close();
  if (!next) give_up("cannot write the next questions");
  // The shortest are the ones that people understand.
  std::sort(tally.worst.begin(), tally.worst.end(),
            [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
  for (std::size_t i = 0; i < std::min<std::size_t>(tally.worst.size(), 3); ++i)
    std::fputs(tally.worst[i].c_str(), stdout);
  std::printf("%llu documents, %llu agree, %llu unexplained\n",
              static_cast<unsigned long long>(tally.questions),
              static_cast<unsigned long long>(tally.agreed),
              static_cast<unsigned long long>(tally.unexplained));
  for (const auto& [name, times] : tally.per_operation) {
    std::printf("operation %.*s %llu\n", static_cast<int>(name.size()), name.data(),
                static_cast<unsigned long long>(times));
  }
  for (const auto& [name, times] : tally.explained)
    std::printf("explained %s %llu\n", name.c_str(), static_cast<unsigned long long>(times));
  return tally.unexplained == 0 ? 0 : 1;
}

}  // namespace
}  // namespace laconic::peers

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  if (arguments.size() == 4 && arguments[0] == "emit") {
    return laconic::peers::emit(std::strtoull(argv[2], nullptr, 10),
                                std::strtoull(argv[3], nullptr, 10), argv[4]);
  }
  if (arguments.size() == 4 && arguments[0] == "judge") {
    return laconic::peers::judge(argv[2], argv[3], argv[4]);
  }
  if (arguments.size() == 1 && arguments[0] == "classes") {
    for (const auto& difference : laconic::peers::known_case_differences())
      std::printf("%s\n", difference.name.c_str());
    return 0;
  }
  std::fputs(
      "usage: peer_graphs emit FIRST COUNT QUESTIONS\n"
      "       peer_graphs judge QUESTIONS ANSWERS NEXT_QUESTIONS\n"
      "       peer_graphs classes\n",
      stderr);
  return 2;
}
