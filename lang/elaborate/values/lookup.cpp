// Names to values: scopes from the inside out, then what the language itself knows.
#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/no_run.hpp"
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

Value report_circle(World& world, const Symbol& symbol, Span span) {
  report(world, Code::E0305, span,
         fmt::format("`{}` depends on itself: {}", symbol.name,
                     circle_text(world.evaluation, symbol)));
  return Poison{};
}

const SweepBinding* binding_of(const World& world, const Symbol& symbol) {
  if (symbol.kind != SymbolKind::param || !world.root) return nullptr;
  for (auto binding = world.bindings.rbegin(); binding != world.bindings.rend(); ++binding) {
    if (find_here(*world.root, binding->param) == &symbol) return &*binding;
  }
  return nullptr;
}

Value base_value(World& world, Symbol& symbol);

// What a run has given, as the param is without it.
Value late_value(World& world, const SweepBinding& binding) {
  Symbol* symbol = find_here(*world.root, binding.param);
  const Value usual = base_value(world, *symbol);
  const auto* like = usual.get<Scalar>();
  if (!like) return Poison{};
  Scalar value = *like;
  value.value = *binding.given;
  value.any_dimension = false;
  return value;
}

// The value a sweep gives to its param in this pass.
Value swept_value(World& world, const SweepBinding& binding) {
  if (binding.given) return late_value(world, binding);
  Scope& scope = new_scope(world, ScopeKind::loop, world.root);
  for (const auto& [name, value] : binding.locals) {
    Symbol& local = new_symbol(world, SymbolKind::value, name, binding.origin, scope);
    local.value = value;
    define(world, scope, local);
  }
  const Value values = evaluate(world, *binding.values, scope);
  const auto* list = values.get<ListValue>();
  if (!list) return Poison{};
  if (binding.item >= static_cast<int>(list->items->size())) {
    report(world, Code::E0310, binding.values->span,
           fmt::format("the values of `{}` change with another param of the sweep", binding.param))
        .hint = "write a sweep within a sweep: the inner list may depend on the outer param";
    return Poison{};
  }
  return (*list->items)[binding.item];
}

// A param's default, or what `use` or `--set` put in its place.
struct Source {
  const ast::Expr* expr;
  Scope* scope;
  const SetOption* set = nullptr;
};

Source source_of(World& world, Symbol& symbol) {
  const SetOption* set = set_option_for(world, symbol);
  if (set && set->value) return {set->value.get(), world.root, set};
  Scope& home = *symbol.scope;
  const auto found = home.overrides.find(symbol.name);
  if (found != home.overrides.end()) return {found->second.value, found->second.scope, nullptr};
  return {symbol.expression, symbol.scope, nullptr};
}

// What a param is without overrides: its default, with the annotated dimension.
Value default_value(World& world, Symbol& symbol) {
  if (symbol.annotation) {
    const auto unit = resolve_unit(world, *symbol.annotation, *symbol.scope);
    if (!unit) return Poison{};
    Scalar like = constant_scalar(0, unit->dimension);
    if (!symbol.annotation->factors.empty()) like.unit = unit;
    return like;
  }
  return evaluate(world, *symbol.expression, *symbol.scope);
}

// Of 1/s, whether it counts turns or is an angular speed is in its unit.
std::string described(const Value& value) {
  const auto* scalar = value.get<Scalar>();
  return scalar && counts_turns(*scalar) ? "a frequency" : describe(value);
}

Value report_override(World& world, const Symbol& symbol, const Source& source, const Value& wanted,
                      const Value& given) {
  const std::string what =
      source.set ? fmt::format("`--set {}`", source.set->name) : "this override";
  const std::string text = source_text(world, source.expr->span);
  Diagnostic& d = report(world, source.set ? Code::E0208 : Code::E0203, source.expr->span,
                         fmt::format("{}: {} is {}, `{}` is {}", what, symbol.name,
                                     described(wanted), text, described(given)));
  const auto* number = given.get<Scalar>();
  const auto* quantity = wanted.get<Scalar>();
  if (number && quantity && !number->boolean && number->dimension.pure())
    d.hint = fmt::format("give it a unit: `{} {}`", text, shown_unit(*quantity).text);
  return Poison{};
}

