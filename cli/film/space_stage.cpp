#include "cli/film/space_stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cli/film/outlines.hpp"

namespace mbs::film {

namespace {

// A part of a body as some balls: visits centre, in the axes of the body, and radius, m.
template <class Visit>
void each_place(const ScenePart& part, Visit&& visit) {
  if (const auto* solid = std::get_if<SolidOutline>(&part.outline)) {
    for (const ir::Vec3& p : solid->points) visit(p, solid->radius);
  } else {
    const auto* disc = std::get_if<DiscOutline>(&part.outline);
    visit(place_of(part), disc ? (disc->hollow ? 1.3 : 1) * disc->radius : 0);
  }
}

// How far the second body of a joint reaches along its axis, from its point.
Travel reach_of(const Scene& scene, const SceneJoint& joint, double t) {
  const SpacePose a = space_pose_of(scene.bodies[joint.first], t);
  const SpacePose b = space_pose_of(scene.bodies[joint.second], t);
  const ir::Vec3 along = a.turned * joint.axis,
                 from = placed(b, {joint.at_second.x, joint.at_second.y, joint.at_second.z});
  Travel reach;
  for (const ScenePart& part : scene.bodies[joint.second].parts)
    each_place(part, [&](const ir::Vec3& at, double r) {
      const double d = dot(placed(b, at) - from, along);
      reach.least = std::min(reach.least, d - r), reach.most = std::max(reach.most, d + r);
    });
  return reach;
}

Travel travel_of(const Scene& scene, const SceneJoint& joint, double from, double to) {
  constexpr double far = std::numeric_limits<double>::infinity();
  Travel travel{far, -far};
  each_instant(from, to, [&](double t) {
    const SpacePose a = space_pose_of(scene.bodies[joint.first], t);
    const SpacePose b = space_pose_of(scene.bodies[joint.second], t);
    const ir::Vec3 between = placed(b, {joint.at_second.x, joint.at_second.y, joint.at_second.z}) -
                             placed(a, {joint.at_first.x, joint.at_first.y, joint.at_first.z});
    const double along = dot(between, a.turned * joint.axis);
    travel.least = std::min(travel.least, along), travel.most = std::max(travel.most, along);
  });
  const Travel reach = reach_of(scene, joint, from);
  return {travel.least + reach.least, travel.most + reach.most};
}

// All that is there, in the world and as it is seen.
class Seen {
 public:
  explicit Seen(SpaceCast& cast) : cast_(cast) {}

  void look(double t) {
    const Scene& scene = cast_.scene;
    poses_.clear();
    for (const SceneBody& body : scene.bodies) poses_.push_back(space_pose_of(body, t));
    for (std::size_t b = 0; b < scene.bodies.size(); ++b)
      for (const ScenePart& part : scene.bodies[b].parts) include(part, b);
    for (const SceneJoint& j : scene.joints)
      include(j.first, {j.at_first.x, j.at_first.y, j.at_first.z}, 0);
    for (const SceneSpring& spring : scene.springs) {
      include(spring.first, spring.at_first, 0);
      include(spring.second, spring.at_second, 0);
    }
  }
  void finish() {
    if (empty_) return;
    cast_.middle = 0.5 * (low_ + high_);
    cast_.reach = 0.75 * norm(high_ - low_);
  }

 private:
  void include(const ScenePart& part, std::size_t body) {
    each_place(part, [&](const ir::Vec3& at, double reach) { include(body, at, reach); });
  }
  void include(std::size_t body, const ir::Vec3& point, double reach) {
    const ir::Vec3 p = placed(poses_[body], point);
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) return;
    cast_.extent.include(cast_.view.flat(p), reach);
    if (empty_) low_ = high_ = p;
    empty_ = false;
    low_ = {std::min(low_.x, p.x - reach), std::min(low_.y, p.y - reach),
            std::min(low_.z, p.z - reach)};
    high_ = {std::max(high_.x, p.x + reach), std::max(high_.y, p.y + reach),
             std::max(high_.z, p.z + reach)};
  }

  SpaceCast& cast_;
  std::vector<SpacePose> poses_;
  ir::Vec3 low_, high_;
  bool empty_ = true;
};

void note_larger(double& largest, double size) {
  if (std::isfinite(size)) largest = std::max(largest, size);
}

void find_loads(SpaceCast& cast, double t) {
  for (const SceneLoad& load : cast.scene.loads) {
    const auto part = [&](std::size_t k) { return at(load.effort, t, k); };
    note_larger(cast.strongest_force, std::hypot(part(0), part(1), part(2)));
    note_larger(cast.strongest_torque, std::hypot(part(3), part(4), part(5)));
  }
}

// Something to look at even if nothing has a size.
void fill_extent(SpaceCast& cast) {
  if (!cast.extent.empty && cast.extent.size() > 0) return;
  const double half = cast.scene.size > 0 ? cast.scene.size / 2 : 1;
  const ir::Vec2 middle = cast.extent.low;
  cast.extent.include({middle.x - half, middle.y - half});
  cast.extent.include({middle.x + half, middle.y + half});
  cast.reach = std::max(cast.reach, half);
}

}  // namespace

