// cmd_stream.cpp - laconic stream: records in, GCF out as they come, and back.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>
#include <laconic/stream.hpp>

#include "cli/flags.hpp"
#include "cli/record_splitter.hpp"
#include "cli/report.hpp"

namespace laconic::cli {
namespace {

constexpr std::size_t piece_bytes = std::size_t{64} << 10;

struct StreamSettings {
  std::vector<std::string> fields;
  std::string name;
  bool has_name = false;
  std::string key;
  bool has_key = false;
  bool decode = false;
  bool complete = false;
};

Result<Done> take_fields(StreamSettings& args, const Context&, std::string_view value) {
  args.fields.clear();
  while (true) {
    const std::size_t comma = std::min(value.find(','), value.size());
    if (comma == 0) return Error{Errc::bad_usage, 0, "the name of a field is empty"};
    args.fields.emplace_back(value.substr(0, comma));
    if (comma == value.size()) return Done{};
    value.remove_prefix(comma + 1);
  }
}

Result<Done> take_name(StreamSettings& args, const Context&, std::string_view value) {
  args.name = value;
  args.has_name = true;
  return Done{};
}

Result<Done> take_key(StreamSettings& args, const Context&, std::string_view value) {
  args.key = value;
  args.has_key = true;
  return Done{};
}

Result<Done> ask_decode(StreamSettings& args, const Context&, std::string_view) {
  args.decode = true;
  return Done{};
}

Result<Done> ask_stream_complete(StreamSettings& args, const Context&, std::string_view) {
  args.complete = true;
  return Done{};
}

constexpr Flag<StreamSettings> flags[] = {
    {{"--fields", "A,B,...",
      "The columns, in this order. Without it the first record has all of them."},
     take_fields},
    {{"--name", "NAME",
      "Make the table a member of an object. Without it the table is the whole payload."},
     take_name},
    {{"--key", "FIELD",
      "Write a keyed map instead of an array: FIELD, a string that no two records share, "
      "identifies a record. Memory then grows with the keys."},
     take_key},
    {{"--decode", "", "The other way: streamed GCF in, one JSON record per line out."}, ask_decode},
    {{"--complete", "",
      "With --decode: refuse a text that may have been cut off, one without its trailer or "
      "whose last line has no end."},
     ask_stream_complete},
};

constexpr Example examples[] = {
    {"tail -f events.ndjson | laconic stream --fields id,time,level,text",
     "Write each record as it comes."},
    {"laconic stream --name rows < rows.json", "Write a JSON array of any length."},
    {"laconic stream --decode < rows.gcf | head", "Read the first records of a stream."},
};

/// Standard output, which may close before the end.
struct Printer {
  Context& context;
  bool gone = false;

  static Result<Done> write(void* self, std::string_view text) {
    auto& printer = *static_cast<Printer*>(self);
    const auto written = printer.context.write("-", text);
    if (!written) return written.error();
    printer.gone = *written != os::Written::everything;
    if (printer.gone) return Error{Errc::io_failed, 0, "nobody reads any more"};
    return Done{};
  }
};

class Encoding {
 public:
  Encoding(Context& context, const StreamSettings& args)
      : context_(context), args_(args), printer_{context}, writer_({Printer::write, &printer_}) {}

  Exit run() {
    const std::unique_ptr<char[]> piece(new char[piece_bytes]);
    while (true) {
      const auto size = context_.read_some(piece.get(), piece_bytes);
      if (!size) return fail(context_, "-", size.error());
      if (*size == 0) break;
      splitter_.feed({piece.get(), *size});
      if (!take_records()) return exit_;
      if (auto ok = writer_.flush(); !ok) return fail_writing(ok.error());
    }
    splitter_.finish();
    if (!take_records()) return exit_;
    const auto ok = close();
    return ok ? Exit::done : fail_writing(ok.error());
  }

 private:
  Exit fail_writing(const Error& error) {
    return printer_.gone ? Exit::done : fail(context_, "-", error);
  }

