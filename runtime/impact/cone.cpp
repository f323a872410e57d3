#include "runtime/impact/cone.hpp"

#include <cmath>

#include "runtime/numerics/crossing.hpp"

namespace mbs::impact {

namespace {

constexpr double rounding = 1e-12;
constexpr double least_drag = 1e-15;  // of D_TT: smaller ones are none

// In the principal directions of D_TT.
class Sliding {
 public:
  explicit Sliding(const Cone& cone) : cone_(cone) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> solver(
        Eigen::Matrix2d(cone.D.bottomRightCorner<2, 2>()));
    axes_ = solver.eigenvectors();
    give_ = solver.eigenvalues().cwiseMax(0);
    coupling_ = axes_.transpose() * cone.D.block<2, 1>(1, 0);
    pressing_ = axes_.transpose() * cone.D.block<1, 2>(0, 1).transpose();
    free_ = axes_.transpose() * cone.free.tail<2>();
  }

  double least() const { return least_drag * std::max(give_[1], cone_.D(0, 0)); }
  // Where friction does next to nothing, and the bound is not reached.
  double most() const {
    const double P_N = (cone_.departure - cone_.free[0]) / cone_.D(0, 0);
    const double speed = (free_ + coupling_ * P_N).norm();
    double drag = std::max(4 * speed / (cone_.friction.sliding * P_N), 1e3 * least());
    while (excess(drag) > 0 && drag < 1e290) drag *= 1e3;
    return drag;
  }
  // In the axes of the cone.
  Eigen::Vector3d impulse(double drag) const {
    const Eigen::Array2d soft = 1 / (give_.array() + drag);
    const double normal = cone_.D(0, 0) - (pressing_.array() * coupling_.array() * soft).sum();
    const double lacking =
        cone_.departure - cone_.free[0] + (pressing_.array() * free_.array() * soft).sum();
    const double P_N = lacking / normal;
    const Eigen::Vector2d P_T = -((free_ + coupling_ * P_N).array() * soft).matrix();
    Eigen::Vector3d P;
    P << P_N, axes_ * P_T;
    return P;
  }
  // What it would take over what the bound gives, > 0 where it must slide more.
  double excess(double drag) const {
    const Eigen::Vector3d P = impulse(drag);
    return P.tail<2>().norm() - cone_.friction.sliding * P[0];
  }

 private:
  const Cone& cone_;
  Eigen::Matrix2d axes_;
  Eigen::Vector2d give_, coupling_, pressing_, free_;  // D_TN, D_NT
};

// Whatever the bound; empty if the contact cannot be brought to rest.
std::optional<Eigen::Vector3d> held(const Cone& cone) {
  const Eigen::Vector3d wanted = Eigen::Vector3d(cone.departure, 0, 0) - cone.free;
  Eigen::CompleteOrthogonalDecomposition<Eigen::Matrix3d> factors;
  factors.setThreshold(rounding);
  factors.compute(cone.D);
  const Eigen::Vector3d P = factors.solve(wanted);
  if (!((cone.D * P - wanted).norm() <= 1e-10 * wanted.norm())) return std::nullopt;
  return P;
}

ConeSolution slides(const Cone& cone) {
  if (cone.friction.sliding <= 0)
    return {State::slides_forward, {(cone.departure - cone.free[0]) / cone.D(0, 0), 0, 0}, 0};
  const Sliding s(cone);
  const auto bounded = [&](double log_drag) { return -s.excess(std::exp(log_drag)); };
  const double drag = std::exp(locate_crossing(bounded, std::log(s.least()), std::log(s.most())));
  return {State::slides_forward, s.impulse(drag), drag};
}

}  // namespace

std::optional<ConeSolution> solve_cone(const Cone& cone) {
  if (cone.free[0] >= cone.departure) return ConeSolution{};
  if (!(cone.D(0, 0) > 0)) return std::nullopt;
  if (cone.friction.grips)
    if (const auto P = held(cone);
        P && (*P)[0] >= 0 && P->tail<2>().norm() <= cone.friction.sticking * (*P)[0])
      return ConeSolution{State::sticks, *P, 0};
  return slides(cone);
}

}  // namespace mbs::impact
