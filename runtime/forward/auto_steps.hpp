// Explicit steps of a model, and those of IDA where these are the better ones.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runtime/equations/rigid.hpp"
#include "runtime/forward/explicit_steps.hpp"
#include "runtime/forward/race.hpp"
#include "runtime/integration/motion_solver.hpp"

namespace mbs {

// Why a model that explicit steps suit is IDA's all the same; empty if it is not.
std::string better_by_ida(const Model& model);

// For models that explicit steps suit. `Race` decides who goes on; both have the same unknowns, so
// one starts where the other stands, with what laws remember as it is.
class AutoSteps : public Integrator {
 public:
  AutoSteps(const Model& model, const Scales& scales, const Mode& mode, Workspace& workspace);
  const char* name() const override { return now().name(); }
  bool ready() const override { return now().ready(); }
  StepStatus start(double t, std::span<const double> y, std::span<const double> yp,
                   double first_step) override;
  void set_max_step(double seconds) override;
  StepStatus step(double stop) override;

  double time() const override { return now().time(); }
  double previous_time() const override { return now().previous_time(); }
  const double* y() const override { return now().y(); }
  const double* yp() const override { return now().yp(); }
  bool interpolate(double t, double* y, double* yp) const override {
    return now().interpolate(t, y, yp);
  }
  bool polynomial() const override { return now().polynomial(); }
  bool derivative(int k, double* out) const override { return now().derivative(k, out); }
  int last_order() const override { return now().last_order(); }
  bool exactly(double t, double* y, double* yp) override { return now().exactly(t, y, yp); }
  bool find_rates(double t, const double* y, double* yp) override {
    return now_ == &explicit_ && !any_pressed(mode_) && explicit_.find_rates(t, y, yp);
  }
  bool contact_at_end(int contact, ContactState& out) const override {
    return now().contact_at_end(contact, out);
  }
  std::optional<ContactMotion> contact_within(double t, int contact) const override {
    return now().contact_within(t, contact);
  }
  std::span<const int> integrals() const override { return now().integrals(); }
  std::span<const double> off_cubics(double length) const override {
    return now().off_cubics(length);
  }
  double last_step() const override { return now().last_step(); }
  void place(Placement& at) const override { now().place(at); }
  bool leaves_placed() const override { return now().leaves_placed(); }
  bool takes_weights() const override { return now().takes_weights(); }
  std::vector<double>* weights() override { return next().weights(); }
  bool hands_over() const override { return hands_over_; }
  // What switches for ever is IDA's from the next start on: where it is to be held such a condition
  // counts on steps that end a little beyond it.
  void chatters() override { leave_to_ida("a condition switches for ever"); }
  std::string why_alone() const override { return why_alone_; }
  bool exact_rates() const override { return now().exact_rates(); }
  int worst_unknown() const override { return now().worst_unknown(); }
  SolverCounters counters() const override;

 private:
  Integrator& now() const { return *now_; }
  Integrator& next();  // who would take the next step after a start
  Integrator& ida();
  bool hopeless() const { return !why_alone_.empty(); }  // IDA's to the end
  void leave_to_ida(const std::string& why);
  void note_lack();
  bool any_held() const;
  void bound_order() const;
  std::span<const double> on_constraints(double t, std::span<const double> y);
  StepYield yield();

  const Model& m_;
  const Scales& scales_;
  const Mode& mode_;
  Workspace& w_;
  Race race_;
  ExplicitSteps explicit_;
  std::unique_ptr<MotionSolver> ida_;  // once it is needed
  Integrator* now_;
  double per_evaluation_;  // explicit, in steps of IDA
  bool hands_over_ = false;
  std::string why_alone_;                    // IDA goes on to the end; empty: it need not
  StepStatus start_ = StepStatus::accepted;  // how the last one has ended
  double max_step_ = std::numeric_limits<double>::infinity();
  std::vector<double> on_constraints_;
  SolverCounters before_;  // of the present one, before the last step
};

}  // namespace mbs