  /// False: `exit_` says how it ended.
  bool take_records() {
    Record record;
    while (true) {
      switch (splitter_.next(record)) {
        case RecordSplitter::Step::more:
        case RecordSplitter::Step::end: return true;
        case RecordSplitter::Step::failed:
          keep_what_is_written();
          exit_ = fail_in_stream(context_, "-", splitter_.location(), splitter_.error());
          return false;
        case RecordSplitter::Step::record: break;
      }
      if (!take(record)) return false;
    }
  }

  bool take(const Record& record) {
    auto document = json::decode(record.text);
    if (!document) {
      keep_what_is_written();
      Error error = document.error();
      const Location place = locate(record.text, error.offset);
      error.offset += record.offset;
      exit_ =
          fail_in_stream(context_, "-",
                         {record.start.line + place.line - 1,
                          place.line == 1 ? record.start.column + place.column - 1 : place.column},
                         error);
      return false;
    }
    auto written = begun_ ? Result<Done>(Done{}) : begin(document->root());
    if (written) written = writer_.row(document->root());
    if (written) return true;
    if (printer_.gone || written.error().code == Errc::io_failed) {
      exit_ = fail_writing(written.error());
    } else {
      exit_ = fail_in_stream(context_, "-", record.start,
                             {written.error().code, record.offset, written.error().detail});
    }
    return false;
  }

  /// A record that is no JSON ends the run, but not what was written before it.
  void keep_what_is_written() { static_cast<void>(writer_.flush()); }

  /// The columns are those asked for, or the first record's.
  Result<Done> begin(Value first) {
    begun_ = true;
    std::vector<std::string_view> columns(args_.fields.begin(), args_.fields.end());
    if (columns.empty() && first.is_object()) {
      for (const auto& [key, value] : first.members())
        columns.push_back(key);
    }
    if (args_.has_key) std::erase(columns, args_.key);
    if (args_.has_key) {
      return args_.has_name ? writer_.begin_map(args_.name, args_.key, columns)
                            : writer_.begin_root_map(args_.key, columns);
    }
    return args_.has_name ? writer_.begin_array(args_.name, columns)
                          : writer_.begin_root_array(columns);
  }

  Result<Done> close() {
    // Without a record there may be no columns: what is written then is simply empty.
    const bool has_columns = !args_.fields.empty();
    if (!begun_ && has_columns) {
      if (auto ok = begin(Value()); !ok) return ok;
    }
    if (begun_) {
      if (auto ok = writer_.end(); !ok) return ok;
    } else if (args_.has_key) {
      if (args_.has_name) {
        if (auto ok = writer_.begin_section(args_.name); !ok) return ok;
        if (auto ok = writer_.end(); !ok) return ok;
      }
    } else if (auto ok =
                   args_.has_name ? writer_.empty_array(args_.name) : writer_.empty_root_array();
               !ok) {
      return ok;
    }
    return writer_.close();
  }

  Context& context_;
  const StreamSettings& args_;
  Printer printer_;
  gcf::StreamWriter writer_;
  RecordSplitter splitter_;
  bool begun_ = false;
  Exit exit_ = Exit::done;
};

class Decoding {
 public:
  Decoding(Context& context, const StreamSettings& args)
      : context_(context), reader_(options_of(args)) {}

  Exit run() {
    const std::unique_ptr<char[]> piece(new char[piece_bytes]);
    bool more = true;
    while (true) {
      if (const auto exit = take_events()) return *exit;
      if (ended_ || !more) break;
      const auto size = context_.read_some(piece.get(), piece_bytes);
      if (!size) return fail(context_, "-", size.error());
      more = *size != 0 || !finished_;
      if (*size == 0) {
        reader_.finish();
        finished_ = true;
      } else {
        reader_.feed({piece.get(), *size});
      }
    }
    return Exit::done;
  }

 private:
  using Type = gcf::Event::Type;

  static gcf::StreamReaderOptions options_of(const StreamSettings& args) {
    gcf::StreamReaderOptions options;
    options.complete = args.complete;
    return options;
  }

  std::optional<Exit> print_lines() {
    bool go_on = true;
    const Exit exit = print(context_, lines_, &go_on);
    const bool stop = !lines_.empty() && !go_on;
    lines_.clear();
    if (exit != Exit::done || stop) return exit;
    return std::nullopt;
  }