// An override must be of the same type and dimension as the default; a bare 0 fits any.
Value checked_override(World& world, Symbol& symbol, const Source& source, const Value& value) {
  const Value wanted = default_value(world, symbol);
  if (value.poisoned() || wanted.poisoned()) return value;
  const auto* given = value.get<Scalar>();
  const auto* like = wanted.get<Scalar>();
  if (value.node.index() != wanted.node.index())
    return report_override(world, symbol, source, wanted, value);
  if (!given || given->boolean || like->boolean) return value;
  if (!given->any_dimension && !(given->dimension == like->dimension))
    return report_override(world, symbol, source, wanted, value);
  Scalar result = *given;
  result.dimension = like->dimension;
  return result;
}

Value with_annotation(World& world, Symbol& symbol, Value value) {
  const auto* scalar = value.get<Scalar>();
  if (!symbol.annotation || value.poisoned()) return value;
  const auto unit = resolve_unit(world, *symbol.annotation, *symbol.scope);
  if (!unit) return Poison{};
  if (!scalar || scalar->boolean) {
    report(world, Code::E0308, symbol.expression->span,
           fmt::format("`{}` must be {}, but this is {}", symbol.name, describe(unit->dimension),
                       describe(value)));
    return Poison{};
  }
  const Purpose purpose{"`" + symbol.name + "`", unit->dimension, symbol.expression->span,
                        unit->text.find("Hz") != std::string::npos};
  if (!fits(world, *scalar, purpose, symbol.expression)) return Poison{};
  Scalar result = *scalar;
  result.dimension = unit->dimension;
  result.any_dimension = false;
  if (!result.unit && !symbol.annotation->factors.empty()) result.unit = unit;
  return result;
}

Value base_value(World& world, Symbol& symbol) {
  const Source source = source_of(world, symbol);
  Value value = evaluate(world, *source.expr, *source.scope);
  if (source.expr != symbol.expression) return checked_override(world, symbol, source, value);
  return with_annotation(world, symbol, std::move(value));
}

Value param_value(World& world, Symbol& symbol, const SweepBinding* binding) {
  Value value = binding ? swept_value(world, *binding) : base_value(world, symbol);
  if (const auto* scalar = value.get<Scalar>()) {
    if (!require_constant(world, *scalar, symbol.expression->span)) return Poison{};
    Scalar copy = *scalar;
    if (symbol.kind == SymbolKind::param && copy.any_dimension && !symbol.annotation)
      copy.any_dimension = false;
    return copy;
  }
  return value;
}

Value compute(World& world, Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::param:
      return param_value(world, symbol, binding_of(world, symbol));
    case SymbolKind::let:
      return with_annotation(world, symbol,
                             evaluate(world, *symbol.expression,
                                      symbol.written_in ? *symbol.written_in : *symbol.scope));
    case SymbolKind::function:
      return FunctionValue{&symbol};
    case SymbolKind::law:
      return LawValue{&symbol, nullptr};
    case SymbolKind::template_:
      return TemplateValue{&symbol};
    case SymbolKind::object:
      return symbol.object ? Value(ObjectValue{symbol.object}) : Value(Poison{});
    case SymbolKind::instance:
      return symbol.inside ? Value(InstanceValue{symbol.inside, &symbol}) : Value(Poison{});
    case SymbolKind::table:
      return TableValue{symbol.table};
    case SymbolKind::run:
      return RunValue{&symbol};
    case SymbolKind::value:
      return symbol.value;
    case SymbolKind::computed:
      return symbol.compute();
  }
  return Poison{};
}

bool is_lazy(const Symbol& symbol) {
  return symbol.kind == SymbolKind::param || symbol.kind == SymbolKind::let ||
         symbol.kind == SymbolKind::computed;
}