View view_of(const ir::Vec3& up) {
  constexpr double azimuth = 0.45, elevation = 0.3;  // rad
  const ir::Vec3 side = std::abs(up.x) > 0.9 ? ir::Vec3{0, 1, 0} : ir::Vec3{1, 0, 0};
  const ir::Vec3 ahead = cross(up, side);
  const double c = std::cos(azimuth), s = std::sin(azimuth);
  const double ce = std::cos(elevation), se = std::sin(elevation);
  const ir::Vec3 away = c * ahead - s * side;
  return {c * side + s * ahead, ce * up + se * away, ce * away - se * up};
}

ir::Vec2 seen_flat(const View& view, const ir::Vec3& v) {
  const ir::Vec2 flat = view.flat(v);
  const double seen = std::hypot(flat.x, flat.y), length = norm(v);
  if (!(seen > 1e-9 * length)) return {0, length};
  return {flat.x / seen * length, flat.y / seen * length};
}

std::pair<ir::Vec3, ir::Vec3> across(const ir::Vec3& n) {
  const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
  const ir::Vec3 least = x <= y && x <= z ? ir::Vec3{1, 0, 0}
                         : y <= z         ? ir::Vec3{0, 1, 0}
                                          : ir::Vec3{0, 0, 1};
  const ir::Vec3 u = cross(n, least);
  const ir::Vec3 unit = 1 / norm(u) * u;
  return {unit, cross(n, unit)};
}

SpaceCast space_cast_of(const Scene& scene, double from, double to) {
  SpaceCast cast{scene, view_of(scene.up)};
  cast.tones = tones_of(scene);
  for (const SceneBody& body : scene.bodies) cast.moving.push_back(moves(body));
  for (const SceneJoint& joint : scene.joints)
    cast.travels.push_back(joint.on_rail() ? std::optional(travel_of(scene, joint, from, to))
                                           : std::nullopt);
  for (const SceneContact& contact : scene.contacts) {
    cast.hardest = std::max(cast.hardest, film::hardest(contact));
    cast.struck = std::max(cast.struck, film::struck(contact));
  }
  cast.moment = moment_of(from, to);
  Seen seen(cast);
  each_instant(from, to, [&](double t) {
    seen.look(t);
    find_loads(cast, t);
  });
  seen.finish();
  fill_extent(cast);
  return cast;
}

Extent moving_extent(const SpaceCast& cast, double t, bool touching) {
  const Scene& scene = cast.scene;
  Extent extent;
  const auto include = [&](std::size_t body, const ir::Vec3& point, double reach) {
    extent.include(cast.view.flat(placed(space_pose_of(scene.bodies[body], t), point)), reach);
  };
  for (std::size_t b = 1; b < scene.bodies.size(); ++b)
    for (const ScenePart& part : scene.bodies[b].parts)
      if (cast.moving[b] && !std::holds_alternative<PlaneOutline>(part.outline))
        each_place(part, [&](const ir::Vec3& at, double reach) { include(b, at, reach); });
  for (const SceneJoint& j : scene.joints) {
    if (cast.moving[j.first]) include(j.first, {j.at_first.x, j.at_first.y, j.at_first.z}, 0);
    if (cast.moving[j.second]) include(j.second, {j.at_second.x, j.at_second.y, j.at_second.z}, 0);
  }
  for (const SceneSpring& spring : scene.springs) {
    include(spring.first, spring.at_first, 0);
    include(spring.second, spring.at_second, 0);
  }
  for (const SceneContact& contact : scene.contacts)
    if (touching && !(contact.clearance > 0))
      extent.include(cast.view.flat(space_contact_at(contact, t, 0).point));
  return extent;
}

Pixel contact_pixel(const SpaceStage& stage, const SceneContact& contact,
                    const SpaceContactAt& state) {
  if (!(contact.clearance > 0)) return stage.to(state.point);
  const bool first = contact.first_is_bearing;
  const ScenePart& part = first ? contact.on_first : contact.on_second;
  const auto body = static_cast<std::size_t>(first ? contact.first : contact.second);
  const auto* disc = std::get_if<DiscOutline>(&part.outline);
  const double r = (disc ? disc->radius : 0) * (first ? -1 : 1);
  return stage.to(stage.world(body, place_of(part)) + r * state.normal);
}

SeenContact seen_contact(const SpaceStage& stage, const SceneContact& contact) {
  const SpaceContactAt state = space_contact_at(contact, stage.t, stage.cast.moment);
  const View& view = stage.view();
  SeenContact seen{
      stage.t, stage.camera.scale, contact_pixel(stage, contact, state), {state}, 0, {}, {}, {}};
  seen.fills = {fill_of(stage.cast.tones[contact.first]),
                fill_of(stage.cast.tones[contact.second])};
  seen.part = arrow_part(state, stage.cast.hardest, stage.cast.struck);
  const ir::Vec2 n = seen_flat(view, state.normal), e = seen_flat(view, state.eccentricity);
  seen.state.nx = n.x, seen.state.ny = n.y;
  seen.state.ex = e.x, seen.state.ey = e.y;
  // Friction keeps its size, and the side on which it is seen.
  const ir::Vec2 along = view.flat(state.pull + state.FN * state.normal);
  seen.state.FT = std::copysign(std::abs(state.FT), along.y * n.x - along.x * n.y);
  seen.eccentricity = [&contact, view](double t) {
    return seen_flat(view, space_contact_at(contact, t, 0).eccentricity);
  };
  return seen;
}

}  // namespace mbs::film
