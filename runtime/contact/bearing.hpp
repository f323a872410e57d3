// Friction in an ideal joint: the surfaces that slide are its own, and what presses them is its own
// reaction.
//
//   vt = a dc/dt    c the joint's coordinate; a the radius of the pin, 1 for a travel
//   FN = press(Lam')    of the multipliers of the joint's rows, see runtime/joints
//   FT acts along -a grad(c) on both bodies: a torque a FT about the pin, a force FT along the
//   guide
// Where surfaces slide along several coordinates at once, s_i = a_i dc_i/dt, as those of a ball or
// of a shaft that turns and travels, vt = |s| and FT acts along the sum of -s_i/|s| a_i grad(c_i).
#pragma once

#include "runtime/contact/geometry.hpp"
#include "runtime/joints/kind.hpp"
#include "runtime/model/contact_block.hpp"

namespace mbs {

struct ContactForce;
struct LiveContact;

// Adds the contacts that the friction of a joint is, one for each of its pairs of surfaces, with
// law, bodies and arm; their rows are found by `find_bearing_rows`.
void add_bearings(const Model& model, int joint, std::vector<ContactModel>& to);
// Which rows the model keeps of each joint with friction, into Bearing::rows: they follow each
// other, from the first to one before the second.
void find_bearing_rows(Model& model);

// Does it slide any way, in a plane or along several coordinates at once? Contacts in space do,
// what resists rolling, and balls and bushes; other joints slide along a line, as does spinning.
inline bool slides_any_way(const Model& model, const ContactModel& contact) {
  if (const Bearing* bearing = contact.bearing()) return !bearing->along_a_line();
  const Turning* turning = contact.turning();
  return model.layout.spatial() && !(turning && turning->spins);
}
// Unknowns that hold what sticks.
inline int hold_parts(const Model& model, const ContactModel& contact) {
  if (const Bearing* bearing = contact.bearing()) return static_cast<int>(bearing->slides.size());
  return slides_any_way(model, contact) ? 2 : 1;
}

// Whose work its own counts as: what resists turning does that of its contact.
inline int working(const ContactModel& contact, int index) {
  return contact.turning() ? contact.turning()->of : index;
}

// Along what those hold that slide any way: two tangents of a contact with the normal n, from the
// given axis of the world; the coordinates of a joint, in which its sliding is a vector.
struct HeldWays {
  std::array<Vector3, 3> ways;
  int count = 0;
  Vector3 sum(const double* parts) const;
};
HeldWays held_ways(const ContactModel& contact, const Vector3& n, int axis);

// vt and its row; the gap is 0 whatever happens. Of what slides several ways `slip`, and e, length
// and vt as of a contact in space that remembers the direction in which it slides, in coordinates.
void bearing_geometry(const ContactModel& contact, const Placement& at, ContactGeometry& out);
// The row of the speed e . slip.
void set_row_along(const Bearing& bearing, const Placement& at, const Vector3& e,
                   ContactGeometry& out);
// The part of FT, of 1, along one of the coordinates along which surfaces slide.
double share_of(const ContactGeometry& geometry, std::size_t slide);
// Does a rate of them depend on this local motion of their bodies?
bool slides_by(const Bearing& bearing, int local);
// d(e . slip)/dq of this geometry, e unchanged
Local bearing_turn(const ContactModel& contact, const Placement& at,
                   const ContactGeometry& geometry);
// The rows of its joint in Model::rows, by component; -1: the model keeps none.
using BearingRows = std::array<int, std::tuple_size_v<Multipliers>>;
BearingRows bearing_rows(const Model& model, const Bearing& bearing);
// For multipliers by row, as y' has them from Layout::lam on.
Pressing pressing(const Model& model, const Bearing& bearing, const Placement& at,
                  const double* multipliers);
// The same for those of the joint itself.
Pressing pressing(const Model& model, const Bearing& bearing, const Placement& at,
                  const Multipliers& own);
// How the friction of a joint follows what presses it.
struct PressedFriction {
  double by_FN = 0;  // dFT/dFN
  double rub = 0;    // m/s, what friction works on
  Pressing pressing{};
};

}  // namespace mbs
