#include "lang/elaborate/fields/law_fields.hpp"

#include <fmt/format.h>

#include <string>

#include "lang/elaborate/fields/space_fields.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/kinds/friction_fields.hpp"

namespace mbs::elaborate {

namespace {

// In space, one that turns with the sliding: three signals of the law after each other.
Value vector_signal(const Asked& a, const Scalar& like, SlotKind of, int first) {
  VectorValue result;
  for (int part = 0; part < 3; ++part) {
    result.parts.push_back(like);
    result.parts.back().node = slot_node(a.world, of, a.object.index, first + part);
  }
  return result;
}

}  // namespace

std::optional<Value> law_signal(const Asked& a, SlotKind of, int pin) {
  LawUnit* unit = law_of(a.world, a.object);
  if (!unit) return Value(Poison{});
  const auto known = unit->values.find(a.field);
  if (known == unit->values.end()) return std::nullopt;
  Scalar scalar = known->second;
  if (scalar.constant()) return scalar;
  for (std::size_t i = 0; i < unit->program.signals.size(); ++i) {
    const std::string& name = unit->program.signals[i].name;
    scalar.node = slot_node(a.world, of, a.object.index, static_cast<int>(i), pin);
    scalar.signal = &a.expr;
    if (name == a.field) return scalar;
    if (name == a.field + ".x") return vector_signal(a, scalar, of, static_cast<int>(i));
  }
  return std::nullopt;
}

namespace {

NodeId friction_node(const Asked& a, FrictionSignal signal, int pin = 0) {
  return slot_node(a.world, SlotKind::joint_friction, a.object.index, static_cast<int>(signal),
                   pin);
}

// A ball resists about all axes, a shaft along its axis and about it.
std::optional<Value> effort_several_ways(const Asked& a) {
  const KindInfo& kind = *a.object.kind;
  if (kind.joint->by_rotation && a.field == "friction")
    return space_vector(
        a,
        {friction_node(a, FrictionSignal::effort), friction_node(a, FrictionSignal::effort_2),
         friction_node(a, FrictionSignal::effort_3)},
        dim::torque);
  if (!friction_field::turns_and_slides(kind)) return std::nullopt;
  if (a.field == "friction") return made(a, friction_node(a, FrictionSignal::effort_2), dim::force);
  if (a.field == friction_field::torque.name)
    return made(a, friction_node(a, FrictionSignal::effort), dim::torque);
  return std::nullopt;
}

// Each pin of a cross joint has its own fields, `FN1` and `FN2`; what both take up is one.
struct OfPin {
  std::string field;
  int pin = 0;
};
OfPin of_pin(const Asked& a) {
  const std::string_view field = friction_field::without_pin(*a.object.kind, a.field);
  if (field.size() == a.field.size()) return {a.field};
  return {std::string(field), a.field.back() - '1'};
}

Scalar friction_scalar(const Asked& a, const friction_field::Shown& field, int pin) {
  const bool pins = a.object.kind->joint->has_pins;
  const bool torque = field.signal == FrictionSignal::effort && (turns(a.object) || pins);
  Scalar scalar =
      made(a, friction_node(a, field.signal, pin), torque ? dim::torque : field.dimension);
  scalar.boolean = field.boolean;
  if (field.signal != FrictionSignal::energy_lost) return scalar;
  scalar.unit = Unit{"J", 1, dim::torque};
  if (pins) scalar.node = a.world.graph().add(scalar.node, friction_node(a, field.signal, 1));
  return scalar;
}

}  // namespace

std::optional<Value> friction_field_of(const Asked& a) {
  const OfPin asked = of_pin(a);
  const friction_field::Shown* field = friction_field::find(asked.field);
  const bool listed =
      (field || a.field == friction_field::torque.name) && find_field(*a.object.kind, a.field);
  if (!has_friction(a.world, a.object)) {
    if (!listed) return std::nullopt;
    report(a.world, Code::E0403, a.expr.span,
           fmt::format("`{}` has no friction, and so no `{}`", a.object.title(), a.field))
        .hint = "for instance `friction = coulomb(0.1)`, and of what turns `radius = 10 mm`";
    return Value(Poison{});
  }
  if (!listed)
    return law_signal({a.world, a.object, asked.field, a.expr}, SlotKind::joint_law, asked.pin);
  if (auto effort = effort_several_ways(a)) return effort;
  if (!field) return std::nullopt;
  return friction_scalar(a, *field, asked.pin);
}

}  // namespace mbs::elaborate
