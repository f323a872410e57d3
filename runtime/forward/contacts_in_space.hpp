// Forces of closed contacts in space, as accelerations need them: the same shapes and laws that all
// others evaluate, without what only others ask for.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/contact/geometry.hpp"
#include "runtime/contact/round_in_space.hpp"
#include "runtime/coordinates/state_in_space.hpp"
#include "runtime/forward/forward_laws.hpp"
#include "runtime/forward/tree_motion.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// For compliant contacts of two shapes that do not resist turning, and whose law is none
// of vectors. Others are left to the residual. A journal in its bearing whose bodies move in one
// plane, and that stands square to it, is reckoned there.
class ForwardContactsInSpace {
 public:
  // `plane`: which bodies move in one; it outlives this.
  ForwardContactsInSpace(const Model& model, const StepUnknowns& plan, const FlatMotion& plane,
                         const Mode& mode, Workspace& workspace);
  // What acts has changed.
  void choose();
  // By contact: is it evaluated here?
  const std::vector<char>& own() const { return own_; }
  bool all() const;
  // Unknowns of the plan behind places and speeds whose rates only the residual has: those of what
  // is not evaluated here, but for angles that are counted.
  std::vector<int> left_to_the_residual(const StepUnknowns& plan) const;
  // Is it reckoned in the plane, as long as it is here?
  bool lies_flat(int contact) const { return flat_[contact].lies; }
  // Bodies are placed, `moving` is how they move, by body. Takes the forces off `momenta`, by
  // motion, but those in the plane, and writes rates of gaps, states, works and impulses.
  // `unknowns` and `rates` as the plan has them. False: a law has no value, the workspace knows.
  bool take_forces(double t, const double* unknowns, std::span<const BodyRates> moving,
                   const FlatInstant& flat, double* momenta, double* rates);
  // May anything be taken off momenta?
  bool any_in_space() const;
  // On a flat body, in the plane, about its centre of mass.
  struct FlatLoad {
    Pair force = Pair::Zero();
    double torque = 0;
  };
  const FlatLoad& flat_load(int body) const { return flat_loads_[body]; }
  // The state at the last evaluation; nothing for a contact that cannot act.
  std::optional<ContactState> state(int contact) const;

 private:
  // One that may act, as it was evaluated last.
  struct Touch : LawTouch {
    bool flat = false;
    bool acting = false;
    ContactPair pair;
    SpatialTouch shape;
    ContactGeometry geometry;
    // In the plane, m and m/s: the normal, the place and its arms, the sliding, and along what.
    Pair n, X, arm_a, arm_b, slip, e;
  };
  struct Flat {  // of a contact
    bool lies = false;
    FlatWay lever_a, lever_b;  // of its points
    double height = 0;         // m, of the first
    Pair any = Pair::Zero();   // the normal of concentric ones
  };
  bool suits(int contact) const;
  void find_flat(int contact);
  void find_loaded();
  void meet(Touch& touch, std::span<const BodyRates> bodies);
  void slide(Touch& touch, const ContactMode& mode);
  void meet_flat(Touch& touch, const FlatInstant& at);
  void slide_flat(Touch& touch, const ContactMode& mode);
  // These return the power, W.
  double push(const Touch& touch);
  double push_flat(const Touch& touch);
  void take_loads(double* momenta);
  void lift(const Touch& touch, ContactState& out) const;

  const Model& m_;
  const FlatMotion& plane_;
  const Mode& mode_;
  Workspace& w_;
  ForwardLaws laws_;
  std::vector<Touch> touches_;  // those that may act
  std::vector<int> place_;      // by contact, among these; -1
  std::vector<char> own_;
  std::vector<Flat> flat_;            // by contact
  std::vector<Load> loads_;           // by body
  std::vector<FlatLoad> flat_loads_;  // likewise
  std::vector<int> loaded_;           // those that a contact may load
};

}  // namespace mbs
