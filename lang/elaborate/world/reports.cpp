#include "lang/elaborate/world/reports.hpp"

#include <fmt/format.h>

namespace mbs::elaborate {

Diagnostic& report(Reports& reports, Code code, Span span, std::string message, std::string label) {
  Diagnostic& d = reports.diagnostics->add(code, span, std::move(message), std::move(label));
  for (auto use = reports.uses.rbegin(); use != reports.uses.rend() && d.notes.size() < 4; ++use)
    d.notes.push_back(*use);
  return d;
}

std::string place_text(const Reports& reports, Span span) {
  if (span.source < 0) return "nowhere";
  return fmt::format("{}:{}", reports.sources.name(span.source),
                     reports.sources.place(span.source, span.begin).line);
}

int line_of(const Reports& reports, Span span) {
  return span.source < 0 ? 0 : reports.sources.place(span.source, span.begin).line;
}

std::string source_text(const Reports& reports, Span span) {
  if (span.source < 0) return "";
  return std::string(reports.sources.text(span));
}

}  // namespace mbs::elaborate
