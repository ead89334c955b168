// contender.hpp - what is measured: a task, who does it, and how its answer is checked.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace laconic::bench {

/// One library at one task. `prepare` gets the JSON text of a dataset and does what is
/// not measured; `run` does the task once. An answer is checked before it is timed.
class Contender {
 public:
  virtual ~Contender() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;  ///< "laconic"
  [[nodiscard]] virtual std::string_view task() const = 0;  ///< "json_to_gcf"
  /// False when the library cannot do the task on this text.
  [[nodiscard]] virtual bool prepare(const std::string& json) = 0;
  /// False when the library refused. The result must not be optimised away.
  [[nodiscard]] virtual bool run() = 0;
  /// The answer of the last `run` as JSON text, for the comparison with `expected`.
  [[nodiscard]] virtual std::string answer() = 0;
  /// What the answer must be, after `prepare`. Its bytes are what speeds count.
  [[nodiscard]] virtual const std::string& expected(const std::string& json) { return json; }
};

/// The contenders of each file; they live as long as the program.
[[nodiscard]] std::span<Contender* const> laconic_contenders();
[[nodiscard]] std::span<Contender* const> stream_contenders();
[[nodiscard]] std::span<Contender* const> simdjson_contenders();
[[nodiscard]] std::span<Contender* const> nlohmann_contenders();

/// Equal as JSON values, by the judgement of a library that is nobody's reader here.
[[nodiscard]] bool same_json(const std::string& a, const std::string& b);

}  // namespace laconic::bench
