#include "cli/lsp/diagnostics.hpp"

#include <algorithm>

#include "cli/lsp/places.hpp"

namespace mbs::lsp {

namespace {

constexpr std::size_t most_diagnostics = 100;

// All lines of a report but its place.
std::string report(const Diagnostic& diagnostic) {
  std::string text = diagnostic.message;
  if (!diagnostic.labels.empty() && !diagnostic.labels[0].text.empty())
    text += "\n" + diagnostic.labels[0].text;
  for (const std::string& note : diagnostic.notes) text += "\nnote: " + note;
  if (diagnostic.hint) text += "\nhint: " + *diagnostic.hint;
  return text;
}

// Complaints of other files stand at the top of this one.
Json main_range(const Document& document, const Diagnostic& diagnostic) {
  if (diagnostic.labels.empty() || diagnostic.labels[0].span.source != 0)
    return range_of(*document.script(), 0, 0);
  const Span span = diagnostic.labels[0].span;
  return range_of(*document.script(), span.begin, span.end);
}

Json related(const Document& document, const Diagnostic& diagnostic) {
  Json list = Json::array();
  for (std::size_t i = 1; i < diagnostic.labels.size(); ++i) {
    const Label& label = diagnostic.labels[i];
    if (label.span.source != 0 || label.text.empty()) continue;
    const Json place = {{"uri", document.uri()},
                        {"range", range_of(*document.script(), label.span.begin, label.span.end)}};
    list.push_back({{"location", place}, {"message", label.text}});
  }
  return list;
}

Json as_json(const Document& document, const Diagnostic& diagnostic) {
  const CodeInfo& code = info(diagnostic.code);
  return {{"range", main_range(document, diagnostic)},
          {"severity", code.severity == Severity::error ? 1 : 2},
          {"code", code.name},
          {"source", "mbs"},
          {"message", report(diagnostic)},
          {"relatedInformation", related(document, diagnostic)}};
}

}  // namespace

Json published_diagnostics(const Document& document, const Document::Complaints& complaints) {
  Json list = Json::array();
  for (const Diagnostic& diagnostic : complaints.list) {
    if (list.size() == most_diagnostics) break;
    list.push_back(as_json(document, diagnostic));
  }
  return {{"uri", document.uri()}, {"diagnostics", list}};
}

Json fixes(const Document& document, std::size_t begin, std::size_t end) {
  Json list = Json::array();
  const Document::Complaints complaints = document.complaints(false);
  for (const Diagnostic& diagnostic : complaints.list) {
    const auto& fix = diagnostic.fix;
    if (!fix || fix->span.source != 0 || fix->span.end < begin || fix->span.begin > end) continue;
    const Json edit = {{"range", range_of(*document.script(), fix->span.begin, fix->span.end)},
                       {"newText", fix->text}};
    list.push_back({{"title", "Write `" + fix->text + "`"},
                    {"kind", "quickfix"},
                    {"diagnostics", Json::array({as_json(document, diagnostic)})},
                    {"edit", {{"changes", {{document.uri(), Json::array({edit})}}}}}});
  }
  return list;
}

}  // namespace mbs::lsp
