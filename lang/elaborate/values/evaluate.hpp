// Expressions to values. Errors are reported and give Poison.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

Value evaluate(World& world, const ast::Expr& expr, Scope& scope);
// A body or a point as its position; other values as they are.
Value placed(World& world, const Value& value, const ast::Expr& expr, Scope& scope);

// ---- names (lookup.cpp) ---------------------------------------------------------

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
// What a symbol stands for; memoised, E0305 for circles.
Value value_of(World& world, Symbol& symbol, Scope& asker, Span span);
// E0301 with the nearest name.
void report_unknown_name(World& world, const std::string& name, Span span, Scope& scope);
// All names seen from a scope, the nearest first.
std::vector<std::string> visible_names(const Scope& scope);

// Whether a condition that is known already can be judged; E0411 if what it compares is not a
// number.
bool judged(World& world, const Scalar& condition, const std::string& name, Span span);

// ---- units (units.cpp) -----------------------------------------------------

// Empty after an error. Exponents by name are looked up among the constants in scope.
std::optional<Unit> resolve_unit(World& world, const ast::UnitExpr& unit, Scope& scope);

// ---- operators ----------------------------------------------------------------------

NodeId node_in(Graph& graph, const Scalar& scalar);
Scalar scalar_from(World& world, Graph& graph, NodeId node, const Scalar& like);
// Marks that the value of an operation depends on what its operands depend on.
void inherit(Scalar& result, const Scalar& operand);
Scalar apply_unary(World& world, Scope& scope, Op op, const Scalar& a);
Scalar apply_binary(World& world, Scope& scope, Op op, const Scalar& a, const Scalar& b);

Value evaluate_unary(World& world, const ast::Unary& node, const ast::Expr& expr, Scope& scope);
Value evaluate_binary(World& world, const ast::Binary& node, const ast::Expr& expr, Scope& scope);
Value evaluate_comparison(World& world, const ast::Comparison& node, const ast::Expr& expr,
                          Scope& scope);
Value evaluate_within(World& world, const ast::Within& node, const ast::Expr& expr, Scope& scope);
Value evaluate_conditional(World& world, const ast::Conditional& node, const ast::Expr& expr,
                           Scope& scope);
Value evaluate_logical(World& world, const ast::Binary& node, const ast::Expr& expr, Scope& scope);
Value evaluate_call(World& world, const ast::Call& node, const ast::Expr& expr, Scope& scope);
Value evaluate_index(World& world, const ast::Index& node, const ast::Expr& expr, Scope& scope);
Value evaluate_field(World& world, const ast::Field& node, const ast::Expr& expr, Scope& scope);
Value evaluate_prime(World& world, const ast::Prime& node, const ast::Expr& expr, Scope& scope);
Value evaluate_text(World& world, const ast::Text& node, const ast::Expr& expr, Scope& scope);

// `value ~ target within tolerance`: |difference| and what is allowed.
struct WithinParts {
  Scalar value, target, allowed, off;
};
std::optional<WithinParts> within_parts(World& world, const ast::Within& node, Scope& scope);

// The values of `[item for variable in values]` for a list of known items, in order; empty after an
// error.
std::optional<std::vector<Value>> each_value(World& world, const ast::Each& node, const Value& over,
                                             Scope& scope);
// A bare number, or each part of a vector, with the unit that stands behind its bracket.
Value in_unit_behind(World& world, const Value& value, const ast::UnitExpr& written,
                     const ast::Expr& part, Scope& scope);

// ---- windows: `x during a .. b`, a part of a run ---------------------------------------------

// Finds what nothing has asked for yet and tells what is wrong with it: a value of an instant, or
// else one of a finished run.
void check_value(World& world, const std::function<Value()>& find);
Value evaluate_during(World& world, const ast::During& node, const ast::Expr& expr, Scope& scope);
// The window of a history or of impacts, which a reduction or a list keeps: both ends invalid if
// there is none. Empty, with E0308, if several are mixed.
std::optional<World::Window> window_of(World& world, int window, Span span);
// Whether all histories in it are of one run, else E0308.
bool of_one_run(World& world, const Scalar& scalar, Span span);
// What is shown of a windowed history: the value inside, nothing outside.
NodeId inside_window(Draft& draft, const Scalar& scalar);

// Whether something is wrong with the ends of a thing, which might have made a family of it.
bool is_unmade(World& world, const Value& value);
// A number that only a run gives.
bool is_known_by_a_run(const Value& value);
// `[item for variable in values]` if only a run fills `over`, the values: a number, a condition or
// a vector for each round.
std::optional<Value> ruled_by_a_run(World& world, const ast::Each& node, const Value& over,
                                    const ast::Expr& expr, Scope& scope);

// ---- lists --------------------------------------------------------------------------------------

