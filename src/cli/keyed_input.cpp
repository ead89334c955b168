// keyed_input.cpp - snapshots of keyed sets as the commands root, delta and apply read them.
#include "cli/keyed_input.hpp"

#include <utility>

#include "cli/report.hpp"

namespace laconic::cli {

bool header_has(std::string_view text, std::string_view field) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.starts_with("GCF ") &&
         line.find(" " + std::string(field) + "=") != std::string_view::npos;
}

Exit load_set(Context& context, const std::string& name, const KeyedSettings& args,
              gcf::KeyedSet& out) {
  Loaded loaded;
  if (const Exit exit = load_text(context, name, args, loaded); exit != Exit::done) return exit;
  // A full payload of a keyed set says all itself, and can be verified.
  if (header_has(loaded.text, "pack_root") && header_has(loaded.text, "key")) {
    auto message = gcf::decode_set(loaded.text, args.decode);
    if (!message) return fail_to_decode(context, name, loaded.text, message.error());
    if (message->outcome == gcf::Outcome::full) {
      if (!args.key.empty() && args.key != message->full.key()) {
        return fail(context, name,
                    Error{Errc::not_representable, 0,
                          "the payload's key is " + message->full.key() + ", not " + args.key});
      }
      out = std::move(message->full);
      return Exit::done;
    }
  }
  auto document = decode(*loaded.codec, loaded.text, args.decode);
  if (!document) return fail_to_decode(context, name, loaded.text, document.error());
  const Value root = document->root();
  const bool is_named = root.is_object() && root.size() == 1 && root.values()[0].is_array();
  if (args.key.empty() && (root.is_array() || is_named)) {
    return fail(context, name,
                Error{Errc::not_representable, 0,
                      "an array of records needs --key FIELD, the field that identifies a record"});
  }
  auto set = args.key.empty() ? gcf::KeyedSet::from_map(root)
             : is_named       ? gcf::KeyedSet::from_records(root.values()[0], args.key, root.key(0))
                              : gcf::KeyedSet::from_records(root, args.key);
  if (!set) return fail(context, name, set.error());
  out = std::move(*set);
  return Exit::done;
}

}  // namespace laconic::cli
