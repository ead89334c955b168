// cli_io_test.cpp - the command when files, pipes and memory fail.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <laconic/codec.hpp>
#include <laconic/gcf.hpp>
#include <laconic/json.hpp>

#include "cli/command.hpp"
#include "os/files.hpp"

namespace {

using laconic::Codec;
using laconic::CodecRegistry;
using laconic::Document;
using laconic::Errc;
using laconic::Error;
using laconic::Result;
using laconic::cli::Exit;
using laconic::os::Calls;
using laconic::os::Excess;
using laconic::os::Written;

// ---- system calls that fail on request

/// What the next calls do: transfer at most that many bytes, or fail with -value.
std::vector<int> script;
std::string source;  // what fake_read hands out
std::string sink;    // what fake_write received

/// Takes one step of the script; an empty script transfers everything.
std::ptrdiff_t next_step(std::size_t size) {
  if (script.empty()) return static_cast<std::ptrdiff_t>(size);
  const int step = script.front();
  script.erase(script.begin());
  if (step < 0) {
    errno = -step;
    return -1;
  }
  return static_cast<std::ptrdiff_t>(std::min(size, static_cast<std::size_t>(step)));
}

ssize_t fake_read(int, void* buffer, std::size_t size) {
  const std::ptrdiff_t n = next_step(std::min(size, source.size()));
  if (n <= 0) return n;
  std::memcpy(buffer, source.data(), static_cast<std::size_t>(n));
  source.erase(0, static_cast<std::size_t>(n));
  return n;
}

ssize_t fake_write(int, const void* buffer, std::size_t size) {
  const std::ptrdiff_t n = next_step(size);
  if (n > 0) sink.append(static_cast<const char*>(buffer), static_cast<std::size_t>(n));
  return n;
}

constexpr Calls fakes{fake_read, fake_write};

class FaultTest : public testing::Test {
 protected:
  void SetUp() override {
    script.clear();
    source.clear();
    sink.clear();
    folder_ = std::filesystem::temp_directory_path() / "laconic-io-XXXXXX";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }
  static void put(const std::string& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
  }
  static std::string get(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::size_t files_in_folder() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), {}));
  }
  static mode_t mode_of(const std::string& file) {
    struct stat info {};
    EXPECT_EQ(stat(file.c_str(), &info), 0);
    return info.st_mode & 07777;
  }

  std::string folder_;
};

using ReadTest = FaultTest;
using WriteTest = FaultTest;

// A descriptor that fstat accepts and that is no regular file.
int any_descriptor() {
  static const int descriptor = open("/dev/null", O_RDWR);
  return descriptor;
}

TEST_F(ReadTest, PutsShortReadsTogether) {
  source = "abcdefghij";
  script = {1, 2, 3};
  const auto text = laconic::os::read_descriptor(any_descriptor(), 100, Excess::refuse, fakes);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "abcdefghij");
}

TEST_F(ReadTest, GrowsBeyondTheFirstGuess) {
  std::string expected;
  for (int i = 0; i < 100000; ++i)
    expected += std::to_string(i);
  source = expected;
  const auto text = laconic::os::read_descriptor(any_descriptor(), 1 << 30, Excess::refuse, fakes);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, expected);
}

TEST_F(ReadTest, GoesOnAfterAnInterruption) {
  source = "abc";
  script = {-EINTR, 2, -EINTR};
  const auto text = laconic::os::read_descriptor(any_descriptor(), 100, Excess::refuse, fakes);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "abc");
}

TEST_F(ReadTest, ReportsAFaultInTheMiddle) {
  source = "abc";
  script = {2, -EIO};
  const auto text = laconic::os::read_descriptor(any_descriptor(), 100, Excess::refuse, fakes);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, Errc::io_failed);
  EXPECT_EQ(text.error().detail, "cannot read: Input/output error");
}

TEST_F(ReadTest, TakesExactlyTheLimit) {
  for (const std::string content : {"1234", "12345"}) {
    source = content;
    const auto text = laconic::os::read_descriptor(any_descriptor(), 4, Excess::refuse, fakes);
    put(path("f"), content);
    const auto file = laconic::os::read_file(path("f"), 4);
    ASSERT_EQ(text.ok(), content.size() == 4);
    ASSERT_EQ(file.ok(), content.size() == 4);
    if (text) continue;
    EXPECT_EQ(text.error().code, Errc::size_exceeded);
    EXPECT_EQ(file.error().code, Errc::size_exceeded);
  }
}

