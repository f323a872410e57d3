#include "lang/elaborate/declare/rigid_contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"

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

NodeId without_force(Graph& graph, const ir::LawProgram& law, NodeId part) {
  return law.FN.valid() ? graph.substitute(part, law.FN, graph.constant(0)) : part;
}

bool vanishes(const ir::LawProgram& law, NodeId part) {
  Graph graph = law.graph;
  const NodeId rest = without_force(graph, law, part);
  const double value = graph.is_constant(rest) ? graph.value(rest) : 1;
  return value == 0 || std::isnan(value);  // a coefficient that is no number is told as that
}

// Is there friction without FN as soon as anything slides? Neither a blow nor a bound knows of it.
bool jumps(const ir::LawProgram& law) {
  constexpr double hardly = 1e-200, least = 1e-100;  // m/s, N
  Graph graph = law.graph;
  const NodeId vt = graph.find(Slot{SlotKind::law_vt});
  if (!vt.valid()) return false;
  NodeId rest = without_force(graph, law, law.FT);
  rest = graph.substitute(rest, vt, graph.constant(hardly));
  return graph.is_constant(rest) && std::abs(graph.value(rest)) > least;
}

}  // namespace

// Friction in a blow is what grows in proportion to FN, and a bound of it that holds the contact;
// the rest, a viscous part, does no impulse.
const char* unfit_rigid_friction(const ir::LawProgram& law) {
  if (!law.states.empty()) return "it has states";
  if (law.vt_out.valid() && sees_force(law.graph, law.vt_out))
    return "its `vt_out` sees FN, and a blow has none";
  if (sees_force(law.graph, law.FT)) {
    if (!law.stick.valid()) return "it does not say `stick`, how much holds the contact at rest";
    Graph graph = law.graph;
    for (const NodeId part : {law.FT, law.stick})
      if (sees_force(graph, graph.derivative(part, law.FN))) return "it is not in proportion to FN";
  }
  if (law.stick.valid() && !vanishes(law, law.stick))
    return "its `stick` has a part that does not grow with FN";
  if (jumps(law)) return "its FT jumps at rest by a part that does not grow with FN";
  return nullptr;
}

namespace {

Diagnostic& refuse(Reports& reports, Object& object, std::string_view attribute,
                   const std::string& what) {
  return report(reports, Code::E0415, place_of(object, attribute),
                fmt::format("`{}` is rigid and cannot have {}", object.title(), what));
}

}  // namespace

void check_rigid_contact(World& world, Object& object, const ir::Contact& contact,
                         const ir::LawProgram& law) {
  if (attribute_number(world, object, "adhesion").value_or(0) != 0)
    refuse(world, object, "adhesion", "adhesion").hint = "rigid bodies only push each other apart";
  if (contact.starts_closed && has_several_contacts(world, object))
    refuse(world, object, "start", "all its corners closed at the start").hint =
        "ask it of one of them, in a contact of its own: `block.corner[1] to floor`";
  const char* why = law.FT.valid() ? unfit_rigid_friction(law) : nullptr;
  if (why)
    refuse(world, object, "friction", fmt::format("the friction `{}`: {}", law.friction_name, why))
        .hint = "`coulomb(mu = 0.3)` for instance";
  if (law.vt_out.valid() && law.departure != ir::Departure::speed)
    refuse(world, object, "friction",
           fmt::format("the `vt_out` of `{}` beside `{}`", law.friction_name, law.name))
        .hint = "a sliding speed at the end of a blow goes with laws of speed: `newton(0.5)`";
}

double hertz_stiffness(World& world, const Pair& pair) {
  double softness = 0, curvature = 0;
  for (const Pair::Side& side : pair.sides) {
    if (!side.material || side.varies || side.radius == 0) return 0;
    const auto E = attribute_number(world, *side.material, "E");
    const auto nu = attribute_number(world, *side.material, "nu");
    if (!E || !nu) return 0;
    softness += (1 - *nu * *nu) / *E;
    curvature += 1 / side.radius;
  }
  return curvature > 0 ? 4 / (3 * softness * std::sqrt(curvature)) : 0;
}

void check_restored_sliding(Reports& reports, Object& object, const ir::LawProgram& law) {
  if (!law.vt_out.valid() || law.rigid()) return;
  report(reports, Code::W0212, place_of(object, "friction"),
         fmt::format("the `vt_out` of `{}` says nothing of {} `{}`", law.friction_name,
                     object.kind->name, object.name))
      .hint =
      "it is the sliding speed after a blow of a rigid contact; by force sliding changes as FT "
      "says";
}

}  // namespace mbs::elaborate
