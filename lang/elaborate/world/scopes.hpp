// Which names have been entered: the first part of a world. What they are is decided by the program
// (lang/names/program.hpp); here each of them has a symbol in each scope that it is seen from.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lang/elaborate/world/reports.hpp"
#include "lang/elaborate/world/scope.hpp"

namespace mbs::elaborate {

struct Scopes {
  std::deque<Scope> scopes;
  std::deque<Symbol> symbols;
  Scope* library = nullptr;
  Scope* root = nullptr;
  std::map<int, Scope*> file_scopes;  // of files used without `as`, by their numbers
  std::vector<int> opening;           // files being collected, for cycles
  int instance_depth = 0;             // templates within templates
  std::set<std::string> family_names;
  std::vector<std::shared_ptr<const void>> kept;  // trees of `--set` values and the like
};

Symbol& new_symbol(Scopes& scopes, SymbolKind kind, std::string name, Span span, Scope& scope);
// Enters the symbol; a second definition of a name is E0302 and is ignored.
bool define(Reports& reports, Scope& scope, Symbol& symbol);

}  // namespace mbs::elaborate
