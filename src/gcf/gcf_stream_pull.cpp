// gcf_stream_pull.cpp - the reader that gets its text by itself.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <laconic/stream.hpp>

namespace laconic::gcf {

struct PullReader::Impl {
  Impl(Source given, const StreamReaderOptions& options, std::size_t bytes)
      : source(given),
        reader(options),
        buffer_bytes(std::max<std::size_t>(bytes, 1)),
        buffer(new char[buffer_bytes]) {}

  Event next() {
    while (!failure) {
      const Event event = reader.next();
      if (event.type != Event::Type::more) return event;
      const auto size = source.read(source.context, buffer.get(), buffer_bytes);
      if (!size) {
        failure = size.error();
        failure->offset = offset;
      } else if (*size == 0) {
        reader.finish();
      } else {
        const std::size_t count = std::min(*size, buffer_bytes);
        reader.feed({buffer.get(), count});
        offset += count;
      }
    }
    Event event;
    event.type = Event::Type::error;
    event.error = &*failure;
    return event;
  }

  Source source;
  StreamReader reader;
  std::size_t buffer_bytes;
  std::unique_ptr<char[]> buffer;
  std::uint64_t offset = 0;
  std::optional<Error> failure;  // of the source
};

PullReader::PullReader(Source source, const StreamReaderOptions& options, std::size_t buffer_bytes)
    : impl_(new Impl(source, options, buffer_bytes)) {}
PullReader::PullReader(PullReader&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}
PullReader& PullReader::operator=(PullReader&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
PullReader::~PullReader() {
  delete impl_;
}

Event PullReader::next() {
  return impl_->next();
}

}  // namespace laconic::gcf
