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
    if (!m.plane()) sum += m.radius, ++count;
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
  for (const GroupMember& m : group.members) shapes.push_back({m.radius, m.plane(), m.body});
  return NearPairs(std::move(shapes), near_skin(group));
}

NearPlace place_of(const Model& model, const GroupMember& m, const double* y) {
  const BodyPoint& point = model.points[m.point];
  if (m.body != 0 && !m.plane() && point.x == 0 && point.y == 0) {
    const double* q = y + model.layout.q + column_of(m.body);
    const double* v = y + model.layout.v + column_of(m.body);
    return {q[0], q[1], v[0], v[1], 0, 0, 0};
  }
  const Pose p = pose_at(model, m.body, y);
  const Arm r = arm_at(p, point);
  return {p.x + r.x,
          p.y + r.y,
          p.vx - p.spin * r.y,
          p.vy + p.spin * r.x,
          p.c * m.nx - p.s * m.ny,
          p.s * m.nx + p.c * m.ny,
          p.spin};
}

void place_all(const Model& model, const GroupModel& group, const double* y,
               std::vector<NearPlace>& out) {
  for (std::size_t i = 0; i < group.members.size(); ++i)
    out[i] = place_of(model, group.members[i], y);
}

Approach approach(const GroupMember& a, const GroupMember& b, const NearPlace& at_a,
                  const NearPlace& at_b) {
  if (b.plane()) return approach(b, a, at_b, at_a);
  const double dx = at_b.x - at_a.x, dy = at_b.y - at_a.y;
  const double ux = at_b.vx - at_a.vx, uy = at_b.vy - at_a.vy;
  if (a.plane()) {
    const double turn = at_a.spin * (dy * at_a.nx - dx * at_a.ny);
    return {dx * at_a.nx + dy * at_a.ny - b.radius, ux * at_a.nx + uy * at_a.ny + turn};
  }
  const double distance = std::sqrt(dx * dx + dy * dy);
  return {distance - a.radius - b.radius, distance > 0 ? (dx * ux + dy * uy) / distance : 0};
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
