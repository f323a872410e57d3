#include "lang/elaborate/declare/space_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/expression/walk.hpp"
#include "lang/scenario/stepping_obstacles.hpp"

namespace mbs::elaborate {
namespace {

struct Refusal {
  World& world;
  void operator()(Span place, const std::string& what, const std::string& hint) const {
    report(world, Code::E0408, place, what).hint = hint;
  }
};

// What holds of one contact of a clearance is said of it already; stops have a law of their own.
bool is_said(const ir::Scenario& s, const ir::Contact& contact) {
  for (const ir::SharedClearance& clearance : s.clearances) {
    bool alike = false;
    for (const ir::ContactId id : clearance.contacts) {
      const ir::Contact& part = s.contacts[id.index];
      if (&part == &contact) return alike;
      alike = alike || part.law == contact.law;
    }
  }
  return false;
}

bool is_end_of_journal(const ir::Contact& contact) {
  return std::holds_alternative<ir::Rim>(contact.first_shape) ||
         std::holds_alternative<ir::Rim>(contact.second_shape);
}

// An end face of a journal against that of its bearing.
bool is_stop(const ir::Contact& contact) {
  return is_end_of_journal(contact) &&
         (std::holds_alternative<ir::HalfPlane>(contact.first_shape) ||
          std::holds_alternative<ir::HalfPlane>(contact.second_shape));
}

void check_contacts(Draft& draft, const Refusal& refuse) {
  const ir::Scenario& s = *draft.scenario;
  for (const ir::Contact& contact : s.contacts) {
    if (!contact.law.valid() || is_said(s, contact)) continue;
    const ir::LawProgram& law = s.laws[contact.law.index];
    if (law.rigid() && is_stop(contact))
      refuse(contact.origin,
             fmt::format("`{}`: faces that meet flat cannot be rigid in space yet", contact.name),
             "a law of force, `axial_law = hooke(1e8 N/m)` say");
  }
}

// Does a condition on the sliding speed switch the force?
bool watches_sliding(const ir::LawProgram& law) {
  const Graph& graph = law.graph;
  for (const NodeId node : reachable(graph, {&law.FT, 1})) {
    if (graph[node].op != Op::watch) continue;
    for (const Slot& slot : graph.slots_used(node))
      if (slot.kind == SlotKind::law_vt) return true;
  }
  return false;
}

}  // namespace

bool check_turning_in_space(World& world, Object& contact, const ir::LawProgram& law,
                            std::string_view lever) {
  const Span place = find_bound(contact, lever)->attribute->name.span;
  const std::string smooth = "`friction = coulomb_tanh(mu = 0.1, vr = 1 mm/s)`, for instance";
  if (!law.FT.valid()) {
    report(world, Code::E0403, place, fmt::format("`{}` needs a `friction`", lever)).hint = smooth;
    return false;
  }
  if (!law.vectors && !law.stick.valid() && !watches_sliding(law)) return true;
  report(
      world, Code::E0408, place,
      fmt::format("`{}` cannot follow the friction law `{}` yet: it {}", lever, law.friction_name,
                  law.vectors         ? "bends"
                  : law.stick.valid() ? "sticks"
                                      : "jumps where the sliding changes"))
      .hint = "a law that is smooth at rest: " + smooth;
  return false;
}

void check_space(World& world) {
  const Refusal refuse{world};
  check_contacts(world, refuse);
}

}  // namespace mbs::elaborate
