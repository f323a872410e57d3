#include "lang/elaborate/values/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "lang/elaborate/values/builtin.hpp"
#include "lang/elaborate/values/no_run.hpp"
#include "lang/elaborate/world/law_context.hpp"
#include "lang/expression/walk.hpp"
#include "lang/text/foreign_words.hpp"
#include "lang/text/scan.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

constexpr double standard_gravity = 9.80665;  // m/s^2, by definition

Value time_value(const ast::Expr* expr, Scope& scope) {
  mbs::Slot slot;
  slot.kind = scope.law ? SlotKind::law_time : SlotKind::time;
  Scalar t;
  t.node = scope.graph->slot(slot);
  t.dimension = dim::time;
  t.signal = expr;
  return t;
}

Scalar infinity() {
  Scalar scalar = constant_scalar(std::numeric_limits<double>::infinity());
  scalar.any_dimension = true;
  return scalar;
}

Scalar earth_gravity() {
  Scalar scalar = constant_scalar(internal(standard_gravity, dim::acceleration), dim::acceleration);
  scalar.unit = Unit{"m/s^2", 1, dim::acceleration};
  return scalar;
}

const std::vector<std::string>& constant_names() {
  static const std::vector<std::string> names = {"ground", "t",      "pi",   "inf",
                                                 "g0",     "energy", "none", "plane"};
  return names;
}

// Enclosing scopes; a file's own names come before those of the library.
template <class Visit>
void for_each_scope(const Scope& scope, Visit visit) {
  for (const Scope* s = &scope; s; s = s->parent) visit(*s);
}

Scope* family_scope(Scope& scope, const std::string& name) {
  if (scope.families.contains(name)) return &scope;
  for (Scope* import : scope.imports) {
    if (Scope* found = family_scope(*import, name)) return found;
  }
  return nullptr;
}

void add_names(const Scope& scope, std::vector<std::string>& names) {
  names.insert(names.end(), scope.readable.begin(), scope.readable.end());
  for (const Symbol* symbol : scope.order)
    if (!scope.read) names.push_back(symbol->name);
  for (const auto& [name, members] : scope.families) names.push_back(name);
  for (const Scope* import : scope.imports) add_names(*import, names);
}

// The directions x and y, in space also z. They are no names of the language that others would
// hide.
std::optional<Value> axis_value(const Declarations& declarations, const std::string& name) {
  const int axis = name.size() == 1 ? name[0] - 'x' : -1;
  const int count = declarations.spatial ? 3 : 2;
  if (axis < 0 || axis >= count) return std::nullopt;
  VectorValue direction;
  for (int i = 0; i < count; ++i) direction.parts.push_back(constant_scalar(i == axis ? 1 : 0));
  return Value(direction);
}

// Whether arguments follow: only then is a function of the language near to a name.
bool is_called(const Reports& reports, Span name) {
  if (name.source < 0) return false;
  const std::string_view text = reports.sources.text(name.source);
  return name.end < text.size() && text[name.end] == '(';
}

bool is_attribute(const std::string& word) {
  const auto has = [&](const KindInfo& kind) { return find_attribute(kind, word) != nullptr; };
  return std::ranges::any_of(all_kinds(), has);
}

// "s^2" for `s2`: a unit with its power written flat.
std::string flat_power(const std::string& name) {
  const std::size_t digits = name.find_first_of("0123456789");
  if (digits == 0 || digits == std::string::npos || !find_unit(name.substr(0, digits))) return {};
  if (name.find_first_not_of("0123456789", digits) != std::string::npos) return {};
  return name.substr(0, digits) + "^" + name.substr(digits);
}

// Whether a name stands right behind the sign of a compound unit, as in `m/s2`.
bool follows_unit_sign(const Reports& reports, Span name) {
  if (name.source < 0 || name.begin == 0) return false;
  const char before = reports.sources.text(name.source)[name.begin - 1];
  return before == '/' || before == '*';
}

