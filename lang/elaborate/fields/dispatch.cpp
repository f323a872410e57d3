// The dispatch over kinds of expressions: the bodies of lang/elaborate/values/evaluate.hpp. It
// stands here as an expression may ask for the field of any thing.
#include "lang/elaborate/fields/fields.hpp"
#include "lang/elaborate/fields/indices.hpp"
#include "lang/elaborate/fields/object_fields.hpp"
#include "lang/elaborate/objects/ends.hpp"
#include "lang/elaborate/values/calls.hpp"
#include "lang/elaborate/values/conditions.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/literals.hpp"
#include "lang/elaborate/values/operators.hpp"
#include "lang/elaborate/values/show.hpp"
#include "lang/elaborate/values/windows.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

namespace {

constexpr int deepest = 500;  // nested expressions; keeps the stack bounded

struct Dispatch {
  World& world;
  const ast::Expr& expr;
  Scope& scope;
  Value operator()(const ast::Number& n) const { return evaluate_number(world, n, expr, scope); }
  Value operator()(const ast::Text& n) const { return evaluate_text(world, n, expr, scope); }
  Value operator()(const ast::Boolean& n) const { return boolean_scalar(n.value); }
  Value operator()(const ast::Name& n) const { return evaluate_name(world, n, expr, scope); }
  Value operator()(const ast::Vector& n) const { return evaluate_vector(world, n, expr, scope); }
  Value operator()(const ast::List& n) const { return evaluate_list(world, n, expr, scope); }
  Value operator()(const ast::Each& n) const { return evaluate_each(world, n, expr, scope); }
  Value operator()(const ast::During& n) const { return evaluate_during(world, n, expr, scope); }
  Value operator()(const ast::Unary& n) const { return evaluate_unary(world, n, expr, scope); }
  Value operator()(const ast::Binary& n) const { return evaluate_binary(world, n, expr, scope); }
  Value operator()(const ast::Comparison& n) const {
    return evaluate_comparison(world, n, expr, scope);
  }
  Value operator()(const ast::Within& n) const { return evaluate_within(world, n, expr, scope); }
  Value operator()(const ast::Conditional& n) const {
    return evaluate_conditional(world, n, expr, scope);
  }
  Value operator()(const ast::Call& n) const { return evaluate_call(world, n, expr, scope); }
  Value operator()(const ast::Index& n) const { return evaluate_index(world, n, expr, scope); }
  Value operator()(const ast::Field& n) const { return evaluate_field(world, n, expr, scope); }
  Value operator()(const ast::Prime& n) const { return evaluate_prime(world, n, expr, scope); }
  Value operator()(const ast::Convert& n) const { return evaluate_convert(world, n, expr, scope); }
};

}  // namespace

Value evaluate(World& world, const ast::Expr& expr, Scope& scope) {
  if (world.depth > deepest) {
    report(world, Code::E0114, expr.span, "nested too deeply");
    return Poison{};
  }
  if (!spend(world, expr.span)) return Poison{};
  ++world.depth;
  Value value = std::visit(Dispatch{world, expr, scope}, expr.node);
  --world.depth;
  return value;
}

Value placed(World& world, const Value& value, const ast::Expr& expr, Scope& scope) {
  const auto* object = value.get<ObjectValue>();
  const Entity entity = object ? object->object->kind->entity : Entity::none;
  if (entity != Entity::body && entity != Entity::point) return value;
  return object_field(world, *object->object, {"position", expr.span}, expr, scope);
}

bool is_unmade(World& world, const Value& value) {
  const auto* object = value.get<ObjectValue>();
  if (!object || object->object->kind->ends == Ends::none) return false;
  const Quiet quiet(world);
  return !resolve_ends(world, *object->object);
}

}  // namespace mbs::elaborate
