// peer_documents.cpp - the differential test against the npm package: makes documents, judges
// answers.
//
//   peer_documents emit FIRST COUNT QUESTIONS
//   peer_documents judge QUESTIONS ANSWERS NEXT_QUESTIONS
//
// `emit` writes generated documents with our texts for them. peer_answers.mjs asks the
// package. `judge` compares; a document that differs in a known way is written again
// without what explains the difference, and must then agree. Once NEXT_QUESTIONS is
// empty every difference is explained; a document that still differs when nothing known
// is left in it fails the test.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/laconic.hpp>

#include "generate.hpp"
#include "peer_differences.hpp"

namespace laconic::peers {
namespace {

struct Texts {
  std::string json;
  std::string gcf;
  std::string compact;
};

[[noreturn]] void give_up(std::string_view sentence) {
  std::fprintf(stderr, "peer_documents: %.*s\n", static_cast<int>(sentence.size()),
               sentence.data());
  std::exit(1);
}

template <class T>
T taken(Result<T> result, std::string_view what) {
  if (!result) give_up(std::string(what) + ": " + result.error().message());
  return std::move(*result);
}

/// Our texts for a value. The package sees JSON text, so ours start from that text too.
Texts texts_of(Value root) {
  Texts texts;
  texts.json = taken(json::encode(root), "writing JSON");
  const Document document = taken(json::decode(texts.json), "reading our own JSON");
  gcf::EncodeOptions options;
  options.spec = gcf::Spec::v3_5;
  texts.gcf = taken(gcf::encode(document.root(), options), "writing GCF");
  options.layout = gcf::Layout::compact;
  texts.compact = taken(gcf::encode(document.root(), options), "writing compact GCF");
  return texts;
}

/// {"id":..,"taken":[..],"json":..,"gcf":..,"compact":..} and a newline. `taken` lists the
/// differences that were taken away from the document before.
void write_question(std::ofstream& out, std::int64_t id, const std::vector<std::string>& taken_away,
                    const Texts& texts) {
  Builder builder;
  builder.begin_object().key("id").integer(id).key("taken").begin_array();
  for (const std::string& name : taken_away) {
    builder.string(name);
  }
  builder.end_array().key("json").string(texts.json).key("gcf").string(texts.gcf);
  builder.key("compact").string(texts.compact).end_object();
  const Document line = taken(builder.finish(), "building a question");
  out << taken(json::encode(line.root()), "writing a question") << '\n';
}

Document next_line(std::ifstream& in) {
  std::string line;
  if (!std::getline(in, line)) return Document();
  return taken(json::decode(line), "reading a line");
}

/// Whether the JSON text stands for the value; the package puts {"error":..} for failure.
bool stands_for(const Value* answer, Value root) {
  if (answer == nullptr || !answer->is_string()) return false;
  const Result<Document> document = json::decode(answer->string());
  return document && same_value(document->root(), root);
}

unsigned failed_checks(Value question, Value answer, Value root) {
  unsigned failed = 0;
  const Value* theirs = answer.find("encoded");
  if (!theirs->is_string()) {
    failed |= encoded | read;
  } else {
    if (theirs->string() != question.find("gcf")->string()) failed |= encoded;
    const Result<Document> document = gcf::decode(theirs->string());
    const Result<std::string> direct = gcf::to_json(theirs->string());
    if (!document || !same_value(document->root(), root)) failed |= read;
    if (!direct || !same_value(taken(json::decode(*direct), "reading our JSON").root(), root)) {
      failed |= read;
    }
  }
  if (!stands_for(answer.find("decoded"), root)) failed |= decoded;
  if (!stands_for(answer.find("compact"), root)) failed |= compact;
  return failed;
}

std::string names_of(unsigned checks) {
  std::string names;
  if ((checks & encoded) != 0) names += " encoded";
  if ((checks & decoded) != 0) names += " decoded";
  if ((checks & compact) != 0) names += " compact";
  if ((checks & read) != 0) names += " read";
  return names;
}

void add_line(std::string& out, std::string_view title, const Value* value) {
  std::string text = taken(json::encode(*value), "showing");
  if (text.size() > 2000) text = text.substr(0, 2000) + "...";
  out.append("  ").append(title).append(": ").append(text).append("\n");
}

/// What a person needs to see why a document differs.
std::string describe_failure(unsigned failed, Value question, Value answer) {
  std::string out = "UNEXPLAINED: document " + std::to_string(question.find("id")->integer()) +
                    " fails:" + names_of(failed) + "\n";
  add_line(out, "json", question.find("json"));
  add_line(out, "ours", question.find("gcf"));
  add_line(out, "theirs", answer.find("encoded"));
  if ((failed & decoded) != 0) add_line(out, "they read", answer.find("decoded"));
  if ((failed & compact) != 0) {
    add_line(out, "our compact text", question.find("compact"));
    add_line(out, "they read of it", answer.find("compact"));
  }
  if ((failed & read) != 0 && answer.find("encoded")->is_string()) {
    const Result<Document> document = gcf::decode(answer.find("encoded")->string());
    const std::string text =
        document ? taken(json::encode(document->root()), "showing") : document.error().message();
    out.append("  we read: ").append(text).append("\n");
  }
  return out;
}

struct Unexplained {
  unsigned failed;
  std::size_t size;
  std::string description;
};

/// The shortest documents are the ones that people understand.
void keep_shortest(std::vector<Unexplained>& all, Unexplained one) {
  const auto place =
      std::ranges::find_if(all, [&](const Unexplained& other) { return one.size < other.size; });
  all.insert(place, std::move(one));
  if (all.size() > 3) all.pop_back();
}

int emit(std::uint64_t first, std::uint64_t count, const char* path) {
  std::ofstream out(path, std::ios::binary);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Document document = support::generate(seed);
    write_question(out, static_cast<std::int64_t>(seed), {}, texts_of(document.root()));
  }
  out.close();
  if (!out) give_up("cannot write the questions");
  return 0;
}

int judge(const char* questions, const char* answers, const char* next) {
  std::ifstream question_lines(questions, std::ios::binary);
  std::ifstream answer_lines(answers, std::ios::binary);
  std::ofstream out(next, std::ios::binary);
  std::uint64_t documents = 0;
  std::uint64_t agreed = 0;
  std::uint64_t unexplained = 0;
  std::map<std::string, std::uint64_t> explained;
  std::vector<Unexplained> worst;
  for (;;) {
    const Document question = next_line(question_lines);
    const Document answer = next_line(answer_lines);
    if (question.root().is_null() && answer.root().is_null()) break;
    if (question.root().is_null() || answer.root().is_null() ||
        question.root().find("id")->integer() != answer.root().find("id")->integer()) {
      give_up("questions and answers do not belong together");
    }
    ++documents;
    const Document document =
        taken(json::decode(question.root().find("json")->string()), "reading a question");
    const unsigned failed = failed_checks(question.root(), answer.root(), document.root());
    std::vector<std::string> taken_away;
    for (const Value name : question.root().find("taken")->items()) {
      taken_away.emplace_back(name.string());
    }
    if (failed == 0) {
      ++agreed;
      if (!taken_away.empty()) ++explained[taken_away.back()];
      continue;
    }
    // The first difference that is left in the document and affects a failed check.
    const Difference* known = nullptr;
    for (const Difference& difference : known_differences()) {
      if ((difference.affects & failed) != 0 && difference.present(document.root())) {
        known = &difference;
        break;
      }
    }
    if (known != nullptr) {
      taken_away.emplace_back(known->name);
      const Document changed = known->without(document.root());
      write_question(out, question.root().find("id")->integer(), taken_away,
                     texts_of(changed.root()));
      continue;
    }
    ++unexplained;
    keep_shortest(worst, Unexplained{failed, question.root().find("json")->size(),
                                     describe_failure(failed, question.root(), answer.root())});
  }
  out.close();
  if (!out) give_up("cannot write the next questions");
  for (const Unexplained& one : worst) {
    std::fputs(one.description.c_str(), stdout);
  }
  std::printf("%llu documents, %llu agree, %llu unexplained\n",
              static_cast<unsigned long long>(documents), static_cast<unsigned long long>(agreed),
              static_cast<unsigned long long>(unexplained));
  for (const auto& [name, times] : explained) {
    std::printf("explained %s %llu\n", name.c_str(), static_cast<unsigned long long>(times));
  }
  return unexplained == 0 ? 0 : 1;
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
    for (const laconic::peers::Difference& difference : laconic::peers::known_differences()) {
      std::printf("%.*s\n", static_cast<int>(difference.name.size()), difference.name.data());
    }
    return 0;
  }
  std::fputs(
      "usage: peer_documents emit FIRST COUNT QUESTIONS\n"
      "       peer_documents judge QUESTIONS ANSWERS NEXT_QUESTIONS\n"
      "       peer_documents classes\n",
      stderr);
  return 2;
}
