// normalizer.cpp - the steps of a normalizer.
#include "tokens/normalizer.hpp"

#include <utility>

namespace laconic::tokens {
namespace {

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  std::size_t at = text.find(what);
  if (at == std::string::npos) return;
  std::string out;
  out.reserve(text.size() + text.size() / 4);
  std::size_t done = 0;
  for (; at != std::string::npos; at = text.find(what, done)) {
    out.append(text, done, at - done).append(by);
    done = at + what.size();
  }
  text = std::move(out.append(text, done));
}

}  // namespace

void Normalizer::prepend(std::string_view what) {
  steps_.push_back({.kind = Kind::prepend, .what = std::string(what), .by = {}});
}

void Normalizer::replace(std::string_view what, std::string_view by) {
  steps_.push_back({.kind = Kind::replace, .what = std::string(what), .by = std::string(by)});
}

void Normalizer::form(UnicodeForm form, FormVersion version) {
  steps_.push_back({.kind = Kind::form, .form = form, .version = version, .what = {}, .by = {}});
}

Outcome Normalizer::apply(std::string& text) const {
  for (const Step& step : steps_) {
    switch (step.kind) {
      case Kind::prepend:
        if (!text.empty()) text.insert(0, step.what);
        break;
      case Kind::replace: replace_all(text, step.what, step.by); break;
      case Kind::form:
        if (const Outcome outcome = to_form(step.form, step.version, text);
            outcome != Outcome::done)
          return outcome;
    }
  }
  return Outcome::done;
}

bool Normalizer::removes(std::string_view what) const {
  if (steps_.empty()) return false;
  const Step& last = steps_.back();
  // One byte cannot come together from a replacement and its neighbours.
  return what.size() == 1 && last.kind == Kind::replace && last.what == what &&
         last.by.find(what) == std::string::npos;
}

}  // namespace laconic::tokens
