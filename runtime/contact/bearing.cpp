#include "runtime/contact/bearing.hpp"

#include <algorithm>

#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/joints/kinds.hpp"
#include "runtime/model/curvature.hpp"

namespace mbs {

namespace {

std::vector<std::vector<Slide>> slides_of(const Model& m, int joint) {
  const ir::Joint& of = m.scenario->joints[joint];
  const JointKind& kind = kind_of(of);
  if (m.layout.spatial() && kind.slides_in_space) return kind.slides_in_space(m, of);
  const bool turns = kind.coordinate == JointCoordinate::angle;
  return {{{*m.coordinates[joint], turns ? of.friction->radius : 1}}};
}

}  // namespace

void add_bearings(const Model& m, int joint, std::vector<ContactModel>& to) {
  int pin = 0;
  for (std::vector<Slide>& slides : slides_of(m, joint)) {
    for (Slide& slide : slides) slide.coordinate = structured(slide.coordinate, m.points);
    const PairFunction& coordinate = slides.front().coordinate;
    ContactModel c;
    c.a = coordinate.a;
    c.b = coordinate.b;
    c.pa = coordinate.pa;
    c.pb = coordinate.pb;
    c.own.law = m.scenario->joints[joint].friction->law.index;
    c.own.states = m.laws[c.own.law].states;
    c.response = Bearing{.joint = joint, .pin = pin++, .slides = std::move(slides)};
    to.push_back(std::move(c));
  }
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

double share_of(const ContactGeometry& g, std::size_t slide) {
  return g.e[static_cast<Eigen::Index>(slide)];
}

bool slides_by(const Bearing& bearing, int local) {
  return std::ranges::any_of(bearing.slides,
                             [&](const Slide& slide) { return slide.coordinate.uses(local); });
}

namespace {

// At rest they slide in no direction, and nothing acts along any.
void geometry_of_several(const Bearing& bearing, const Placement& at, ContactGeometry& g) {
  g.slip = Vector3::Zero();
  for (std::size_t i = 0; i < bearing.slides.size(); ++i)
    g.slip[static_cast<Eigen::Index>(i)] =
        bearing.slides[i].arm * rate(bearing.slides[i].coordinate, at);
  slide_along(g);
  set_row_along(bearing, at, g.e, g);
}

}  // namespace

void set_row_along(const Bearing& bearing, const Placement& at, const Vector3& e,
                   ContactGeometry& g) {
  g.e = e;
  g.rub = e.dot(g.slip);
  g.tangent_row = {};
  for (std::size_t i = 0; i < bearing.slides.size(); ++i) {
    Local row{};
    gradient(bearing.slides[i].coordinate, at, row);
    const double part = share_of(g, i) * bearing.slides[i].arm;
    for (std::size_t k = 0; k < row.size(); ++k) g.tangent_row[k] += part * row[k];
  }
}

Vector3 HeldWays::sum(const double* parts) const {
  Vector3 out = Vector3::Zero();
  for (int k = 0; k < count; ++k) out += parts[k] * ways[k];
  return out;
}

HeldWays held_ways(const ContactModel& c, const Vector3& n, int axis) {
  HeldWays out;
  if (const Bearing* bearing = c.bearing()) {
    out.count = static_cast<int>(bearing->slides.size());
    for (int k = 0; k < out.count; ++k) out.ways[k] = Vector3::Unit(k);
    return out;
  }
  const TangentFrame frame = tangent_frame(n, axis);
  out.count = 2;
  out.ways = {frame.t1, frame.t2};
  return out;
}

void bearing_geometry(const ContactModel& c, const Placement& at, ContactGeometry& g) {
  const Bearing& bearing = *c.bearing();
  if (!bearing.along_a_line()) return geometry_of_several(bearing, at, g);
  const auto& [coordinate, arm] = bearing.first();
  gradient(coordinate, at, g.tangent_row);
  for (double& x : g.tangent_row) x *= arm;
  g.e = Vector3::UnitX();
  if (at.spatial()) {
    g.vt = g.rub = arm * rate(coordinate, at);
    return;
  }
  const Pose &a = at.poses[c.a], &b = at.poses[c.b];
  const Local& row = g.tangent_row;
  g.vt = row[0] * a.vx + row[1] * a.vy + row[2] * a.spin + row[3] * b.vx + row[4] * b.vy +
         row[5] * b.spin;
  g.rub = g.vt;
}

Local bearing_turn(const ContactModel& c, const Placement& at, const ContactGeometry& g) {
  const Bearing& bearing = *c.bearing();
  Local out{};
  for (std::size_t n = 0; n < bearing.slides.size(); ++n) {
    const auto& [coordinate, arm] = bearing.slides[n];
    LocalHessian h{};
    hessian(coordinate, at, h);
    add_curvature(coordinate, h, local_velocity(coordinate, at), share_of(g, n) * arm, out);
  }
  return out;
}

Pressing pressing(const Model& m, const Bearing& bearing, const Placement& at,
                  const Multipliers& own) {
  const ir::Joint& joint = m.scenario->joints[bearing.joint];
  const JointKind& kind = kind_of(joint);
  if (kind.press_pin) return kind.press_pin(m, bearing, at, own);
  return (m.layout.spatial() ? kind.press_in_space : kind.press)(*joint.friction, own);
}

Pressing pressing(const Model& m, const Bearing& bearing, const Placement& at,
                  const double* multipliers) {
  const BearingRows rows = bearing_rows(m, bearing);
  Multipliers own{};
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] >= 0) own[i] = multipliers[rows[i]];
  return pressing(m, bearing, at, own);
}

}  // namespace mbs
