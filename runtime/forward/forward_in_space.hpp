// Accelerations of bodies in space, in their own places and speeds: masses are a diagonal there,
// and every constraint a row.
//   M a + G^T lambda = Q,   G a = gamma,   S = G M^-1 G^T,   S lambda = G M^-1 Q - gamma
// S is factorised without pivoting: redundant rows are gone when a model is built. Contacts of two
// shapes are evaluated by ForwardContactsInSpace; what is left of forces by the residual.
#pragma once

#include <vector>

#include "runtime/equations/residual.hpp"
#include "runtime/forward/accelerations.hpp"
#include "runtime/forward/contacts_in_space.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

class ForwardInSpace : public Accelerations {
 public:
  // `mode` is the present one at each evaluation.
  ForwardInSpace(const Model& model, const Mode& mode, Workspace& workspace);
  const StepUnknowns& plan() const override { return plan_; }
  void choose() override;
  bool evaluate(double t, const double* unknowns, double* rates) override;
  void show(const double* unknowns, const double* rates, double* y, double* yp) const override;
  bool drifts() const override { return !acting_.empty(); }
  bool project(double allowed, double* unknowns) override;
  bool contact(int contact, ContactState& out) const override {
    return tell(contacts_.own()[contact] ? contacts_.state(contact) : seen_[contact], out);
  }
  void show_multipliers(double* lambda) const override;
  double independence() const override;
  ForwardTrouble trouble() const override { return trouble_; }
  int loose_body() const override { return loose_; }

 private:
  struct Product {  // of two entries of G in one column: a part of S
    int first = 0, second = 0, to = 0;
    double mobility = 0;  // 1/kg or 1/(kg m^2)
  };
  const StepUnknowns& numbered();
  void find_masses();
  void find_products();
  bool take(double t, const double* unknowns);
  void find_momenta();
  bool find_forces(double t, const double* unknowns, double* rates);
  void give(double* rates);
  bool factor();
  bool solve();
  void solve_rows(std::vector<double>& right) const;
  void push(const std::vector<double>& multipliers, std::vector<double>& motions) const;
  double along(int row, const double* motions) const;
  double drive_power() const;
  bool fail(ForwardTrouble why) {
    trouble_ = why;
    return false;
  }

  const Model& m_;
  const Mode& mode_;
  Workspace& w_;
  const Layout& l_;
  StepUnknowns plan_;
  std::vector<double> mobility_;    // by motion: 1 over its mass
  std::vector<int> acting_, next_;  // rows of the model
  std::vector<Product> products_;
  std::vector<int> first_;      // by acting row: the first that has a body in common with it
  std::vector<double> square_;  // S, then its factors
  std::vector<double> most_;    // the largest pivot that was ever in it, of these rows
  std::vector<double> lambda_, rates_, motions_;
  std::vector<double> y_, yp_, still_, residual_;
  SeenContacts seen_;
  FlatMotion in_no_plane_;  // of no body
  ForwardContactsInSpace contacts_;
  bool alone_ = false;             // nothing but gravity and those contacts acts
  std::vector<BodyRates> moving_;  // by body
  std::vector<int> by_residual_;   // unknowns of the plan whose rates the residual has
  ForwardTrouble trouble_ = ForwardTrouble::none;
  int loose_ = -1;
};

}  // namespace mbs
