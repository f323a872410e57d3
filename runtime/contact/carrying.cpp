#include "runtime/contact/carrying.hpp"

#include "runtime/contact/shape_pairs.hpp"

namespace mbs {

namespace {

Eigen::Matrix<double, 12, 1> motion_of(const ContactPair& at) {
  Eigen::Matrix<double, 12, 1> motion;
  motion << at.space_a->v, at.space_a->omega, at.space_b->v, at.space_b->omega;
  return motion;
}

Vector3 mean_spin(const ContactPair& at) {
  return 0.5 * (at.space_a->spin() + at.space_b->spin());
}

// Of the mean spin, world axes, by places and by speeds: R omega of each body by its own turns.
void spin_rows(const SpatialPose& body, int first, MotionRows& by_place, MotionRows& by_motion) {
  by_place.block<3, 3>(0, first + 3) = -0.5 * body.R * skew(body.omega);
  by_motion.block<3, 3>(0, first + 3) = 0.5 * body.R;
}

Vector3 spin_of(const Vector3& n, const Vector3& n_rate, const Vector3& mean) {
  return n.cross(n_rate) + n * n.dot(mean);
}

}  // namespace

Vector3 carrying_spin(const ContactModel& c, const ContactPair& at, const ContactGeometry& g) {
  SpatialTouch touch;
  c.shapes->in_space(c, at, true, touch);
  return spin_of(g.n, touch.dn * motion_of(at), mean_spin(at));
}

void carrying_derivatives(const ContactModel& c, const ContactPair& at, const ContactGeometry& g,
                          const SpatialDerivatives& d, CarryingDerivatives& out) {
  const Vector3 n_rate = d.dn * motion_of(at), mean = mean_spin(at);
  MotionRows mean_by_place = MotionRows::Zero(), mean_by_motion = MotionRows::Zero();
  spin_rows(*at.space_a, 0, mean_by_place, mean_by_motion);
  spin_rows(*at.space_b, 6, mean_by_place, mean_by_motion);
  const MotionRows n_rate_by_place = c.shapes->normal_rate_by_place(c, at);
  out.spin = spin_of(g.n, n_rate, mean);
  for (int j = 0; j < 12; ++j) {
    const Vector3 dn = d.dn.col(j);
    out.by_place.col(j) = dn.cross(n_rate) + g.n.cross(n_rate_by_place.col(j)) +
                          dn * g.n.dot(mean) + g.n * (dn.dot(mean) + g.n.dot(mean_by_place.col(j)));
    out.by_motion.col(j) = g.n.cross(dn) + g.n * g.n.dot(mean_by_motion.col(j));
  }
}

}  // namespace mbs