// A signal of `t` alone, made anew for a law, which knows `t` too. Empty if it is of anything else.
std::optional<Scalar> in_law_time(const Scalar& scalar, const Graph& home, Scope& asker) {
  if (!asker.law || scalar.result) return {};
  const std::vector<NodeId> parts = reachable(home, {&scalar.node, 1});
  const bool known = std::all_of(parts.begin(), parts.end(), [&](NodeId id) {
    const Node& node = home[id];
    return node.op != Op::root && node.op != Op::bound &&
           (node.op != Op::slot || home.slot_of(node).kind == SlotKind::time);
  });
  if (!known) return {};
  Scalar result = scalar;
  result.node = copied(*asker.graph, home, scalar.node, [](const Slot& slot) {
    Slot moved = slot;
    moved.kind = SlotKind::law_time;
    return moved;
  });
  return result;
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

// Signals belong to the graph they were made in: a law cannot see the motion of bodies.
Value seen_from(World& world, const Value& value, const Symbol& symbol, Scope& asker, Span span) {
  const Graph* home = symbol.scope->graph;
  if (home == asker.graph) return value;
  const auto unknown = [&] {
    report(world, Code::E0602, span,
           fmt::format("`{}` is not known in a law: it depends on the motion", symbol.name))
        .hint = seen_in_law(asker);
    return Value(Poison{});
  };
  if (const auto* scalar = value.get<Scalar>()) {
    if (scalar->constant()) return value;
    const auto moved = in_law_time(*scalar, *home, asker);
    return moved ? Value(*moved) : unknown();
  }
  const auto all_moved = [&](auto result) {
    for (Scalar& part : result.parts) {
      if (part.constant()) continue;
      const auto moved = in_law_time(part, *home, asker);
      if (!moved) return unknown();
      part = *moved;
    }
    return Value(result);
  };
  if (const auto* vector = value.get<VectorValue>()) return all_moved(*vector);
  if (const auto* rotation = value.get<RotationValue>()) return all_moved(*rotation);
  return value;
}

// Whether arguments follow: only then is a function of the language near to a name.
bool is_called(const World& world, Span name) {
  if (name.source < 0) return false;
  const std::string_view text = world.session.sources.text(name.source);
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
bool follows_unit_sign(const World& world, Span name) {
  if (name.source < 0 || name.begin == 0) return false;
  const char before = world.session.sources.text(name.source)[name.begin - 1];
  return before == '/' || before == '*';
}

// What statements with syntax errors may define: their words, but for those of the language.
std::vector<std::string> broken_candidates(const World& world) {
  std::vector<std::string> names;
  for (const std::string& word : world.session.broken_names) {
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
  for (const SetOption& set : world.session.sets) {
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

Value value_of(World& world, Symbol& symbol, Scope& asker, Span span) {
  if (!is_lazy(symbol)) return compute(world, symbol);
  Memo* memo =
      &symbol.memo[world.evaluation.watched && symbol.kind != SymbolKind::computed ? 1 : 0];
  if (memo->state == Memo::State::running) {
    // A swept param inside its own list of values means what it is without the sweep.
    if (!binding_of(world, symbol)) return report_circle(world, symbol, span);
    memo = &symbol.base;
    if (memo->state == Memo::State::running) return report_circle(world, symbol, span);
    if (memo->state == Memo::State::fresh) {
      memo->state = Memo::State::running;
      memo->value = param_value(world, symbol, nullptr);
      memo->state = settled(world.evaluation, memo->value.poisoned());
    }
    return memo->value;
  }
  if (memo->state == Memo::State::fresh) {
    memo->state = Memo::State::running;
    world.evaluation.asked = span;
    world.evaluation.stack.push_back(&symbol);
    memo->value = compute(world, symbol);
    world.evaluation.stack.pop_back();
    memo->state = settled(world.evaluation, memo->value.poisoned());
  }
  return seen_from(world, memo->value, symbol, asker, span);
}

std::vector<std::string> visible_names(const Scope& scope) {
  std::vector<std::string> names;
  for_each_scope(scope, [&](const Scope& s) { add_names(s, names); });
  for (const std::string& name : constant_names()) names.push_back(name);
  for (std::string& name : builtin_names()) names.push_back(std::move(name));
  return names;
}

void report_unknown_name(World& world, const std::string& name, Span span, Scope& scope) {
  if (world.session.broken_names.contains(name)) return;
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

}  // namespace mbs::elaborate
