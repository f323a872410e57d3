// The force of a contact: where it acts, and what others ask of its motion.
#pragma once

#include <array>
#include <span>

#include "runtime/contact/kinematics.hpp"
#include "runtime/contact/law.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// A contact here and now. Those of two bodies and pairs of groups differ in what they remember and
// where that is kept, and in nothing else: all below is said of both.
struct LiveContact {
  const ContactModel& model;
  LawUser user;
  ContactMemory memory;
  const std::vector<double>* flags = nullptr;  // frozen watches of its law
  const double* states = nullptr;              // of its law
  double carried = 0;                          // m, the gap state, for one at rest
  double held = 0;                             // N, by which one that sticks is held
  std::array<double, 3> held_by{};             // the same of one that slides any way, see HeldWays
  const ContactMode* aims = nullptr;           // in space: the direction it slides in
  double pressed = 0;                          // N, FN of a rigid one that is closed, of a joint
  // m/s, of a pair whose friction fades: FT is that at s = sqrt(vt^2 + slow^2), times vt/s, in
  // space by its geometry; 0: it is that at vt.
  double slow = 0;
  bool forgets_turns = false;  // `loading` is how it moves now: nobody follows its turns
};
LiveContact live_contact(const Model& model, int contact, const Instant& now,
                         const ContactMode& mode, Workspace& workspace);
LiveContact live_pair(int group, const ContactModel& contact, const PairMode& mode,
                      Workspace& workspace);
// May its force be other than 0? Closed, or under a law that always acts.
bool may_act(const Model& model, const ContactModel& contact, const ContactMemory& memory);

// What a law sees of the motion: m, m/s, m/s; in space also how it slides, see LawCall.
struct Indentation {
  double delta = 0, ddelta = 0, vt = 0;
  const ContactGeometry* sliding = nullptr;
};
// At the present placement, where the contact does not rest.
Indentation indentation(const LiveContact& contact, Workspace& workspace);
LawCall law_call(const LiveContact& contact, const Indentation& seen, double t);
// s of a contact whose friction fades, see LiveContact::slow; |vt| of others.
double faded_speed(const LiveContact& contact, double vt);
// Is there a force at this penetration?
bool acts(const Model& model, const LiveContact& contact, double delta);

struct ContactForce {
  ContactGeometry geometry;
  bool acting = false;  // else what follows is 0, delta of an open contact too
  double delta = 0, ddelta = 0;
  double FN = 0, FT = 0;  // N
  double bound = 0;       // N, largest force by which it sticks; 0 if its law never does
  bool holds = false;     // FT is the multiplier of this contact
  double fx = 0, fy = 0;  // force on the second body, world axes
  bool in_space = false;
  Vector3 force, friction;        // in space, N: on the second body; of it what opposes sliding
  Vector3 moment;                 // in space, N m: on the first body, of what resists turning
  double power = 0;               // W, work rate taken up by the contact
  const double* rates = nullptr;  // of the law's states, if acting
  // What the law has seen; the contact force must outlive it.
  Indentation seen() const { return {delta, ddelta, geometry.vt, in_space ? &geometry : nullptr}; }
};

// False if the law failed; workspace.failure says why. The poses must be set.
bool contact_force(const Model& model, const LiveContact& contact, double t, Workspace& workspace,
                   ContactForce& out);
// The force of a contact that remembers `mode`. The mode of `now` is read for what resists turning
// alone: its contact remembers that.
bool contact_force(const Model& model, int contact, const Instant& now, const ContactMode& mode,
                   Workspace& workspace, ContactForce& out);
// dFT/dFN of a contact whose law is given FN, as it slides; 0 where it has none.
double friction_by_FN(const Model& model, const LiveContact& contact, const Indentation& seen,
                      double t, Workspace& workspace);
// Checks `require` and `warn if` of the law of a contact that acts.
void law_checks(const Model& model, const LiveContact& contact, const Indentation& seen, double t,
                Workspace& workspace, LawChecks& checks);

// FN of a contact alone, N; places its own bodies only.
double normal_force(const Model& model, int contact, const Instant& now, const ContactMode& mode,
                    Workspace& workspace);
// For the root functions: gap in a smooth form (clearance: (1 - e^2/c^2)*c/2, which has no cone at
// e = 0; the same sign and, near closing, the same slope as the gap) and the gap rate. `edge`, here
// and below, is that of ContactMemory.
double smooth_gap(const Model& model, int contact, const double* y, int edge = -1);
double gap_rate(const Model& model, int contact, const double* y, int edge = -1);
// m, how far a corner that stands on an edge is from leaving it past an end.
double left_of_edge(const Model& model, int contact, const double* y, int edge);
double contact_gap(const Model& model, int contact, const double* y);  // m, in its own measure
// vt, m/s, of two shapes or of the surfaces of a joint; places its own bodies only.
double sliding_speed(const Model& model, int contact, const double* y, Workspace& workspace,
                     int edge = -1);
// The same in space: in the tangent plane, world axes; in a joint along its coordinates.
Vector3 sliding_velocity(const Model& model, int contact, const double* y, Workspace& workspace,
                         int edge = -1);
// Takes over the radii of curvature at the present contact point, which laws see until the next
// contact.
void latch_radii(const Model& model, int contact, const double* y, ContactMemory& memory);
// Puts the states of a contact's law into y as it begins: those that last for a run are left alone.
void begin_states(const Model& model, int contact, double* y);

struct ContactMotion {
  double gap = 0, rate = 0;  // as smooth_gap and gap_rate
};
ContactMotion contact_motion(const Model& model, int contact, const double* y, int edge);
ContactMotion contact_motion(const Model& model, int contact, const Placement& at);
ContactMotion contact_motion(const Model& model, int contact, const ContactState& state);
// m/s, world axes: of the second centre, as it moves with its body, beside the first.
Vector3 centre_velocity(const Model& model, int contact, const double* y);
Vector3 centre_velocity(const Model& model, int contact, const Placement& at);
// m, the radial clearance of a round surface inside another; 0 of all others.
double clearance_of(const Model& model, int contact);
// How fast the shapes of a contact turn, rad/s: the gap of bodies that are not round can come and
// go with it. 0 for circles and planes.
double turning_speed(const Model& model, int contact, const double* y);
// Indices in y of what the gap and the force of a contact depend on: motion of its bodies, its gap
// state, the states of its law, the impulse that holds it.
std::vector<int> contact_unknowns(const Model& model, int contact);

}  // namespace mbs
