// Accelerations from places and speeds, in the plane: one pass over the bodies, one over what acts
// on them, and small Cholesky factorisations. What the other engines find by the residual of the
// whole system is here y' itself.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/forward/accelerations.hpp"
#include "runtime/forward/forward_contacts.hpp"
#include "runtime/forward/forward_loops.hpp"
#include "runtime/forward/forward_plan.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// In the coordinates of the model's tree, or x, y and the angle of each body.
class Forward : public Accelerations {
 public:
  // `mode` is the present one at each evaluation.
  Forward(const Model& model, const Mode& mode, Workspace& workspace);
  const ForwardPlan& plan() const override { return plan_; }
  void choose() override;
  void set_touching(int contact, double penetration) override {
    contacts_.set_touching(contact, penetration);
  }
  bool evaluate(double t, const double* unknowns, double* rates) override {
    return accelerate(t, unknowns, rates);
  }
  void show(const double* unknowns, const double* rates, double* y, double* yp) const override;
  void show_multipliers(double* lambda) const override;
  void set_least_pivot(double least) override;
  bool motion(double t, const double* unknowns, double* y) override;
  // The same place as laws see it: no integrals, no rates.
  Instant here(double t);
  bool moves_contacts() const override;
  std::optional<ContactMotion> contact_motion_at(double t, const double* unknowns,
                                                 int contact) override;
  bool contact(int contact, ContactState& out) const override {
    return contacts_.state(contact, out);
  }
  std::optional<ContactMotion> contact_motion(int contact) const override {
    return contacts_.motion(contact);
  }
  ForwardTrouble trouble() const override { return trouble_; }
  double independence() const override { return loops_.independence(); }
  int loose_body() const override { return loose_; }
  bool drifts() const override { return loops_.any(); }
  bool project(double allowed, double* unknowns) override;

 private:
  using Load = ForwardLoad;
  // Columns, and the biases of bodies, to be read.
  class Columns {
   public:
    explicit Columns(const ForwardMotion& motion)
        : columns_(motion.coefficients.data()), biases_(motion.bias.data()) {}
    Pair operator[](int column) const {
      return Eigen::Map<const Pair>(columns_ + 2 * std::ptrdiff_t{column});
    }
    Pair bias(int body) const { return Eigen::Map<const Pair>(biases_ + column_of(body)); }

   private:
    const double *columns_, *biases_;
  };
  struct Placing;
  struct Turn {
    Pair cosine{1, 1}, sine{0, 0};
  };
  bool accelerate(double t, const double* unknowns, double* rates);
  bool take(double t, const double* unknowns, double* rates);
  bool give(double t);
  bool take_motion(double t, const double* unknowns);
  void turn();
  void turn(int coordinate);
  Placing placing(ForwardMotion& motion, std::vector<Pose>& poses) const;
  void place_bodies();
  void place_alone(const ForwardBody& body, const Placing& place);
  void note_places(const std::vector<Pose>& poses, double* y) const;
  bool act(double t, const double* unknowns, double* rates);
  bool applied_forces(double t, double* rates);
  bool springs(double t);
  void push(int body, double fx, double fy, double torque);
  double push_along(const PairFunction& function, double value);
  bool factor_inertia();
  bool factor_block(const ForwardBlock& block);
  int body_moved_by(int coordinate) const;
  void project_loads();
  bool solve(double* rates);
  bool solve_loops(double* rates);
  double drive_power() const;
  double given_power(const ForwardBody& body, const Columns& columns) const;
  double given_effort(int coordinate) const;
  bool fail(ForwardTrouble why) {
    trouble_ = why;
    return false;
  }
  double& rate_of(double* rates, int unknown) { return rates[plan_.place_of[unknown]]; }
  std::span<const ForwardColumn> frees(const ForwardBody& b) const {
    return {plan_.free_columns.data() + b.first_free, static_cast<std::size_t>(b.frees)};
  }
  std::span<const ForwardColumn> givens(const ForwardBody& b) const {
    return {plan_.given_columns.data() + b.first_given, static_cast<std::size_t>(b.givens)};
  }

  const Model& m_;
  const Mode& mode_;
  Workspace& w_;
  const Layout& l_;
  ForwardPlan plan_;
  ForwardLoops loops_;
  ForwardContacts contacts_;
  int input_place_ = 0, damping_place_ = 0;  // among the unknowns of steps
  ForwardMotion motion_;
  // Scratch: another place.
  ForwardMotion elsewhere_;
  Placement at_elsewhere_;
  ContactGeometry touch_elsewhere_;
  std::vector<double> p_, u_, a_;      // by coordinate: values, speeds, accelerations
  std::vector<Turn> turns_;            // by coordinate
  std::vector<Load> weights_, loads_;  // by body
  std::vector<int> number_;            // by body, its place in the plan's bodies; -1: the ground
  std::vector<double> inertia_;        // of all blocks, then their factors
  bool constant_ = false;              // all of it is
  bool forces_look_ = false;           // some force depends on something
  std::vector<double> force_;          // by place
  std::vector<double> y_, yp_;         // all unknowns, as signals and laws see them; yp_ is 0
  ForwardLoops::Correction correction_;
  ForwardTrouble trouble_ = ForwardTrouble::none;
  int loose_ = -1;
  double input_ = 0, lost_ = 0;  // W
};

}  // namespace mbs
