#include "lang/elaborate/world/scopes.hpp"

#include <utility>

namespace mbs::elaborate {

Symbol& new_symbol(Scopes& scopes, SymbolKind kind, std::string name, Span span, Scope& scope) {
  Symbol& symbol = scopes.symbols.emplace_back();
  symbol.kind = kind;
  symbol.name = std::move(name);
  symbol.span = span;
  symbol.scope = &scope;
  return symbol;
}

}  // namespace mbs::elaborate
