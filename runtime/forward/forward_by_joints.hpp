// Accelerations of bodies in space in the coordinates of the model's tree, in which joints that
// hang bodies are no constraints. With v = B u,
//   M u' + h + G^T lambda = 0,   G u' = gamma,   M = B^T diag(masses) B = L L^T
//   W = L^-1 G^T,   S = W^T W,   S lambda = -W^T L^-1 h - gamma,   u' = -L^-T (L^-1 h + W lambda)
// where h is what the equations of motion lack with u' = 0, and G has what loops and drives are
// left. What drives give has no acceleration to be found: its row of M tells the force of the
// drive.
#pragma once

#include <vector>

#include "runtime/equations/residual.hpp"
#include "runtime/forward/accelerations.hpp"
#include "runtime/forward/contacts_in_space.hpp"
#include "runtime/forward/row_pulls.hpp"
#include "runtime/forward/tree_motion.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/numerics/cholesky.hpp"

namespace mbs {

class ForwardByJoints : public Accelerations {
 public:
  // Has the model a tree, small enough for matrices without gaps?
  static bool suits(const Model& model);
  // `mode` is the present one at each evaluation.
  ForwardByJoints(const Model& model, const Mode& mode, Workspace& workspace);
  const StepUnknowns& plan() const override { return plan_; }
  void choose() override;
  bool evaluate(double t, const double* unknowns, double* rates) override;
  void show(const double* unknowns, const double* rates, double* y, double* yp) const override;
  bool motion(double t, const double* unknowns, double* y) override;
  bool drifts() const override { return !acting_.empty(); }
  bool project(double allowed, double* unknowns) override;
  bool contact(int contact, ContactState& out) const override;
  void show_multipliers(double* lambda) const override;
  double independence() const override;
  ForwardTrouble trouble() const override { return trouble_; }
  int loose_body() const override { return loose_; }

 private:
  // A move whose speeds are free.
  struct FreeMove {
    int move = 0;   // of the tree
    int place = 0;  // among the unknowns of steps
    int speed = 0;  // among free speeds
  };
  // Two columns of a body, `to` in `inertia_`, in the order of the first.
  struct Product {
    int first = 0, second = 0, to = 0;
    bool turns = false;  // both do
  };
  struct Lever {  // of a point that something needs at every evaluation
    int point = 0, body = 0;
    Vector3 place;  // m, axes of the body
  };
  const StepUnknowns& numbered();
  void order_speeds();
  void number_unknowns();
  void find_products();
  void find_angles();
  struct Needs;
  void find_levers();
  void add_contacts(Needs& needs) const;
  void add_forces(Needs& needs) const;
  bool take(double t, const double* unknowns);
  void place_levers();
  void complete() const;
  void find_momenta();
  bool find_forces(double t, const double* unknowns, double* rates);
  bool find_other_forces(double t, double* rates);
  void count_angles(double* rates) const;
  bool turns_flat(const PairFunction& angle) const;
  double turning_of(const PairFunction& angle) const;
  void note_places(const std::vector<SpatialPose>& poses, const double* reduced, double* y) const;
  void assemble();
  template <class Sum>
  const Product* add_products(const Product* product, int column, const Sum& sum);
  const Product* assemble_body(int body, const Product* product);
  ForwardContactsInSpace::FlatLoad lack_of(const FlatBody& body) const;
  const Product* assemble_flat(int body, const Product* product);
  void fill_rows();
  bool holds_points(std::size_t acting) const;
  void find_points();
  void fill_row(std::size_t acting, RowPulls& pulls);
  void fill_points(std::size_t acting, const RowPulls& pulls);
  void pull_point(int body, const Vector3& lever, double sign, double* rows);
  void pull(const RowPull& by, const PairFunction& function, double factor, double* row);
  void pull_body(int body, const RowPull& by, double sign, const Vector3& about, double* row);
  double rate_of(int row, RowPulls& pulls) const;
  bool factor_inertia();
  Held held();
  bool factor_rows();
  void solve();
  void solve_rows(std::vector<double>& right) const;
  double drive_power() const;
  double pull_on(int given) const;
  void give(double* rates) const;
  bool fail(ForwardTrouble why) {
    trouble_ = why;
    return false;
  }

  const Model& m_;
  const Mode& mode_;
  Workspace& w_;
  const Layout& l_;
  const Tree& tree_;
  StepUnknowns plan_;
  TreeMotion motion_;
  mutable TreeInstant now_;  // completed when it is shown
  TreeInstant elsewhere_;
  std::vector<SpatialPose> poses_elsewhere_;
  std::vector<FreeMove> moves_;
  std::vector<int> order_;     // by speed: free ones first, then given ones
  std::vector<int> in_order_;  // by column of a body: its speed's place in that order
  int free_ = 0, given_ = 0;
  std::vector<Product> products_;
  std::vector<double> inertia_;  // rows of all speeds, columns of free ones; L of these in place
  std::vector<int> first_;  // by free speed: the first that shares inertia with it; none of few
  std::vector<int> acting_, next_;  // rows of the model
  // By acting row: is it the first of three that hold a point to a point, along x, y and z?
  std::vector<char> points_;
  std::vector<double> g_;       // G, then W^T of free speeds: by row, all speeds
  std::vector<double> square_;  // S, then its factors
  std::vector<double> most_;    // the largest pivot that was ever in it, of these rows
  std::vector<double> gamma_, lambda_, missed_;
  std::vector<double> lack_;             // h, free speeds first
  std::vector<double> accelerations_;    // of free speeds
  std::vector<double> shift_, turn_;     // scratch, likewise
  std::vector<double> reduced_, rates_;  // of the tree; the latter without free u'
  std::vector<double> reduced_elsewhere_;
  std::vector<double> y_, yp_, residual_;
  Vector3 gravity_;
  Pair flat_gravity_;
  std::vector<int> angles_;       // by counted angle: where it is in `reduced_`
  std::vector<int> counting_;     // those that are integrated
  std::vector<int> by_residual_;  // unknowns of steps whose rates the residual has
  std::vector<Lever> levers_;
  bool chosen_ = false;       // what acts has been found before
  bool forces_look_ = false;  // at what may be anything of the bodies
  bool twists_ = false;       // something asks for quaternions
  bool all_seen_ = false;     // something asks for all bodies
  bool flat_pulled_ = false;  // something may pull flat bodies that is not reckoned in the plane
  bool alone_ = true;         // nothing acts but weight and contacts that are evaluated here
  ForwardContactsInSpace contacts_;
  SeenContacts seen_;  // of the others
  ForwardTrouble trouble_ = ForwardTrouble::none;
  int loose_ = -1;
};

}  // namespace mbs
