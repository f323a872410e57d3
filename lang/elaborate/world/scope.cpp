#include "lang/elaborate/world/scope.hpp"

#include <algorithm>

namespace mbs::elaborate {

Symbol* find_here(const Scope& scope, const std::string& name) {
  const auto found = scope.names.find(name);
  if (found != scope.names.end()) return found->second;
  for (const Scope* import : scope.imports) {
    if (Symbol* symbol = find_here(*import, name)) return symbol;
  }
  return nullptr;
}

bool has_family(const Scope& scope, const std::string& name) {
  if (scope.families.contains(name)) return true;
  return std::any_of(scope.imports.begin(), scope.imports.end(),
                     [&](const Scope* import) { return has_family(*import, name); });
}

}  // namespace mbs::elaborate
