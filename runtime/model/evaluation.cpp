#include "runtime/model/evaluation.hpp"

#include <algorithm>

namespace mbs {

namespace {

bool leads_rotations(const Model& m) {
  return std::ranges::any_of(m.scenario->drives, [](const ir::Drive& drive) {
    return drive.kind == ir::DriveKind::rotation;
  });
}

}  // namespace

Placement placement_of(const Model& m) {
  Placement at;
  if (m.layout.spatial()) {
    at.bodies.resize(m.masses.size());
    at.levers.resize(m.points.size(), Vector3::Zero());
    at.angles.assign(m.counted_angles.size(), 0.0);
    at.led.assign(leads_rotations(m) ? m.scenario->drives.size() : 0, Matrix3::Identity());
    std::ranges::transform(m.points, at.levers.begin(), place_in_body);  // of what does not move
    return at;
  }
  at.poses.resize(m.masses.size());
  at.arms.resize(m.points.size());
  return at;
}

SpatialPose spatial_pose(const double* q, const double* v) {
  SpatialPose out;
  out.r = {q[0], q[1], q[2]};
  std::copy_n(q + 3, 4, out.p.begin());
  out.R = rotation_matrix(q + 3);
  out.v = {v[0], v[1], v[2]};
  out.omega = {v[3], v[4], v[5]};
  return out;
}

SpatialPose spatial_pose_at(const Model& m, int body, const double* y) {
  if (body == 0) return {};
  return spatial_pose(y + m.layout.q + m.layout.place_of(body),
                      y + m.layout.v + m.layout.motion_of(body));
}

void place_levers(const Model& m, Placement& at) {
  for (std::size_t i = 0; i < at.levers.size(); ++i) {
    const BodyPoint& p = m.points[i];
    const bool moves = p.body != 0 && (p.x != 0 || p.y != 0 || p.z != 0);
    if (moves) at.levers[i] = at.bodies[p.body].R * place_in_body(p);
  }
}

void place_in_space(const Model& m, const double* y, Placement& at) {
  for (std::size_t b = 1; b < at.bodies.size(); ++b)
    at.bodies[b] = spatial_pose_at(m, static_cast<int>(b), y);
  std::copy_n(y + m.layout.angle, m.layout.angles, at.angles.begin());
  place_levers(m, at);
}

void place_pair_in_space(const Model& m, const ContactModel& c, const double* y, Placement& at) {
  for (const int body : {c.a, c.b}) at.bodies[body] = spatial_pose_at(m, body, y);
  for (const int point : {c.pa, c.pb})
    at.levers[point] = at.bodies[m.points[point].body].R * place_in_body(m.points[point]);
}

namespace {

DriveTapes drive_tapes(const DriveProgram& p) {
  return {p.first.state(), p.second.state(), std::vector<double>(p.second.output_count())};
}

ForceTapes force_tapes(const ForceProgram& p) {
  const std::size_t inputs = std::max(p.value.inputs().size(), p.partial.inputs().size());
  return {p.value.state(), p.partial.state(), std::vector<double>(inputs),
          std::vector<double>(p.value.output_count()),
          std::vector<double>(p.partial.output_count())};
}

ContactTapes contact_tapes(const LawTapes& law) {
  ContactTapes t;
  t.value = law.value.state();
  t.single.resize(law.single.size());
  t.outputs.resize(law.outputs);
  return t;
}

}  // namespace

Workspace::Impl::Impl(const Model& m)
    : at(placement_of(m)),
      led(at.led.size()),
      g(m.entries.size()),
      residual(m.layout.size),
      corrections(m.layout.motions),
      kkt(m.kkt_scratch(m)) {
  for (const DriveProgram& p : m.drives) drives.push_back(drive_tapes(p));
  for (const ForceProgram& p : m.forces) forces.push_back(force_tapes(p));
  int most = 0;
  for (const ContactModel& c : m.contacts) {
    contacts.push_back(contact_tapes(m.laws[c.own.law]));
    most = std::max(most, c.own.states);
  }
  block = empty_block(4 * m.layout.per_motion + 1, most);
  group_laws.resize(m.laws.size());
  for (const GroupModel& group : m.groups)
    for (const int law : group.laws)
      if (law >= 0) group_laws[law] = contact_tapes(m.laws[law]);
}

Workspace::Workspace(const Model& model) : impl_(std::make_unique<Impl>(model)) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;

void move_places(const Model& m, const double* motions, double* q) {
  const Layout& l = m.layout;
  if (!l.spatial()) {
    for (int k = 0; k < l.motions; ++k) q[k] += motions[k];
    return;
  }
  for (int b = 1; b <= l.bodies; ++b) {
    const double* step = motions + l.motion_of(b);
    double* place = q + l.place_of(b);
    for (int k = 0; k < 3; ++k) place[k] += step[k];
    turn_quaternion(place + 3, {step[3], step[4], step[5]});
  }
}

void keep(Workspace& w, Failure failure) {
  if (!w.failure) w.failure = std::move(failure);
}

}  // namespace mbs
