#include "lang/diagnostics/diagnostics.hpp"

#include <algorithm>
#include <tuple>

namespace mbs {

namespace {

constexpr CodeInfo registry[] = {
#define MBS_DIAGNOSTIC(code, severity, title) {Code::code, #code, Severity::severity, title},
#include "lang/diagnostics/diagnostics.def"
#undef MBS_DIAGNOSTIC
};

Span place_of(const Diagnostic& d) {
  return d.labels.empty() ? Span{} : d.labels[0].span;
}

bool comes_before(const Diagnostic& a, const Diagnostic& b) {
  const Span p = place_of(a), q = place_of(b);
  return std::tie(p.source, p.begin, p.end) < std::tie(q.source, q.begin, q.end);
}

bool same_complaint(const Diagnostic& a, const Diagnostic& b) {
  return a.code == b.code && place_of(a) == place_of(b) && a.message == b.message;
}

}  // namespace

const CodeInfo& info(Code code) {
  return registry[static_cast<std::size_t>(code)];
}

const CodeInfo* find_code(std::string_view name) {
  const auto found = std::find_if(std::begin(registry), std::end(registry),
                                  [&](const CodeInfo& entry) { return entry.name == name; });
  return found == std::end(registry) ? nullptr : found;
}

std::vector<CodeInfo> all_codes() {
  return {std::begin(registry), std::end(registry)};
}

Diagnostic& Diagnostics::add(Code code, Span span, std::string message, std::string label) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.labels.push_back({span, std::move(label)});
  add(std::move(diagnostic));
  return list_.back();
}

void Diagnostics::add(Diagnostic diagnostic) {
  if (info(diagnostic.code).severity == Severity::error) ++errors_;
  list_.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> all = list_;
  std::stable_sort(all.begin(), all.end(), comes_before);
  std::vector<Diagnostic> result;
  for (Diagnostic& d : all) {
    // What is the same stands together: only the complaints at this place need a look.
    bool repeated = false;
    for (auto kept = result.rbegin(); kept != result.rend() && !comes_before(*kept, d); ++kept) {
      repeated = repeated || same_complaint(*kept, d);
    }
    if (!repeated) result.push_back(std::move(d));
  }
  return result;
}

}  // namespace mbs
