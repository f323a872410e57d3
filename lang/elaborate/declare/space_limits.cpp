#include "lang/elaborate/declare/space_limits.hpp"

#include <fmt/format.h>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/expression/walk.hpp"

namespace mbs::elaborate {
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

constexpr double longest_lever = 1e12;  // m: beyond it rounding leaves nothing of what bodies do

constexpr const char* smooth = "`friction = coulomb_tanh(mu = 0.1, vr = 1 mm/s)`, for instance";

// What `who` cannot follow, E0408.
bool follows(Reports& reports, const ir::LawProgram& law, Span place, const std::string& who) {
  if (!law.vectors && !law.stick.valid() && !watches_sliding(law)) return true;
  report(reports, Code::E0408, place,
         fmt::format("{} cannot follow the friction law `{}` yet: it {}", who, law.friction_name,
                     law.vectors           ? "bends"
                     : !law.stick.valid()  ? "jumps where the sliding changes"
                     : !law.states.empty() ? "sticks, and has a state"
                                           : "sticks"))
      .hint =
      std::string(law.stick.valid()
                      ? "a law that is smooth at rest: "
                      : "one that sticks, `coulomb(0.1)` say, or a law that is smooth at rest: ") +
      smooth;
  return false;
}

}  // namespace

bool check_turning_in_space(World& world, Object& contact, const ir::LawProgram& law,
                            std::string_view lever) {
  const Span place = find_bound(contact, lever)->attribute->name.span;
  if (const double length = *attribute_number(world, contact, lever); length > longest_lever) {
    report(world, Code::E0411, place,
           fmt::format("`{}` is {:.3g} m, longer than anything that rolls", lever, length))
        .hint = "it is a length: a part of the patch on which the bodies touch";
    return false;
  }
  const bool group = contact.type() == ObjectKind::contacts;
  if (law.FT.valid() && law.stick.valid() && law.states.empty() && !group) return true;
  if (law.FT.valid()) return follows(world, law, place, fmt::format("`{}`", lever));
  report(world, Code::E0403, place, fmt::format("`{}` needs a `friction`", lever)).hint = smooth;
  return false;
}

bool check_slides_any_way(Reports& reports, Object& joint, const ir::LawProgram& law) {
  if (law.stick.valid() && !law.vectors) return true;
  const BoundAttribute* bound = find_bound(joint, "friction");
  return follows(reports, law, bound ? bound->attribute->value->span : joint.span,
                 fmt::format("a {} joint, which slides several ways at once,", joint.kind->name));
}

}  // namespace mbs::elaborate
