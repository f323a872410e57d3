// Forces of closed contacts, as accelerations need them: the same shapes and laws that all others
// evaluate, without what only others ask for.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/contact/geometry.hpp"
#include "runtime/contact/law.hpp"
#include "runtime/forward/forward_plan.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// On a body, about its centre of mass.
struct ForwardLoad {
  double fx = 0, fy = 0, torque = 0;
};

// The geometry of a contact in the plane, where its bodies are placed: all but rows.
void touch_of(const ContactModel& contact, const Placement& at, ContactGeometry& out);

// A contact that may act, as it was evaluated last; first what does not change from one choice to
// the next.
struct ForwardTouch {
  int contact = 0;
  const ContactModel* model = nullptr;
  const LawTapes* law = nullptr;
  TapeState* tape = nullptr;
  bool always = false;  // acts without touching, too
  bool known = false;
  ContactGeometry geometry;  // without rows
  double delta = 0;          // m, what its law sees
  double FN = 0, FT = 0;     // N
  double power = 0;          // W
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
  void set_touching(int contact, double penetration) { sites_[contact].touching = penetration; }
  // Bodies are placed. Adds to loads, by body, and writes rates of gaps, states, works and
  // impulses. `unknowns` and `rates` as ForwardPlan has them. False: a law has no value, the
  // workspace knows.
  bool add_forces(double t, const double* unknowns, std::span<ForwardLoad> loads, double* rates);
  std::span<const ForwardTouch> touches() const { return touches_; }
  // The state at the last evaluation; false for a contact that cannot act.
  bool state(int contact, ContactState& out) const;
  std::optional<ContactMotion> motion(int contact) const;

 private:
  struct Site {  // of a contact
    int touch = -1;
    double touching = 0;
    int gap = 0, work = 0, impulse = 0, state = 0;  // unknowns
  };
  struct Input {  // of a law
    double LawArguments::*value = nullptr;
    int state = 0;  // where that is null
  };
  const ForwardTouch* known(int contact) const;
  bool evaluate(ForwardTouch& touch, const Site& site, double t, const double* unknowns);
  bool law(ForwardTouch& touch, double t, const double* states);
  void write(const ForwardTouch& touch, const Site& site, std::span<ForwardLoad> loads,
             double* rates) const;

  const Model& m_;
  const Mode& mode_;
  Workspace& w_;
  std::vector<Site> sites_;                 // by contact
  std::vector<std::vector<Input>> inputs_;  // by law
  std::vector<ForwardTouch> touches_;       // those that may act
};

}  // namespace mbs
