// direct_json.cpp - GCF straight to JSON text must agree with the way by a document.
#include "direct_json.hpp"

#include <laconic/gcf.hpp>

#include "exact_text.hpp"
#include "plain_json.hpp"

namespace laconic::support {
namespace {

std::string note_list(std::span<const Note> notes) {
  std::string out;
  for (const Note& note : notes) {
    out += note.type == Note::Type::repair ? "repair " : "warning ";
    out += std::string(slug(note.code)) + ' ' + std::to_string(note.offset) + ' ' +
           std::string(note.text) + '\n';
  }
  return out;
}

}  // namespace

std::string check_to_json(std::string_view text, const DecodeOptions& options,
                          const Result<Document>& decoded) {
  Document notes;
  auto direct = gcf::to_json(exact(text), options, &notes);
  if (!decoded) {
    if (direct) return "to_json accepts what decode refuses: " + decoded.error().message();
    if (direct.error().code != decoded.error().code ||
        direct.error().offset != decoded.error().offset ||
        direct.error().detail != decoded.error().detail) {
      return "to_json fails differently: " + direct.error().message() + " at " +
             std::to_string(direct.error().offset) + " instead of " + decoded.error().message() +
             " at " + std::to_string(decoded.error().offset);
    }
    return "";
  }
  if (!direct) return "to_json refuses what decode reads: " + direct.error().message();
  const std::string expected = plain_json(decoded->root());
  if (*direct != expected) return "to_json gives\n" + *direct + "\ninstead of\n" + expected;
  if (!notes.root().is_null()) return "to_json gives a document with its notes";
  if (note_list(notes.notes()) != note_list(decoded->notes())) {
    return "to_json notes\n" + note_list(notes.notes()) + "instead of\n" +
           note_list(decoded->notes());
  }
  auto without = gcf::to_json(exact(text), options);
  if (!without || *without != expected) return "to_json without notes differs";
  return "";
}

}  // namespace laconic::support
