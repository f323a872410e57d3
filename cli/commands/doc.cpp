// `mbs doc [NAME | FILE]`: what the language, the library and a script say about their names.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ostream>

#include "cli/commands/commands.hpp"
#include "cli/environment/options.hpp"
#include "cli/environment/script.hpp"
#include "lang/kinds/functions.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/stdlib.hpp"
#include "lang/text/suggest.hpp"
#include "service/doc.hpp"
#include "service/statement_docs.hpp"

namespace mbs {

namespace {

std::string headline(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == text.npos ? "" : text.substr(begin, text.find('\n', begin) - begin);
}

void list_symbols(const char* title, const Vocabulary& vocabulary, NameKind kind,
                  std::ostream& out) {
  out << title << "\n";
  for (const DefinedName& symbol : vocabulary.symbols()) {
    if (symbol.kind == kind) out << fmt::format("  {:<28} {}\n", symbol.name, headline(symbol.doc));
  }
}

// All there is, a line for each name.
void list_everything(std::ostream& out) {
  const Vocabulary& library = library_vocabulary();
  out << "statements\n";
  for (const StatementDoc& statement : statement_docs())
    out << fmt::format("  {:<28} {}\n", statement.word, statement.doc);
  out << "kinds of declarations\n";
  for (const KindInfo& kind : all_kinds()) {
    if (find_kind(kind.name)) out << fmt::format("  {:<28} {}\n", kind.name, kind.doc);
  }
  list_symbols("normal laws", library, NameKind::law, out);
  list_symbols("friction laws", library, NameKind::friction, out);
  list_symbols("functions of the library", library, NameKind::function, out);
  out << "functions of the language\n";
  for (const FunctionInfo& function : functions())
    out << fmt::format("  {:<28} {}\n", function.signature, function.doc);
  out << "materials\n";
  for (const DefinedName& symbol : library.symbols()) {
    if (symbol.kind_name == "material") out << fmt::format("  {}\n", symbol.name);
  }
}

std::string indented(const std::string& text) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    result += line.empty() ? "\n" : "  " + line + "\n";
    begin = end + 1;
  }
  return result;
}

// The script's own text, then what it says about its params, laws and parts.
void document_script(const Script& script, std::ostream& out) {
  SourceMap sources;
  Diagnostics diagnostics;
  const ast::File file = parse(sources, sources.add(script.name, script.text), diagnostics);
  Vocabulary vocabulary;
  vocabulary.add(file.statements, sources);
  if (!file.doc.empty()) out << file.doc << (file.doc.back() == '\n' ? "" : "\n");
  bool first = file.doc.empty();
  for (const DefinedName& symbol : vocabulary.symbols()) {
    const bool tells = symbol.kind == NameKind::param || !symbol.doc.empty();
    if (!tells) continue;
    const bool called =
        !symbol.signature.empty() && symbol.kind != NameKind::param && symbol.kind != NameKind::let;
    const std::string head = called ? symbol.kind_name + " " + symbol.signature
                                    : symbol.text.substr(0, symbol.text.find('\n'));
    out << (first ? "" : "\n") << head << "\n" << indented(symbol.doc);
    first = false;
  }
}

bool names_file(const std::string& name) {
  return name == "-" || name.find('/') != name.npos || name.ends_with(".mbs");
}

// Names of the library's files show their text.
bool show_library_file(const std::string& name, std::ostream& out) {
  for (const StdlibFile& file : stdlib_files()) {
    if (file.name != name) continue;
    out << file.text;
    return true;
  }
  return false;
}

int unknown_name(const std::string& name, Environment& environment) {
  const auto near = suggest(name, documented_names());
  environment.err << fmt::format(
      "mbs: there is nothing called `{}`{}\n", name,
      near ? fmt::format("; did you mean `{}`?", *near) : "; `mbs doc` lists all");
  return 2;
}

int document(const std::string& name, Environment& environment) {
  if (show_library_file(name, environment.out)) return 0;
  if (!names_file(name)) {
    const auto text = doc_text(name, Vocabulary());
    if (!text) return unknown_name(name, environment);
    environment.out << *text;
    return 0;
  }
  Options options;
  options.files = {name};
  bool unreadable = false;
  for (const Script& script : load_scripts(options, environment, unreadable))
    document_script(script, environment.out);
  return unreadable ? 4 : 0;
}

}  // namespace

int doc_command(const Arguments& arguments, Environment& environment) {
  std::string name;
  CLI::App app("Documentation: of a name, of a script, or the list of all names.", "mbs doc");
  app.add_option("NAME", name, "flores, body.mass, max, kN, stdlib/normal.mbs, or a script")
      ->type_name("");
  if (const auto code = parse_arguments(app, arguments, environment)) return *code;
  if (!name.empty()) return document(name, environment);
  list_everything(environment.out);
  return 0;
}

}  // namespace mbs