// A list of numbers as a value per row; a scalar stays what it is.
std::optional<Scalar> as_rows(World& world, const Value& value, const ast::Expr& expr);

// ---- functions -------------------------------------------------------------------------

struct EvaluatedArgument {
  std::optional<ast::Identifier> name;
  Value value;
  const ast::Expr* expr = nullptr;
};
struct BuiltinCall {
  const ast::Expr& expr;
  Scope& scope;
  std::vector<EvaluatedArgument>& arguments;
};
struct Builtin {
  std::string_view name;
  int least, most;  // number of arguments
  Value (*evaluate)(World&, const Builtin&, const BuiltinCall&);
  Op op = Op::constant;
  int tag = 0;
  std::string_view signature, doc;
};
const Builtin* find_builtin(std::string_view name);
std::vector<std::string> builtin_names();

Value call_function(World& world, Symbol& function, const ast::Expr& expr,
                    std::vector<EvaluatedArgument>& arguments, Scope& scope);
// What the law in which the scope lies sees of its contact, as a hint.
std::string seen_in_law(const Scope& scope);
// Binds the arguments of a law value; missing ones stay open.
Value call_law(World& world, const LawValue& law, const ast::Expr& expr,
               std::vector<EvaluatedArgument>& arguments);
const std::vector<ast::Parameter>& parameters_of(const Symbol& symbol);

// ---- fields ------------------------------------------------------------------------------

Value object_field(World& world, Object& object, const ast::Identifier& field,
                   const ast::Expr& expr, Scope& scope);
Value pair_field(World& world, const Pair& pair, const ast::Identifier& field,
                 const ast::Expr& expr, Scope& scope);
// The list of a column, for `list_element` and the like.
int list_id(World& world, ir::ListSource::Kind kind, int entity, int column, const ast::Expr& expr,
            int window = no_window, int run = present_run);
// The same of a column of impacts.
int impact_list(World& world, const ImpactsValue& impacts, int column, const ast::Expr& expr);
// Whose impacts they are, into Scenario::clearances; -1: of a contact alone.
int shared_of(const Object& contact);
Scalar list_rows(Draft& draft, int list, Dimension dimension, std::optional<Unit> unit,
                 const ast::Expr& expr);

// ---- checks (fit.cpp) ----------------------------------------------------------------------

// What a value is for, in messages: "`mass`", "`K` of `hertz`".
struct Purpose {
  std::string name;
  Dimension dimension;
  Span span;               // of the value
  bool frequency = false;  // Hz are welcome: what is wanted is given in Hz itself
};
// Whether it is given in Hz.
bool counts_turns(const Scalar& scalar);

// Reports when a scalar does not have the wanted dimension: E0203, E0204, E0209.
bool fits(World& world, const Scalar& scalar, const Purpose& purpose, const ast::Expr* expr);
// A constant number of the dimension; reports E0308, E0311, E0306, E0203, E0204.
std::optional<double> constant_number(World& world, const Value& value, const Purpose& purpose,
                                      const ast::Expr* expr);
// Of two parts in the plane, where z = 0, and three in space; a point stands for its position.
std::optional<ir::Vec3> constant_vector(World& world, const Value& value, const Purpose& purpose,
                                        const ast::Expr* expr);
// A scalar of any stage.
std::optional<Scalar> number(World& world, const Value& value, const Purpose& purpose,
                             const ast::Expr* expr);
std::optional<Scalar> truth(World& world, const Value& value, const std::string& name, Span span);
// False, with a report, unless the value is known before the run (E0311, E0306).
bool require_constant(World& world, const Scalar& scalar, Span span);
// E0411 if a constant is infinite, or none at all.
bool require_finite(World& world, const Scalar& scalar, const std::string& name, Span span);
// False, with E0306, if the value needs a finished run.
bool require_instant(World& world, const Scalar& scalar, Span span);
// Nor of what only the books of the run know: a condition sees them at each instant, a force does
// not.
enum class Asker { condition, force };
bool require_present(World& world, const Scalar& scalar, Asker asker, Span span);
std::optional<long> whole_number(World& world, const Value& value, const std::string& what,
                                 Span span);

std::string source_text(const World& world, Span span);
// "`K`", "`K` and `c`", "`K`, `c` and `h`".
std::string quoted_list(const std::vector<std::string>& names);

// ---- dimension messages ----------------------------------------------------------------------

// Can these be added or compared? If not E0202 with labels on both operands and the likely slip, or
// E0209 where one counts in hertz and the other in radians. `verb`: "add", "subtract", "compare".
bool comparable(World& world, const std::string& verb, const Scalar& left,
                const ast::Expr& left_expr, const Scalar& right, const ast::Expr& right_expr,
                Scope& scope);
std::string dimension_label(const Dimension& dimension);

}  // namespace mbs::elaborate
