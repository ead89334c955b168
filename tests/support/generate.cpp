// generate.cpp - adversarial documents from a seed.
//
// The idea: random keys never align, so random objects never make a table. Records are
// therefore drawn from a random record type whose fields say how they vary (constant,
// few values, a fixed nested object, a nested table, a map ...), and each record may
// stray from its type a little: a field absent, null, in another place, of another
// kind. Misfits are as important as fits: they are what turns a form off.
#include "generate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

#include <laconic/builder.hpp>

namespace laconic::support {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view plain_keys[] = {
    "id"sv,   "name"sv, "a"sv,   "b"sv,    "c"sv,    "x"sv, "y"sv,  "value"sv,       "items"sv,
    "meta"sv, "tags"sv, "key"sv, "_key"sv, "type"sv, "_"sv, "A9"sv, "total_price"sv,
};

constexpr std::string_view odd_keys[] = {
    ""sv,
    ">"sv,
    "a>b"sv,
    "a>"sv,
    ">b"sv,
    "x>y>z"sv,
    "__proto__"sv,
    "constructor"sv,
    "toString"sv,
    "0"sv,
    "1"sv,
    "-1"sv,
    "007"sv,
    "1e5"sv,
    "key"sv,
    "_key"sv,
    "__key"sv,
    "a b"sv,
    " a"sv,
    "a "sv,
    "a,b"sv,
    "a|b"sv,
    "a=b"sv,
    "="sv,
    "a=1"sv,
    "[0]"sv,
    "a[2]"sv,
    "a[2]: x"sv,
    "a]:"sv,
    "[?]"sv,
    "{a}"sv,
    "a}"sv,
    "}"sv,
    "{"sv,
    "\""sv,
    "\\"sv,
    "a\"b"sv,
    "#"sv,
    "# a"sv,
    "## a"sv,
    "##! s"sv,
    "@id"sv,
    "@"sv,
    "@0"sv,
    ".f"sv,
    "."sv,
    "-"sv,
    "~"sv,
    "^"sv,
    "^{a}"sv,
    "true"sv,
    "null"sv,
    "a\nb"sv,
    "a\tb"sv,
    "\r"sv,
    "\0"sv,
    "\x01"sv,
    "\x7f"sv,
    "content-type"sv,
    "a.b"sv,
    "\xc3\xa9"sv,
    "e\xcc\x81"sv,
    "\xe6\x97\xa5\xe6\x9c\xac"sv,
    "\xf0\x9f\x98\x80"sv,
    "\xc2\xa0"sv,
    "\xef\xbb\xbf"sv,
    "group"sv,
    "GCF"sv,
    "profile"sv,
};

constexpr std::string_view odd_strings[] = {
    ""sv,
    " "sv,
    "  "sv,
    "-"sv,
    "~"sv,
    "^"sv,
    "--"sv,
    "^^"sv,
    "^{"sv,
    "^{}"sv,
    "^{a}"sv,
    "^{a,b}"sv,
    "^{a"sv,
    "^a}"sv,
    "true"sv,
    "false"sv,
    "True"sv,
    "null"sv,
    "nil"sv,
    "NaN"sv,
    "Infinity"sv,
    "0"sv,
    "1"sv,
    "-1"sv,
    "42"sv,
    "-0"sv,
    "1.5"sv,
    "1e5"sv,
    "1E+5"sv,
    "1e"sv,
    "1."sv,
    ".5"sv,
    "-.5"sv,
    "+.5"sv,
    "+1"sv,
    "+"sv,
    "+a"sv,
    "-a"sv,
    "-1a"sv,
    "007"sv,
    "00"sv,
    "0x1F"sv,
    "0a"sv,
    "0.5.1"sv,
    "1,5"sv,
    "9223372036854775807"sv,
    "9223372036854775808"sv,
    "1e400"sv,
    "+15550101"sv,
    " a"sv,
    "a "sv,
    " a "sv,
    "a  b"sv,
    "#"sv,
    "# x"sv,
    "## x"sv,
    "##! summary counts=1"sv,
    "#x"sv,
    "x#"sv,
    "@"sv,
    "@0"sv,
    "@0 x"sv,
    "@0 =x"sv,
    "x@y"sv,
    "."sv,
    ".f"sv,
    ".f {}"sv,
    ".f [1]"sv,
    "a.b"sv,
    "a|b"sv,
    "|"sv,
    "||"sv,
    "a,b"sv,
    ","sv,
    "a=b"sv,
    "="sv,
    "=x"sv,
    "x="sv,
    "a=1 [2]"sv,
    "[2]"sv,
    "[0]: "sv,
    "[x]: y"sv,
    "a[1]: b"sv,
    "x [1] : y"sv,
    "[]:"sv,
    "] :"sv,
    "[ab"sv,
    "value[0] ok"sv,
    "[[a]:"sv,
    "[a]]:"sv,
    "key: value"sv,
    "{}"sv,
    "{a}"sv,
    "}"sv,
    "a}b"sv,
    "{"sv,
    "\""sv,
    "\"\""sv,
    "\"a\""sv,
    "a\"b"sv,
    "\\"sv,
    "\\n"sv,
    "a\\b"sv,
    "\\\""sv,
    "'"sv,
    "\n"sv,
    "a\nb"sv,
    "a\r\nb"sv,
    "\r"sv,
    "\t"sv,
    "\ta"sv,
    "a\t"sv,
    "\0"sv,
    "a\0b"sv,
    "\x01"sv,
    "\b\f"sv,
    "\x1b[0m"sv,
    "\x1f"sv,
    "\x7f"sv,
    "\xc2\x80"sv,
    "\xc2\x85"sv,
    "\xc2\x9f"sv,
    "\xc2\xa0"sv,
    "\xc2\xa1"sv,
    "a\xc2\xa0"sv,
    "\xe1\x9a\x80"sv,
    "\xe1\xa0\x8e"sv,
    "\xe2\x80\x80"sv,
    "\xe2\x80\x8a"sv,
    "\xe2\x80\x8b"sv,
    "\xe2\x80\xa8"sv,
    "\xe2\x80\xa9"sv,
    "\xe2\x80\xaf"sv,
    "\xe2\x81\x9f"sv,
    "\xe2\x81\xa0"sv,
    "\xe3\x80\x80"sv,
    "\xef\xbb\xbf"sv,
    "\xef\xbb\xbe"sv,
    "\xc3\xa9"sv,
    "e\xcc\x81"sv,
    "\xcc\x81"sv,
    "|\xcc\x81"sv,
    "\xf0\x9f\x98\x80"sv,
    "\xf4\x8f\xbf\xbf"sv,
    "\xef\xbf\xbf"sv,
    "\xed\x9f\xbf"sv,
    "\xee\x80\x80"sv,
    "\xd9\xa1"sv,
    "1.\xd9\xa1"sv,
    "0\xd9\xa1"sv,
    "group=x"sv,
    "GCF profile=generic"sv,
    "key"sv,
    "simple"sv,
    "hello world"sv,
    "Alice"sv,
    "a"sv,
    "https://example.org/a?b=c&d=e#f"sv,
    "2024-01-01T00:00:00Z"sv,
    "10.0.0.1"sv,
    "A-1"sv,
};

constexpr double odd_reals[] = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    -0.5,
    1.5,
    9.013707895053933,
    0.30000000000000004,
    1e-6,
    9.99e-7,
    4e-7,
    1e-7,
    123456789.125,
    1e10,
    1e15,
    9007199254740991.0,
    9007199254740992.0,
    -9007199254740992.0,
    9007199254740994.0,
    5e18,
    9223372036854775808.0,
    -9223372036854775808.0,
    1e21,
    1e22,
    1e23,
    1e100,
    1.7976931348623157e308,
    2.2250738585072014e-308,
    5e-324,
    4.9406564584124654e-322,
    3.141592653589793,
    2.718281828459045,
    100.0,
    1234567.0,
    0.000123,
};

