// Forces of closed contacts in space, as accelerations need them: the same shapes and laws that all
// others evaluate, without what only others ask for.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/contact/geometry.hpp"
#include "runtime/contact/law_inputs.hpp"
#include "runtime/contact/round_in_space.hpp"
#include "runtime/coordinates/state_in_space.hpp"
#include "runtime/forward/accelerations.hpp"
#include "runtime/forward/body_rates.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// For compliant contacts of two shapes that do not stick, nor resist turning, and whose law is none
// of vectors. Others are left to the residual.
class ForwardContactsInSpace {
 public:
  ForwardContactsInSpace(const Model& model, const StepUnknowns& plan, const Mode& mode,
                         Workspace& workspace);
  // What acts has changed.
  void choose();
  // By contact: is it evaluated here?
  const std::vector<char>& own() const { return own_; }
  bool all() const;
  // Bodies are placed, and turn as `bodies` says. Takes the forces off `momenta`, by motion, and
  // writes rates of gaps, states, works and impulses. `unknowns` and `rates` as the plan has them.
  // False: a law has no value, the workspace knows.
  bool take_forces(double t, const double* unknowns, std::span<const BodyRates> bodies,
                   double* momenta, double* rates);
  // The state at the last evaluation; nothing for a contact that cannot act.
  std::optional<ContactState> state(int contact) const;

 private:
  struct Site {  // of a contact
    int touch = -1;
    int gap = 0, work = 0, impulse = 0, state = 0;  // unknowns
  };
  struct Input {  // of a law
    double LawArguments::*value = nullptr;
    int state = 0;  // where that is null
  };
  // One that may act, as it was evaluated last.
  struct Touch {
    int contact = 0;
    const ContactModel* model = nullptr;
    const LawTapes* law = nullptr;
    TapeState* tape = nullptr;
    bool always = false;  // acts without touching, too
    bool known = false, acting = false;
    ContactPair pair;
    SpatialTouch shape;
    ContactGeometry geometry;
    double delta = 0;        // m, what its law sees
    double FN = 0, FT = 0;   // N
    double power = 0;        // W
    Vector3 force{0, 0, 0};  // N, on the second body
  };
  bool suits(int contact) const;
  void find_loaded();
  void meet(Touch& touch, std::span<const BodyRates> bodies);
  void slide(Touch& touch, const ContactMode& mode);
  bool law(Touch& touch, double t, const double* states);
  void push(const Touch& touch);
  void take_loads(double* momenta);
  void write(const Touch& touch, const Site& site, double* rates) const;

  const Model& m_;
  const Mode& mode_;
  Workspace& w_;
  std::vector<Site> sites_;                 // by contact
  std::vector<std::vector<Input>> inputs_;  // by law
  std::vector<Touch> touches_;              // those that may act
  std::vector<char> own_;
  std::vector<Load> loads_;  // by body
  std::vector<int> loaded_;  // those that a contact may load
};

}  // namespace mbs
