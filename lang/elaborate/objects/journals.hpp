// Journals in their bearings, in space: each is a clearance of two contacts, of the ends of the
// journal with the bore, and a joint that knows its angle and keeps it from wandering off.
#pragma once

#include <array>

#include "lang/elaborate/objects/objects.hpp"

namespace mbs::elaborate {

// Its places in the tables of the scenario.
struct JournalParts {
  std::array<Object*, 2> rims{};  // contacts: of the end at -z, of that at +z
  ir::JointId joint;
  int clearance = -1;  // into Scenario::clearances
};

// Is it one? In the plane, and of a ball in its socket, it is not.
bool is_journal(const World& world, Object& object);
JournalParts& journal_parts(World& world, Object& journal);

}  // namespace mbs::elaborate
