// What clearances in space need, and what no run can follow there yet.
#include <fmt/format.h>

#include <cmath>

#include "lang/elaborate/declare/space.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/world/describe.hpp"
#include "lang/expression/walk.hpp"

namespace mbs::elaborate {
namespace {

// Flat on flat a stop needs a law of its own.
bool check_stops(World& world, Object& journal) {
  const double axial = axial_play(world, journal);
  if (axial > 0 && std::isfinite(axial))
    return require_attribute(
        world, journal, "axial_law",
        "of its end faces, flat on flat, a stiffness: `axial_law = hooke(1e8 N/m)`");
  const BoundAttribute* law = find_bound(journal, "axial_law");
  if (!law || !law->own) return true;
  report(world, Code::E0428, law->attribute->name.span,
         fmt::format("`{}` has no play along its axis, and so no stops", journal.name))
      .hint = "give it some at each end face: `axial = 0.1 mm`";
  return false;
}

bool check_journal(World& world, Object& contact) {
  for (const std::string_view name : {"ball", "socket"}) {
    const BoundAttribute* bound = find_bound(contact, name);
    if (!bound || !bound->own) continue;
    report(world, Code::E0404, bound->attribute->name.span,
           fmt::format("`{}` is either a journal in its bearing or a ball in its socket",
                       contact.name))
        .hint = "two of `journal`, `bearing`, `clearance`, or two of `ball`, `socket`, `clearance`";
    return false;
  }
  if (!check_stops(world, contact)) return false;
  return require_attribute(world, contact, "length", "of the journal: `length = 20 mm`");
}

}  // namespace

bool check_round_fit_in_space(World& world, Object& contact) {
  if (is_journal(world, contact)) return check_journal(world, contact);
  for (const std::string_view name : {"length", "axis", "axial", "axial_law"}) {
    const BoundAttribute* bound = find_bound(contact, name);
    if (!bound || !bound->own) continue;
    report(world, Code::E0408, bound->attribute->name.span,
           fmt::format("a ball in its socket has no {}", name))
        .hint = "a journal in its bearing has: two of `journal`, `bearing`, `clearance`";
    return false;
  }
  const BoundAttribute* angle = find_bound(contact, "angle");
  if (!angle) return true;
  report(world, Code::E0408, angle->attribute->name.span, "a ball in its socket has no one angle")
      .hint = "give the body's `rotation`";
  return false;
}

namespace {

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

namespace {

constexpr const char* smooth = "`friction = coulomb_tanh(mu = 0.1, vr = 1 mm/s)`, for instance";

// What `who` cannot follow, E0408.
bool follows(World& world, const ir::LawProgram& law, Span place, const std::string& who) {
  if (!law.vectors && !law.stick.valid() && !watches_sliding(law)) return true;
  report(world, Code::E0408, place,
         fmt::format("{} cannot follow the friction law `{}` yet: it {}", who, law.friction_name,
                     law.vectors         ? "bends"
                     : law.stick.valid() ? "sticks"
                                         : "jumps where the sliding changes"))
      .hint = std::string("a law that is smooth at rest: ") + smooth;
  return false;
}

}  // namespace

bool check_turning_in_space(World& world, Object& contact, const ir::LawProgram& law,
                            std::string_view lever) {
  const Span place = find_bound(contact, lever)->attribute->name.span;
  if (law.FT.valid()) return follows(world, law, place, fmt::format("`{}`", lever));
  report(world, Code::E0403, place, fmt::format("`{}` needs a `friction`", lever)).hint = smooth;
  return false;
}

bool check_smooth_at_rest(World& world, Object& joint, const ir::LawProgram& law) {
  const BoundAttribute* bound = find_bound(joint, "friction");
  return follows(world, law, bound ? bound->attribute->value->span : joint.span,
                 fmt::format("a {} joint, which slides several ways at once,", joint.kind->name));
}

}  // namespace mbs::elaborate
