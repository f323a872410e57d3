#include "runtime/contact/bearing.hpp"

#include "runtime/joints/kinds.hpp"

namespace mbs {

ContactModel bearing_model(const Model& m, int joint) {
  const ir::Joint& of = m.scenario->joints[joint];
  const PairFunction& coordinate = *m.coordinates[joint];
  ContactModel c;
  c.a = coordinate.a;
  c.b = coordinate.b;
  c.pa = coordinate.pa;
  c.pb = coordinate.pb;
  c.own.law = of.friction->law.index;
  c.own.states = m.laws[c.own.law].states;
  const bool turns = kind_of(of).coordinate == JointCoordinate::angle;
  c.response =
      Bearing{.joint = joint, .coordinate = coordinate, .arm = turns ? of.friction->radius : 1};
  return c;
}

void find_bearing_rows(Model& m) {
  for (ContactModel& c : m.contacts) {
    Bearing* bearing = std::get_if<Bearing>(&c.response);
    if (!bearing) continue;
    bearing->rows = {-1, -1};
    for (std::size_t k = 0; k < m.rows.size(); ++k)
      if (m.rows[k].joint == bearing->joint)
        bearing->rows[m.rows[k].component] = static_cast<int>(k);
  }
}

void bearing_geometry(const ContactModel& c, const Placement& at, ContactGeometry& g) {
  const Bearing& bearing = *c.bearing();
  gradient(bearing.coordinate, at, g.tangent_row);
  for (double& x : g.tangent_row) x *= bearing.arm;
  const Pose &a = at.poses[c.a], &b = at.poses[c.b];
  const Local& row = g.tangent_row;
  g.vt = row[0] * a.vx + row[1] * a.vy + row[2] * a.spin + row[3] * b.vx + row[4] * b.vy +
         row[5] * b.spin;
}

Local bearing_turn(const ContactModel& c, const Placement& at) {
  const Bearing& bearing = *c.bearing();
  const Pose &a = at.poses[c.a], &b = at.poses[c.b];
  const Local v = {a.vx, a.vy, a.spin, b.vx, b.vy, b.spin};
  LocalHessian h{};
  hessian(bearing.coordinate, at, h);
  Local out{};
  bearing.coordinate.for_each_curved([&](int i, int j) { out[i] += bearing.arm * h[i][j] * v[j]; });
  return out;
}

Pressing pressing(const Model& m, const Bearing& bearing, const double* multipliers) {
  const ir::Joint& joint = m.scenario->joints[bearing.joint];
  std::array<double, 2> own{};
  for (int i = 0; i < 2; ++i)
    if (bearing.rows[i] >= 0) own[i] = multipliers[bearing.rows[i]];
  return kind_of(joint).press(*joint.friction, own);
}

}  // namespace mbs
