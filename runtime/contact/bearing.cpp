#include "runtime/contact/bearing.hpp"

#include <algorithm>

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
    const auto own = [&](const ConstraintRow& row) { return row.joint == bearing->joint; };
    const auto first = std::ranges::find_if(m.rows, own);
    const auto end = std::find_if_not(first, m.rows.end(), own);
    bearing->rows = {static_cast<int>(first - m.rows.begin()),
                     static_cast<int>(end - m.rows.begin())};
  }
}

BearingRows bearing_rows(const Model& m, const Bearing& bearing) {
  BearingRows rows;
  rows.fill(-1);
  for (int k = bearing.rows[0]; k < bearing.rows[1]; ++k) rows[m.rows[k].component] = k;
  return rows;
}

void bearing_geometry(const ContactModel& c, const Placement& at, ContactGeometry& g) {
  const Bearing& bearing = *c.bearing();
  gradient(bearing.coordinate, at, g.tangent_row);
  for (double& x : g.tangent_row) x *= bearing.arm;
  if (at.spatial()) {
    g.vt = bearing.arm * rate(bearing.coordinate, at);
    return;
  }
  const Pose &a = at.poses[c.a], &b = at.poses[c.b];
  const Local& row = g.tangent_row;
  g.vt = row[0] * a.vx + row[1] * a.vy + row[2] * a.spin + row[3] * b.vx + row[4] * b.vy +
         row[5] * b.spin;
}

namespace {

Local bearing_turn_in_space(const Bearing& bearing, const Placement& at) {
  const Local v = local_velocity(bearing.coordinate, at);
  LocalHessian h{};
  hessian(bearing.coordinate, at, h);
  Local out{};
  bearing.coordinate.for_each_curved([&](int i, int j) { out[j] += bearing.arm * h[i][j] * v[i]; });
  return out;
}

}  // namespace

Local bearing_turn(const ContactModel& c, const Placement& at) {
  const Bearing& bearing = *c.bearing();
  if (at.spatial()) return bearing_turn_in_space(bearing, at);
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
  const BearingRows rows = bearing_rows(m, bearing);
  Multipliers own{};
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] >= 0) own[i] = multipliers[rows[i]];
  const JointKind& kind = kind_of(joint);
  return (m.layout.spatial() ? kind.press_in_space : kind.press)(*joint.friction, own);
}

}  // namespace mbs
