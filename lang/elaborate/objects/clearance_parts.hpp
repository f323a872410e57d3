// Clearances of several contacts: a journal in its bearing, in space, whose ends touch the bore,
// and a block in its guide, whose corners touch the walls. Each has a joint beside its contacts
// that knows its coordinates, and what it is assembled as. In the plane a contact of a polygon
// under a rigid law, with a plane, in a ring or with another polygon, is a contact for each corner,
// and has no joint.
#pragma once

#include <string>
#include <vector>

#include "lang/elaborate/world/clearance_parts.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// Which joint a clearance stands for, as its sizes say.
enum class Fit {
  round,
  journal,
  block,
  corners
};  // round: one contact; in the plane journals, too

// How the parts of a clearance fit; `round` for what is no clearance.
Fit fit_of(const Declarations& declarations, Object& object);
// The same, where a contact has one, too: `corners` or `round`.
Fit whole_fit_of(World& world, Object& object);
bool is_journal(const Declarations& declarations, Object& object);
bool is_block(const Declarations& declarations, Object& object);
bool has_several_contacts(World& world, Object& object);
// Does it say how a contact departs from a blow?
bool has_rigid_law(World& world, Object& contact);
// How many corners of each end meet the other one by themselves.
struct MeetingCorners {
  int first = 0, second = 0;
};
MeetingCorners meeting_corners(World& world, Object& contact);
ClearanceParts& clearance_parts(World& world, Object& clearance);

// The play of a journal at each end of it, m: 0, or inf where it slides freely.
double axial_play(World& world, Object& journal);
// Is it one of `stops`? It has the attribute `axial_law` of its clearance as its law.
bool is_stop(const Object& contact);

}  // namespace mbs::elaborate
