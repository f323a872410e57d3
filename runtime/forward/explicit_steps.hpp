// Explicit steps of a model: by the method of runtime/numerics/runge_kutta.hpp, with
// accelerations from `Accelerations`.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "runtime/coordinates/motion.hpp"
#include "runtime/forward/accelerations.hpp"
#include "runtime/forward/given_between.hpp"
#include "runtime/forward/law_bends.hpp"
#include "runtime/forward/led_bends.hpp"
#include "runtime/forward/openings.hpp"
#include "runtime/forward/standstill.hpp"
#include "runtime/integration/integrator.hpp"
#include "runtime/numerics/runge_kutta.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

// The unknowns are those that IDA is given: joint coordinates and their speeds, unless a drive
// gives them, then all others; of many bodies in space their places and speeds. Impulses of
// constraints and gaps are carried along, and play no part in the error test.
class ExplicitSteps : public Integrator, private Ode {
 public:
  static constexpr const char* method = "Runge-Kutta 5(4)";
  ExplicitSteps(const Model& model, const Scales& scales, const Mode& mode, Workspace& workspace);
  const char* name() const override { return method; }
  // `first_step` counts at the first start alone: later ones know more.
  StepStatus start(double t, std::span<const double> y, std::span<const double> yp,
                   double first_step) override;
  void set_max_step(double seconds) override { max_step_ = seconds; }
  StepStatus step(double stop) override;

  double time() const override { return steps_.time(); }
  double previous_time() const override { return steps_.previous_time(); }
  const double* y() const override { return y_.data(); }
  const double* yp() const override { return yp_.data(); }
  bool interpolate(double t, double* y, double* yp) const override;
  bool exactly(double t, double* y, double* yp) override;
  bool find_rates(double t, const double* y, double* yp) override;
  bool contact_at_end(int contact, ContactState& out) const override {
    return forward_->contact(contact, out);
  }
  std::optional<ContactMotion> contact_within(double t, int contact) const override;
  std::span<const int> integrals() const override { return integrals_; }
  std::span<const double> off_cubics(double length) const override;
  double last_step() const override { return last_step_; }
  void place(Placement& at) const override;
  bool leaves_placed() const override { return true; }
  int worst_unknown() const override;
  SolverCounters counters() const override { return counters_; }
  bool exact_rates() const override { return true; }
  // Was the last step shorter than its error would have it, as stability or somebody's wish bounds
  // it?
  bool held_back() const;
  bool any_rests() const;  // any contact, in the mode at hand
  // It has come near a position where loops do not determine all accelerations.
  bool nearly_singular() const;
  // After steps of another integrator, whose last one was `h`, s: the next one is no longer.
  void take_over(double h) {
    if (h > 0) size_.at_most(h);
    rejections_ = 0;
  }
  // It could not go on since a coordinate has no inertia.
  bool lacks_inertia() const { return forward_->trouble() == ForwardTrouble::inertia; }

 private:
  // Part of the tolerances that an error in speeds may be where contacts are closed, and in all but
  // places and speeds elsewhere: then runs err as those by IDA do. Elsewhere places and speeds
  // would err a thousandth of that, as what is estimated is the error of order 4, so they have all
  // of their tolerances.
  static constexpr double stricter = 0.25;
  bool rates(double t, const double* unknowns, double* f) override;
  void find_integrals();
  void find_arms();
  void choose();
  void note_placement();
  void copy_places(const Placement& from, Placement& to) const;
  void take(std::span<const double> y, std::span<const double> yp);
  void gather(const std::vector<double>& reduced, std::vector<double>& unknowns) const {
    for (int i = 0; i < plan_.count(); ++i) unknowns[i] = reduced[plan_.unknowns[i]];
  }
  void show(const double* unknowns, const double* f, double t, double* y, double* yp) const;
  void find_weights();
  void find_onsets();
  void note_openings();
  double first_of_onsets() const;
  StepStatus look_at_start();
  double error_of_attempt();
  StepStatus try_steps(double stop);
  bool stands_still();
  double longest_step() const;
  std::optional<double> bend_in_attempt(double h, double error);
  bool leaps() const;
  double margin_in_attempt(const LawBends::Change& bend, double t);
  void keep_sides();
  void accept(double h, double error, bool cut);
  double swung(const RungeKutta::LastStages& last) const;
  double decayed(const RungeKutta::LastStages& last) const;
  bool at_edge_of_stability() const;
  void keep_on_constraints();
  bool crawls();
  StepStatus given_up();

  const Model& m_;
  const Scales& scales_;
  const Mode& mode_;
  Workspace& w_;
  std::unique_ptr<Accelerations> forward_;
  const StepUnknowns& plan_;
  LawBends bends_;
  std::optional<LawBends::Change> bend_;  // at which an attempt is to end
  double bend_range_ = 0;                 // of its margin, over the attempt that passed it
  Openings openings_;
  GivenBetween given_;
  LedBends led_bends_;
  Standstill standstill_;
  std::optional<double> goal_;  // a bend or an opening, before the end that the error allows
  double free_size_ = 0;        // s, of steps before a contact closed that was the only one
  RungeKutta steps_;
  StepSize size_;
  double max_step_ = std::numeric_limits<double>::infinity();
  double last_step_ = 0;
  std::vector<double> y_, yp_;  // at time()
  Placement placed_;            // likewise
  bool in_space_ = false;
  bool drifts_ = false;        // see Accelerations
  std::vector<int> arms_;      // points, in the plane: those whose arms turn
  std::vector<double> shown_;  // scratch
  mutable std::optional<TreeState> state_;
  mutable std::vector<double> reduced_, rates_;
  std::vector<double> weights_;                        // 1/tolerance of each unknown; 0: not tested
  std::vector<double> all_weights_, reduced_weights_;  // of all of the model's, of the reduced ones
  mutable std::vector<double> scratch_, scratch_rates_;
  // Neighbours among the unknowns of steps that are neighbours among integrals, too.
  struct Neighbours {
    int place = 0, integral = 0, count = 0;
  };
  std::vector<int> integrals_;              // unknowns of the model
  std::vector<Neighbours> neighbours_;      // all of them
  mutable std::vector<double> off_cubics_;  // of integrals
  std::vector<char> armed_;                 // by contact, at the last start, and ever since
  std::vector<int> closed_;                 // those that were
  std::vector<int> onsets_;                 // closed since
  int attempts_ = 0;                        // of the last step
  double size_before_ = 0;                  // s, that was thought possible before it
  double rejections_ = 0;                   // per step, running mean
  double independent_ = 1;                  // at time(), see Accelerations::independence
  double least_independent_ = 1;            // of what was tried last
  int crawled_ = 0;
  SolverCounters counters_;
};

}  // namespace mbs
