// The force of a contact: where it acts, and what others ask of its motion.
#pragma once

#include <span>

#include "runtime/contact/kinematics.hpp"
#include "runtime/contact/law.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

struct ContactForce {
  ContactGeometry geometry;
  bool acting = false;  // armed and delta > 0; otherwise the rest is 0
  double delta = 0, ddelta = 0;
  double FN = 0, FT = 0;          // N
  double bound = 0;               // N, largest force by which it sticks; 0 if its law never does
  bool holds = false;             // FT is the multiplier of this contact
  double fx = 0, fy = 0;          // force on the second body, world axes
  double power = 0;               // W, work rate taken up by the contact
  const double* rates = nullptr;  // of the law's states, if acting
  const ContactMode* mode = nullptr;  // what the contact remembers; null for a pair of a group
};

// False if the law failed; workspace.failure says why. The poses must be set. What the contact
// remembers is `mode`; that of `now` is not read.
bool contact_force(const Model& model, int contact, const Instant& now, const ContactMode& mode,
                   Workspace& workspace, ContactForce& out);

// FN of a contact alone, N; places its own bodies only.
double normal_force(const Model& model, int contact, const Instant& now, const ContactMode& mode,
                    Workspace& workspace);
// For the root functions: gap in a smooth form (clearance: (1 - e^2/c^2)*c/2, which has no cone at
// e = 0; the same sign and, near closing, the same slope as the gap) and the gap rate.
double smooth_gap(const Model& model, int contact, const double* y);
double gap_rate(const Model& model, int contact, const double* y);
double contact_gap(const Model& model, int contact, const double* y);    // m, in its own measure
double sliding_speed(const Model& model, int contact, const double* y);  // vt, m/s
// Takes over the radii of curvature at the present contact point, which laws see until the next
// contact.
void latch_radii(const Model& model, int contact, const double* y, ContactMode& mode);
LawArguments law_arguments(const ContactForce& force, const ContactMode& mode, double t);
// Checks `require` and `warn if` of a contact's law in `state`, that of `now`.
void law_checks(const Model& model, int contact, const Instant& now, const ContactState& state,
                Workspace& workspace, LawChecks& checks);

struct ContactMotion {
  double gap = 0, rate = 0;  // as smooth_gap and gap_rate
};
ContactMotion contact_motion(const Model& model, int contact, const Placement& at);
ContactMotion contact_motion(const Model& model, int contact, const ContactState& state);
// How fast the shapes of a contact turn, rad/s: the gap of bodies that are not round can come and
// go with it. 0 for circles and planes.
double turning_speed(const Model& model, int contact, const double* y);
// Indices in y of what the gap and the force of a contact depend on: motion of its bodies, its gap
// state, the states of its law, the impulse that holds it.
std::vector<int> contact_unknowns(const Model& model, int contact);

}  // namespace mbs