TEST_F(ReadTest, CutsWhenAskedTo) {
  source = "1234567";
  const auto text = laconic::os::read_descriptor(any_descriptor(), 4, Excess::cut, fakes);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "1234");
  put(path("f"), "1234567");
  const auto file = laconic::os::read_file(path("f"), 4, Excess::cut);
  ASSERT_TRUE(file);
  EXPECT_EQ(*file, "1234");
}

TEST_F(ReadTest, ReadsOnFromWhereAFileStands) {
  put(path("f"), "abcdef");
  const int descriptor = open(path("f").c_str(), O_RDONLY);
  ASSERT_EQ(lseek(descriptor, 2, SEEK_SET), 2);
  const auto text = laconic::os::read_descriptor(descriptor, 4);
  close(descriptor);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "cdef");
}

TEST_F(ReadTest, ReadsFilesThatClaimToBeEmpty) {
  const auto text = laconic::os::read_file("/proc/self/status", 1 << 20);
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("Pid:"), std::string::npos);
}

TEST_F(ReadTest, RefusesDirectoriesAndMissingFiles) {
  const auto directory = laconic::os::read_file(folder_, 100);
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().detail, "cannot read: Is a directory");
  const auto missing = laconic::os::read_file(path("none"), 100);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Errc::io_failed);
  EXPECT_EQ(missing.error().detail, "cannot open: No such file or directory");
}

TEST_F(WriteTest, PutsShortWritesTogether) {
  script = {1, 2, -EINTR, 1};
  const auto written = laconic::os::write_descriptor(-1, "abcdefg", fakes);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, Written::everything);
  EXPECT_EQ(sink, "abcdefg");
}

TEST_F(WriteTest, TakesAClosedPipeForAReaderThatHasSeenEnough) {
  script = {3, -EPIPE};
  const auto written = laconic::os::write_descriptor(-1, "abcdefg", fakes);
  ASSERT_TRUE(written);
  EXPECT_EQ(*written, Written::reader_gone);
}

TEST_F(WriteTest, ReportsAFullDisk) {
  script = {3, -ENOSPC};
  const auto written = laconic::os::write_descriptor(-1, "abcdefg", fakes);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, Errc::io_failed);
  EXPECT_EQ(written.error().detail, "cannot write: No space left on device");
}

TEST_F(WriteTest, DoesNotSpinOnAWriteThatGetsNowhere) {
  script = {0};
  EXPECT_FALSE(laconic::os::write_descriptor(-1, "abc", fakes));
}

TEST_F(WriteTest, WaitsForAPipeThatSomebodyMadeNonBlocking) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK), 0);
  const std::string text(1 << 20, 'x');  // more than a pipe holds
  std::string received;
  std::thread reader([&] {
    const auto all = laconic::os::read_descriptor(ends[0], 1 << 22);  // waits as well
    if (all) received = *all;
  });
  const auto written = laconic::os::write_descriptor(ends[1], text);
  close(ends[1]);
  reader.join();
  close(ends[0]);
  ASSERT_TRUE(written);
  EXPECT_EQ(received, text);
}

TEST_F(WriteTest, MakesANewFile) {
  const mode_t before = umask(027);
  const auto written = laconic::os::write_file(path("f"), "new");
  umask(before);
  ASSERT_TRUE(written);
  EXPECT_EQ(get(path("f")), "new");
  EXPECT_EQ(mode_of(path("f")), 0640U);
  EXPECT_EQ(files_in_folder(), 1U);
}

TEST_F(WriteTest, LeavesTheOldFileWhenTheDiskFillsUp) {
  put(path("f"), "old");
  script = {3, -ENOSPC};
  const auto written = laconic::os::write_file(path("f"), "much longer", fakes);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().detail, "cannot write: No space left on device");
  EXPECT_EQ(get(path("f")), "old");
  EXPECT_EQ(files_in_folder(), 1U);
}

TEST_F(WriteTest, LeavesNothingWhenANewFileFails) {
  script = {3, -EIO};
  EXPECT_FALSE(laconic::os::write_file(path("f"), "abcdef", fakes));
  EXPECT_EQ(files_in_folder(), 0U);
}

