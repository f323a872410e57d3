#include "lang/scenario/stepping_obstacles.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mbs::ir {

namespace {

constexpr const char* without_steps =
    "leave `method` out: a run that locates its events follows it";
constexpr const char* law_of_speeds =
    "contacts by `newton(0.5)` or `unilateral()` do; leave `method` out for all else";

// Why a law cannot take part in steps of fixed length; null: it can.
const char* unfit(const LawProgram& law) {
  switch (law.departure) {
    case Departure::speed:
      return nullptr;
    case Departure::none:
      return "is a law of force";
    default:
      return "follows a blow from within";
  }
}

// Friction that acts without FN, as a viscous part does: between impulses nothing carries it.
bool acts_without_force(const LawProgram& law) {
  if (!law.FT.valid()) return false;
  Graph graph = law.graph;
  NodeId rest = law.FT;
  if (law.FN.valid()) rest = graph.substitute(rest, law.FN, graph.constant(0));
  return !(graph.is_constant(rest) && graph.value(rest) == 0);
}

std::optional<Obstacle> look(const Scenario& s, LawId law, const std::string& name, Span origin) {
  if (!law.valid()) return {};
  const LawProgram& program = s.laws[law.index];
  const char* why = unfit(program);
  if (!why && acts_without_force(program))
    return Obstacle{fmt::format("the friction `{}` of `{}` has a part that does not grow with FN, "
                                "which steps of fixed length do not follow",
                                program.friction_name, name),
                    origin, without_steps};
  if (!why) return {};
  return Obstacle{
      fmt::format("steps of fixed length need laws of speeds in blows, but `{}` of `{}` {}",
                  program.name, name, why),
      origin, law_of_speeds};
}

std::optional<Obstacle> first_switched(const Scenario& s) {
  std::optional<Obstacle> first;
  const auto look_at = [&](const auto& things) {
    for (const auto& thing : things)
      if (!first && thing.activity.varies)
        first = Obstacle{
            fmt::format("`{}` is switched, which steps of fixed length do not follow", thing.name),
            thing.origin, without_steps};
  };
  look_at(s.joints), look_at(s.drives), look_at(s.forces), look_at(s.springs), look_at(s.contacts);
  return first;
}

}  // namespace

std::optional<Obstacle> obstacle_to_stepping(const Scenario& s) {
  if (auto found = first_switched(s)) return found;
  for (const Joint& joint : s.joints)
    if (joint.friction)
      return Obstacle{
          fmt::format("`{}` has friction, which steps of fixed length do not follow", joint.name),
          joint.origin, without_steps};
  for (const Contact& contact : s.contacts)
    if (contact.rolling > 0 || contact.spinning > 0)
      return Obstacle{fmt::format("`{}` resists {}, which steps of fixed length do not follow",
                                  contact.name, contact.rolling > 0 ? "rolling" : "spinning"),
                      contact.origin, without_steps};
  for (const Contact& contact : s.contacts)
    if (auto found = look(s, contact.law, contact.name, contact.origin)) return found;
  for (const ContactGroup& group : s.groups)
    for (const LawId law : group.laws)
      if (auto found = look(s, law, group.name, group.origin)) return found;
  return {};
}

std::optional<Obstacle> needs_stepping(const Scenario& s) {
  constexpr std::size_t most_pairs = 5000;
  for (const ContactGroup& group : s.groups) {
    const std::size_t pairs = group.members.size() * (group.members.size() - 1) / 2;
    if (!is_rigid(s, group) || pairs <= most_pairs) continue;
    return Obstacle{fmt::format("`contacts {}` is rigid and has {} pairs; runs that locate their "
                                "blows follow {}",
                                group.name, pairs, most_pairs),
                    group.origin};
  }
  return {};
}

}  // namespace mbs::ir
