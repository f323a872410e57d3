// What a journal in space can be asked for: of both its ends together, and of each.
#include <fmt/format.h>

#include "lang/elaborate/fields/asked.hpp"
#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/journals.hpp"
#include "lang/kinds/contact_fields.hpp"

namespace mbs::elaborate {
namespace {

using enum ContactSignal;

struct Ends {
  const Asked& a;
  const JournalParts& parts;
  Graph& g = a.world.graph();

  NodeId of(std::size_t end, ContactSignal signal) const {
    return slot_node(a.world, SlotKind::contact_signal, parts.rims[end]->index,
                     static_cast<int>(signal));
  }
  NodeId both(Op op, ContactSignal signal) const {
    return g.binary(op, of(0, signal), of(1, signal));
  }
  Spatial vector(std::size_t end, ContactSignal x, ContactSignal y, ContactSignal z) const {
    return {of(end, x), of(end, y), of(end, z)};
  }
  Spatial force(std::size_t end) const { return vector(end, force_x, force_y, force_z); }
  // About the first end's point.
  Spatial moment(std::size_t end) const {
    const Spatial at = vector(end, point_x, point_y, point_z);
    return cross(g, difference(g, at, space_position(a.world, *a.object.ends.first)), force(end));
  }
  // Of what keeps it from wandering along the axis, which acts at that point.
  Spatial reaction() const {
    const auto part = [&](int i) {
      return slot_node(a.world, SlotKind::joint_reaction, parts.joint.index, i);
    };
    return {part(0), part(1), part(2)};
  }
};

Value rims(const Asked& a, const JournalParts& parts) {
  const LawUnit* unit = law_of(a.world, a.object);
  if (!unit) return Poison{};
  std::vector<Value> list;
  for (Object* rim : parts.rims) {
    rim->law = a.object.law;
    rim->law_state = a.object.law_state;
    rim->ends = a.object.ends;
    list.push_back(ObjectValue{rim});
  }
  return ListValue{std::make_shared<const std::vector<Value>>(std::move(list))};
}

std::optional<Value> of_both(const Asked& a, const Ends& ends) {
  if (a.field == "FN") return made(a, ends.both(Op::add, FN), dim::force);
  if (a.field == "impulse") return made(a, ends.both(Op::add, impulse), dim::impulse);
  if (a.field == "delta") return made(a, ends.both(Op::maximum, delta), dim::length);
  if (a.field == "gap") return made(a, ends.both(Op::minimum, gap), dim::length);
  if (a.field == "closed") {
    Scalar closed_at_all = made(a, ends.both(Op::logical_or, closed), dim::pure);
    closed_at_all.boolean = true;
    return closed_at_all;
  }
  if (a.field == "force")
    return space_vector(a, sum(ends.g, sum(ends.g, ends.force(0), ends.force(1)), ends.reaction()),
                        dim::force);
  if (a.field == "torque")
    return space_vector(a, sum(ends.g, ends.moment(0), ends.moment(1)), dim::torque);
  return std::nullopt;
}

// What each end has by itself; of the law only what is the same for both.
std::optional<Value> of_each(const Asked& a) {
  LawUnit* unit = law_of(a.world, a.object);
  if (!unit) return Value(Poison{});
  const auto known = unit->values.find(a.field);
  if (known != unit->values.end() && known->second.constant()) return Value(known->second);
  bool has = known != unit->values.end() || a.field == "normal" || a.field == "point";
  for (const contact_field::Shown& field : contact_field::shown) has |= a.field == field.name;
  if (!has) return std::nullopt;
  report(a.world, Code::E0425, a.expr.span,
         fmt::format("each end of `{}` has a `{}` of its own", a.object.name, a.field))
      .hint = fmt::format("`{0}.rim[1].{1}` and `{0}.rim[2].{1}`", a.object.name, a.field);
  return Value(Poison{});
}

}  // namespace

std::optional<Value> journal_field(const Asked& a) {
  if (!resolve_ends(a.world, a.object)) return Value(Poison{});
  const JournalParts& parts = journal_parts(a.world, a.object);
  if (a.field == "rim") return rims(a, parts);
  if (a.field == "impacts") return ImpactsValue{&a.object};
  if (a.field == "tilt") return bend(a);
  if (a.field == "angle")
    return made(a, slot_node(a.world, SlotKind::joint_coordinate, parts.joint.index, 0), dim::pure,
                radian);
  if (a.field == "travel")
    return made(a, slot_node(a.world, SlotKind::joint_coordinate, parts.joint.index, 1),
                dim::length);
  if (auto value = of_both(a, {a, parts})) return value;
  if (a.field == "active") return std::nullopt;
  return of_each(a);
}

}  // namespace mbs::elaborate
