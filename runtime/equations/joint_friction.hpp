// Friction of joints that slide in the linear systems of constrained motion. It follows from the
// reactions, and these from it:
//
//   p = p0 + P f         multipliers, by the friction forces f of all joints that slide
//   f_i = F_i(FN_i(p))   by their laws
//
// P comes from the system's matrix, a column for each joint; Newton's method finds f, a number for
// each joint. Where I - dF/dp P is singular, or not of the sign that it has without friction, the
// forces press each other up: there is none that fits, or there are several.
#pragma once

#include <Eigen/Dense>
#include <span>
#include <vector>

#include "runtime/equations/kkt.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

class JointFrictionSystem {
 public:
  // What slides in this mode, and how the mechanism answers to it; `kkt` has its matrix with so
  // many rows, and the bodies are placed. False if it cannot be solved.
  bool prepare(const Model& model, const Mode& mode, Kkt& kkt, int rows, Workspace& workspace);
  // Takes the friction that y' implies out of the forces x that act on the bodies.
  void leave_out(const Instant& now, std::span<double> x, Workspace& workspace);
  // Adds what friction makes of accelerations x and multipliers p without it. False if no forces
  // fit, or a law failed; workspace.failure says why.
  bool add(const Instant& now, std::vector<double>& x, std::vector<double>& p,
           Workspace& workspace);
  // How far from singular the last solution was: 1 without friction, 0 or less where it locks.
  double margin() const { return margin_; }
  // Why a run cannot go on where it locks: of the last solution, which began with something
  // sliding.
  Failure failure(double t) const;

 private:
  enum class Outcome { found, none, failed };
  bool evaluate(const Instant& now, Workspace& workspace);
  Outcome iterate(const Instant& now, Workspace& workspace);
  double off() const { return (f_ - F_).lpNorm<Eigen::Infinity>(); }
  double determinant();

  const Model* model_ = nullptr;
  std::vector<HoldRow> rows_;  // of vt, by joint that slides
  Eigen::MatrixXd X_, P_;      // accelerations and multipliers by unit forces
  Eigen::VectorXd alone_;      // multipliers without friction
  // At the forces f: multipliers, what the laws say, I - dF/dp P.
  Eigen::VectorXd f_, reactions_, F_, step_, from_;
  Eigen::MatrixXd J_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  std::vector<double> x_, p_;  // scratch
  double margin_ = 1;
};

}  // namespace mbs