  void warn(Errc code, std::string_view text) {
    if (context_.json_errors) {
      const Note note{Note::Type::warning, code, 0, text};
      show_notes(context_, "-", {}, {&note, 1});
    } else {
      context_.say(fmt::format("-: warning[{}]: {}\n", slug(code), text));
    }
  }

  std::optional<Exit> add(Value value) {
    const auto text = json::encode(value);
    if (!text) return fail(context_, "-", text.error());
    lines_.append(*text).append("\n");
    return std::nullopt;
  }

  /// A row of a keyed map is a record with its key in front.
  std::optional<Exit> add_keyed(std::string_view key, Value value) {
    Builder builder;
    builder.begin_object().key(label_).string(key);
    for (const auto& [name, field] : value.members())
      builder.key(name).value(field);
    const auto record = builder.end_object().finish();
    if (!record) return fail(context_, "-", record.error());
    return add(record->root());
  }

  /// An array of objects that came as a whole consists of rows, too.
  static bool is_rows(Value value) {
    return value.is_array() && value.size() != 0 &&
           std::all_of(value.items().begin(), value.items().end(),
                       [](const Value& item) { return item.is_object(); });
  }

  std::optional<Exit> take_events() {
    while (true) {
      const gcf::Event event = reader_.next();
      std::optional<Exit> exit;
      switch (event.type) {
        case Type::more: return print_lines();
        case Type::error:
          exit = print_lines();
          return exit ? exit : fail_in_stream(context_, "-", {0, 0}, *event.error);
        case Type::begin_table:
          if (event.keyed) label_ = event.columns[0];
          break;
        case Type::row:
          exit = event.keyed ? add_keyed(event.key, event.value) : add(event.value);
          break;
        case Type::item: exit = add(event.value); break;
        case Type::member:
          if (is_rows(event.value)) {
            for (const Value& item : event.value.items()) {
              if (!exit) exit = add(item);
            }
          } else if (!event.value.is_array() || event.value.size() != 0) {
            ++left_out_;
          }
          break;
        case Type::end:
          ended_ = true;
          exit = print_lines();
          if (left_out_ != 0) {
            warn(Errc::not_lossless,
                 fmt::format("{} outside tables {} left out; laconic decode writes everything",
                             left_out_ == 1 ? std::string("1 member")
                                            : fmt::format("{} members", left_out_),
                             left_out_ == 1 ? "is" : "are"));
          }
          if (event.trailer_missing) {
            warn(Errc::unexpected_end, "the stream has no trailer, so it may have been cut off");
          }
          return exit;
        default: break;
      }
      if (!exit && lines_.size() >= piece_bytes) exit = print_lines();
      if (exit) return exit;
    }
  }

  Context& context_;
  gcf::StreamReader reader_;
  std::string lines_;
  std::string label_;
  std::uint64_t left_out_ = 0;
  bool ended_ = false;
  bool finished_ = false;
};

Exit run(Context& context, Argv argv) {
  StreamSettings args;
  if (const auto exit = parse_flags(context, stream_command.text, argv, flags, args)) return *exit;
  if (args.decode && (args.has_name || args.has_key || !args.fields.empty())) {
    return fail_usage(context, "stream", "--fields, --name and --key do not go with --decode");
  }
  if (args.complete && !args.decode) {
    return fail_usage(context, "stream", "--complete goes with --decode only");
  }
  return args.decode ? Decoding(context, args).run() : Encoding(context, args).run();
}

}  // namespace

const Command stream_command{
    {"stream", "write or read records one by one",
     "[--fields A,B,...] [--name NAME] [--key FIELD] [--decode [--complete]] "
     "[--errors text|json]",
     "Reads JSON records from standard input, one per line (NDJSON) or as the elements of an "
     "array, and writes each as a row of GCF when it comes. Memory does not grow with the input. "
     "The counts that GCF's headers have follow at the end, in the trailer.\n\n"
     "Records are flat: a field that holds an array or object is refused, and so is a field that "
     "is no column. A field that is missing stays missing.\n\n"
     "With --decode it reads GCF and writes the rows of all tables as JSON, one per line; the "
     "key of a keyed map's row becomes its first member. What stands outside tables is left out, "
     "with a warning. Unlike other commands this one has written the rows before a mistake when "
     "it reports it.",
     examples},
    run};

}  // namespace laconic::cli
