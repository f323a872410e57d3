#include "lang/elaborate/objects/ends.hpp"

#include <fmt/format.h>

#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/values/evaluate.hpp"
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

// Those of a joint's coordinates that fit, in words: "`C.angle` or `C.travel`".
std::string coordinate_names(const Object& joint, bool turning) {
  std::string list;
  for (const CoordinateInfo& row : coordinates_of(joint))
    if (row.turns || !turning)
      list += fmt::format("{}`{}.{}`", list.empty() ? "" : " or ", joint.name, row.name);
  return list;
}

// What an end asks of a joint: an angle, or any coordinate.
struct CoordinateWanted {
  bool turning = false;
  std::string words;
};

// The joint's one coordinate that fits; -1 if it has none, or several.
int only_coordinate(const Object& joint, bool turning) {
  const auto rows = coordinates_of(joint);
  int found = -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if ((turning && !rows[i].turns) || (joint.kind->joint->screws && i > 0)) continue;
    if (found >= 0) return -1;
    found = static_cast<int>(i);
  }
  return found;
}

// `C.angle` of a joint with several coordinates, an end written so. Null if it is not that.
Object* named_coordinate(const End& end, const CoordinateWanted& wanted, int& index) {
  const auto* field = std::get_if<ast::Field>(&end.expr.node);
  if (!field || !end.world.spatial) return nullptr;
  Quiet quiet(end.world);
  bool poisoned = false;
  Object* object = evaluated_object({end.world, *field->base, end.scope, end.chosen}, poisoned);
  if (!object || !is_joint(*object)) return nullptr;
  const auto rows = coordinates_of(*object);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].name != field->field.name || (wanted.turning && !rows[i].turns)) continue;
    index = static_cast<int>(i);
    return object;
  }
  return nullptr;
}

Object* coordinate_end(const End& end, const CoordinateWanted& wanted, int& index) {
  if (Object* joint = named_coordinate(end, wanted, index)) return joint;
  bool poisoned = false;
  Object* object = evaluated_object(end, poisoned);
  if (poisoned) return nullptr;
  const int only = object ? only_coordinate(*object, wanted.turning) : -1;
  if (only >= 0) {
    index = only;
    return object;
  }
  Diagnostic& d = wrong_end(end, wanted.words);
  const std::string names = object ? coordinate_names(*object, wanted.turning) : "";
  if (!names.empty()) d.hint = "say which: " + names;
  return nullptr;
}

Object* torque_end(const End& end, int& index) {
  const CoordinateWanted wanted{true, end.world.spatial
                                          ? "a body, a spherical joint or one with an angle"
                                          : "a body or a revolute joint"};
  if (Object* joint = named_coordinate(end, wanted, index)) return joint;
  bool poisoned = false;
  Object* object = nullptr;
  {
    Quiet quiet(end.world);
    object = evaluated_object(end, poisoned);
  }
  const bool whole =
      object && (is_body(*object) || (is_joint(*object) && object->kind->joint->by_rotation));
  return whole ? object : coordinate_end(end, wanted, index);
}

// Whether it is the name of one of a joint's coordinates, or of its rate; which.
std::optional<int> coordinate_named(const Object& object, std::string_view name) {
  const auto rows = coordinates_of(object);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (name == rows[i].name || (name == rows[i].rate_name && !name.empty()))
      return static_cast<int>(i);
  return std::nullopt;
}

// A body's rotation, or that of a spherical joint; its angle is about z.
bool names_rotation(const Declarations& declarations, const Object& object,
                    const std::string& name) {
  if (!declarations.spatial) return false;
  if (is_body(object)) return name == "rotation" || name == "angle";
  return is_joint(object) && object.kind->joint->by_rotation && name == "rotation";
}

// What can be driven instead of what was named.
std::string drivable(const Declarations& declarations, const Object& object) {
  if (is_body(object) && declarations.spatial)
    return "a body's position (`drive d: ball = (x, y, z)`) and its `rotation` (`drive d: "
           "ball.rotation = turn(z, 1 rad/s * t)`) can be, and a joint's `speed`";
  if (is_body(object))
    return "a body's position (`drive d: ball = (x, y)`) or its `angle` can be, and a "
           "joint's `speed` (`drive d: O.speed = 60 rpm`)";
  if (object.kind->joint->by_rotation)
    return fmt::format("its rotation can be: `drive d: {}.rotation = turn(z, 1 rad/s * t)`",
                       object.name);
  const std::string names = coordinate_names(object, false);
  if (declarations.spatial && !names.empty()) return names + " can be, or its rate";
  return "the `angle` or `speed` of a revolute, the `travel` or `speed` of a prismatic can be";
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
    const bool turns =
        object && (names_rotation(world, *object, name) || (is_body(*object) && name == "angle"));
    const auto which = object ? coordinate_named(*object, name) : std::nullopt;
    if (turns || which) {
      ends.first = object;
      ends.coordinate = name;
      ends.first_coordinate = which.value_or(0);
      return true;
    }
    if (object &&
        (is_joint(*object) || (is_body(*object) && (name == "speed" || name == "spin")))) {
      report(world, Code::E0406, field->field.span,
             fmt::format("`{}` cannot be driven", source_text(world, end.expr.span)))
          .hint = drivable(world, *object);
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
  else if (object && !coordinates_of(*object).empty())
    d.hint = coordinate_names(*object, false) + " can be driven";
  return false;
}

bool two_different(Reports& reports, const Object& object, const ast::Declaration& declaration) {
  const Object::Ends& ends = object.ends;
  if (ends.first != ends.second || ends.first_coordinate != ends.second_coordinate) return true;
  Diagnostic& d = report(reports, Code::E0406, declaration.second->span,
                         fmt::format("both ends of `{}` are the same", object.name));
  if (!ends.chosen_first.empty() && !ends.chosen_second.empty())
    d.hint =
        "a loop makes each pair once: `for i in 1..n - 1 { for k in i + 1 .. n { … } }`, and "
        "`contacts` lets any two of them touch";
  return false;
}

bool resolve(World& world, Object& object) {
  const ast::Declaration* d = object.declaration();
  if (!d || !d->first) return false;
  Object::Ends& ends = object.ends;
  const End first{world, *d->first, *object.scope, ends.chosen_first};
  if (is_joint(object) && object.kind->joint->ties_joints) {
    const CoordinateWanted any{false, "a joint with an angle or a travel"};
    ends.first = coordinate_end(first, any, ends.first_coordinate);
    ends.second = coordinate_end({world, *d->second, *object.scope, ends.chosen_second}, any,
                                 ends.second_coordinate);
    return ends.first && ends.second && two_different(world, object, *d);
  }
  switch (object.type()) {
    case ObjectKind::drive:
      return drive_end(first, ends);
    case ObjectKind::torque:
      return (ends.first = torque_end(first, ends.first_coordinate)) != nullptr;
    case ObjectKind::torsion:
      return (ends.first = coordinate_end(
                  first, {true, world.spatial ? "a joint with an angle" : "a revolute joint"},
                  ends.first_coordinate)) != nullptr;
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
    Setting<bool> plain(world.histories, false);
    if (!resolve(world, object)) ends.first = ends.second = nullptr;
    ends.state = settled(world, !ends.first);
  }
  return ends.first != nullptr;
}

}  // namespace mbs::elaborate
