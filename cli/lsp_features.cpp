#include "cli/lsp_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "cli/complete.hpp"
#include "cli/doc.hpp"
#include "cli/formatting.hpp"
#include "cli/law_text.hpp"
#include "cli/units_report.hpp"
#include "lang/parse.hpp"
#include "lang/text_scan.hpp"
#include "runtime/actions.hpp"

namespace mbs::lsp {

namespace {

Json span_range(const Document& document, Span span) {
  return document.range(span.begin, span.end);
}

Json location(const Document& document, Span span) {
  return {{"uri", document.uri()}, {"range", span_range(document, span)}};
}

class KeepPrinted : public BufferedSink {
 public:
  void print(const std::vector<PrintPart>& printed) override { parts = printed; }
  std::vector<PrintPart> parts;
};

// The value of a param or `let` that is known before any run; empty if it is not.
std::string constant_text(const Document& document, const std::string& name) {
  SourceMap sources = document.sources();
  Diagnostics diagnostics;
  ast::File file = parse(sources, sources.add("<hover>", "print " + name), diagnostics);
  const auto needed = needed_definitions(name, document.tree().statements, sources);
  file.statements.insert(file.statements.begin(), needed.begin(), needed.end());
  CompileOptions options;
  options.read_file = [directory = document.directory()](const std::string& path) {
    std::string problem;
    return read_text_file(directory / path, problem);
  };
  Compilation compilation = compile(sources, file, options);
  if (!compilation.scenario) return {};
  KeepPrinted sink;
  Executor executor(std::make_shared<const ir::Scenario>(std::move(*compilation.scenario)), {},
                    sink);
  executor.execute_all();
  return sink.parts.empty() ? "" : units_report(sink.parts, 6);
}

// The statements of a file that `use` names; empty if it cannot be read.
std::optional<Json> definition_in_used_files(const Document& document, const std::string& name) {
  for (const ast::StatementPtr& statement : document.tree().statements) {
    const auto* use = std::get_if<ast::Use>(&statement->node);
    if (!use) continue;
    std::string problem;
    const std::filesystem::path path = document.directory() / use->path;
    const auto text = read_text_file(path, problem);
    if (!text) continue;
    const Document used(uri_of(path), *text);
    for (const NameTable::Definition& one : used.names().definitions()) {
      if (one.global && one.name == name) return location(used, one.span);
    }
  }
  return {};
}

std::string word_around(const std::string& text, std::size_t offset) {
  std::size_t begin = std::min(offset, text.size());
  const auto in_word = [&](std::size_t i) {
    const auto c = static_cast<unsigned char>(text[i]);
    return std::isalnum(c) || c == '_' || c >= 0x80;
  };
  while (begin > 0 && in_word(begin - 1)) --begin;
  return std::string(word_at(text, begin));
}

// Inside a comment, or in the plain part of a text.
bool in_prose(const Document& document, std::size_t offset) {
  if (document.names().at(offset)) return false;
  const TextScan scan(document.text());
  const auto around = [&](const TextScan::Range& range) {
    return range.begin <= offset && offset < range.end;
  };
  return std::any_of(scan.comments().begin(), scan.comments().end(), around) ||
         std::any_of(scan.strings().begin(), scan.strings().end(), around);
}

}  // namespace

Json hover(const Document& document, std::size_t offset) {
  if (in_prose(document, offset)) return nullptr;
  const auto text = inspect(document.text(), offset, document.vocabulary());
  std::string shown = text.value_or("");
  const NameTable::Definition* found = document.names().at(offset);
  if (found && (found->kind == "param" || found->kind == "let") && found->global)
    shown += constant_text(document, found->name);
  if (shown.empty()) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", "```mbs\n" + shown + "```"}}}};
}

Json completion(const Document& document, std::size_t offset) {
  const Completion found = complete(document.text(), offset, document.vocabulary());
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

Json definition(const Document& document, std::size_t offset) {
  if (const NameTable::Definition* found = document.names().at(offset))
    return location(document, found->span);
  const auto used = definition_in_used_files(document, word_around(document.text(), offset));
  return used ? *used : Json();
}

Json references(const Document& document, std::size_t offset) {
  Json list = Json::array();
  for (const Span span : document.names().same_as(offset)) list.push_back(location(document, span));
  return list;
}

Json prepare_rename(const Document& document, std::size_t offset) {
  for (const Span span : document.names().same_as(offset)) {
    if (span.begin <= offset && offset <= span.end) return span_range(document, span);
  }
  return nullptr;
}

Json rename(const Document& document, std::size_t offset, const std::string& name) {
  if (name.empty() || word_at(name, 0) != name || is_reserved_word(name))
    throw std::invalid_argument(fmt::format("`{}` cannot be a name", name));
  const std::vector<Span> places = document.names().same_as(offset);
  if (places.empty()) {
    const std::string word = word_around(document.text(), offset);
    if (const auto used = definition_in_used_files(document, word)) {
      const std::filesystem::path home = path_of(used->at("uri").get<std::string>());
      throw std::invalid_argument(
          fmt::format("`{}` is defined in {}: rename it there", word, home.filename().string()));
    }
    throw std::invalid_argument("there is no name of this text here");
  }
  const NameTable::Definition& renamed = *document.names().at(offset);
  for (const NameTable::Definition& other : document.names().definitions()) {
    if (other.name == name && other.global == renamed.global && other.span != renamed.span)
      throw std::invalid_argument(fmt::format("`{}` is already defined", name));
  }
  Json edits = Json::array();
  for (const Span span : places)
    edits.push_back({{"range", span_range(document, span)}, {"newText", name}});
  return {{"changes", {{document.uri(), edits}}}};
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
