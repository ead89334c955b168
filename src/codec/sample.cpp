// sample.cpp - thins out the long lists of a value.
#include "codec/sample.hpp"

#include <algorithm>

#include <laconic/builder.hpp>

namespace laconic::detail {
namespace {

// Lists up to this length are kept: what makes a table of them needs a few rows to show.
constexpr std::size_t short_list = 32;

class Thinner {
 public:
  explicit Thinner(double fraction) noexcept : fraction_(fraction) {}

  void copy(Value value) {
    if (value.is_array()) {
      builder_.begin_array();
      each(value.size(), [&](std::size_t i, bool whole) { child(value.items()[i], whole); });
      builder_.end_array();
    } else if (value.is_object()) {
      builder_.begin_object();
      each(value.size(), [&](std::size_t i, bool whole) {
        builder_.key(value.key(i));
        child(value.values()[i], whole);
      });
      builder_.end_object();
    } else {
      builder_.value(value);
    }
  }
  [[nodiscard]] Result<Document> finish() { return builder_.finish(); }

 private:
  void child(Value value, bool whole) {
    if (whole) {
      builder_.value(value);
    } else {
      copy(value);
    }
  }
  /// The places that stay. A list that was thinned out keeps its elements whole.
  template <class Visit>
  void each(std::size_t size, const Visit& visit) {
    const auto wanted = static_cast<std::size_t>(static_cast<double>(size) * fraction_);
    const std::size_t kept = size <= short_list ? size : std::clamp(wanted, short_list, size);
    for (std::size_t i = 0; i < kept; ++i)
      visit(i * size / kept, kept < size);
  }

  double fraction_;
  Builder builder_{1024};
};

}  // namespace

Result<Document> sample_of(Value value, double fraction) {
  Thinner thinner(fraction);
  thinner.copy(value);
  return thinner.finish();
}

}  // namespace laconic::detail
