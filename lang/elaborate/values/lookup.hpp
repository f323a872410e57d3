// Names to values: scopes from the inside out, then what the language itself knows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

struct Found {
  Symbol* symbol = nullptr;
  Scope* family = nullptr;  // the scope of an indexed family of that name
};
Found find_name(Scope& scope, const std::string& name);
bool is_builtin_name(const std::string& name);
std::optional<Value> builtin_value(Declarations& declarations, const std::string& name,
                                   const ast::Expr* expr, Scope& scope);
// The symbol that `--set a.c=…` means; null if there is none.
Symbol* find_path(Scopes& scopes, const std::string& path);
const SetOption* set_option_for(World& world, const Symbol& symbol);
// E0301 with the nearest name.
void report_unknown_name(World& world, const std::string& name, Span span, Scope& scope);
// What the law in which the scope lies sees of its contact, as a hint.
std::string seen_in_law(const Scope& scope);
// All names seen from a scope, the nearest first.
std::vector<std::string> visible_names(const Scope& scope);

}  // namespace mbs::elaborate
