// transform.hpp - read one format, write another: the work of encode, decode and convert.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <laconic/gcf.hpp>
#include <laconic/toon.hpp>

#include "cli/command.hpp"
#include "cli/flags.hpp"
#include "cli/settings.hpp"

namespace laconic::cli {

struct TransformSettings : InputSettings {
  const Codec* to = nullptr;
  std::string output = "-";
  bool pretty = false;
  gcf::EncodeOptions gcf;
  std::string_view gcf_flag;  // the last flag that only GCF understands
  toon::EncodeOptions toon;
  std::string_view toon_flag;  // the last flag that only TOON understands
  bool graph = false;          // the input is a graph payload
  // --to auto
  bool automatic = false;
  std::string_view auto_flag;  // the last flag that only it understands
  std::vector<std::string> tokenizers;
  std::vector<std::string> allowed;
  std::string prefer;
  double margin = 0;
  bool explain = false;
  std::uint64_t sample_bytes = 0;
  bool lossless = false;
  std::string session;  // the file of a session's state; empty: none
};

/// One input and where its result goes.
struct Job {
  std::string input;
  std::string output;
};

using TransformFlag = Flag<TransformSettings>;

Result<Done> take_to(TransformSettings& args, const Context& context, std::string_view value);
Result<Done> take_spec(TransformSettings& args, const Context& context, std::string_view value);
Result<Done> take_layout(TransformSettings& args, const Context& context, std::string_view value);
Result<Done> take_delimiter(TransformSettings& args, const Context& context,
                            std::string_view value);
Result<Done> take_indent(TransformSettings& args, const Context& context, std::string_view value);
Result<Done> take_auto_tokenizer(TransformSettings& args, const Context& context,
                                 std::string_view value);
Result<Done> take_allow(TransformSettings& args, const Context& context, std::string_view value);
Result<Done> take_prefer(TransformSettings& args, const Context& context, std::string_view value);
Result<Done> take_margin(TransformSettings& args, const Context& context, std::string_view value);
Result<Done> take_sample(TransformSettings& args, const Context& context, std::string_view value);
Result<Done> ask_explain(TransformSettings& args, const Context& context, std::string_view);
Result<Done> take_output(TransformSettings& args, const Context& context, std::string_view value);
Result<Done> take_profile(TransformSettings& args, const Context& context, std::string_view value);
Result<Done> take_session(TransformSettings& args, const Context& context, std::string_view value);
Result<Done> ask_lossless(TransformSettings& args, const Context& context, std::string_view);
Result<Done> ask_no_flatten(TransformSettings& args, const Context& context, std::string_view);
Result<Done> ask_round_numbers(TransformSettings& args, const Context& context, std::string_view);
Result<Done> ask_pretty(TransformSettings& args, const Context& context, std::string_view);
Result<Done> ask_lenient(TransformSettings& args, const Context& context, std::string_view);

constexpr TransformFlag file_flag{file_text, take_input<TransformSettings>};
constexpr TransformFlag from_flag{from_text, take_from<TransformSettings>};
constexpr TransformFlag set_flag{set_text, take_set<TransformSettings>};
constexpr TransformFlag complete_flag{complete_text, ask_complete<TransformSettings>};
constexpr TransformFlag spec_flag{
    {"--spec", "3.5|3.6",
     "Which readers the GCF is for: 3.6 (the default) uses constant columns, which readers of 3.5 "
     "do not know."},
    take_spec};
constexpr TransformFlag no_flatten_flag{
    {"--no-flatten", "",
     "Write nested objects as attachments of their row, never as path columns."},
    ask_no_flatten};
constexpr TransformFlag layout_flag{
    {"--layout", "canonical|compact",
     "canonical (the default) is the one form that the GCF specification lays down; compact is the "
     "form with the fewest bytes that every conforming reader still understands."},
    take_layout};
constexpr TransformFlag round_numbers_flag{
    {"--round-numbers", "",
     "Write the nearest binary64 for numbers that have more digits than it keeps, instead of "
     "refusing them."},
    ask_round_numbers};
constexpr TransformFlag delimiter_flag{
    {"--delimiter", "comma|tab|pipe", "What stands between the values of TOON (default: comma)."},
    take_delimiter};
constexpr TransformFlag indent_flag{
    {"--indent", "N", "Spaces per level of TOON, read or written: 1 to 16 (default: 2)."},
    take_indent};
constexpr TransformFlag auto_tokenizer_flag{
    {"--tokenizer", "NAME|FILE",
     "With --to auto: the tokenizer that counts (default: o200k_base)."},
    take_auto_tokenizer};
constexpr TransformFlag allow_flag{
    {"--allow", "NAMES",
     "With --to auto: the formats that compete, separated by commas (default: every format that "
     "keeps all documents). Minified JSON always does."},
    take_allow};
constexpr TransformFlag prefer_flag{
    {"--prefer", "FORMAT", "With --to auto: take this format if it is within the --margin."},
    take_prefer};
constexpr TransformFlag margin_flag{
    {"--margin", "PERCENT",
     "How much more than the cheapest the preferred format may cost (default: 0). It never costs "
     "more than minified JSON."},
    take_margin};
constexpr TransformFlag sample_flag{
    {"--sample", "BYTES",
     "With --to auto: let the formats compete on a sample of about this size when the document is "
     "larger (as minified JSON; suffixes k and M). The winner is still counted, compared with "
     "minified JSON and read back in full."},
    take_sample};
constexpr TransformFlag explain_flag{
    {"--explain", "", "With --to auto: show on standard error how every format did."}, ask_explain};
constexpr TransformFlag profile_flag{
    {"--profile", "generic|graph",
     "generic (the default) writes any document; graph takes each FILE for a code-graph payload "
     "(tool, symbols, edges) and writes it in GCF's graph profile."},
    take_profile};
constexpr TransformFlag lossless_flag{
    {"--lossless", "",
     "Refuse what the target format cannot carry, or what could not be read exactly, instead of "
     "leaving it out with a warning."},
    ask_lossless};
constexpr TransformFlag encode_session_flag{
    {"--session", "STATE",
     "With --profile graph: send symbols that were sent before by their id only. The file STATE "
     "remembers them; it is made when it is missing."},
    take_session};
constexpr TransformFlag decode_session_flag{
    {"--session", "STATE",
     "Read graph payloads of a session: the file STATE remembers the symbols that later payloads "
     "name by their id only. It is made when it is missing, and stays as it was when a payload "
     "is refused."},
    take_session};
constexpr TransformFlag pretty_flag{{"--pretty", "", "Indent the JSON by two spaces per level."},
                                    ask_pretty};
constexpr TransformFlag lenient_flag{
    {"--lenient", "",
     "Repair what can be repaired without guessing a value; each repair is reported on standard "
     "error as FILE:LINE:COL: repaired[SLUG]: SENTENCE."},
    ask_lenient};
constexpr TransformFlag output_flag{
    {"-o,--output", "PATH",
     "Write to PATH instead of standard output. The file appears when it is finished; on failure "
     "an old one stays untouched. When PATH is an existing directory, each result goes into it "
     "under the name of its input with the extension of the target format; several inputs need "
     "that. - is standard output."},
    take_output};

/// Reads every input and writes it as `args.to`.
[[nodiscard]] Exit transform(Context& context, const CommandText& command,
                             const TransformSettings& args);

}  // namespace laconic::cli
