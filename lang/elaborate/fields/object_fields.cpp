#include "lang/elaborate/fields/object_fields.hpp"

#include <fmt/format.h>

#include <functional>
#include <set>

#include "lang/elaborate/fields/asked.hpp"
#include "lang/elaborate/fields/clearance_fields.hpp"
#include "lang/elaborate/fields/law_fields.hpp"
#include "lang/elaborate/fields/space_fields.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/body_mass.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/objects/ends.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/places.hpp"
#include "lang/elaborate/objects/signals.hpp"
#include "lang/elaborate/objects/space_signals.hpp"
#include "lang/elaborate/objects/switching.hpp"
#include "lang/elaborate/shapes/solids.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/lookup.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/values/rows.hpp"
#include "lang/kinds/activity.hpp"
#include "lang/kinds/contact_fields.hpp"
#include "lang/kinds/friction_fields.hpp"
#include "lang/text/suggest.hpp"

namespace mbs::elaborate {
namespace {

Value vector(const Asked& a, const Planar& nodes, Dimension dimension) {
  return VectorValue{{made(a, nodes[0], dimension), made(a, nodes[1], dimension)}};
}

std::optional<Value> point_field(const Asked& a) {
  if (a.world.spatial) return space_point_field(a);
  Graph& g = a.world.graph();
  const Planar place = point_position(a.world, a.object);
  if (a.field == "x") return made(a, place[0], dim::length);
  if (a.field == "y") return made(a, place[1], dim::length);
  if (a.field == "position") return vector(a, place, dim::length);
  const Planar velocity = time_derivative(g, place);
  if (a.field == "vx") return made(a, velocity[0], dim::speed);
  if (a.field == "vy") return made(a, velocity[1], dim::speed);
  if (a.field == "velocity") return vector(a, velocity, dim::speed);
  if (a.field == "speed") {
    const NodeId square = g.add(g.mul(velocity[0], velocity[0]), g.mul(velocity[1], velocity[1]));
    return made(a, g.unary(Op::sqrt, square), dim::speed);
  }
  if (a.field == "accel") return vector(a, time_derivative(g, velocity), dim::acceleration);
  return std::nullopt;
}

// Whether one of a body's attributes that its mass follows from is there, but broken: it has its
// message.
bool broken_body(World& world, Object& body) {
  for (const char* name : {"mass", "inertia", "shape", "material"}) {
    const auto value = attribute(world, body, name);
    if (value && value->poisoned()) return true;
  }
  return false;
}

std::optional<Value> constant_field(const Asked& a, const std::optional<double>& value,
                                    Dimension dimension) {
  if (value) return constant_scalar(*value, dimension);
  if (&a.object == a.world.ground) {
    report(a.world, Code::E0403, a.expr.span,
           fmt::format("the ground does not move and has no {}", a.field))
        .hint = "what is to move is a body: `body plate { mass = 1 kg }`";
  } else if (!broken_body(a.world, a.object)) {
    report(a.world, Code::E0403, a.expr.span,
           fmt::format("body `{}` has no {}", a.object.name, a.field))
        .hint = fmt::format("add `{} = …`, or a `shape` and a `material`", a.field);
  }
  return Poison{};
}

// The moments about x, y, z, and the products if there are any.
std::optional<Value> matrix_field(const Asked& a) {
  const auto m = body_inertia_matrix(a.world, a.object);
  if (!m) return constant_field(a, std::nullopt, dim::inertia);
  std::vector<double> entries{m->xx, m->yy, m->zz};
  if (m->xy != 0 || m->xz != 0 || m->yz != 0) entries.insert(entries.end(), {m->xy, m->xz, m->yz});
  VectorValue result;
  for (const double entry : entries) result.parts.push_back(constant_scalar(entry, dim::inertia));
  return result;
}

// Points that a body has by its shape.
struct PartFamily {
  std::string_view name, where;
};
constexpr PartFamily part_families[] = {
    {"corner", "boxes, polygons and polyhedra have corners"},
    {"cap", "capsules have caps"},
    {"rim", "in space cylinders, discs and cones have rims"},
    {"edge", "in space boxes, polyhedra and polygons with a width have edges"}};

const PartFamily* part_family(std::string_view field) {
  for (const PartFamily& family : part_families)
    if (family.name == field) return &family;
  return nullptr;
}

// A shape with an error has told it.
Value parts_field(const Asked& a, const PartFamily& family) {
  const auto shape = shape_of(a.world, a.object);
  if (!shape && find_bound(a.object, "shape")) return Poison{};
  std::vector<Value> parts;
  if (family.name == "edge")
    for (Object* edge : edges_of(a.world, a.object)) parts.push_back(ObjectValue{edge});
  else if (shape && family.name == corner_name(*shape))
    for (Object* corner : corners_of(a.world, a.object)) parts.push_back(ObjectValue{corner});
  if (!parts.empty())
    return ListValue{std::make_shared<const std::vector<Value>>(std::move(parts))};
  report(a.world, Code::E0301, a.expr.span,
         fmt::format(
             "body `{}` has no `{}`: {}", a.object.name, family.name,
             shape ? "its shape is " + with_article(info(shape->kind).name) : "it has no shape"))
      .hint = family.where;
  return Poison{};
}

std::optional<Value> body_field(const Asked& a) {
  if (Scope* inside = a.object.inside) {
    Symbol* point = find_here(*inside, a.field);
    if (point) return value_of(a.world, *point, *inside, a.expr.span);
    if (has_family(*inside, a.field)) return FamilyValue{inside, a.field};
  }
  if (a.field == "cm") return ObjectValue{&center_of(a.world, a.object)};
  if (const PartFamily* family = part_family(a.field)) return parts_field(a, *family);
  if (a.field == "mass") return constant_field(a, body_mass(a.world, a.object), dim::mass);
  if (a.world.spatial) {
    if (a.field == "inertia") return matrix_field(a);
    const auto value = space_body_field(a);
    return value ? value : space_point_field(a);
  }
  if (a.field == "angle") return made(a, body_coordinate(a.world, a.object, 2), dim::pure, radian);
  if (a.field == "spin")
    return made(a, body_coordinate(a.world, a.object, 2, 1), dim::angular_speed, radian_per_second);
  if (a.field == "angular_accel")
    return made(a, body_coordinate(a.world, a.object, 2, 2), dim::angular_speed / dim::time,
                radian_per_second_squared);
  if (a.field == "inertia") return constant_field(a, body_inertia(a.world, a.object), dim::inertia);
  return point_field(a);
}

std::optional<Value> joint_field(const Asked& a) {
  World& world = a.world;
  if (world.spatial) {
    auto value = space_joint_field(a);
    return value ? value : friction_field_of(a);
  }
  const int index = a.object.index;
  if (a.field == "force") {
    return vector(a,
                  {slot_node(world, SlotKind::joint_reaction, index, 0),
                   slot_node(world, SlotKind::joint_reaction, index, 1)},
                  dim::force);
  }
  if (a.field == "torque")
    return made(a, slot_node(world, SlotKind::joint_reaction, index, 2), dim::torque);
  if (a.field == impulse_field.name)
    return vector(a,
                  {slot_node(world, SlotKind::joint_impulse, index, 0),
                   slot_node(world, SlotKind::joint_impulse, index, 1)},
                  dim::impulse);
  if (a.field == angular_impulse_field.name)
    return made(a, slot_node(world, SlotKind::joint_impulse, index, 2), dim::torque * dim::time);
  const CoordinateInfo* row = coordinate_of(a.object);
  if (!row) return std::nullopt;
  const auto coordinate = joint_coordinate(world, a.object);
  if (!coordinate) return Value(Poison{});
  const auto unit = [&](const Unit& turning) {
    return row->turns ? std::optional<Unit>(turning) : std::nullopt;
  };
  if (a.field == row->name) return made(a, *coordinate, row->dimension, unit(radian));
  if (a.field != coordinate_rate) return friction_field_of(a);
  const NodeId rate = time_derivative(world.graph(), *coordinate);
  return made(a, rate, row->rate, unit(radian_per_second));
}

std::optional<Value> joint_angle(const Asked& a, Object& joint) {
  const auto coordinate = joint_coordinate(a.world, joint);
  return coordinate ? Value(made(a, *coordinate, dim::pure, radian)) : Value(Poison{});
}

enum class Effort { joint_torque, joint_force, force_vector, pose, turning };

Effort effort_of(const Object& drive) {
  const Object& first = *drive.ends.first;
  if (is_joint(first)) return turns(first) ? Effort::joint_torque : Effort::joint_force;
  if (!is_body(first)) return Effort::force_vector;
  return drive.ends.coordinate == "angle" ? Effort::turning : Effort::pose;
}

// Empty if the driven joint does not stand between two things.
std::optional<NodeId> drive_power(const Asked& a, Effort effort) {
  World& world = a.world;
  Graph& g = world.graph();
  Object& first = *a.object.ends.first;
  const auto part = [&](int i) {
    return slot_node(world, SlotKind::drive_effort, a.object.index, i);
  };
  if (effort == Effort::joint_torque || effort == Effort::joint_force) {
    const auto coordinate = joint_coordinate(world, first);
    if (!coordinate) return std::nullopt;
    return g.mul(part(0), time_derivative(g, *coordinate));
  }
  if (effort == Effort::turning) return g.mul(part(2), body_coordinate(world, first, 2, 1));
  const Planar velocity = time_derivative(g, point_position(world, first));
  const NodeId linear = g.add(g.mul(part(0), velocity[0]), g.mul(part(1), velocity[1]));
  if (effort == Effort::force_vector) return linear;
  return g.add(linear, g.mul(part(2), body_coordinate(world, first, 2, 1)));
}

// The integral of what the drive gives in its coordinate, a force or a torque; of the pose of a
// body both.
std::optional<Value> drive_impulse(const Asked& a, Effort effort) {
  const auto part = [&](int i) {
    return slot_node(a.world, SlotKind::joint_impulse, a.object.index, i, 1);
  };
  if (a.field == angular_impulse_field.name)
    return effort == Effort::pose ? std::optional<Value>(made(a, part(2), dim::torque * dim::time))
                                  : std::nullopt;
  switch (effort) {
    case Effort::joint_torque:
      return made(a, part(0), dim::torque * dim::time);
    case Effort::turning:
      return made(a, part(2), dim::torque * dim::time);
    case Effort::joint_force:
      return made(a, part(0), dim::impulse);
    default:
      return vector(a, {part(0), part(1)}, dim::impulse);
  }
}

std::optional<Value> drive_field(const Asked& a) {
  if (a.world.spatial) return space_drive_field(a);
  if (!resolve_ends(a.world, a.object)) return Value(Poison{});
  const Effort effort = effort_of(a.object);
  const auto part = [&](int i) {
    return slot_node(a.world, SlotKind::drive_effort, a.object.index, i);
  };
  if (a.field == "power") {
    const auto power = drive_power(a, effort);
    if (!power) return Value(Poison{});
    return made(a, *power, dim::power, Unit{"W", 1, dim::power});
  }
  if (a.field == impulse_field.name || a.field == angular_impulse_field.name)
    return drive_impulse(a, effort);
  if (a.field == "torque" && effort == Effort::joint_torque) return made(a, part(0), dim::torque);
  if (a.field == "torque" && (effort == Effort::turning || effort == Effort::pose))
    return made(a, part(2), dim::torque);
  if (a.field == "force" && effort == Effort::joint_force) return made(a, part(0), dim::force);
  if (a.field == "force" && (effort == Effort::force_vector || effort == Effort::pose))
    return vector(a, {part(0), part(1)}, dim::force);
  return std::nullopt;
}

std::optional<Value> spring_field(const Asked& a) {
  if (!resolve_ends(a.world, a.object)) return Value(Poison{});
  const NodeId effort = slot_node(a.world, SlotKind::spring_force, a.object.index, 0);
  if (a.object.type() == ObjectKind::torsion) {
    if (a.field == "torque") return made(a, effort, dim::torque);
    if (a.field == "angle") return joint_angle(a, *a.object.ends.first);
    return std::nullopt;
  }
  if (a.field == "force") return made(a, effort, dim::force);
  if (a.field == "length") {
    Object &first = *a.object.ends.first, &second = *a.object.ends.second;
    const NodeId length =
        a.world.spatial ? space_distance(a.world, first, second) : distance(a.world, first, second);
    return made(a, length, dim::length);
  }
  return std::nullopt;
}

Value contact_vector(const Asked& a, ContactSignal x, ContactSignal y, Dimension dimension) {
  return vector(a,
                {slot_node(a.world, SlotKind::contact_signal, a.object.index, static_cast<int>(x)),
                 slot_node(a.world, SlotKind::contact_signal, a.object.index, static_cast<int>(y))},
                dimension);
}

std::optional<Value> field_of_contact(const Asked& a) {
  const FieldInfo* row = find_field(*a.object.kind, a.field);
  const bool several = has_several_contacts(a.world, a.object);
  if (row && row->spatial && !a.world.spatial)
    return several ? std::nullopt : law_signal(a, SlotKind::contact_law);
  if (several) return field_of_several(a);
  if (a.world.spatial)
    if (auto value = space_contact_field(a)) return value;
  for (const contact_field::Shown& field : contact_field::shown) {
    if (a.field != field.name) continue;
    Scalar scalar = made(a,
                         slot_node(a.world, SlotKind::contact_signal, a.object.index,
                                   static_cast<int>(field.signal)),
                         field.dimension);
    scalar.boolean = field.boolean;
    return scalar;
  }
  if (a.field == "force")
    return contact_vector(a, ContactSignal::force_x, ContactSignal::force_y, dim::force);
  if (a.field == "normal")
    return contact_vector(a, ContactSignal::normal_x, ContactSignal::normal_y, dim::pure);
  if (a.field == "point")
    return contact_vector(a, ContactSignal::point_x, ContactSignal::point_y, dim::length);
  if (a.field == "impacts") return ImpactsValue{&a.object};
  if (a.field == "angle" && a.object.type() == ObjectKind::clearance)
    return joint_angle(a, a.object);
  return law_signal(a, SlotKind::contact_law);
}

std::optional<Value> contacts_field(const Asked& a) {
  struct Field {
    const char* name;
    GroupSignal signal;
    Dimension dimension;
    std::optional<Unit> unit;
  };
  static const Field fields[] = {
      {"count", GroupSignal::count, dim::pure, {}},
      {"hits", GroupSignal::hits, dim::pure, {}},
      {"delta", GroupSignal::delta, dim::length, {}},
      {"energy_lost", GroupSignal::energy_lost, dim::torque, Unit{"J", 1, dim::torque}},
  };
  for (const Field& field : fields) {
    if (a.field != field.name) continue;
    return made(
        a,
        slot_node(a.world, SlotKind::group_signal, a.object.index, static_cast<int>(field.signal)),
        field.dimension, field.unit);
  }
  return std::nullopt;
}

std::optional<Value> event_field(const Asked& a) {
  if (a.field != "times") return std::nullopt;
  const int list = list_id(a.world, ir::ListSource::Kind::event_times, a.object.index, 0, a.expr);
  return list_rows(a.world, list, dim::time, std::nullopt, a.expr);
}

std::optional<Value> material_field(const Asked& a) {
  return attribute(a.world, a.object, a.field);
}

std::optional<Value> activity_field(const Asked& a) {
  const auto part = part_of(a.object);
  if (!part || a.field != active_field.name) return std::nullopt;
  Scalar scalar =
      made(a, slot_node(a.world, SlotKind::active, part->index, static_cast<int>(part->sort)),
           dim::pure);
  scalar.boolean = true;
  return scalar;
}

using Handler = std::optional<Value> (*)(const Asked&);

Handler handler_of(Entity entity) {
  switch (entity) {
    case Entity::body:
      return body_field;
    case Entity::point:
      return point_field;
    case Entity::material:
      return material_field;
    case Entity::drive:
      return drive_field;
    case Entity::spring:
      return spring_field;
    case Entity::contact:
      return field_of_contact;
    case Entity::group:
      return contacts_field;
    case Entity::event:
      return event_field;
    case Entity::joint:
      return joint_field;
    default:
      return nullptr;
  }
}

bool has_field(World& world, Object& object, const FieldInfo& field) {
  if (field.spatial && !world.spatial) return false;
  if (is_joint(object) && friction_field::is_one(*object.kind, field.name))
    return has_friction(world, object);
  if (!field.several) return true;
  const Fit fit = whole_fit_of(world, object);
  if (field.name == "corner") return fit == Fit::corners;
  if (field.name == "rim" || field.name == "stop") return fit == Fit::journal;
  if (field.name == "wall" || field.name == "speed") return fit == Fit::block;
  return fit != Fit::round;
}

std::vector<std::string> known_fields(World& world, Object& object) {
  std::vector<std::string> names;
  const bool rubs = object.kind->entity == Entity::joint && has_friction(world, object);
  for (const FieldInfo& field : object.kind->fields)
    if (has_field(world, object, field)) names.emplace_back(field.name);
  std::set<std::string> points;
  for (const auto& [name, point] : object.points) points.insert(name);
  if (object.inside) {
    for (const Symbol* symbol : object.inside->order) points.insert(symbol->name);
    for (const auto& [name, members] : object.inside->families) points.insert(name);
  }
  names.insert(names.end(), points.begin(), points.end());
  if (object.kind->entity == Entity::contact || rubs) {
    if (const LawUnit* unit = law_of(world, object)) {
      for (const auto& [name, value] : unit->values) names.push_back(name);
    }
  }
  if (object.type() == ObjectKind::material) {
    for (const BoundAttribute& bound : object.attributes)
      names.push_back(bound.attribute->name.name);
  }
  return names;
}

bool moves(const Value& value) {
  if (const auto* scalar = value.get<Scalar>()) return !scalar->constant();
  return value.get<VectorValue>() != nullptr;
}

}  // namespace

Value object_field(World& world, Object& object, const ast::Identifier& field,
                   const ast::Expr& expr, Scope& scope) {
  const Asked asked{world, object, field.name, expr};
  const Handler handler = handler_of(object.kind->entity);
  auto value = handler ? handler(asked) : std::nullopt;
  if (!value) value = activity_field(asked);
  if (value) {
    if (scope.graph == &world.graph() || !moves(*value)) return *value;
    report(world, Code::E0602, expr.span,
           fmt::format("`{}` is not known in a law: it depends on the motion",
                       source_text(world, expr.span)))
        .hint = seen_in_law(scope);
    return Poison{};
  }
  const std::vector<std::string> names = known_fields(world, object);
  const auto near = suggest(field.name, names);
  Diagnostic& d =
      report(world, Code::E0301, field.span,
             fmt::format("{} `{}` has no `{}`", object.kind->name, object.name, field.name),
             near ? fmt::format("did you mean `{}`?", *near) : "");
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  if (!near && !list.empty()) d.hint = "it has: " + list;
  if (object.kind->entity != Entity::contact) return Poison{};
  for (const FieldInfo& column : impact_fields())
    if (column.name == field.name)
      d.hint =
          fmt::format("each impact has one: `{0}.impacts[1].{1}`; all of them: `{0}.impacts.{1}`",
                      object.name, field.name);
  return Poison{};
}

}  // namespace mbs::elaborate
