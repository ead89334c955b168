// graph_transform.cpp - graph payloads and sessions for encode and decode.
#include "cli/graph_transform.hpp"

#include <utility>
#include <vector>

#include <laconic/gcf_session.hpp>
#include <laconic/json.hpp>

#include "cli/report.hpp"

namespace laconic::cli {
namespace {

constexpr unsigned pretty_indent = 2;

/// A state file that is not there yet is a session that has not begun.
template <class Session>
Exit load_state(Context& context, const TransformSettings& args, Session& session) {
  if (!context.is_same_file(args.session, args.session)) return Exit::done;
  const auto text = context.read(args.session, args.decode.max_bytes, os::Excess::refuse);
  if (!text) return fail(context, args.session, text.error());
  const auto loaded = session.load(*text);
  return loaded ? Exit::done : fail(context, args.session, loaded.error());
}

template <class Session>
Exit save_state(Context& context, const TransformSettings& args, const Session& session) {
  const auto text = session.save();
  if (!text) return fail(context, args.session, text.error());
  const auto written = context.write(args.session, *text);
  return written ? Exit::done : fail(context, args.session, written.error());
}

/// Writes a result. `go_on` becomes false when further output is pointless.
Exit deliver(Context& context, const std::string& output, std::string_view text, bool& go_on) {
  const auto written = context.write(output, text);
  go_on = written && *written == os::Written::everything;
  return written ? Exit::done : fail(context, output, written.error());
}

class GraphEncoder {
 public:
  GraphEncoder(Context& context, const TransformSettings& args) : context_(context), args_(args) {
    options_.lossless = args.lossless;
  }

  Exit load() { return in_session() ? load_state(context_, args_, session_) : Exit::done; }

  Exit one(const Job& job, bool& go_on) {
    Loaded loaded;
    if (const Exit exit = cli::load(context_, job.input, args_, loaded); exit != Exit::done) {
      return exit;
    }
    show_notes(context_, job.input, loaded.text, loaded.document.notes());
    std::vector<graph::Loss> losses;
    const auto payload = graph::from_value(loaded.document.root(), &losses);
    if (!payload) return fail(context_, job.input, payload.error());
    if (args_.lossless && !losses.empty()) {
      // The rest of what would be lost, for a complete report.
      (void)gcf::encode_graph(*payload, {}, &losses);
      return refuse(job.input, losses);
    }
    gcf::SessionMessage message;
    if (in_session()) {
      auto made = session_.encode(*payload, options_, &losses);
      if (!made) return refuse(job.input, made.error(), losses);
      message = std::move(*made);
      // The ids are taken from here on, whatever becomes of the message.
      if (const Exit exit = save_state(context_, args_, session_); exit != Exit::done) {
        go_on = false;
        return exit;
      }
    } else {
      auto text = gcf::encode_graph(*payload, options_, &losses);
      if (!text) return refuse(job.input, text.error(), losses);
      message.text = std::move(*text);
    }
    for (const graph::Loss& loss : losses)
      warn(context_, job.input, Errc::not_lossless, loss.what);
    const Exit exit = deliver(context_, job.output, message.text, go_on);
    if (!in_session() || !go_on) return exit;
    if (const auto done = session_.commit(message.ticket); !done) {
      return fail(context_, args_.session, done.error());
    }
    return save_state(context_, args_, session_);
  }

 private:
  [[nodiscard]] bool in_session() const noexcept { return !args_.session.empty(); }

  Exit refuse(const std::string& name, const std::vector<graph::Loss>& losses) {
    for (const graph::Loss& loss : losses)
      fail(context_, name, Error{Errc::not_lossless, 0, loss.what});
    return Exit::data;
  }
  Exit refuse(const std::string& name, const Error& error, const std::vector<graph::Loss>& losses) {
    return error.code == Errc::not_lossless && !losses.empty() ? refuse(name, losses)
                                                               : fail(context_, name, error);
  }

  Context& context_;
  const TransformSettings& args_;
  gcf::GraphEncodeOptions options_;
  gcf::Session session_;
};

Exit decode_one(Context& context, const Job& job, const TransformSettings& args,
                gcf::SessionReader& session, bool& go_on) {
  const auto text = context.read(job.input, args.decode.max_bytes, os::Excess::refuse);
  if (!text) return fail(context, job.input, text.error());
  auto document = session.decode_document(*text, args.decode);
  if (!document) return fail_to_decode(context, job.input, *text, document.error());
  show_notes(context, job.input, *text, document->notes());
  EncodeOptions options;
  if (args.pretty) options.indent = pretty_indent;
  auto json = json::encode(document->root(), options);
  if (!json) return fail(context, job.input, json.error());
  if (!json->ends_with('\n')) *json += '\n';
  const Exit exit = deliver(context, job.output, *json, go_on);
  return go_on ? save_state(context, args, session) : exit;
}

}  // namespace

Exit encode_graphs(Context& context, std::span<const Job> jobs, const TransformSettings& args) {
  GraphEncoder encoder(context, args);
  if (const Exit exit = encoder.load(); exit != Exit::done) return exit;
  Exit worst = Exit::done;
  bool go_on = true;
  for (const Job& job : jobs) {
    worst = worse(worst, encoder.one(job, go_on));
    if (!go_on) break;
  }
  return worst;
}

Exit decode_session(Context& context, std::span<const Job> jobs, const TransformSettings& args) {
  gcf::SessionReader session;
  if (const Exit exit = load_state(context, args, session); exit != Exit::done) return exit;
  Exit worst = Exit::done;
  bool go_on = true;
  for (const Job& job : jobs) {
    worst = worse(worst, decode_one(context, job, args, session, go_on));
    if (!go_on) break;
  }
  return worst;
}

}  // namespace laconic::cli
