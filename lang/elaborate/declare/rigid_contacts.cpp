// What a rigid contact cannot have.
#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/declare/declare.hpp"

namespace mbs::elaborate {
namespace {

Span place_of(Object& object, std::string_view attribute) {
  const BoundAttribute* bound = find_bound(object, attribute);
  return bound ? bound->attribute->value->span : object.span;
}

bool sees_force(const Graph& graph, NodeId node) {
  const std::vector<Slot> slots = graph.slots_used(node);
  return std::any_of(slots.begin(), slots.end(),
                     [](const Slot& slot) { return slot.kind == SlotKind::law_FN; });
}

}  // namespace

// Friction in a blow is what grows in proportion to FN, and a bound of it that holds the contact;
// the rest, a viscous part, does no impulse.
const char* unfit_rigid_friction(const ir::LawProgram& law) {
  if (!law.states.empty()) return "it has states";
  if (!sees_force(law.graph, law.FT)) return nullptr;
  if (!law.stick.valid()) return "it does not say `stick`, how much holds the contact at rest";
  Graph graph = law.graph;
  const NodeId force = law.FN;
  for (const NodeId part : {law.FT, law.stick})
    if (sees_force(graph, graph.derivative(part, force))) return "it is not in proportion to FN";
  return nullptr;
}

namespace {

bool has_corners(const ir::Shape& shape) {
  return std::holds_alternative<ir::Polygon>(shape);
}

Diagnostic& refuse(World& world, Object& object, std::string_view attribute,
                   const std::string& what) {
  return report(world, Code::E0415, place_of(object, attribute),
                fmt::format("`{}` is rigid and cannot have {}", object.title(), what));
}

}  // namespace

void check_rigid_contact(World& world, Object& object, const ir::Contact& contact,
                         const ir::LawProgram& law) {
  if (attribute_number(world, object, "adhesion").value_or(0) != 0)
    refuse(world, object, "adhesion", "adhesion").hint = "rigid bodies only push each other apart";
  if (has_corners(contact.first_shape) || has_corners(contact.second_shape))
    refuse(world, object, "law", "shapes with corners").hint =
        "a law of force meets edges and corners; or make each corner a `point` with a contact of "
        "its own: a bare point is a tip";
  const char* why = law.FT.valid() ? unfit_rigid_friction(law) : nullptr;
  if (why)
    refuse(world, object, "friction", fmt::format("the friction `{}`: {}", law.friction_name, why))
        .hint = "`coulomb(mu = 0.3)` for instance";
}

}  // namespace mbs::elaborate
