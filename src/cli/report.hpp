// report.hpp - errors, warnings and repairs, for people and for tools.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <laconic/error.hpp>
#include <laconic/value.hpp>

#include "cli/command.hpp"

namespace laconic::cli {

/// Reports an error at a place of `text`, the content of `name`.
Exit fail_at(Context& context, std::string_view name, std::string_view text, const Error& error);

/// Reports an error that has no place: a file that cannot be read or written, a
/// value that cannot be encoded.
Exit fail(Context& context, std::string_view name, const Error& error);

/// Reports an error at a place of a text that is not kept. A location of 0:0 is not known;
/// the offset then stands for it.
Exit fail_in_stream(Context& context, std::string_view name, Location location, const Error& error);

/// Reports a mistake on the command line: one line, and where to read on. `command`
/// is empty when the mistake comes before it.
Exit fail_usage(Context& context, std::string_view command, std::string_view sentence);

/// Reports something that has no place and does not change the exit status.
void warn(Context& context, std::string_view name, Errc code, std::string_view sentence);

/// The same at a place of a text that is not kept.
void warn_in_stream(Context& context, std::string_view name, Location location,
                    const Error& warning);

/// Reports what a reader wants known although it succeeded.
void show_notes(Context& context, std::string_view name, std::string_view text,
                std::span<const Note> notes);

/// Writes to standard output. `go_on` becomes false when nobody reads any more or
/// writing failed.
Exit print(Context& context, std::string_view text, bool* go_on = nullptr);

}  // namespace laconic::cli