constexpr std::int64_t odd_integers[] = {
    0,
    1,
    -1,
    7,
    10,
    42,
    99,
    100,
    101,
    255,
    1000,
    65535,
    1000000,
    2147483647,
    -2147483648,
    4294967296,
    9007199254740991,
    9007199254740992,
    9007199254740993,
    -9007199254740993,
    999999999999999999,
    1000000000000000000,
    std::numeric_limits<std::int64_t>::max(),
    std::numeric_limits<std::int64_t>::min(),
    std::numeric_limits<std::int64_t>::max() - 1,
};

// Spellings that are not canonical, for the numbers that come with their text.
constexpr std::string_view odd_lexemes[] = {
    "1.0"sv,
    "1.50"sv,
    "-0"sv,
    "-0.0"sv,
    "0e0"sv,
    "0E-5"sv,
    "1e5"sv,
    "1E5"sv,
    "1e+5"sv,
    "1e05"sv,
    "12e-1"sv,
    "100.00"sv,
    "1e15"sv,
    "1e16"sv,
    "9007199254740993"sv,
    "0.0000010"sv,
    "1e-7"sv,
    "123.456e3"sv,
    "9223372036854775807"sv,
    "-9223372036854775808"sv,
    "1.7976931348623157E308"sv,
    "5e-324"sv,
    "0.1"sv,
    "10"sv,
    "1e0"sv,
    "2.50e-10"sv,
};

