#include "runtime/contact/carrying.hpp"

#include "runtime/contact/shape_pairs.hpp"

namespace mbs {

namespace {

Vector3 mean_spin(const ContactPair& at) {
  return 0.5 * (at.space_a->spin() + at.space_b->spin());
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
  const SpinRows of_mean = spin_rows(at, 0.5, 0.5);
  const MotionRows n_rate_by_place = c.shapes->normal_rate_by_place(c, at);
  out.spin = spin_of(g.n, n_rate, mean);
  for (int j = 0; j < 12; ++j) {
    const Vector3 dn = d.dn.col(j);
    out.by_place.col(j) = dn.cross(n_rate) + g.n.cross(n_rate_by_place.col(j)) +
                          dn * g.n.dot(mean) +
                          g.n * (dn.dot(mean) + g.n.dot(of_mean.by_place.col(j)));
    out.by_motion.col(j) = g.n.cross(dn) + g.n * g.n.dot(of_mean.by_motion.col(j));
  }
}

}  // namespace mbs
