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

// A message without the indices of families: "`contact c[2]` is rigid" as "`contact c` is rigid".
std::string without_indices(const std::string& message) {
  std::string result;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const std::size_t end =
        message[i] == '[' ? message.find_first_not_of("0123456789, ", i + 1) : std::string::npos;
    if (end != std::string::npos && end > i + 1 && message[end] == ']')
      i = end;
    else
      result += message[i];
  }
  return result;
}

// Said of another member of the same family, at the place where all of them are declared.
bool of_a_sibling(const Diagnostic& a, const Diagnostic& b) {
  return a.code == b.code && place_of(a).source >= 0 && place_of(a) == place_of(b) &&
         a.hint == b.hint && without_indices(a.message) == without_indices(b.message);
}

// One complaint, and how many like it were left out behind it.
struct Kept {
  Diagnostic diagnostic;
  int siblings = 0;
};

void tell_siblings(Kept& kept) {
  if (kept.siblings > 0)
    kept.diagnostic.notes.push_back("the same holds for " + std::to_string(kept.siblings) +
                                    " more of its family");
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

Diagnostics::Diagnostics() = default;
Diagnostics::Diagnostics(const Diagnostics&) = default;
Diagnostics::Diagnostics(Diagnostics&&) noexcept = default;
Diagnostics& Diagnostics::operator=(const Diagnostics&) = default;
Diagnostics& Diagnostics::operator=(Diagnostics&&) noexcept = default;
Diagnostics::~Diagnostics() = default;

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
  std::vector<Kept> kept;
  for (Diagnostic& d : all) {
    // What is the same stands together: only the complaints at this place need a look.
    bool repeated = false;
    for (auto k = kept.rbegin(); !repeated && k != kept.rend(); ++k) {
      if (comes_before(k->diagnostic, d)) break;
      const bool sibling = !same_complaint(k->diagnostic, d) && of_a_sibling(k->diagnostic, d);
      repeated = sibling || same_complaint(k->diagnostic, d);
      k->siblings += sibling ? 1 : 0;
    }
    if (!repeated) kept.push_back({std::move(d)});
  }
  std::vector<Diagnostic> result;
  for (Kept& k : kept) {
    tell_siblings(k);
    result.push_back(std::move(k.diagnostic));
  }
  return result;
}

}  // namespace mbs
