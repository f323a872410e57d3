#include "cli/lsp/features.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/laws/law_text.hpp"
#include "cli/output/units_report.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/scan.hpp"
#include "runtime/study/executor.hpp"
#include "service/complete.hpp"
#include "service/doc.hpp"
#include "service/formatting.hpp"

namespace mbs::lsp {

namespace {

Json span_range(const Document& document, Span span) {
  return document.range(span.begin, span.end);
}

// The value of a param or `let` that is known before any run; empty if it is not.
std::string constant_text(const Document& document, const std::string& name) {
  SourceMap sources = document.sources();
  Diagnostics diagnostics;
  ast::File file = parse(sources, sources.add("<hover>", "print " + name), diagnostics);
  const auto needed = needed_definitions(name, document.tree().statements, sources);
  file.statements.insert(file.statements.begin(), needed.begin(), needed.end());
  CompileOptions options;
  options.read_file = [&](const std::string& path) { return document.read(path); };
  Compilation compilation = compile(sources, file, options);
  if (!compilation.scenario) return {};
  BufferedSink sink;
  Executor executor(std::make_shared<const ir::Scenario>(std::move(*compilation.scenario)), {},
                    sink);
  executor.execute_all();
  const std::vector<PrintPart> printed = last_printed(sink.outputs());
  return printed.empty() ? "" : units_report(printed, 6);
}

}  // namespace

bool in_prose(const Document& document, std::size_t offset) {
  if (document.names().at(offset)) return false;
  const TextScan scan(document.text());
  const auto around = [&](const TextScan::Range& range) {
    return range.begin <= offset && offset < range.end;
  };
  return std::any_of(scan.comments().begin(), scan.comments().end(), around) ||
         std::any_of(scan.strings().begin(), scan.strings().end(), around);
}

// What is named inside of something else, where it says so: "for k in 1..3".
std::string place_of(const Document& document, const NameTable::Definition& inner) {
  const std::string text(document.sources().text(inner.statement));
  const std::size_t end = std::min(text.find_first_of("{\n"), text.size());
  const std::size_t last = text.find_last_not_of(' ', end == 0 ? 0 : end - 1);
  return fmt::format("{}: of `{}{}`\n", inner.name, inner.kind == "for" ? "for " : "",
                     text.substr(0, last + 1));
}

Json hover(const Project& project, std::size_t offset) {
  const Document& document = project.document(0);
  if (in_prose(document, offset)) return nullptr;
  const NameTable::Definition* found = document.names().at(offset);
  const bool inside = found && !found->global && found->statement.source == 0 &&
                      (found->kind == "for" || found->kind == "parameter" ||
                       found->kind == "column" || found->kind == "solve");
  const auto text = inside ? std::optional(place_of(document, *found))
                           : inspect(document.text(), offset, project.vocabulary());
  std::string shown = text.value_or("");
  if (found && (found->kind == "param" || found->kind == "let") && found->global)
    shown += constant_text(document, found->name);
  if (shown.empty()) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", "```mbs\n" + shown + "```"}}}};
}

Json completion(const Project& project, std::size_t offset) {
  const Document& document = project.document(0);
  CompletionOptions options;
  options.try_text = [&](const std::string& text) { return document.tried(text); };
  const Completion found = complete(document.text(), offset, project.vocabulary(), options);
  const Json range = document.range(found.begin, found.end);
  Json items = Json::array();
  for (std::size_t i = 0; i < found.candidates.size(); ++i) {
    const Candidate& candidate = found.candidates[i];
    items.push_back({{"label", candidate.text},
                     {"detail", candidate.doc},
                     {"sortText", fmt::format("{:05}", i)},  // one's own names come first
                     {"textEdit", {{"range", range}, {"newText", candidate.text}}}});
  }
  return {{"isIncomplete", false}, {"items", items}};
}

Json formatting(const Document& document) {
  SourceMap sources = document.sources();
  Diagnostics diagnostics;
  const auto text = formatted(sources, 0, diagnostics);
  if (!text) return nullptr;
  if (*text == document.text()) return Json::array();
  const Json whole = document.range(0, document.text().size());
  return Json::array({{{"range", whole}, {"newText", *text}}});
}

Json outline(const Document& document) {
  const auto symbol_kind = [](const std::string& kind) {
    if (kind == "param" || kind == "let") return 13;                     // variable
    if (kind == "law" || kind == "friction" || kind == "fn") return 12;  // function
    if (kind == "template") return 5;                                    // class
    if (kind == "when") return 24;                                       // event
    return 19;                                                           // object
  };
  Json list = Json::array();
  for (const NameTable::Definition& one : document.names().definitions()) {
    if (!one.global) continue;
    list.push_back({{"name", one.name},
                    {"detail", one.kind},
                    {"kind", symbol_kind(one.kind)},
                    {"range", span_range(document, one.statement)},
                    {"selectionRange", span_range(document, one.span)}});
  }
  return list;
}

}  // namespace mbs::lsp