constexpr std::string_view big_lexemes[] = {
    "1e400"sv,
    "-1e400"sv,
    "18446744073709551615"sv,
    "9223372036854775808"sv,
    "-9223372036854775809"sv,
    "100000000000000000000"sv,
    "1e309"sv,
    "1e-400"sv,
    "0.12345678901234567890123"sv,
};

/// How the values of one field vary over the records of one type.
enum class Vary : std::uint8_t {
  any_scalar,
  constant,
  few,  // two or three values
  number,
  word,
  object,  // always the same keys, so it flattens
  rough,   // an object whose keys come and go
  list,    // of scalars
  table,   // always the same fields, so the schema is shared
  rough_table,
  map,  // of records
  anything,
};

struct Field {
  std::string key;
  Vary vary = Vary::any_scalar;
  unsigned absent = 0;  // percent
  unsigned null = 0;
  unsigned odd = 0;       // percent of values of an unrelated kind
  unsigned all_null = 0;  // of objects: percent with every leaf null
  std::uint64_t seed = 0;
  std::vector<Field> fields;
};

class Generator {
 public:
  Generator(std::uint64_t seed, const GenerateOptions& options)
      : random_(seed), options_(options), builder_(1024) {}

  Document document() {
    switch (random_.below(20)) {
      case 0: scalar(); break;
      case 1: chain(); break;
      case 2: strip(); break;
      case 3: mixed_array(3); break;
      case 4: object_of_anything(3); break;
      case 5:
      case 6:
      case 7: map(type(3), 3); break;
      case 8:
      case 9:
      case 10: wrapper(); break;
      default: table(type(3), rows(), 3);
    }
    auto made = builder_.finish();
    if (!made) std::abort();  // the generator breaks a rule of the builder
    return std::move(*made);
  }

 private:
  std::size_t rows() {
    if (random_.chance(3)) return random_.between(10, 60);
    return random_.between(1, 5);
  }

  // Values.

  void scalar() {
    switch (random_.below(12)) {
      case 0: builder_.null(); return;
      case 1: builder_.boolean(random_.chance(50)); return;
      case 2:
      case 3: number(); return;
      case 4: builder_.integer(static_cast<std::int64_t>(random_.below(1000))); return;
      default: builder_.string(nasty_string(random_)); return;
    }
  }

  void number() {
    if (options_.big_numbers && random_.chance(30)) {
      builder_.number(random_.pick<std::string_view>(big_lexemes));
      return;
    }
    switch (random_.below(8)) {
      case 0: builder_.integer(random_.pick<std::int64_t>(odd_integers)); return;
      case 1: builder_.real(random_.pick<double>(odd_reals)); return;
      case 2: builder_.number(random_.pick<std::string_view>(odd_lexemes)); return;
      case 3: {
        const double value = std::bit_cast<double>(random_.next());
        builder_.real(std::isfinite(value) ? value : 0.25);
        return;
      }
      case 4: builder_.real(static_cast<double>(random_.below(100000)) / 100); return;
      case 5: builder_.integer(static_cast<std::int64_t>(random_.next())); return;
      case 6: builder_.unsigned_integer(random_.next() >> 1); return;
      default: builder_.integer(static_cast<std::int64_t>(random_.below(200)) - 100);
    }
  }

  void anything(unsigned depth) {
    if (depth == 0) return scalar();
    switch (random_.below(12)) {
      case 0: builder_.begin_array().end_array(); return;
      case 1: builder_.begin_object().end_object(); return;
      case 2: list(); return;
      case 3: mixed_array(depth - 1); return;
      case 4: object_of_anything(depth - 1); return;
      case 5: table(type(depth - 1), random_.between(1, 3), depth - 1); return;
      case 6: map(type(depth - 1), depth - 1); return;
      default: scalar();
    }
  }

  void list() {
    builder_.begin_array();
    for (std::size_t n = random_.below(5); n > 0; --n)
      scalar();
    builder_.end_array();
  }

  void mixed_array(unsigned depth) {
    builder_.begin_array();
    for (std::size_t n = random_.below(5); n > 0; --n)
      anything(depth);
    builder_.end_array();
  }

  void object_of_anything(unsigned depth) {
    builder_.begin_object();
    for (const std::string& key : keys(random_.below(5), 50)) {
      builder_.key(key);
      anything(depth);
    }
    builder_.end_object();
  }

