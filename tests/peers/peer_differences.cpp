// peer_differences.cpp - finds and takes away what the npm package treats differently.
#include "peer_differences.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/builder.hpp>

namespace laconic::peers {
namespace {

constexpr std::int64_t two_to_53 = std::int64_t{1} << 53;

/// A walk over a document that can write a changed copy of it.
class Rewriter {
 public:
  virtual ~Rewriter() = default;

  Document rewrite(Value root) {
    value(root);
    Result<Document> made = builder_.finish();
    if (!made) std::abort();  // a rewriter breaks a rule of the builder
    return std::move(*made);
  }

 protected:
  /// The key to write instead; `path` holds the keys above, the nearest one last.
  virtual std::string key(std::string_view key) { return std::string(key); }
  /// Writes the scalar, changed or not.
  virtual void scalar(Value value) { builder_.value(value); }
  /// The order in which to write the members of an object.
  virtual void order(Value /*object*/, std::vector<std::size_t>& /*members*/) {}

  Builder builder_{1024};
  std::vector<std::string_view> path_;

 private:
  void value(Value value) {
    if (value.is_array()) {
      builder_.begin_array();
      for (const Value item : value.items()) {
        this->value(item);
      }
      builder_.end_array();
    } else if (value.is_object()) {
      std::vector<std::size_t> members(value.size());
      for (std::size_t i = 0; i < members.size(); ++i) {
        members[i] = i;
      }
      order(value, members);
      builder_.begin_object();
      for (const std::size_t i : members) {
        builder_.key(key(value.key(i)));
        path_.push_back(value.key(i));
        this->value(value.values()[i]);
        path_.pop_back();
      }
      builder_.end_object();
    } else {
      scalar(value);
    }
  }
};

/// Whether `test` holds for any value of the document.
template <class Test>
bool any(Value value, const Test& test) {
  if (test(value)) return true;
  const auto below = [&](Value child) { return any(child, test); };
  if (value.is_array()) return std::ranges::any_of(value.items(), below);
  return value.is_object() && std::ranges::any_of(value.values(), below);
}

template <class Test>
bool any_key(Value root, const Test& test) {
  return any(root, [&](Value value) {
    if (!value.is_object()) return false;
    for (const auto [key, member] : value.members()) {
      if (test(key)) return true;
    }
    return false;
  });
}

/// The records of a value that may be written as a table or keyed table, or nothing.
std::vector<Value> records(Value value) {
  std::vector<Value> rows;
  if (!value.is_array() && !value.is_object()) return rows;
  const std::span<const Value> children = value.is_array() ? value.items() : value.values();
  for (const Value child : children) {
    if (!child.is_object()) return {};
    rows.push_back(child);
  }
  return rows;
}

// Integers that a JavaScript number cannot hold.

bool is_beyond_2_53(Value value) {
  return value.kind() == Kind::integer &&
         (value.integer() > two_to_53 || value.integer() < -two_to_53);
}

class WithoutLargeIntegers : public Rewriter {
 protected:
  void scalar(Value value) override {
    if (is_beyond_2_53(value)) {
      builder_.integer(value.integer() % 1000003);
    } else {
      builder_.value(value);
    }
  }
};

// Doubles that the package, which predates the rule, does not write with an exponent.

bool is_in_exponent_gap(Value value) {
  return value.kind() == Kind::real && std::fabs(value.real()) >= static_cast<double>(two_to_53) &&
         std::fabs(value.real()) < 1e21;
}

class WithoutExponentGap : public Rewriter {
 protected:
  void scalar(Value value) override {
    if (is_in_exponent_gap(value)) {
      builder_.real(std::fmod(value.real(), 1000) + 0.25);
    } else {
      builder_.value(value);
    }
  }
};

// Names that mean something to JavaScript objects.

bool is_prototype_name(std::string_view key) {
  return key == "__proto__" || key == "constructor" || key == "prototype";
}

class WithoutPrototypeNames : public Rewriter {
 protected:
  std::string key(std::string_view key) override {
    return is_prototype_name(key) ? "renamed " + std::string(key) : std::string(key);
  }
};

// A quoted name with a bracket before an array on one line: the package's reader takes
// the bracket for that of the count.

bool has_bracketed_list(Value root) {
  return any(root, [](Value value) {
    if (!value.is_object()) return false;
    for (const auto [key, member] : value.members()) {
      if (key.find('[') != std::string_view::npos && member.is_array()) return true;
    }
    return false;
  });
}

class WithoutBrackets : public Rewriter {
 protected:
  std::string key(std::string_view key) override {
    std::string made(key);
    std::ranges::replace(made, '[', '(');
    // Two keys may have become one.
    return made == key ? made : made + " renamed";
  }
};

// The guard against all-null objects, looked up in the wrong object.

class WithoutRepeatedNames : public Rewriter {
 protected:
  std::string key(std::string_view key) override {
    const auto times = std::ranges::count(path_, key);
    std::string made(key);
    return times == 0 ? made : made + " renamed " + std::to_string(times);
  }
};

bool null_under_own_name(Value value, std::vector<std::string_view>& path) {
  if (value.is_array()) {
    return std::ranges::any_of(value.items(),
                               [&](Value item) { return null_under_own_name(item, path); });
  }
  if (!value.is_object()) return false;
  for (const auto [key, member] : value.members()) {
    if (member.is_null() && std::ranges::count(path, key) > 0) return true;
    path.push_back(key);
    const bool found = null_under_own_name(member, path);
    path.pop_back();
    if (found) return true;
  }
  return false;
}

// Objects with the same keys in another order.

bool same_keys_in_other_order(Value a, Value b) {
  if (a.size() != b.size()) return false;
  bool reordered = false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (b.find(a.key(i)) == nullptr) return false;
    reordered = reordered || a.key(i) != b.key(i);
  }
  return reordered;
}

/// Whether two of the objects have the same keys in another order, at any depth of objects.
bool reordered_among(const std::vector<Value>& objects) {
  for (const Value a : objects) {
    for (const Value b : objects) {
      if (same_keys_in_other_order(a, b)) return true;
    }
  }
  for (const Value object : objects) {
    for (const auto [key, member] : object.members()) {
      std::vector<Value> below;
      for (const Value other : objects) {
        const Value* found = other.find(key);
        if (found != nullptr && found->is_object()) below.push_back(*found);
      }
      if (below.size() > 1 && member.is_object() && reordered_among(below)) return true;
    }
  }
  return false;
}

bool has_reordered_field(Value root) {
  return any(root, [](Value value) {
    const std::vector<Value> rows = records(value);
    if (rows.size() < 2) return false;
    for (const Value row : rows) {
      for (const auto [key, member] : row.members()) {
        if (!member.is_object()) continue;
        std::vector<Value> objects;
        for (const Value other : rows) {
          const Value* found = other.find(key);
          if (found != nullptr && found->is_object()) objects.push_back(*found);
        }
        if (reordered_among(objects)) return true;
      }
    }
    return false;
  });
}

class WithSortedKeys : public Rewriter {
 protected:
  void order(Value object, std::vector<std::size_t>& members) override {
    std::ranges::sort(members, {}, [&](std::size_t i) { return object.key(i); });
  }
};

// A field list with `>` that is shared between the rows of a table.

bool has_path_mark(std::string_view key) {
  return key.find('>') != std::string_view::npos;
}

bool has_nested_table_with_path_mark(Value root) {
  return any(root, [](Value value) {
    for (const Value row : records(value)) {
      for (const auto [key, member] : row.members()) {
        if (!member.is_array()) continue;
        for (const Value item : records(member)) {
          for (const auto [inner, unused] : item.members()) {
            if (has_path_mark(inner)) return true;
          }
        }
      }
    }
    return false;
  });
}

class WithoutPathMarks : public Rewriter {
 protected:
  std::string key(std::string_view key) override {
    std::string made;
    for (const char c : key) {
      made += c == '>' ? std::string("\xe2\x80\xba") : std::string(1, c);
    }
    return made;
  }
};

template <class Maker>
Document rewritten(Value root) {
  return Maker().rewrite(root);
}

}  // namespace

std::span<const Difference> known_differences() noexcept {
  static constexpr std::array all = {
      Difference{"integer-beyond-2-53", encoded | decoded | compact | read,
                 [](Value root) { return any(root, is_beyond_2_53); },
                 rewritten<WithoutLargeIntegers>},
      Difference{"exponent-form", encoded | read,
                 [](Value root) { return any(root, is_in_exponent_gap); },
                 rewritten<WithoutExponentGap>},
      Difference{"prototype-name", encoded | decoded | compact,
                 [](Value root) { return any_key(root, is_prototype_name); },
                 rewritten<WithoutPrototypeNames>},
      Difference{"bracket-in-list-name", decoded | compact, has_bracketed_list,
                 rewritten<WithoutBrackets>},
      Difference{"guard-quirk", encoded,
                 [](Value root) {
                   std::vector<std::string_view> path;
                   return null_under_own_name(root, path);
                 },
                 rewritten<WithoutRepeatedNames>},
      Difference{"key-order", encoded, has_reordered_field, rewritten<WithSortedKeys>},
      Difference{"path-mark-in-shared-fields", encoded | read, has_nested_table_with_path_mark,
                 rewritten<WithoutPathMarks>},
  };
  return all;
}

}  // namespace laconic::peers
