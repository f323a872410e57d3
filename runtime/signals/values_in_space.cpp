#include "runtime/signals/values_in_space.hpp"

#include <limits>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/forces.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/joints/kinds.hpp"

namespace mbs {

namespace {

// Acceleration, of v and omega, of a body; 0 of ground.
struct Acceleration {
  Vector3 v = Vector3::Zero(), omega = Vector3::Zero();
  Acceleration(const Here& i, int body) {
    if (body == 0) return;
    const double* a = i.now.yp + i.m.layout.v + i.m.layout.motion_of(body);
    v = {a[0], a[1], a[2]};
    omega = {a[3], a[4], a[5]};
  }
};

// Place, speed or acceleration of the origin.
Vector3 origin(const Here& i, int body, int order) {
  const SpatialPose& b = i.at().bodies[body];
  const Vector3& lever = i.at().levers[i.m.origin_point[body]];
  if (order == 0) return b.r + lever;
  const Vector3 spin = b.spin();
  if (order == 1) return b.v + spin.cross(lever);
  const Acceleration a(i, body);
  return a.v + (b.R * a.omega).cross(lever) + spin.cross(spin.cross(lever));
}

// The unit quaternion of the scenario's body, its first or second rate.
Eigen::Vector4d quaternion(const Here& i, int body, int order) {
  const SpatialPose& b = i.at().bodies[body];
  Eigen::Vector4d p = Eigen::Vector4d::Map(b.p.data()).normalized();
  if (order == 1) {
    p = (0.5 * quaternion_map(p.data()) * b.omega).eval();
  } else if (order == 2) {
    const Eigen::Vector4d rate = 0.5 * quaternion_map(p.data()) * b.omega;
    p = (0.5 * (quaternion_map(rate.data()) * b.omega +
                quaternion_map(p.data()) * Acceleration(i, body).omega))
            .eval();
  }
  const ir::Quaternion own{p[0], p[1], p[2], p[3]};
  const ir::Quaternion q = own * inverse(i.m.principal[body]);
  return {q.w, q.x, q.y, q.z};
}

}  // namespace

double body_place_in_space(const Here& i, const Slot& slot) {
  if (slot.index < 3) return origin(i, slot.entity, slot.order)[slot.index];
  return quaternion(i, slot.entity, slot.order)[slot.index - 3];
}

double body_spin(const Here& i, const Slot& slot) {
  const SpatialPose& b = i.at().bodies[slot.entity];
  const Vector3 in_body = slot.order == 0 ? b.omega : Acceleration(i, slot.entity).omega;
  return (b.R * in_body)[slot.index];
}

double coordinate_in_space(const Here& i, const Slot& slot) {
  const PairFunction& f = i.m.all_coordinates[slot.entity][slot.index];
  if (slot.order == 0) return value(f, i.at());
  if (slot.order == 1) return rate(f, i.at());
  return second_rate(f, i.at(), i.now.yp + i.m.layout.v);
}

namespace {

// Terms that act on the second end: of a gear the second coordinate's alone, which stands first.
int terms_on_second_end(const Here& i, const ConstraintRow& row) {
  const bool ties = row.joint >= 0 && !kind_of(i.m.scenario->joints[row.joint]).connects;
  return ties ? 1 : row.term_count;
}

// On the second end, about its point.
struct Reaction {
  Vector3 force = Vector3::Zero(), torque = Vector3::Zero();
  // The force `s` along a function's gradient.
  void add(const Here& i, const PairFunction& f, double s) {
    Local g;
    gradient(f, i.at(), g);
    const Vector3 F = s * Vector3(g[6], g[7], g[8]);
    const Vector3 about_centre = s * (i.at().bodies[f.b].R * Vector3(g[9], g[10], g[11]));
    force += F;
    torque += about_centre - i.at().levers[f.pb].cross(F);
  }
};

// What friction in the joint exerts on its second end belongs to what the joint does.
void add_friction(const Here& i, int joint, Reaction& sum) {
  for (int contact = i.m.layout.touching; contact < i.m.layout.in_joints; ++contact) {
    const Bearing& bearing = *i.m.contacts[contact].bearing();
    if (bearing.joint != joint) continue;
    ContactForce f;
    contact_force(i.m, contact, i.now, i.now.mode->contacts[contact], i.w, f);
    for (std::size_t n = 0; n < bearing.slides.size(); ++n)
      sum.add(i, bearing.slides[n].coordinate,
              -bearing.slides[n].arm * f.FT * share_of(f.geometry, n));
  }
}

// What the rows of a joint or drive exert with these multipliers.
Reaction by_rows(const Here& i, ir::Part owner, const double* lambda) {
  Reaction sum;
  for (std::size_t k = 0; k < i.m.rows.size(); ++k) {
    const ConstraintRow& row = i.m.rows[k];
    if ((owner.sort == ir::Sort::joint ? row.joint : row.drive) != owner.index) continue;
    for (int n = 0; n < terms_on_second_end(i, row); ++n)
      sum.add(i, row.terms[n].function, -lambda[k] * row.terms[n].factor);
  }
  return sum;
}

// Drives that lead a rotation turn what their rows speak of.
bool leads_are_known(const Here& i, ir::Part owner) {
  const bool led = owner.sort == ir::Sort::drive && !i.at().led.empty();
  return !led || evaluate_drives(i.m, i.now.t, i.now.mode, DriveOrder::rate, i.w);
}

double part(const Reaction& sum, int index) {
  return index < 3 ? sum.force[index] : sum.torque[index - 3];
}

}  // namespace

double reaction_in_space(const Here& i, ir::Part owner, int index) {
  const double* lambda = multipliers(i);
  if (!lambda || !leads_are_known(i, owner)) return std::numeric_limits<double>::quiet_NaN();
  Reaction sum = by_rows(i, owner, lambda);
  if (owner.sort == ir::Sort::joint) add_friction(i, owner.index, sum);
  return part(sum, index);
}

double rows_in_space(const Here& i, ir::Part owner, const double* multipliers, int index) {
  if (!leads_are_known(i, owner)) return std::numeric_limits<double>::quiet_NaN();
  return part(by_rows(i, owner, multipliers), index);
}

}  // namespace mbs
