// flat_table.cpp - cells by column: numbers, look-alikes of numbers, words, nulls, nasty strings.
#include "flat_table.hpp"

#include <set>
#include <string>
#include <vector>

#include <laconic/builder.hpp>

#include "generate.hpp"

namespace laconic::support {
namespace {

void put_cell(Builder& b, Random& random, std::size_t lean) {
  constexpr std::string_view numbers[] = {"0",
                                          "-0",
                                          "12",
                                          "1.5",
                                          "1.50",
                                          "1e5",
                                          "-7",
                                          "1e-7",
                                          "0.1",
                                          "1E3",
                                          "12345678901234567890",
                                          "1e400",
                                          "9007199254740993",
                                          "0.30000000000000004"};
  constexpr std::string_view look_alikes[] = {"12", "1.50", "007", "true", "false", "null", "",
                                              "-1", "1e5",  "+1",  "0.10", "True",  "12 ",  "1.5"};
  switch (random.below(8) == 0 ? random.below(5) : lean) {
    case 0: b.number(numbers[random.below(std::size(numbers))]); return;
    case 1: b.string(look_alikes[random.below(std::size(look_alikes))]); return;
    case 2: b.boolean(random.below(2) == 0); return;
    case 3: b.null(); return;
    default: b.string(nasty_string(random)); return;
  }
}

void put_without_null(Builder& b, Value v) {
  if (v.is_array()) {
    b.begin_array();
    for (const Value& item : v.items()) {
      if (!item.is_null()) put_without_null(b, item);
    }
    b.end_array();
  } else if (v.is_object()) {
    b.begin_object();
    for (const auto [key, value] : v.members()) {
      if (!value.is_null()) put_without_null(b.key(key), value);
    }
    b.end_object();
  } else {
    b.value(v);
  }
}

}  // namespace

Document without_null(Value value) {
  Builder b;
  b.begin_object();
  if (!value.is_null()) put_without_null(b.key("root"), value);
  auto document = b.end_object().finish();
  return document ? std::move(*document) : Document();
}

Document flat_table(std::uint64_t seed) {
  Random random(seed);
  std::set<std::string> names;
  for (std::size_t n = random.between(1, 6); names.size() < n;)
    names.insert(nasty_key(random, 60));
  std::vector<std::string> keys(names.begin(), names.end());
  std::vector<std::size_t> leans;
  for (std::size_t i = 0; i < keys.size(); ++i)
    leans.push_back(random.below(5));
  Builder b;
  b.begin_array();
  for (std::size_t rows = random.between(1, 8); rows > 0; --rows) {
    b.begin_object();
    const std::size_t turn = random.below(4) == 0 ? random.below(keys.size()) : 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::size_t column = (i + turn) % keys.size();
      b.key(keys[column]);
      put_cell(b, random, leans[column]);
    }
    b.end_object();
  }
  auto document = b.end_array().finish();
  return document ? std::move(*document) : Document();
}

}  // namespace laconic::support
