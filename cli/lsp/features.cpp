#include "cli/lsp/features.hpp"

#include <fmt/format.h>

#include <optional>

#include "cli/laws/text.hpp"
#include "cli/lsp/places.hpp"
#include "cli/output/units_report.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/parse.hpp"
#include "runtime/study/executor.hpp"
#include "service/complete.hpp"
#include "service/formatting.hpp"
#include "service/hover.hpp"

namespace mbs::lsp {

namespace {

// The value of a param or `let` that is known before any run; empty if it is not.
std::string constant_text(const Document& document, const std::string& name) {
  SourceMap sources = document.script()->sources();
  Diagnostics diagnostics;
  ast::File file = parse(sources, sources.add("<hover>", "print " + name), diagnostics);
  const auto needed = needed_definitions(name, document.script()->tree().statements, sources);
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

Json hover(const Document& document, const Project& project, std::size_t offset) {
  const std::optional<Hover> told = mbs::hover(project, offset);
  if (!told) return nullptr;
  std::string shown = told->text;
  if (!told->constant.empty()) shown += constant_text(document, told->constant);
  if (shown.empty()) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", "```mbs\n" + shown + "```"}}}};
}

Json completion(const Document& document, const Project& project, std::size_t offset) {
  CompletionOptions options;
  options.try_text = [&](const std::string& text) { return document.tried(text); };
  const Completion found = complete(document.text(), offset, project.vocabulary(), options);
  const Json range = range_of(*document.script(), found.begin, found.end);
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
  SourceMap sources = document.script()->sources();
  Diagnostics diagnostics;
  const auto text = formatted(sources, 0, diagnostics);
  if (!text) return nullptr;
  if (*text == document.text()) return Json::array();
  const Json whole = range_of(*document.script(), 0, document.text().size());
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
  for (const NameTable::Definition& one : mbs::outline(*document.script())) {
    list.push_back({{"name", one.name},
                    {"detail", one.kind},
                    {"kind", symbol_kind(one.kind)},
                    {"range", range_of(*document.script(), one.statement)},
                    {"selectionRange", range_of(*document.script(), one.span)}});
  }
  return list;
}

}  // namespace mbs::lsp
