#include "lang/elaborate/objects/journals.hpp"

#include <fmt/format.h>

namespace mbs::elaborate {
namespace {

// Which of two families of attributes is given; what the declaration says counts before a default.
bool gives(Object& object, std::string_view one, std::string_view other, bool own) {
  for (const std::string_view name : {one, other})
    if (const BoundAttribute* bound = find_bound(object, name); bound && (bound->own || !own))
      return true;
  return false;
}

Object& new_rim(World& world, Object& journal, int end, int index) {
  Object& rim =
      new_object(world, info(ObjectKind::contact), fmt::format("{}.rim[{}]", journal.name, end),
                 journal.span, *journal.scope);
  rim.owner = &journal;
  rim.index = index;
  return rim;
}

int new_contact(World& world, const Object& journal) {
  auto& table = world.scenario->contacts;
  ir::Contact& contact = table.emplace_back();
  contact.name = journal.name;
  contact.origin = journal.span;
  return static_cast<int>(table.size()) - 1;
}

ir::JointId new_joint(World& world, const Object& journal) {
  auto& table = world.scenario->joints;
  ir::Joint& joint = table.emplace_back();
  joint.kind = ir::JointKind::journal;
  joint.name = journal.name;
  joint.origin = journal.span;
  return ir::JointId{static_cast<std::int32_t>(table.size()) - 1};
}

}  // namespace

bool is_journal(const World& world, Object& object) {
  if (!world.spatial || object.type() != ObjectKind::clearance) return false;
  for (const bool own : {true, false}) {
    if (gives(object, "journal", "bearing", own)) return true;
    if (gives(object, "ball", "socket", own)) return false;
  }
  return false;
}

JournalParts& journal_parts(World& world, Object& journal) {
  if (journal.journal) return *journal.journal;
  auto parts = std::make_shared<JournalParts>();
  parts->rims[0] = &new_rim(world, journal, 1, journal.index);
  parts->rims[1] = &new_rim(world, journal, 2, new_contact(world, journal));
  parts->joint = new_joint(world, journal);
  ir::SharedClearance& shared = world.scenario->clearances.emplace_back();
  shared.name = journal.name;
  shared.origin = journal.span;
  shared.joint = parts->joint;
  for (const Object* rim : parts->rims) shared.contacts.push_back({rim->index});
  parts->clearance = static_cast<int>(world.scenario->clearances.size()) - 1;
  journal.journal = parts;
  return *parts;
}

}  // namespace mbs::elaborate