  /// What most payloads look like: an object with a table, a map and some scalars.
  void wrapper() {
    builder_.begin_object();
    for (const std::string& key : keys(random_.between(1, 4), 80)) {
      builder_.key(key);
      switch (random_.below(4)) {
        case 0: scalar(); break;
        case 1: map(type(2), 2); break;
        case 2: anything(2); break;
        default: table(type(2), rows(), 2);
      }
    }
    builder_.end_object();
  }

  /// Deep nesting, with an odd sibling here and there.
  void chain() {
    const std::size_t levels =
        random_.chance(5) ? random_.between(100, 400) : random_.between(3, 40);
    const unsigned style = static_cast<unsigned>(random_.below(3));
    std::vector<char> closers;
    for (std::size_t i = 0; i < levels; ++i) {
      const bool object = style == 0 || (style == 2 && random_.chance(50));
      if (object) {
        builder_.begin_object();
        if (random_.chance(20)) {
          builder_.key("s");
          scalar();
        }
        builder_.key(random_.chance(90) ? "k" : "k>k");
      } else {
        builder_.begin_array();
        if (random_.chance(20)) scalar();
      }
      closers.push_back(object ? '}' : ']');
    }
    scalar();
    for (; !closers.empty(); closers.pop_back()) {
      if (closers.back() == '}') {
        builder_.end_object();
      } else {
        builder_.end_array();
      }
    }
  }

  /// Strings of all lengths around the width of a vector register, with one special
  /// character at any place in them.
  void strip() {
    static constexpr std::string_view specials[] = {
        "\""sv,
        "\\"sv,
        "|"sv,
        ","sv,
        "\n"sv,
        "\r"sv,
        "\t"sv,
        "\x01"sv,
        "\xc2\xa0"sv,
        "]:"sv,
        "[]:"sv,
        "\xe2\x80\xa8"sv,
        "\xf0\x9f\x98\x80"sv,
        ""sv,
        " "sv,
        "="sv,
    };
    const bool table = random_.chance(50);
    builder_.begin_array();
    for (std::size_t n = random_.between(2, 6); n > 0; --n) {
      std::string text(random_.below(80), 'a');
      text.insert(random_.below(text.size() + 1), random_.pick<std::string_view>(specials));
      if (table) builder_.begin_object().key("t");
      builder_.string(text);
      if (table) builder_.key("u").string(text.substr(0, 0)).end_object();
    }
    builder_.end_array();
  }

  // Records.

  std::vector<std::string> keys(std::size_t count, unsigned plain) {
    std::vector<std::string> made;
    while (made.size() < count) {
      std::string key = nasty_key(random_, plain);
      if (std::find(made.begin(), made.end(), key) == made.end()) made.push_back(std::move(key));
    }
    return made;
  }

  /// A record type. `depth` bounds the nesting of its fields.
  std::vector<Field> type(unsigned depth) {
    std::vector<Field> fields;
    // Half of the types have no stray records at all: the pure forms must occur too.
    const bool pure = random_.chance(50);
    for (std::string& key : keys(random_.between(1, 5), random_.chance(60) ? 97 : 60)) {
      Field field;
      field.key = std::move(key);
      field.seed = random_.next();
      if (!pure) {
        if (random_.chance(30)) field.absent = static_cast<unsigned>(random_.between(5, 60));
        if (random_.chance(30)) field.null = static_cast<unsigned>(random_.between(5, 60));
        if (random_.chance(10)) field.odd = static_cast<unsigned>(random_.between(5, 40));
        if (random_.chance(10)) field.all_null = static_cast<unsigned>(random_.between(5, 40));
      }
      field.vary = vary(depth);
      switch (field.vary) {
        case Vary::object:
        case Vary::rough:
        case Vary::map:
        case Vary::rough_table: field.fields = type(depth - 1); break;
        case Vary::table:
          field.fields = type(0);
          for (Field& inner : field.fields)
            inner.absent = inner.odd = 0;
          break;
        default: break;
      }
      if (field.vary == Vary::object) {
        for (Field& inner : field.fields) {
          inner.absent = inner.odd = 0;
          // A flattened object holds scalars and objects only, none of them null at times.
          if (inner.vary == Vary::object) inner.null = 0;
        }
      }
      fields.push_back(std::move(field));
    }
    return fields;
  }

