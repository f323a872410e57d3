// Private to runtime: the integrator of a model. It works in joint coordinates where the mechanism
// has a tree worth it, and shows absolute coordinates in any case.
#pragma once

#include <optional>

#include "runtime/coordinates/motion.hpp"
#include "runtime/equations/group_pattern.hpp"
#include "runtime/equations/jacobian.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/integration/integrator.hpp"
#include "runtime/integration/live_solver.hpp"
#include "runtime/model/sparse_pattern.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/numerics/step_series.hpp"

namespace mbs {

// The model's equations in the present mode, in absolute coordinates.
class ModelDae : public Dae {
 public:
  ModelDae(const Model& model, const Mode& mode, Workspace& workspace)
      : model_(model),
        mode_(mode),
        workspace_(workspace),
        weights_(layout(model).size),
        pattern_(model, workspace) {}
  bool residual(double t, const double* y, const double* yp, double* r) override {
    return mbs::residual(model_, {t, y, yp, &mode_}, r, workspace_);
  }
  bool jacobian(double t, double cj, const double* y, const double* yp, double* values) override {
    if (layout(model_).groups > 0) return pattern_.fill({t, y, yp, &mode_}, cj, values);
    return mbs::jacobian(model_, {t, y, yp, &mode_}, cj, values, workspace_);
  }
  std::optional<SolverPattern> new_pattern() override {
    if (layout(model_).groups == 0 || !pattern_.stale()) return {};
    const SparsePattern& p = pattern_.renew();
    return SolverPattern{p.column_starts, p.rows};
  }
  void weights(const double*, double* weights) override {
    std::copy(weights_.begin(), weights_.end(), weights);
  }
  std::vector<double>& weights() { return weights_; }
  GroupPattern& pattern() { return pattern_; }

 private:
  const Model& model_;
  const Mode& mode_;
  Workspace& workspace_;
  std::vector<double> weights_;
  GroupPattern pattern_;
};

// The same in joint coordinates.
class TreeDae : public Dae {
 public:
  TreeDae(const Model& model, const Mode& mode, ModelDae& absolute, Workspace& workspace);
  bool residual(double t, const double* y, const double* yp, double* r) override;
  bool jacobian(double t, double cj, const double* y, const double* yp, double* values) override;
  void weights(const double* y, double* weights) override;
  void weights_changed() { stale_ = true; }
  // What was evaluated last may not be what the workspace holds.
  void forget() { evaluated_ = false; }
  // All joint coordinates from which the solver starts.
  void start(const std::vector<double>& reduced) { reduced_ = reduced; }

 private:
  bool holds(double t, const double* y, const double* yp) const;
  bool evaluate(double t, const double* y, const double* yp);
  const Model& model_;
  const Mode& mode_;
  ModelDae& absolute_;
  Workspace& workspace_;
  TreeState state_;
  std::vector<double> reduced_, rates_;       // in all joint coordinates, of the last evaluation
  std::vector<double> contracted_, entries_;  // residual and Jacobian in them
  std::vector<double> y_, yp_, r_;            // absolute
  std::vector<double> weights_;
  bool stale_ = true;                  // weights_
  double t_ = 0;                       // of the last evaluation
  std::vector<double> at_, at_rates_;  // unknowns then
  bool evaluated_ = false;
};

// The variable-order BDF of IDA for the whole model, in joint coordinates where its mechanism has a
// tree worth it.
class MotionSolver : public Integrator {
 public:
  MotionSolver(const Model& model, const Mode& mode, Workspace& workspace);
  const char* name() const override { return "IDA"; }
  bool ready() const override { return solver_.ready(); }
  StepStatus start(double t, std::span<const double> y, std::span<const double> yp,
                   double first_step) override;
  void set_max_step(double seconds) override { solver_.set_max_step(seconds); }
  // After each start; see IdaSolver.
  void set_max_order(int order) { solver_.set_max_order(order); }
  StepStatus step(double stop) override;
  double time() const override { return solver_.time(); }
  double previous_time() const override { return solver_.previous_time(); }
  const double* y() const override { return tree_ ? y_.data() : solver_.y(); }
  const double* yp() const override { return tree_ ? yp_.data() : solver_.yp(); }
  bool interpolate(double t, double* y, double* yp) const override;
  // In joint coordinates y is a nonlinear function of what is integrated.
  bool polynomial() const override { return !tree_.has_value(); }
  bool derivative(int k, double* out) const override { return solver_.derivative(k, out); }
  int last_order() const override { return solver_.last_order(); }
  double last_step() const override { return solver_.last_step(); }
  void place(Placement& at) const override;
  bool takes_weights() const override { return true; }
  std::vector<double>* weights() override;
  void set_near_pairs(int group, std::span<const NearPair> pairs) override {
    dae_.pattern().set_pairs(group, pairs);
  }
  int worst_unknown() const override;  // an absolute one
  SolverCounters counters() const override { return solver_.counters(); }

 private:
  void prescribe_at(double t) const;
  void choose_live();
  const Model& model_;
  const Mode& mode_;
  Workspace& workspace_;
  ModelDae dae_;
  std::optional<TreeDae> tree_;
  LiveSolver solver_;
  std::optional<TreeState> end_state_;  // at time()
  mutable std::optional<TreeState> state_;
  mutable std::vector<double> reduced_, rates_;  // in all joint coordinates
  mutable std::vector<double> scratch_;          // of the size of the unknowns
  std::vector<double> scratch_rates_;            // likewise
  mutable StepSeries series_;
  std::vector<double> y_, yp_;
  std::vector<char> live_;  // which unknowns can move: see choose_live
};

}  // namespace mbs
