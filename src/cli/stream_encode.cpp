// stream_encode.cpp - JSON records in, rows of GCF out as they come.
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/json.hpp>
#include <laconic/stream.hpp>

#include "cli/record_splitter.hpp"
#include "cli/report.hpp"
#include "cli/stream_records.hpp"

namespace laconic::cli {
namespace {

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
    const std::unique_ptr<char[]> piece(new char[stream_piece_bytes]);
    while (true) {
      const auto size = context_.read_some(piece.get(), stream_piece_bytes);
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

  /// All that are there. False: `exit_` says how it ended.
  bool take_records() {
    records_.clear();
    texts_.clear();
    while (true) {
      Record record;
      const RecordSplitter::Step step = splitter_.next(record);
      if (step == RecordSplitter::Step::record) {
        records_.push_back(record);
        texts_.push_back(record.text);
        continue;
      }
      if (!write_records()) return false;
      if (step != RecordSplitter::Step::failed) return true;
      keep_what_is_written();
      exit_ = fail_in_stream(context_, "-", splitter_.location(), splitter_.error());
      return false;
    }
  }

  bool write_records() {
    const json::RecordReader::Batch batch = reader_.read(texts_);
    for (std::size_t i = 0; i < batch.values.size(); ++i) {
      const Value record = batch.values[i];
      auto written = begun_ ? Result<Done>(Done{}) : begin(record);
      if (written) written = writer_.row(record);
      if (!written) return refuse(records_[i], written.error());
    }
    return batch.error == nullptr || refuse_text(records_[batch.values.size()], *batch.error);
  }

  bool refuse(const Record& record, const Error& error) {
    if (printer_.gone || error.code == Errc::io_failed) {
      exit_ = fail_writing(error);
    } else {
      exit_ =
          fail_in_stream(context_, "-", record.start, {error.code, record.offset, error.detail});
    }
    return false;
  }

  bool refuse_text(const Record& record, Error error) {
    keep_what_is_written();
    const Location place = locate(record.text, error.offset);
    error.offset += record.offset;
    exit_ =
        fail_in_stream(context_, "-",
                       {record.start.line + place.line - 1,
                        place.line == 1 ? record.start.column + place.column - 1 : place.column},
                       error);
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
  std::vector<Record> records_;  // that are read at once
  std::vector<std::string_view> texts_;
  json::RecordReader reader_;
  bool begun_ = false;
  Exit exit_ = Exit::done;
};

}  // namespace

Exit encode_stream(Context& context, const StreamSettings& args) {
  return Encoding(context, args).run();
}

}  // namespace laconic::cli
