// What a declaration connects: points, bodies, joints, coordinates.
#include <fmt/format.h>

#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/world/families.hpp"

namespace mbs::elaborate {
namespace {

struct End {
  World& world;
  const ast::Expr& expr;
  Scope& scope;
  const Indices& chosen;  // of what it names, if that is a family
};

Value chosen_of(const Value& value, const Indices& chosen) {
  if (chosen.empty()) return value;
  for (const Member& one :
       value.get<FamilyValue>() ? members_of(*value.get<FamilyValue>()) : std::vector<Member>{})
    if (one.indices == chosen) return thing_of(one);
  const auto* list = value.get<ListValue>();
  return list ? (*list->items)[static_cast<std::size_t>(chosen[0] - 1)] : value;
}

Object* evaluated_object(const End& end, bool& poisoned) {
  const Value value = chosen_of(evaluate(end.world, end.expr, end.scope), end.chosen);
  poisoned = value.poisoned();
  const auto* object = value.get<ObjectValue>();
  return object ? object->object : nullptr;
}

Diagnostic& wrong_end(const End& end, const std::string& wanted) {
  return report(end.world, Code::E0406, end.expr.span,
                fmt::format("`{}` is not {}", source_text(end.world, end.expr.span), wanted));
}

Object* point_end(const End& end) {
  bool poisoned = false;
  Object* object = evaluated_object(end, poisoned);
  if (poisoned) return nullptr;
  if (object && is_point_like(*object)) return object;
  wrong_end(end, "a point or body");
  return nullptr;
}

Object* joint_end(const End& end) {
  bool poisoned = false;
  Object* object = evaluated_object(end, poisoned);
  if (poisoned) return nullptr;
  if (object && coordinate_of(*object)) return object;
  wrong_end(end, "a joint with an angle or a travel");
  return nullptr;
}

Object* revolute_end(const End& end) {
  bool poisoned = false;
  Object* object = evaluated_object(end, poisoned);
  if (poisoned) return nullptr;
  if (object && turns(*object)) return object;
  wrong_end(end, "a revolute joint");
  return nullptr;
}

Object* torque_end(const End& end) {
  bool poisoned = false;
  Object* object = evaluated_object(end, poisoned);
  if (poisoned) return nullptr;
  if (object && (is_body(*object) || turns(*object))) return object;
  wrong_end(end, "a body or a revolute joint");
  return nullptr;
}

// Whether it is the name of a joint's coordinate, or of its rate.
bool names_coordinate(const Object& object, std::string_view name) {
  const CoordinateInfo* coordinate = coordinate_of(object);
  return coordinate && (name == coordinate->name || name == coordinate_rate);
}

// `O.speed`, `S.travel`, `ball.angle`, `ball`, `crank.tip`
bool drive_end(const End& end, Object::Ends& ends) {
  World& world = end.world;
  if (const auto* field = std::get_if<ast::Field>(&end.expr.node)) {
    const End base{world, *field->base, end.scope, end.chosen};
    bool poisoned = false;
    Object* object = evaluated_object(base, poisoned);
    if (poisoned) return false;
    const std::string& name = field->field.name;
    const bool body_angle = object && is_body(*object) && name == "angle";
    if (body_angle || (object && names_coordinate(*object, name))) {
      ends.first = object;
      ends.coordinate = name;
      return true;
    }
    if (object &&
        (is_joint(*object) || (is_body(*object) && (name == "speed" || name == "spin")))) {
      report(world, Code::E0406, field->field.span,
             fmt::format("`{}` cannot be driven", source_text(world, end.expr.span)))
          .hint = is_body(*object)
                      ? "a body's position (`drive d: ball = (x, y)`) or its `angle` can be, and a "
                        "joint's `speed` (`drive d: O.speed = 60 rpm`)"
                      : "the `angle` or `speed` of a revolute, the `travel` or `speed` of a "
                        "prismatic can be";
      return false;
    }
  }
  bool poisoned = false;
  Object* object = evaluated_object(end, poisoned);
  if (poisoned) return false;
  ends.first = object;
  if (object && is_point_like(*object)) return true;
  Diagnostic& d = wrong_end(end, "a coordinate, a body or a point");
  if (const CoordinateInfo* coordinate = object ? coordinate_of(*object) : nullptr)
    d.hint = fmt::format("`{0}.{1}` or `{0}.{2}` can be driven", source_text(world, end.expr.span),
                         coordinate_rate, coordinate->name);
  return false;
}

bool two_different(World& world, const Object& object, const ast::Declaration& declaration) {
  if (object.ends.first != object.ends.second) return true;
  report(world, Code::E0406, declaration.second->span,
         fmt::format("both ends of `{}` are the same", object.name));
  return false;
}

bool resolve(World& world, Object& object) {
  const ast::Declaration* d = object.declaration();
  if (!d || !d->first) return false;
  Object::Ends& ends = object.ends;
  const End first{world, *d->first, *object.scope, ends.chosen_first};
  if (is_joint(object) && object.kind->joint->ties_joints) {
    ends.first = joint_end(first);
    ends.second = joint_end({world, *d->second, *object.scope, ends.chosen_second});
    return ends.first && ends.second && two_different(world, object, *d);
  }
  switch (object.type()) {
    case ObjectKind::drive:
      return drive_end(first, ends);
    case ObjectKind::torque:
      return (ends.first = torque_end(first)) != nullptr;
    case ObjectKind::torsion:
      return (ends.first = revolute_end(first)) != nullptr;
    default:
      ends.first = point_end(first);
      if (!d->second) return ends.first != nullptr;
      ends.second = point_end({world, *d->second, *object.scope, ends.chosen_second});
  }
  return ends.first && ends.second && two_different(world, object, *d);
}

}  // namespace

bool resolve_ends(World& world, Object& object) {
  Object::Ends& ends = object.ends;
  if (ends.state == Memo::State::running) {
    report(world, Code::E0305, object.span, fmt::format("`{}` depends on itself", object.name));
    return false;
  }
  if (ends.state == Memo::State::fresh) {
    ends.state = Memo::State::running;
    Setting<bool> plain(world.evaluation.histories, false);
    if (!resolve(world, object)) ends.first = ends.second = nullptr;
    ends.state = settled(world.evaluation, !ends.first);
  }
  return ends.first != nullptr;
}

}  // namespace mbs::elaborate
