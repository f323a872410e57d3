#include "runtime/islands/free_flight.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

constexpr int turn = 3;             // where turns begin in places and in motions
constexpr double most_steps = 1e6;  // of a top; below any that a step of the run asks for
constexpr double spherical = 1e-9;  // moments that differ by less of the largest are the same

using Attitude = Eigen::Matrix<double, 7, 1>;  // quaternion, then omega

Vector3 moments(const MassEntry& mass) {
  return Vector3::Map(mass.principal.data());
}

bool is_top(const MassEntry& mass) {
  const Vector3 J = moments(mass);
  return J.maxCoeff() - J.minCoeff() > spherical * J.maxCoeff();
}

// p' = E omega/2 + (1 - p.p) p, J omega' = J omega x omega
Attitude turning_rates(const MassEntry& mass, const Attitude& x) {
  const Vector3 omega = x.tail<3>(), J = moments(mass);
  Attitude out;
  out.head<4>() =
      0.5 * quaternion_map(x.data()) * omega + (1 - x.head<4>().squaredNorm()) * x.head<4>();
  if (is_top(mass))
    out.tail<3>() = J.cwiseProduct(omega).cross(omega).cwiseQuotient(J);
  else
    out.tail<3>().setZero();
  return out;
}

// The classical steps of order 4.
Attitude turned(const MassEntry& mass, Attitude x, double h, int steps) {
  const double dt = h / steps;
  for (int i = 0; i < steps; ++i) {
    const Attitude a = turning_rates(mass, x);
    const Attitude b = turning_rates(mass, x + dt / 2 * a);
    const Attitude c = turning_rates(mass, x + dt / 2 * b);
    const Attitude d = turning_rates(mass, x + dt * c);
    x += dt / 6 * (a + 2 * b + 2 * c + d);
  }
  return x;
}

}  // namespace

void free_rates(const MassEntry& mass, const Vector3& gravity, const double* place,
                const double* motion, double* rates) {
  Attitude x;
  x << Eigen::Vector4d::Map(place + turn), Vector3::Map(motion + turn);
  const Attitude turning = turning_rates(mass, x);
  std::copy_n(motion, 3, rates);
  std::copy_n(turning.data(), 4, rates + turn);
  std::copy_n(gravity.data(), 3, rates + 7);
  std::copy_n(turning.data() + 4, 3, rates + 7 + turn);
}

double fastest_turn(const MassEntry& mass, const double* motion) {
  const Vector3 omega = Vector3::Map(motion + turn), J = moments(mass);
  // J omega of a free body keeps its length.
  return is_top(mass) ? J.cwiseProduct(omega).norm() / J.minCoeff() : omega.norm();
}

namespace {

// A quaternion and omega of a body, h seconds later.
void turn_freely(const MassEntry& mass, double fastest, double h, double angle, double* p,
                 double* omega) {
  if (!is_top(mass)) return turn_quaternion(p, h * Vector3::Map(omega));
  Attitude x;
  x << Eigen::Vector4d::Map(p), Vector3::Map(omega);
  const double steps = std::ceil(fastest * h / angle);
  x = turned(mass, x, h, steps > 1 ? static_cast<int>(std::min(steps, most_steps)) : 1);
  std::copy_n(x.data(), 4, p);
  std::copy_n(x.data() + 4, 3, omega);
  normalise_quaternion(p);
}

}  // namespace

void fly_in_space(const Model& m, const double* y, double h, double angle, double* next_y,
                  double* next_yp) {
  const Layout& l = m.layout;
  const Vector3 gravity = vector_of(m.scenario->gravity);
  for (int b = 1; b <= l.bodies; ++b) {
    const MassEntry& mass = m.masses[b];
    const int q = l.q + l.place_of(b), v = l.v + l.motion_of(b);
    for (int k = 0; k < 3; ++k) {
      next_y[q + k] = y[q + k] + h * (y[v + k] + 0.5 * h * gravity[k]);
      next_y[v + k] = y[v + k] + h * gravity[k];
    }
    std::copy_n(y + q + turn, 4, next_y + q + turn);
    std::copy_n(y + v + turn, 3, next_y + v + turn);
    turn_freely(mass, fastest_turn(mass, y + v), h, angle, next_y + q + turn, next_y + v + turn);
    double rates[13];
    free_rates(mass, gravity, next_y + q, next_y + v, rates);
    std::copy_n(rates, 7, next_yp + q);
    std::copy_n(rates + 7, 6, next_yp + v);
  }
}

}  // namespace mbs
