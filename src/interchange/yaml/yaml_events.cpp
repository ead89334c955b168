// yaml_events.cpp - the only file that knows yaml-cpp: its events, and its exceptions caught.
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <exception>
#include <istream>
#include <new>
#include <streambuf>
#include <string>

#include "interchange/yaml/yaml_read.hpp"

namespace laconic::yaml {
namespace {

/// Thrown by us, through yaml-cpp, to end it.
struct Refused {};

class Events final : public YAML::EventHandler {
 public:
  explicit Events(TreeReader& reader) : reader_(reader) {}

  void OnDocumentStart(const YAML::Mark& mark) override { go(reader_.start_document(at(mark))); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    go(reader_.null(at(mark), anchor));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    go(reader_.alias(at(mark), anchor));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    go(reader_.scalar(at(mark), tag, anchor, value));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    go(reader_.start(at(mark), tag, anchor, false));
  }
  void OnSequenceEnd() override { go(reader_.end()); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    go(reader_.start(at(mark), tag, anchor, true));
  }
  void OnMapEnd() override { go(reader_.end()); }

  static std::uint64_t at(const YAML::Mark& mark) noexcept {
    return mark.pos < 0 ? 0 : static_cast<std::uint64_t>(mark.pos);
  }

 private:
  static void go(bool ok) {
    if (!ok) throw Refused{};
  }
  TreeReader& reader_;
};

class TextBuffer final : public std::streambuf {
 public:
  explicit TextBuffer(std::string_view text) {
    // It is only read from.
    char* const start = const_cast<char*>(text.data());
    setg(start, start, start + text.size());
  }
};

Errc code_of(const std::string& message) {
  const auto says = [&](const char* words) { return message.find(words) != std::string::npos; };
  if (says("escape") || says("hex number") || says("invalid unicode")) return Errc::invalid_escape;
  if (says("EOF in scalar")) return Errc::unterminated_quote;
  if (says("illegal tab")) return Errc::tab_indentation;
  return Errc::unexpected_character;
}

}  // namespace

bool run_events(std::string_view text, TreeReader& reader) {
  try {
    TextBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    Events events(reader);
    while (parser.HandleNextDocument(events)) {
    }
    return true;
  } catch (const Refused&) {
    return false;
  } catch (const YAML::DeepRecursion& deep) {
    return reader.fail(Events::at(deep.mark), Errc::depth_exceeded,
                       "nested deeper than YAML is read here, 480 levels");
  } catch (const YAML::Exception& fault) {
    return reader.fail(Events::at(fault.mark), code_of(fault.msg), "not YAML: " + fault.msg);
  } catch (const std::bad_alloc&) {
    return reader.fail(0, Errc::out_of_memory, "no memory for the document");
  } catch (const std::exception& fault) {
    return reader.fail(0, Errc::unexpected_character, std::string("not YAML: ") + fault.what());
  }
}

}  // namespace laconic::yaml
