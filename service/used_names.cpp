#include "service/used_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>
#include <vector>

#include "lang/syntax/ast.hpp"

namespace mbs {

namespace {

struct Names {
  const names::Program& program;
  const std::function<const Vocabulary&(int file)>& own;
  std::vector<int> open{};  // files being gone through: two may use each other

  Vocabulary of(int file) {
    Vocabulary names = own(file);
    open.push_back(file);
    for (const ast::StatementPtr& statement : program.file(file).tree->statements)
      if (const auto* use = std::get_if<ast::Use>(&statement->node)) add(*use, *statement, names);
    open.pop_back();
    return names;
  }

  void add(const ast::Use& use, const ast::Statement& statement, Vocabulary& names) {
    const int file = program.file_of(use);
    if (file < 0 || std::ranges::find(open, file) != open.end()) return;
    const Vocabulary used = of(file);
    if (use.name) return names.add(whole(use, statement, used));
    for (const DefinedName& symbol : used.symbols())
      if (!names.find(symbol.name)) names.add(symbol);
  }

  static DefinedName whole(const ast::Use& use, const ast::Statement& statement,
                           const Vocabulary& used) {
    DefinedName symbol;
    symbol.kind = NameKind::file;
    symbol.name = use.name->name;
    symbol.kind_name = "use";
    symbol.signature = fmt::format("use \"{}\" as {}", use.path, symbol.name);
    symbol.text = symbol.signature;
    symbol.doc = statement.doc;
    symbol.parts = used.symbols();
    symbol.span = use.name->span;
    return symbol;
  }
};

}  // namespace

Vocabulary with_used(const names::Program& program,
                     const std::function<const Vocabulary&(int file)>& own) {
  Vocabulary names = Names{program, own}.of(0);
  names.set_spatial(names::is_spatial(program));
  return names;
}

}  // namespace mbs
