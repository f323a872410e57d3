// Accelerations from places and speeds, in the plane: one pass over the bodies, one over what acts
// on them, and small Cholesky factorisations. What the other engines find by the residual of the
// whole system is here y' itself.
#pragma once

#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/forward/forward_loops.hpp"
#include "runtime/forward/forward_plan.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// Why there are none.
enum class ForwardTrouble {
  none,
  undefined,  // a law, a force or a drive failed: the workspace knows
  inertia,    // a coordinate has none
  loops       // constraints are not independent here
};

// Of models in which nothing sticks, is rigid, or rubs in joints: see ir::obstacle_to_explicit.
class Forward {
 public:
  // `mode` is the present one at each evaluation.
  Forward(const Model& model, const Mode& mode, Workspace& workspace);
  const ForwardPlan& plan() const { return plan_; }
  // What acts has changed.
  void choose();
  // m, by contact: a penetration at which its bodies hardly touch.
  void set_touching(int contact, double penetration) { touching_[contact] = penetration; }
  // Rates of the reduced unknowns [p, p', others]. Given coordinates have their values, speeds and
  // accelerations there already, and the drives are evaluated at t.
  bool evaluate(double t, const double* reduced, double* rates);
  // Where it was evaluated last, and the bodies are placed: no rates.
  Instant here(double t) const { return {t, y_.data(), yp_.data(), &mode_}; }
  ForwardTrouble trouble() const { return trouble_; }
  double independence() const { return loops_.independence(); }  // of the loops, see ForwardLoops
  // What lacks inertia, if that is the trouble: a body; -1.
  int loose_body() const { return loose_; }
  // Back onto the constraints from where `evaluate` was last, if they miss by more than `allowed`,
  // m: true if anything was moved.
  bool project(double allowed, double* reduced);

 private:
  struct Segment {  // world axes
    double ax = 0, ay = 0, dx = 0, dy = 0;
  };
  struct Load {  // on a body, about its centre of mass
    double fx = 0, fy = 0, torque = 0;
  };
  struct Moved;
  void place(const double* reduced, const double* rates);
  void place_body(const ForwardBody& body, const double* reduced, const double* rates);
  Moved follow(const ForwardBody& body, const double* reduced, const double* rates);
  double& column(int index, int axis) { return motion_.coefficients[2 * index + axis]; }
  bool act(double t, double* rates);
  bool applied_forces(const Instant& now, double* rates);
  bool springs(double t);
  bool contacts(const Instant& now, double* rates);
  bool force_of(int contact, const Instant& now, ContactForce& out);
  void push(int body, double fx, double fy, double torque);
  double push_along(const PairFunction& function, double value);
  void sum_inertia();
  bool factor_inertia();
  void project_loads();
  bool solve(double* rates);
  double drive_power(const double* reduced, const double* rates) const;
  double given_power(const ForwardBody& body, const double* reduced, const double* rates) const;
  bool fail(ForwardTrouble why) {
    trouble_ = why;
    return false;
  }
  double& rate_of(double* rates, int unknown) { return rates[plan_.reduced[unknown]]; }

  const Model& m_;
  const Mode& mode_;
  Workspace& w_;
  const Layout& l_;
  ForwardPlan plan_;
  ForwardLoops loops_;
  ForwardMotion motion_;
  std::vector<int> acting_;            // contacts
  std::vector<double> touching_;       // m, by contact
  std::vector<double> cosine_, sine_;  // by coordinate
  std::vector<Load> loads_;            // by body
  std::vector<double> inertia_;        // of all blocks, then their factors
  std::vector<double> force_;          // by place
  std::vector<double> y_, yp_;         // absolute, as signals and laws see them
  ContactForce contact_;               // scratch
  ForwardLoops::Correction correction_;
  ForwardTrouble trouble_ = ForwardTrouble::none;
  int loose_ = -1;
  double input_ = 0, lost_ = 0;  // W
};

}  // namespace mbs
