#include "lang/elaborate/world/scopes.hpp"

#include <fmt/format.h>

#include <utility>

#include "lang/kinds/kinds.hpp"

namespace mbs::elaborate {

Symbol& new_symbol(Scopes& scopes, SymbolKind kind, std::string name, Span span, Scope& scope) {
  Symbol& symbol = scopes.symbols.emplace_back();
  symbol.kind = kind;
  symbol.name = std::move(name);
  symbol.span = span;
  symbol.scope = &scope;
  return symbol;
}

namespace {

// `drive plate = …`: where the kind has ends and none is given, what stands for its name may be
// meant as one.
std::string_view kind_without_name(const Symbol& symbol) {
  const auto* made =
      symbol.statement ? std::get_if<ast::Declaration>(&symbol.statement->node) : nullptr;
  const KindInfo* kind = made && !made->first ? find_kind(made->kind.name) : nullptr;
  return kind && kind->ends != Ends::none ? kind->name : std::string_view();
}

void report_duplicate(Reports& reports, const Symbol& symbol, Span first) {
  const std::string message = fmt::format("`{}` is already defined", symbol.name);
  if (symbol.span == first) {
    report(reports, Code::E0302, symbol.span, message, "made again by the loop around it").hint =
        fmt::format("give it an index: `{}[i]`", symbol.name);
    return;
  }
  Diagnostic& d = report(reports, Code::E0302, symbol.span, message);
  d.labels.push_back({first, "first here"});
  if (const auto kind = kind_without_name(symbol); !kind.empty())
    d.hint = fmt::format("a declaration has a name of its own: `{} name: {} …`", kind, symbol.name);
}

}  // namespace

bool define(Reports& reports, Scope& scope, Symbol& symbol) {
  const Symbol* first = find_here(scope, symbol.name);
  if (!first && has_family(scope, symbol.name)) {
    for (const auto& [name, members] : scope.families) {
      if (name == symbol.name && !members.empty()) first = members.begin()->second;
    }
  }
  if (first) {
    report_duplicate(reports, symbol, first->span);
    return false;
  }
  scope.names.emplace(symbol.name, &symbol);
  scope.order.push_back(&symbol);
  return true;
}

}  // namespace mbs::elaborate