  Vary vary(unsigned depth) {
    static constexpr Vary flat[] = {Vary::any_scalar, Vary::any_scalar, Vary::constant,
                                    Vary::few,        Vary::number,     Vary::word};
    static constexpr Vary nested[] = {Vary::object, Vary::object,      Vary::object,  Vary::rough,
                                      Vary::list,   Vary::table,       Vary::table,   Vary::map,
                                      Vary::table,  Vary::rough_table, Vary::anything};
    return depth > 0 && random_.chance(45) ? random_.pick<Vary>(nested) : random_.pick<Vary>(flat);
  }

  void table(const std::vector<Field>& fields, std::size_t count, unsigned depth) {
    builder_.begin_array();
    for (; count > 0; --count)
      record(fields, depth, 2);
    builder_.end_array();
  }

  void map(const std::vector<Field>& fields, unsigned depth) {
    builder_.begin_object();
    for (const std::string& key : keys(random_.between(1, 4), 60)) {
      builder_.key(key);
      record(fields, depth, 2);
    }
    builder_.end_object();
  }

  /// `stray` percent of the records swap two fields or have a field of their own.
  void record(const std::vector<Field>& fields, unsigned depth, unsigned stray) {
    std::vector<const Field*> order;
    for (const Field& field : fields)
      order.push_back(&field);
    if (random_.chance(stray)) std::swap(order[0], order[random_.below(order.size())]);
    builder_.begin_object();
    for (const Field* field : order) {
      if (random_.chance(field->absent)) continue;
      builder_.key(field->key);
      if (random_.chance(field->null)) {
        builder_.null();
      } else if (random_.chance(field->odd)) {
        anything(depth == 0 ? 0 : 1);
      } else {
        value(*field, depth);
      }
    }
    if (random_.chance(stray)) {
      builder_.key("stray key of one record");
      scalar();
    }
    builder_.end_object();
  }

  void nulls(const std::vector<Field>& fields) {
    builder_.begin_object();
    for (const Field& field : fields) {
      builder_.key(field.key);
      if (field.vary == Vary::object) {
        nulls(field.fields);
      } else {
        builder_.null();
      }
    }
    builder_.end_object();
  }

  void value(const Field& field, unsigned depth) {
    const unsigned below = depth == 0 ? 0 : depth - 1;
    switch (field.vary) {
      case Vary::any_scalar: return scalar();
      case Vary::constant: return seeded_scalar(field.seed);
      case Vary::few: return seeded_scalar(field.seed + random_.below(3));
      case Vary::number: return number();
      case Vary::word: builder_.string(nasty_string(random_)); return;
      case Vary::object:
        if (random_.chance(field.all_null)) return nulls(field.fields);
        return record(field.fields, below, 0);
      case Vary::rough:
        if (random_.chance(10)) {
          builder_.begin_object().end_object();
          return;
        }
        return record(field.fields, below, 30);
      case Vary::list: return list();
      case Vary::table: return table(field.fields, random_.between(1, 3), below);
      case Vary::rough_table: return table(field.fields, random_.below(3), below);
      case Vary::map: return map(field.fields, below);
      case Vary::anything: return anything(depth);
    }
  }

  void seeded_scalar(std::uint64_t seed) {
    Random saved = random_;
    random_ = Random(seed);
    scalar();
    random_ = saved;
  }

  Random random_;
  GenerateOptions options_;
  Builder builder_;
};

}  // namespace

std::string nasty_string(Random& random) {
  switch (random.below(8)) {
    case 0: {  // pieces put together: what no list foresees
      std::string text;
      for (std::size_t n = random.between(1, 4); n > 0; --n) {
        text += random.pick<std::string_view>(odd_strings);
      }
      return text;
    }
    case 1: {
      std::string text(random.below(12), 'a');
      for (char& c : text)
        c = static_cast<char>('a' + random.below(26));
      return text;
    }
    case 2: {
      // Any bytes of ASCII.
      std::string text(random.below(6), ' ');
      for (char& c : text)
        c = static_cast<char>(random.below(128));
      return text;
    }
    case 3:
      if (random.below(200) == 0) return std::string(random.between(1000, 70000), 'z');
      [[fallthrough]];
    default: return std::string(random.pick<std::string_view>(odd_strings));
  }
}

std::string nasty_key(Random& random, unsigned plain) {
  if (random.chance(plain)) {
    std::string key(random.pick<std::string_view>(plain_keys));
    if (random.chance(30)) key += std::to_string(random.below(10));
    return key;
  }
  if (random.chance(10)) return nasty_string(random);
  return std::string(random.pick<std::string_view>(odd_keys));
}

Document generate(std::uint64_t seed, const GenerateOptions& options) {
  return Generator(seed, options).document();
}

}  // namespace laconic::support