// What statements with syntax errors may define: their words, but for those of the language.
std::vector<std::string> broken_candidates(const World& world) {
  std::vector<std::string> names;
  for (const std::string& word : world.elaboration.broken_names) {
    if (!is_statement_word(word) && !find_kind(word) && !find_unit(word) && !find_builtin(word) &&
        !is_attribute(word))
      names.push_back(word);
  }
  return names;
}

}  // namespace

// "a.c": the param `c` of the file used as `a`.
Symbol* find_path(Scopes& scopes, const std::string& path) {
  Scope* scope = scopes.root;
  std::size_t at = 0;
  while (true) {
    const std::size_t dot = path.find('.', at);
    Symbol* symbol = find_here(*scope, path.substr(at, dot == std::string::npos ? dot : dot - at));
    if (dot == std::string::npos || !symbol || !symbol->inside) return symbol;
    scope = symbol->inside;
    at = dot + 1;
  }
}

// Asked whenever a param is evaluated: loops need params before all names are entered.
const SetOption* set_option_for(World& world, const Symbol& symbol) {
  if (symbol.kind != SymbolKind::param || !world.root) return nullptr;
  for (const SetOption& set : world.elaboration.sets) {
    if (find_path(world, set.name) == &symbol) return &set;
  }
  return nullptr;
}

Found find_name(Scope& scope, const std::string& name) {
  for (Scope* s = &scope; s; s = s->parent) {
    if (Symbol* symbol = find_here(*s, name)) return {symbol, nullptr};
    if (Scope* family = family_scope(*s, name)) return {nullptr, family};
    if (Symbol* symbol = s->read ? s->read(name) : nullptr) return {symbol, nullptr};
  }
  return {};
}

bool is_builtin_name(const std::string& name) {
  for (const std::string& known : constant_names()) {
    if (known == name) return true;
  }
  return find_builtin(name) != nullptr;
}

std::optional<Value> builtin_value(Declarations& declarations, const std::string& name,
                                   const ast::Expr* expr, Scope& scope) {
  if (name == "ground") return ObjectValue{declarations.ground};
  if (name == "t") return time_value(expr, scope);
  if (name == "pi") return constant_scalar(std::numbers::pi);
  if (name == "inf") return infinity();
  if (name == "g0") return earth_gravity();
  if (name == "energy") return EnergyValue{};
  if (name == "none") return LawValue{};
  if (name == "plane") return ShapeValue{};
  if (const Builtin* builtin = find_builtin(name)) return BuiltinValue{builtin};
  return axis_value(declarations, name);
}

std::vector<std::string> visible_names(const Scope& scope) {
  std::vector<std::string> names;
  for_each_scope(scope, [&](const Scope& s) { add_names(s, names); });
  for (const std::string& name : constant_names()) names.push_back(name);
  for (const FunctionInfo& function : functions()) names.emplace_back(function.name);
  return names;
}

void report_unknown_name(World& world, const std::string& name, Span span, Scope& scope) {
  if (world.elaboration.broken_names.contains(name)) return;
  std::vector<std::string> names = visible_names(scope);
  if (!is_called(world, span)) std::erase_if(names, find_builtin);
  auto near = suggest(name, names);
  if (!near) near = suggest(name, broken_candidates(world));
  if (is_run_of_sweep(world, name)) near.reset();
  Diagnostic& d = report(world, Code::E0301, span, fmt::format("there is no `{}` here", name),
                         near ? fmt::format("did you mean `{}`?", *near) : "");
  const std::string_view foreign = is_called(world, span) ? foreign_function(name) : "";
  if (!near && !foreign.empty()) d.hint = std::string(foreign);
  if (!near && name == "time") d.hint = "time is `t`";
  if (is_run_of_sweep(world, name))
    d.hint =
        fmt::format("the run `{}` is one of each pass of a sweep, and known in its body", name);
  if (const std::string unit = flat_power(name); !unit.empty() && follows_unit_sign(world, span))
    d.hint = fmt::format("a power of a unit is written `{}`", unit);
}

std::string seen_in_law(const Scope& scope) {
  return what_is_seen(scope.law ? scope.law->role() : LawRole::any);
}

}  // namespace mbs::elaborate