TEST_F(WriteTest, KeepsPermissionsOfTheFileItReplaces) {
  put(path("f"), "old");
  ASSERT_EQ(chmod(path("f").c_str(), 0751), 0);
  ASSERT_TRUE(laconic::os::write_file(path("f"), "new"));
  EXPECT_EQ(get(path("f")), "new");
  EXPECT_EQ(mode_of(path("f")), 0751U);
}

TEST_F(WriteTest, FollowsASymbolicLink) {
  std::filesystem::create_directory(path("there"));
  put(path("there/real"), "old");
  std::filesystem::create_symlink("there/real", path("link"));
  ASSERT_TRUE(laconic::os::write_file(path("link"), "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(get(path("there/real")), "new");
}

TEST_F(WriteTest, RefusesDirectoriesAndMissingFolders) {
  const auto directory = laconic::os::write_file(folder_, "x");
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().detail, "cannot write: Is a directory");
  const auto nowhere = laconic::os::write_file(path("none/f"), "x");
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().detail,
            "cannot create a file in its folder: No such file or directory");
}

TEST_F(WriteTest, WritesDevicesInPlace) {
  ASSERT_TRUE(laconic::os::write_file("/dev/null", "x"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  const auto full = laconic::os::write_file("/dev/full", "x");
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().detail, "cannot write: No space left on device");
}

TEST_F(WriteTest, WorksBesideAFileThatHasTheTemporaryName) {
  put(path(".laconic-" + std::to_string(getpid()) + "-0"), "of another");
  ASSERT_TRUE(laconic::os::write_file(path("f"), "new"));
  EXPECT_EQ(get(path("f")), "new");
  EXPECT_EQ(get(path(".laconic-" + std::to_string(getpid()) + "-0")), "of another");
}

// ---- the command on a world in memory

class FakeContext final : public laconic::cli::Context {
 public:
  using Context::Context;

  Result<std::string> read(const std::string& name, std::uint64_t max_bytes,
                           Excess excess) override {
    reads.push_back(name);
    if (name == "memory") throw std::bad_alloc();
    if (name == "broken") return Error{Errc::io_failed, 0, "cannot read: Input/output error"};
    const auto file = files.find(name);
    if (file == files.end())
      return Error{Errc::io_failed, 0, "cannot open: No such file or directory"};
    if (excess == Excess::cut) return file->second.substr(0, static_cast<std::size_t>(max_bytes));
    return file->second;
  }
  Result<std::size_t> read_some(char* buffer, std::size_t size) override {
    std::string& input = files["-"];
    if (input == "broken") return Error{Errc::io_failed, 0, "cannot read: Input/output error"};
    const std::size_t n = std::min({size, input.size(), std::size_t{7}});
    input.copy(buffer, n);
    input.erase(0, n);
    return n;
  }
  Result<Written> write(const std::string& name, std::string_view text) override {
    if (fault.code == Errc::io_failed) return fault;
    if (reader_gone) return Written::reader_gone;
    written[name] += text;
    return Written::everything;
  }
  bool is_directory(const std::string& name) const override { return name.ends_with('/'); }
  bool is_same_file(const std::string& a, const std::string& b) const override { return a == b; }
  void say(std::string_view text) override { said += text; }

  Exit run(std::vector<std::string> argv) {
    std::vector<char*> pointers;
    pointers.reserve(argv.size());
    for (std::string& argument : argv)
      pointers.push_back(argument.data());
    return laconic::cli::run_program(*this, pointers);
  }

  std::map<std::string, std::string> files;
  std::map<std::string, std::string> written;
  std::vector<std::string> reads;
  std::string said;
  Error fault{Errc::bad_usage, 0, ""};  // an io_failed here is what writing answers
  bool reader_gone = false;
};

class ProgramTest : public testing::Test {
 protected:
  ProgramTest() {
    context_.files = {{"a", R"({"a":1})"}, {"b", "[1,2]"}, {"bad", "{\"a\":\n  x}"}};
  }
  CodecRegistry codecs_ = CodecRegistry::with_builtins();
  FakeContext context_{codecs_};
};

TEST_F(ProgramTest, ReportsAFullDiskAndStops) {
  context_.fault = Error{Errc::io_failed, 0, "cannot write: No space left on device"};
  EXPECT_EQ(context_.run({"decode", "a", "b"}), Exit::io);
  EXPECT_EQ(context_.said, "-: error[io_failed]: cannot write: No space left on device\n");
  EXPECT_EQ(context_.reads, (std::vector<std::string>{"a"}));
}

TEST_F(ProgramTest, StopsInSilenceWhenTheReaderIsGone) {
  context_.reader_gone = true;
  EXPECT_EQ(context_.run({"decode", "a", "b"}), Exit::done);
  EXPECT_EQ(context_.said, "");
  EXPECT_EQ(context_.reads, (std::vector<std::string>{"a"}));
}

TEST_F(ProgramTest, RemembersAnErrorFromBeforeTheReaderLeft) {
  context_.reader_gone = true;
  EXPECT_EQ(context_.run({"decode", "bad", "a"}), Exit::data);
}

TEST_F(ProgramTest, GoesOnAfterAFileThatCannotBeRead) {
  EXPECT_EQ(context_.run({"decode", "a", "broken", "bad", "b"}), Exit::io);
  EXPECT_EQ(context_.written["-"], "{\"a\":1}\n[1,2]\n");
  EXPECT_TRUE(
      context_.said.starts_with("broken: error[io_failed]: cannot read: Input/output error\n"
                                "bad:2:3: error["))
      << context_.said;
}

TEST_F(ProgramTest, ReportsWritingToAFileByItsName) {
  context_.fault = Error{Errc::io_failed, 0, "cannot write: Disk quota exceeded"};
  EXPECT_EQ(context_.run({"encode", "-o", "out.gcf", "a"}), Exit::io);
  EXPECT_EQ(context_.said, "out.gcf: error[io_failed]: cannot write: Disk quota exceeded\n");
}

TEST_F(ProgramTest, ReportsOutOfMemory) {
  EXPECT_EQ(context_.run({"decode", "memory"}), Exit::data);
  EXPECT_EQ(context_.said, "laconic: error[out_of_memory]: not enough memory for this document\n");
  context_.said.clear();
  EXPECT_EQ(context_.run({"decode", "--errors=json", "memory"}), Exit::data);
  EXPECT_TRUE(laconic::json::decode(context_.said)) << context_.said;
  EXPECT_NE(context_.said.find("\"code\":900,\"slug\":\"out_of_memory\""), std::string::npos);
}

TEST_F(ProgramTest, ColoursTheWordAndTheCaretOnATerminal) {
  context_.colour = true;
  context_.files[" error[x"] = "[1,]";
  EXPECT_EQ(context_.run({"decode", " error[x"}), Exit::data);
  EXPECT_TRUE(context_.said.starts_with(" error[x:1:4: \x1b[1;31merror\x1b[0m[")) << context_.said;
  EXPECT_TRUE(context_.said.ends_with("\n  [1,]\n     \x1b[1;31m^\x1b[0m\n")) << context_.said;
  context_.said.clear();
  EXPECT_EQ(context_.run({"decode", "--errors", "json", "bad"}), Exit::data);
  EXPECT_EQ(context_.said.find('\x1b'), std::string::npos);
}

TEST_F(ProgramTest, KeepsControlCharactersOfFileNamesFromTheTerminal) {
  EXPECT_EQ(context_.run({"decode", "no\x1b[2Jfile\n"}), Exit::io);
  EXPECT_TRUE(context_.said.starts_with("no?[2Jfile?: error[io_failed]")) << context_.said;
}

TEST_F(ProgramTest, WritesJsonErrorsForAnyFileName) {
  context_.files["\xFF\"\n"] = "[1,]";
  EXPECT_EQ(context_.run({"--errors=json", "decode", "\xFF\"\n"}), Exit::data);
  const auto line = laconic::json::decode(context_.said);
  ASSERT_TRUE(line) << context_.said;
  EXPECT_EQ(line->root().find("file")->string(), "\xEF\xBF\xBD\"\n");
  EXPECT_EQ(line->root().find("line")->integer(), 1);
  EXPECT_EQ(line->root().find("column")->integer(), 4);
  EXPECT_EQ(line->root().find("offset")->integer(), 3);
}

TEST_F(ProgramTest, NamesResultsInADirectoryAfterTheirInputs) {
  context_.files = {{"x/one.json", "1"}, {"two", "2"}, {"x/.three", "3"}, {"four.tar.json", "4"}};
  EXPECT_EQ(
      context_.run({"encode", "-o", "out/", "x/one.json", "two", "x/.three", "four.tar.json"}),
      Exit::done);
  std::vector<std::string> names;
  for (const auto& [name, text] : context_.written)
    names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"out/.three.gcf", "out/four.tar.gcf", "out/one.gcf",
                                             "out/two.gcf"}));
}

