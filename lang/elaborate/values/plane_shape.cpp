#include "lang/elaborate/values/plane_shape.hpp"

#include "lang/elaborate/values/vectors.hpp"

namespace mbs::elaborate {

Value plane_shape(World& world, const BuiltinCall& call) {
  if (!world.spatial) {
    report(world, Code::E0408, call.expr.span, "`plane` takes a normal in space only").hint =
        "in a planar world `plane` is below the point's x axis, which its `angle` turns";
    return Poison{};
  }
  if (call.arguments.size() != 1 || call.arguments[0].name) {
    report(world, Code::E0309, call.expr.span, "`plane` takes one argument, its outward normal")
        .hint = "`plane(z)`";
    return Poison{};
  }
  const EvaluatedArgument& argument = call.arguments[0];
  const auto normal = constant_direction(world, argument.value, "the normal of `plane`",
                                         *argument.expr, call.scope);
  if (!normal) return Poison{};
  ShapeValue shape;
  shape.normal = normal;
  return shape;
}

}  // namespace mbs::elaborate
