// Forces of closed contacts, as accelerations need them: the same shapes and laws that all others
// evaluate, without what only others ask for.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/geometry.hpp"
#include "runtime/forward/forward_laws.hpp"
#include "runtime/forward/forward_plan.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// On a body, about its centre of mass.
struct ForwardLoad {
  double fx = 0, fy = 0, torque = 0;
};

// The geometry of a contact in the plane, where its bodies are placed: all but rows.
void touch_of(const ContactModel& contact, const Placement& at, ContactGeometry& out);

// First what its law needs.
struct ForwardTouch : LawTouch {
  ContactGeometry geometry;  // without rows
};

// For compliant laws in the plane, none of which sticks.
class ForwardContacts {
 public:
  ForwardContacts(const Model& model, const ForwardPlan& plan, const Mode& mode,
                  Workspace& workspace);
  // What acts has changed.
  void choose();
  // m: a penetration at which its bodies hardly touch, as a closed contact is seen where a stage
  // has parted them: what happens when it opens is decided there, and until then a force that jumps
  // must not do so within a step.
  void set_touching(int contact, double penetration) { touching_[contact] = penetration; }
  // Bodies are placed. Adds to loads, by body, and writes rates of gaps, states, works and
  // impulses. `unknowns` and `rates` as ForwardPlan has them. False: a law has no value, the
  // workspace knows.
  bool add_forces(double t, const double* unknowns, std::span<ForwardLoad> loads, double* rates);
  std::span<const ForwardTouch> touches() const { return touches_; }
  // The state at the last evaluation; false for a contact that cannot act.
  bool state(int contact, ContactState& out) const;
  std::optional<ContactMotion> motion(int contact) const;

 private:
  const ForwardTouch* known(int contact) const;
  bool evaluate(ForwardTouch& touch, double t, const double* unknowns);
  void write(const ForwardTouch& touch, std::span<ForwardLoad> loads, double* rates) const;

  const Model& m_;
  const Mode& mode_;
  Workspace& w_;
  ForwardLaws laws_;
  std::vector<ForwardTouch> touches_;  // those that may act
  std::vector<int> place_;             // by contact, among these; -1
  std::vector<double> touching_;       // by contact
};

}  // namespace mbs
