#include "runtime/setup/pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "lang/scenario/stepping_obstacles.hpp"

namespace mbs {

namespace {

double mass_at(const ir::Scenario& s, ir::FrameId frame) {
  const int body = s.frames[frame.index].body.index;
  constexpr double infinite = std::numeric_limits<double>::infinity();  // what is driven whole
  return body == 0 ? infinite : s.bodies[body].mass.value_or(infinite);
}

// The law was made for the order of the classes.
void add_pair(ir::Scenario& s, ir::ContactGroup& group, std::size_t i, std::size_t k) {
  if (group.members[i].twin_class > group.members[k].twin_class) std::swap(i, k);
  const ir::ContactGroup::Member &a = group.members[i], &b = group.members[k];
  const ir::LawId law = group.laws[a.twin_class * group.twin_classes + b.twin_class];
  const ir::Frame &first = s.frames[a.frame.index], &second = s.frames[b.frame.index];
  if (!law.valid() || first.body.index == second.body.index) return;
  ir::Contact contact;
  contact.name = fmt::format("{}.{}-{}", group.name, first.name, second.name);
  contact.origin = group.origin;
  contact.first = a.frame;
  contact.second = b.frame;
  contact.first_shape = a.shape;
  contact.second_shape = b.shape;
  contact.law = law;
  contact.m1 = mass_at(s, a.frame);
  contact.m2 = mass_at(s, b.frame);
  s.contacts.push_back(std::move(contact));
  ++group.pairs;
}

}  // namespace

std::shared_ptr<const ir::Scenario> with_pairs(std::shared_ptr<const ir::Scenario> scenario) {
  bool any = false;
  for (const ir::ContactGroup& group : scenario->groups) any |= ir::is_rigid(*scenario, group);
  if (!any) return scenario;
  auto all = std::make_shared<ir::Scenario>(*scenario);
  for (ir::ContactGroup& group : all->groups) {
    if (!ir::is_rigid(*all, group)) continue;
    group.first_pair = static_cast<std::int32_t>(all->contacts.size());
    for (std::size_t i = 0; i < group.members.size(); ++i)
      for (std::size_t k = i + 1; k < group.members.size(); ++k) add_pair(*all, group, i, k);
  }
  return all;
}

bool has_pairs(const ir::Scenario& scenario) {
  return std::ranges::any_of(scenario.groups,
                             [](const ir::ContactGroup& group) { return group.first_pair >= 0; });
}

}  // namespace mbs
