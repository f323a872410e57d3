// Contacts that stick: what holds them, how much of it each takes, how much each could.
//
// A contact whose law gives a bound for sticking has one more unknown H, the impulse of the force
// that holds it. While it sticks,
//   vt - c H' = 0 and FT = H',
// else H' = 0 and FT comes from the law. The creep c = hold_time/mass, 1e-13 m/s under a body's own
// weight, only keeps constraints that hold the same thing twice from being singular.
//
// Contacts of the same two bodies whose tangential forces act along one line (the feet of a block)
// could share a load in many ways. They stick together: one of them, the leader, carries the
// multiplier of all, the sum of their bounds counts, and each is said to take its bound's part.
//
// In space contacts of the same two bodies in one plane, a patch, hold three motions together, and
// each has both its multipliers. How the load is shared is decided by how much each gives way: the
// less the larger its bound, so that a push without turning brings all to their bounds at once. One
// of them says how the bodies slide, and the others by how much they turn about its normal: their
// own places differ by what the normal forces press, and four places that are not in one plane to
// the last nanometre cannot all be held still.
#pragma once

#include <array>
#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/equations/kkt.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Does any contact hold its bodies by a multiplier: one that sticks, a rigid one that is closed?
bool any_holds(const Mode& mode);

inline constexpr double hold_time = 1e-14;  // s

// Where a contact is, on the edge of ContactMemory. The poses must be set.
ContactGeometry geometry_of(const Model& model, int contact, Workspace& workspace, int edge = -1);
// Sum of the bounds of a leader and the contacts that it holds, N. The poses must be set, as for
// all of these.
double shared_bound(const Model& model, int leader, const Instant& now, Workspace& workspace);
// Whether FT of a contact along the leader's line acts as that of the leader does, 1, or against
// it, -1: of two whose normals point against each other. In the plane.
double orientation(const Model& model, int contact, int leader, const Mode& mode,
                   Workspace& workspace);
// Sum of the multipliers by which they hold, as the leader counts them, N. Where rigid contacts
// stick together the leader is the first of them.
double shared_hold(const Model& model, int leader, const Instant& now, Workspace& workspace);
// Whether two contacts are between the same bodies, in either order.
bool between_same_bodies(const ContactModel& one, const ContactModel& other);
// Gives a sticking contact its part of the common force, for reports: the equations have all of it
// in the leader.
void share_force(const Model& model, int contact, const Instant& now, Workspace& workspace,
                 ContactForce& force);
// Do the tangential forces of two contacts act on the same two bodies along one line, in space in
// one plane?
bool along_one_line(const Model& model, int first, int second, const Mode& mode,
                    Workspace& workspace);

// d vt/dt = row . v' + bias
struct HoldRow {
  int contact = 0;
  int part = 0;   // in space: along which of its tangents
  int count = 0;  // of entries
  std::array<int, 12> columns{};
  std::array<double, 12> values{};
  double bias = 0;  // m/s^2
};
double along(const HoldRow& row, const double* x);  // row . x
double rate_along(const HoldRow& row, const double* accelerations);
// The row of a speed of the contact with this gradient, of which `by_q` are the derivatives by
// positions.
HoldRow contact_row(const ContactModel& contact, int index, const ContactPair& pair,
                    const Local& gradient, const Local& by_q);
HoldRow hold_row(const Model& model, int contact, Workspace& workspace);
// The rows of the surfaces of a joint in space, along a direction of their coordinates, and along
// that in which they slide.
HoldRow bearing_row_along(const Model& model, int contact, const Vector3& direction,
                          Workspace& workspace);
HoldRow sliding_row(const Model& model, int contact, const ContactMode& mode, Workspace& workspace);
// In space: of the turning about the normal of what resists it; of a direction in the tangent
// plane, and of both tangents of one that sticks.
HoldRow spinning_row(const Model& model, int contact, Workspace& workspace);
HoldRow slide_row_in_space(const Model& model, int contact, const Vector3& direction,
                           Workspace& workspace);
void hold_rows_in_space(const Model& model, int contact, const ContactMemory& memory,
                        Workspace& workspace, std::vector<HoldRow>& rows);
// In space: the sliding of one that sticks, as its patch has it, m/s, world axes.
Vector3 sliding_of_patch(const Model& model, const ContactGeometry& own, int patch,
                         const Mode& mode, Workspace& workspace);
// How fast one that slides does so along the way that it has, m/s; the bodies are at `at`.
double slides_ahead(const Model& model, int contact, const ContactMode& mode, const Placement& at);
// The rows of all contacts that carry a multiplier now.
void hold_rows(const Model& model, const double* y, const Mode& mode, Workspace& workspace,
               std::vector<HoldRow>& rows);
// d vt/dt for the accelerations in y', m/s^2.
double sliding_acceleration(const Model& model, int contact, const double* yp,
                            Workspace& workspace);

}  // namespace mbs