// ---- codecs that do not keep their promises

Result<Document> decode_as_null(const Codec&, std::string_view, const laconic::DecodeOptions&) {
  return Document();
}
Result<Document> refuse_to_decode(const Codec&, std::string_view, const laconic::DecodeOptions&) {
  return Error{Errc::unexpected_character, 0, "not mine"};
}
Result<std::string> encode_as_x(const Codec&, laconic::Value, const laconic::EncodeOptions&) {
  return std::string("x");
}
int certain(std::string_view) noexcept {
  return 100;
}

constexpr Codec lossy{.name = "lossy",
                      .description = "loses everything",
                      .extensions = "",
                      .media_types = "",
                      .lossless = true,
                      .decode = decode_as_null,
                      .encode = encode_as_x,
                      .sniff = nullptr};
constexpr Codec unreadable{.name = "unreadable",
                           .description = "cannot read itself",
                           .extensions = "",
                           .media_types = "",
                           .lossless = true,
                           .decode = refuse_to_decode,
                           .encode = encode_as_x,
                           .sniff = nullptr};
constexpr Codec write_only{.name = "write_only",
                           .description = "",
                           .extensions = "",
                           .media_types = "",
                           .lossless = false,
                           .decode = nullptr,
                           .encode = encode_as_x,
                           .sniff = nullptr};
