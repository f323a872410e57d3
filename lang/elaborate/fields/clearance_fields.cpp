#include "lang/elaborate/fields/clearance_fields.hpp"

#include <fmt/format.h>

#include "lang/elaborate/fields/asked.hpp"
#include "lang/elaborate/fields/space_fields.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/objects/ends.hpp"
#include "lang/elaborate/objects/signals.hpp"
#include "lang/elaborate/objects/space_signals.hpp"
#include "lang/elaborate/values/nodes.hpp"
#include "lang/elaborate/world/clearance_parts.hpp"
#include "lang/elaborate/world/world.hpp"
#include "lang/kinds/contact_fields.hpp"

namespace mbs::elaborate {
namespace {

using enum ContactSignal;

struct All {
  const Asked& a;
  const ClearanceParts& parts;
  Graph& g = a.world.graph();

  NodeId of(const Object& part, ContactSignal signal) const {
    return slot_node(a.world, SlotKind::contact_signal, part.index, static_cast<int>(signal));
  }
  NodeId joined(Op op, ContactSignal signal) const {
    NodeId result;
    for (const Object* part : parts.all()) {
      const NodeId next = of(*part, signal);
      result = result.valid() ? g.binary(op, result, next) : next;
    }
    return result;
  }
  Spatial vector(const Object& part, ContactSignal x, ContactSignal y, ContactSignal z) const {
    const bool space = a.world.spatial;
    return {of(part, x), of(part, y), space ? of(part, z) : g.constant(0)};
  }
  Spatial force(const Object& part) const { return vector(part, force_x, force_y, force_z); }
  // Where the first end's point is.
  Spatial middle() const {
    Object& first = *a.object.ends.first;
    if (a.world.spatial) return space_position(a.world, first);
    const Planar at = point_position(a.world, first);
    return {at[0], at[1], g.constant(0)};
  }
  Spatial moment(const Object& part) const {
    const Spatial at = vector(part, point_x, point_y, point_z);
    return cross(g, difference(g, at, middle()), force(part));
  }
  // What keeps it from wandering along the axis acts at that point.
  Spatial reaction() const {
    if (!a.world.spatial || !parts.joint.valid()) return constant_vector(g, {});
    const auto part = [&](int i) {
      return slot_node(a.world, SlotKind::joint_reaction, parts.joint.index, i);
    };
    return {part(0), part(1), part(2)};
  }
  Spatial whole_force() const {
    Spatial all = reaction();
    for (const Object* part : parts.all()) all = sum(g, all, force(*part));
    return all;
  }
  Spatial whole_moment() const {
    Spatial all = constant_vector(g, {});
    for (const Object* part : parts.all()) all = sum(g, all, moment(*part));
    return all;
  }
};

Value vector(const Asked& a, const Spatial& nodes, Dimension dimension) {
  if (a.world.spatial) return space_vector(a, nodes, dimension);
  return VectorValue{{made(a, nodes[0], dimension), made(a, nodes[1], dimension)}};
}

Value list_of(const std::vector<Object*>& parts) {
  std::vector<Value> list;
  for (Object* part : parts) list.push_back(ObjectValue{part});
  return ListValue{std::make_shared<const std::vector<Value>>(std::move(list))};
}

Value family(const Asked& a, const ClearanceParts& parts) {
  const LawUnit* unit = law_of(a.world, a.object);
  if (!unit) return Poison{};
  for (Object* part : parts.contacts) {
    part->law = a.object.law;
    part->law_state = a.object.law_state;
    part->ends = a.object.ends;
  }
  return list_of(parts.contacts);
}

Value stops(const Asked& a, const ClearanceParts& parts) {
  for (Object* stop : parts.stops) {
    stop->ends = a.object.ends;
    if (!law_of(a.world, *stop)) return Poison{};
  }
  return list_of(parts.stops);
}

std::optional<Value> of_all(const Asked& a, const All& all) {
  if (a.field == "FN") return made(a, all.joined(Op::add, FN), dim::force);
  if (a.field == "impulse") return made(a, all.joined(Op::add, impulse), dim::impulse);
  if (a.field == "delta") return made(a, all.joined(Op::maximum, delta), dim::length);
  if (a.field == "gap") return made(a, all.joined(Op::minimum, gap), dim::length);
  if (a.field == "closed") {
    Scalar closed_at_all = made(a, all.joined(Op::logical_or, closed), dim::pure);
    closed_at_all.boolean = true;
    return closed_at_all;
  }
  if (a.field == "force") return vector(a, all.whole_force(), dim::force);
  if (a.field != "torque") return std::nullopt;
  const Spatial moment = all.whole_moment();
  return a.world.spatial ? space_vector(a, moment, dim::torque)
                         : Value(made(a, moment[2], dim::torque));
}

// How far the second end is turned against the first, about whatever axis.
NodeId turned_by(const Asked& a) {
  Graph& g = a.world.graph();
  const Turned q = joint_rotation(a.world, a.object);
  const NodeId sine = length(g, {q[1], q[2], q[3]});
  return g.mul(g.constant(2), g.binary(Op::atan2, sine, g.unary(Op::abs, q[0])));
}

// The same in the plane, where whole turns are none.
NodeId turned_in_plane(const Asked& a) {
  Graph& g = a.world.graph();
  const Object::Ends& ends = a.object.ends;
  const NodeId turn = turn_between(a.world, *ends.first, *ends.second);
  return g.binary(Op::atan2, g.unary(Op::abs, g.unary(Op::sin, turn)), g.unary(Op::cos, turn));
}

NodeId coordinate(const Asked& a, const ClearanceParts& parts, int index) {
  return slot_node(a.world, SlotKind::joint_coordinate, parts.joint.index, index);
}

std::optional<Value> of_journal(const Asked& a, const ClearanceParts& parts) {
  if (a.field == "tilt") return bend(a);
  if (a.field == "angle") return made(a, coordinate(a, parts, 0), dim::pure, radian);
  if (a.field == "travel") return made(a, coordinate(a, parts, 1), dim::length);
  return std::nullopt;
}

// In the plane as of a prismatic joint, made from the coordinates of the bodies.
std::optional<Value> of_block(const Asked& a, const ClearanceParts& parts) {
  Object &block = *a.object.ends.first, &guide = *a.object.ends.second;
  Graph& g = a.world.graph();
  const bool space = a.world.spatial;
  if (a.field == "travel" || a.field == "speed") {
    const NodeId travel = space ? coordinate(a, parts, 0) : travel_between(a.world, block, guide);
    if (a.field == "travel") return made(a, travel, dim::length);
    return made(a, time_derivative(g, travel), dim::speed);
  }
  if (a.field == "tilt") {
    const NodeId turn = space ? turned_by(a) : turned_in_plane(a);
    return made(a, turn, dim::pure, radian);
  }
  if (a.field != "angle") return std::nullopt;
  if (!space) return made(a, turn_between(a.world, block, guide), dim::pure, radian);
  report(a.world, Code::E0408, a.expr.span,
         fmt::format("`{}` stands for a prismatic joint, which has no one angle", a.object.name))
      .hint = fmt::format("`{}.tilt`, or the body's `.rotation`", a.object.name);
  return Value(Poison{});
}

// What each contact has by itself; of the law only what is the same for all.
std::optional<Value> of_each(const Asked& a, const ClearanceParts& parts) {
  LawUnit* unit = law_of(a.world, a.object);
  if (!unit) return Value(Poison{});
  const auto known = unit->values.find(a.field);
  if (known != unit->values.end() && known->second.constant()) return Value(known->second);
  bool has = known != unit->values.end();
  for (const contact_field::Shown& field : contact_field::shown)
    has |= a.field == field.name.substr(0, field.name.find('.'));
  if (!has) return std::nullopt;
  const bool journal = is_journal(a.world, a.object);
  report(a.world, Code::E0425, a.expr.span,
         fmt::format("each {} of `{}` has a `{}` of its own", journal ? "end" : "corner",
                     a.object.name, a.field))
      .hint = fmt::format("`{0}.{2}[1].{1}` {3} `{0}.{2}[{4}].{1}`", a.object.name, a.field,
                          parts.name, journal ? "and" : "to", parts.contacts.size());
  return Value(Poison{});
}

}  // namespace

std::optional<Value> field_of_several(const Asked& a) {
  if (!resolve_ends(a.world, a.object)) return Value(Poison{});
  const ClearanceParts& parts = clearance_parts(a.world, a.object);
  if (a.field == parts.name) return family(a, parts);
  if (a.field == "stop" && !parts.stops.empty()) return stops(a, parts);
  if (a.field == "impacts") return ImpactsValue{&a.object};
  std::optional<Value> own;
  if (is_journal(a.world, a.object)) own = of_journal(a, parts);
  if (is_block(a.world, a.object)) own = of_block(a, parts);
  if (own) return own;
  if (auto value = of_all(a, {a, parts})) return value;
  if (a.field == "active") return std::nullopt;
  return of_each(a, parts);
}

}  // namespace mbs::elaborate
