// Motion in steps of fixed length through all blows: time stepping after Moreau and Jean.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "runtime/forward/led_bends.hpp"
#include "runtime/integration/integrator.hpp"
#include "runtime/stepping/contact_finder.hpp"
#include "runtime/stepping/linked_bodies.hpp"
#include "runtime/stepping/step_forces.hpp"
#include "runtime/stepping/sweeps.hpp"

namespace mbs {

struct SteppingCounters {
  long steps = 0, sweeps = 0, contacts = 0;  // contacts: of all steps
  long visits = 0;                           // of contacts by sweeps
  int most_sweeps = 0;
  long unconverged = 0;  // steps
  double deepest = 0;    // m, overlap at the end of a step
};

// A step from (q, v) to (q', v'), h apart (Moreau 1988, Jean 1999, with theta = 1/2):
//   m = q + h v/2                            the middle, by the old speeds
//   M (v' - v) = h Q(m, v) - G(m)^T L + N(m)^T P_N + T(m)^T P_T
//   G (v + v')/2 = f'                        joints and drives
//   0 <= P_N _|_ N v' - v_out(-N v) >= 0     for contacts that overlap in the middle; Coulomb in T
//   v' q' = q + h (v + v')/2
// A contact that closes is from then on held: it has no approach, and stays while it pushes. After
// the step positions alone are mended: gaps of closed contacts become 0, joints close. Speeds do
// not change with that, and the work of forces on the way is booked with the contact.
//
// All impulses do the work that the mean speed does: the energy of bodies, contacts, drives adds up
// to rounding under constant forces, and to the order h^2 under springs.
class Stepping : public Integrator {
 public:
  Stepping(const Model& model, double step, const Mode& mode, Workspace& workspace);
  const char* name() const override { return "stepping"; }
  StepStatus start(double t, std::span<const double> y, std::span<const double> yp,
                   double first_step) override;
  void set_max_step(double) override {}  // its steps have their length
  // One step, or the part of it up to `stop`; one that would leave less than a billionth of a step
  // ends there.
  StepStatus step(double stop) override;

  double time() const override { return t_; }
  double previous_time() const override { return previous_t_; }
  const double* y() const override { return y_.data(); }
  const double* yp() const override { return yp_.data(); }
  // Unknowns before the last step, and rates as they are all through it but for q'.
  const double* previous_y() const { return previous_y_.data(); }
  const double* previous_yp() const { return previous_yp_.data(); }
  bool interpolate(double t, double* y, double* yp) const override;
  double last_step() const override { return t_ - previous_t_; }
  void place(Placement& at) const override;
  int worst_unknown() const override { return -1; }
  SolverCounters counters() const override;

  // The contacts of the last step, in the order of their keys.
  std::span<const StepContact> contacts() { return finder_.contacts(); }
  ContactFinder& finder() { return finder_; }
  const SteppingCounters& stepping_counters() const { return counters_; }
  double length() const { return step_; }  // s

 private:
  double next_end(double stop) const;
  bool cross(double h);
  bool passes_over_a_bend(double h);
  bool push_freely(double h);
  bool respond();
  double mobility(const StepContact& contact, int of, int part);
  bool give_way(StepContact& contact);
  bool join_linked(StepContact& contact);
  bool anything_fixed(const StepContact& contact);
  void solve_contacts();
  void move(double h);
  void count_turns(double h);
  void mend_gaps();
  void book(double h, double given);
  void set_rates(double h);
  void set_powers(double h);

  const Model& model_;
  const Mode& mode_;
  Workspace& workspace_;
  ContactFinder finder_;
  LinkedBodies linked_;
  LedBends led_bends_;
  Placement before_;  // at the start of a step, if bends are led
  LinkedResponses responses_;
  StepForces forces_;
  std::vector<double> masses_;  // by column of v
  double step_;
  double start_ = 0, t_ = 0, previous_t_ = 0;
  long since_start_ = 0;
  std::vector<double> y_, yp_, previous_y_, previous_yp_;
  std::vector<double> v_, impulses_, free_rates_, moved_, middle_;
  SteppingCounters counters_;
};

}  // namespace mbs
