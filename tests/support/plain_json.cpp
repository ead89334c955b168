// plain_json.cpp - a slow, obvious JSON writer and comparison to check the real ones.
#include "plain_json.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "plain_number.hpp"

namespace laconic::support {
namespace {

void write_string(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          char escape[8];
          std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
          out += escape;
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

void new_line(unsigned indent, unsigned level, std::string& out) {
  if (indent == 0) return;
  out += '\n';
  out.append(std::size_t{indent} * level, ' ');
}

void write(Value value, unsigned indent, unsigned level, std::string& out) {
  switch (value.kind()) {
    case Kind::null: out += "null"; return;
    case Kind::boolean: out += value.boolean() ? "true" : "false"; return;
    case Kind::integer:
    case Kind::real:
    case Kind::big_number:
      if (!value.lexeme().empty()) {
        out += value.lexeme();
      } else if (value.kind() == Kind::integer) {
        out += std::to_string(value.integer());
      } else {
        out += plain_json_real(value.real());
      }
      return;
    case Kind::string: write_string(value.string(), out); return;
    case Kind::array: {
      out += '[';
      bool first = true;
      for (const Value item : value.items()) {
        if (!first) out += ',';
        first = false;
        new_line(indent, level + 1, out);
        write(item, indent, level + 1, out);
      }
      if (!first) new_line(indent, level, out);
      out += ']';
      return;
    }
    case Kind::object: {
      out += '{';
      bool first = true;
      for (auto [key, member] : value.members()) {
        if (!first) out += ',';
        first = false;
        new_line(indent, level + 1, out);
        write_string(key, out);
        out += indent == 0 ? ":" : ": ";
        write(member, indent, level + 1, out);
      }
      if (!first) new_line(indent, level, out);
      out += '}';
      return;
    }
  }
}

bool same_number(Value a, Value b) {
  if (a.kind() == Kind::big_number || b.kind() == Kind::big_number) {
    if (a.kind() == b.kind()) return a.lexeme() == b.lexeme();
    if (a.kind() == Kind::integer || b.kind() == Kind::integer) return false;
    // A real beyond int64 equals the integer that it exactly is.
    const double real = a.kind() == Kind::real ? a.real() : b.real();
    char exact[400];
    std::snprintf(exact, sizeof exact, "%.0f", real);
    return std::fabs(real) >= 0x1p63 &&
           (a.kind() == Kind::real ? b.lexeme() : a.lexeme()) == std::string_view(exact);
  }
  if (a.kind() == Kind::integer && b.kind() == Kind::integer) return a.integer() == b.integer();
  if (a.kind() == Kind::real && b.kind() == Kind::real) return a.real() == b.real();
  const double real = a.kind() == Kind::real ? a.real() : b.real();
  const std::int64_t integer = a.kind() == Kind::integer ? a.integer() : b.integer();
  // 2^63 is no int64 and must not be converted to one.
  return std::trunc(real) == real && real >= -0x1p63 && real < 0x1p63 &&
         static_cast<std::int64_t>(real) == integer;
}

std::string compare(const std::string& path, Value a, Value b, bool ordered) {
  const auto differ = [&] { return path + ": " + plain_json(a) + " is not " + plain_json(b); };
  if (a.is_number() && b.is_number()) return same_number(a, b) ? "" : differ();
  if (a.kind() != b.kind()) return differ();
  switch (a.kind()) {
    case Kind::boolean: return a.boolean() == b.boolean() ? "" : differ();
    case Kind::string: return a.string() == b.string() ? "" : differ();
    case Kind::array:
      if (a.size() != b.size()) return differ();
      for (std::size_t i = 0; i < a.size(); ++i) {
        std::string found =
            compare(path + '/' + std::to_string(i), a.items()[i], b.items()[i], ordered);
        if (!found.empty()) return found;
      }
      return "";
    case Kind::object:
      if (a.size() != b.size()) return differ();
      for (std::size_t i = 0; i < a.size(); ++i) {
        const std::string at = path + '/' + std::string(a.key(i));
        if (ordered && a.key(i) != b.key(i)) {
          return at + ": stands where the other has \"" + std::string(b.key(i)) + '"';
        }
        const Value* other = b.find(a.key(i));
        if (other == nullptr) return at + ": the other has no such member";
        std::string found = compare(at, a.values()[i], *other, ordered);
        if (!found.empty()) return found;
      }
      return "";
    default: return "";
  }
}

}  // namespace

std::string plain_json(Value value, unsigned indent) {
  std::string out;
  write(value, indent, 0, out);
  return out;
}

std::string difference(Value a, Value b, bool ordered) {
  return compare("", a, b, ordered);
}

}  // namespace laconic::support
