// stream_fuzz.cpp - any bytes as a GCF stream: the same in every split as at once.
#include <cstdint>
#include <string>

#include <laconic/gcf_session.hpp>

#include "fuzz_target.hpp"
#include "stream_events.hpp"

using namespace laconic;
using fuzz::require;

namespace {

constexpr std::string_view earlier =
    "GCF profile=graph symbols=2 session=true\n## targets\n@0 fn a 0.50 ast\n@1 type b 0.40 x\n";

/// A consumer that has read a message.
const std::string& known_state() {
  static const std::string state = [] {
    gcf::SessionReader reader;
    require(reader.decode(earlier).ok(), "the first message of the session");
    return *reader.save();
  }();
  return state;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const std::uint64_t seed = size == 0 ? 0 : data[size - 1] + size;
  for (const bool complete : {false, true}) {
    const std::string wrong = support::check_stream(text, complete, seed);
    require(wrong.empty(), wrong);
  }
  if (text.starts_with("GCF profile=graph")) {
    const std::string wrong = support::check_session_stream(text, known_state(), seed);
    require(wrong.empty(), wrong);
  }
  return 0;
}