constexpr Codec read_only{.name = "read_only",
                          .description = "",
                          .extensions = "",
                          .media_types = "",
                          .lossless = false,
                          .decode = decode_as_null,
                          .encode = nullptr,
                          .sniff = certain};
constexpr Codec rival{.name = "rival",
                      .description = "",
                      .extensions = "",
                      .media_types = "",
                      .lossless = false,
                      .decode = decode_as_null,
                      .encode = nullptr,
                      .sniff = certain};

class OddCodecTest : public ProgramTest {
 protected:
  OddCodecTest() {
    for (const Codec* codec : {&lossy, &unreadable, &write_only, &read_only}) {
      EXPECT_TRUE(codecs_.add(*codec));
    }
  }
};

TEST_F(OddCodecTest, BenchRefusesARoundTripThatChangesTheValue) {
  EXPECT_EQ(context_.run({"bench", "--from", "json", "--formats", "lossy", "--min-time", "0", "a"}),
            Exit::data);
  EXPECT_EQ(context_.said,
            "a: error[not_lossless]: the round trip through lossy changes the value\n");
  EXPECT_TRUE(context_.written.empty());
}

TEST_F(OddCodecTest, BenchRefusesAFormatThatCannotReadItself) {
  EXPECT_EQ(
      context_.run({"bench", "--from", "json", "--formats", "unreadable", "--min-time", "0", "a"}),
      Exit::data);
  EXPECT_EQ(
      context_.said,
      "a: error[not_lossless]: unreadable cannot read what it wrote: unexpected_character: not "
      "mine\n");
}

TEST_F(OddCodecTest, RefusesFormatsForTheDirectionTheyLack) {
  EXPECT_EQ(context_.run({"decode", "--from", "write_only", "a"}), Exit::usage);
  EXPECT_EQ(context_.run({"encode", "--to", "read_only", "a"}), Exit::usage);
  EXPECT_EQ(context_.run({"bench", "--formats", "read_only", "a"}), Exit::usage);
  EXPECT_EQ(
      context_.said,
      "laconic decode: error[bad_usage]: --from: write_only can only be written\n"
      "see laconic decode --help\n"
      "laconic encode: error[bad_usage]: --to: read_only can only be read\n"
      "see laconic encode --help\n"
      "laconic bench: error[bad_usage]: --formats: read_only cannot be both read and written\n"
      "see laconic bench --help\n");
  EXPECT_TRUE(context_.reads.empty());
}

TEST_F(OddCodecTest, ReportsATieOfDetection) {
  EXPECT_EQ(context_.run({"detect", "a"}), Exit::done);
  EXPECT_EQ(context_.written["-"], "a: read_only\n");
  ASSERT_TRUE(codecs_.add(rival));
  EXPECT_EQ(context_.run({"detect", "a"}), Exit::data);
  EXPECT_NE(context_.said.find("error[unknown_format]"), std::string::npos) << context_.said;
  EXPECT_NE(context_.said.find("read_only or rival"), std::string::npos) << context_.said;
}

}  // namespace
