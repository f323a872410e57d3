#include "runtime/contact/group_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

constexpr double skin_share = 0.4;  // skin of the near pairs, of the mean radius

double mean_radius(const GroupModel& group) {
  double sum = 0;
  int count = 0;
  for (const GroupMember& m : group.members)
    if (!is_wall(m)) sum += m.radius, ++count;
  return count > 0 ? sum / count : 1;
}

}  // namespace

std::string pair_name(const GroupModel& group, int first, int second) {
  return fmt::format("{}.{}-{}", group.name, group.members[first].name, group.members[second].name);
}

double near_skin(const GroupModel& group) {
  return skin_share * mean_radius(group);
}

NearPairs near_pairs(const GroupModel& group) {
  std::vector<NearShape> shapes;
  for (const GroupMember& m : group.members)
    shapes.push_back({m.radius, m.plane(), m.body, m.kind == SurfaceKind::ring});
  return NearPairs(std::move(shapes), near_skin(group));
}

namespace {

// A ball around the centre of mass of a body that moves: how the body turns does not matter to it.
bool moves_as_its_centre(const Model& model, const GroupMember& m) {
  const BodyPoint& point = model.points[m.point];
  return m.body != 0 && !m.plane() && point.x == 0 && point.y == 0 && point.z == 0;
}

// What it is beside its place and its speed stays 0.
void place_centre(const Model& model, int body, const double* y, NearPlace& out) {
  const double* q = y + model.layout.q + model.layout.place_of(body);
  const double* v = y + model.layout.v + model.layout.motion_of(body);
  out.x = q[0], out.y = q[1];
  out.vx = v[0], out.vy = v[1];
  if (model.layout.spatial()) out.z = q[2], out.vz = v[2];
}

NearPlace place_in_space(const Model& model, const GroupMember& m, const double* y) {
  const SpatialPose p = spatial_pose_at(model, m.body, y);
  const Vector3 arm = p.R * place_in_body(model.points[m.point]), w = p.spin();
  const Vector3 r = p.r + arm, v = p.v + w.cross(arm), n = p.R * Vector3(m.nx, m.ny, m.nz);
  return {r[0], r[1], r[2], v[0], v[1], v[2], n[0], n[1], n[2], w[0], w[1], w[2]};
}

NearPlace place_in_plane(const Model& model, const GroupMember& m, const double* y) {
  const Pose p = pose_at(model, m.body, y);
  const Arm r = arm_at(p, model.points[m.point]);
  return {.x = p.x + r.x,
          .y = p.y + r.y,
          .vx = p.vx - p.spin * r.y,
          .vy = p.vy + p.spin * r.x,
          .nx = p.c * m.nx - p.s * m.ny,
          .ny = p.s * m.nx + p.c * m.ny,
          .wz = p.spin};
}

// Into a place that was of the same member, or of none.
void place_member(const Model& model, const GroupMember& m, const double* y, NearPlace& out) {
  if (moves_as_its_centre(model, m)) return place_centre(model, m.body, y, out);
  out = model.layout.spatial() ? place_in_space(model, m, y) : place_in_plane(model, m, y);
}

}  // namespace

NearPlace place_of(const Model& model, const GroupMember& m, const double* y) {
  NearPlace out;
  place_member(model, m, y, out);
  return out;
}

int unknowns_of_place(const Model& model, const GroupMember& m,
                      std::span<int, unknowns_of_a_place> out) {
  const Layout& l = model.layout;
  if (m.body == 0) return 0;
  const int places = l.spatial() && moves_as_its_centre(model, m) ? 3 : l.per_place;
  int n = 0;
  for (int k = 0; k < places; ++k) {
    out[n++] = l.q + l.place_of(m.body) + k;
    if (k < std::min(places, l.per_motion)) out[n++] = l.v + l.motion_of(m.body) + k;
  }
  return n;
}

void place_all(const Model& model, const GroupModel& group, const double* y,
               std::vector<NearPlace>& out) {
  for (std::size_t i = 0; i < group.members.size(); ++i)
    place_member(model, group.members[i], y, out[i]);
}

Approach approach(const GroupMember& a, const GroupMember& b, const NearPlace& at_a,
                  const NearPlace& at_b) {
  if (is_wall(b)) return approach(b, a, at_b, at_a);
  const double dx = at_b.x - at_a.x, dy = at_b.y - at_a.y, dz = at_b.z - at_a.z;
  const double ux = at_b.vx - at_a.vx, uy = at_b.vy - at_a.vy, uz = at_b.vz - at_a.vz;
  if (a.plane()) {
    const double nx = at_a.nx, ny = at_a.ny, nz = at_a.nz;
    // d . (w x n)
    const double turn = at_a.wz * (dy * nx - dx * ny) + at_a.wx * (dz * ny - dy * nz) +
                        at_a.wy * (dx * nz - dz * nx);
    return {dx * nx + dy * ny + dz * nz - b.radius, ux * nx + uy * ny + uz * nz + turn};
  }
  const double distance = std::sqrt(dx * dx + dy * dy + dz * dz);
  const double rate = distance > 0 ? (dx * ux + dy * uy + dz * uz) / distance : 0;
  if (is_wall(a)) return {a.radius - distance - b.radius, -rate};
  return {distance - a.radius - b.radius, rate};
}

void note_change(GroupMode& mode, const GroupChange& change) {
  if (change.closes) {
    mode.pairs.push_back({change.pair.first, change.pair.second, true, change.speed});
    ++mode.hits;
    return;
  }
  std::erase_if(mode.pairs, [&](const PairMode& pair) {
    return pair.first == change.pair.first && pair.second == change.pair.second;
  });
}

}  // namespace mbs
