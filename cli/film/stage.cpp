#include "cli/film/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lang/text/number.hpp"
#include "lang/text/overloaded.hpp"

namespace mbs::film {

namespace {

double radius_of(const ScenePart& part) {
  return std::visit(
      Overloaded{[](const DiscOutline& d) { return d.radius; },
                 [](const PlaneOutline&) { return 0.0; },
                 [](const CurveOutline& c) {
                   double reach = 0;
                   for (const ir::Vec2& p : c.points) reach = std::max(reach, std::hypot(p.x, p.y));
                   return reach;
                 },
                 [](const HullOutline& h) {
                   double reach = 0;
                   for (const ir::Vec2& p : h.points) reach = std::max(reach, std::hypot(p.x, p.y));
                   return reach + h.radius;
                 },
                 [](const BlockOutline& b) { return std::hypot(b.length, b.width) / 2; },
                 [](const SolidOutline& s) {
                   double reach = 0;
                   for (const ir::Vec3& p : s.points) reach = std::max(reach, norm(p));
                   return reach + s.radius;
                 }},
      part.outline);
}

const BlockOutline* block_of(const SceneBody& body) {
  for (const ScenePart& part : body.parts)
    if (const auto* block = std::get_if<BlockOutline>(&part.outline)) return block;
  return nullptr;
}

void include_part(const ScenePart& part, const ScenePose& body, Extent& extent) {
  const ScenePose on = placed(body, part.at);
  if (const auto* hull = std::get_if<HullOutline>(&part.outline)) {
    for (const ir::Vec2& p : hull->points) extent.include(placed(on, p), hull->radius);
  } else if (const auto* curve = std::get_if<CurveOutline>(&part.outline)) {
    for (const ir::Vec2& p : curve->points) extent.include(placed(on, p));
  } else {
    extent.include({on.x, on.y}, radius_of(part));
  }
}

bool is_plane(const ScenePart& part) {
  return std::holds_alternative<PlaneOutline>(part.outline);
}

// Around the body, in axes of its end of the guide.
Extent room_of(const SceneBody& body, const ScenePose& end) {
  const double c = std::cos(end.angle), s = std::sin(end.angle);
  const ScenePose seen{-c * end.x - s * end.y, s * end.x - c * end.y, -end.angle};
  Extent room;
  room.include({0, 0});
  for (const ScenePart& part : body.parts) include_part(part, seen, room);
  return room;
}

// What the body takes up about its point, with a margin: along the guide, and across, where rails
// lie. Between rails far apart nothing would be seen to be guided: then a sleeve runs on them.
void give_room(Guide& guide, const Cast& cast) {
  const SceneJoint& joint = cast.scene.joints[guide.joint];
  const SceneBody& body = cast.scene.bodies[joint.second];
  const double small = 0.05 * cast.size;
  const auto even = [&](double length, double width) {
    guide.low -= 0.62 * length, guide.high += 0.62 * length;
    guide.across = {-0.53 * width, 0.53 * width};
  };
  if (const BlockOutline* block = block_of(body)) return even(block->length, block->width);
  if (joint.symbol != JointSymbol::rail || body.parts.empty()) {
    even(small, 0);
    guide.across = {0};
    return;
  }
  const Extent room = room_of(body, joint.at_second);
  const double wide = room.high.y - room.low.y, length = room.high.x - room.low.x;
  const bool endless = std::ranges::any_of(body.parts, is_plane);
  if (endless || !(wide < 0.3 * cast.size)) {
    guide.sleeve = small;
    guide.low += std::min(endless ? 0 : room.low.x, -small) - small;
    guide.high += std::max(endless ? 0 : room.high.x, small) + small;
    guide.across = {-0.53 * small, 0.53 * small};
    return;
  }
  const double margin = std::max(0.02 * cast.size, 0.06 * (length + wide));
  guide.low += room.low.x - margin, guide.high += room.high.x + margin;
  guide.across = {room.low.y - 0.03 * wide, room.high.y + 0.03 * wide};
}

Guide guide_of(const Cast& cast, std::size_t j, double from, double to) {
  const SceneJoint& joint = cast.scene.joints[j];
  const SceneBody &a = cast.scene.bodies[joint.first], &b = cast.scene.bodies[joint.second];
  Guide guide;
  guide.joint = j;
  guide.low = std::numeric_limits<double>::infinity(),
  guide.high = -std::numeric_limits<double>::infinity();
  each_instant(from, to, [&](double t) {
    const ScenePose on = placed(pose_of(a, t), joint.at_first);
    const ScenePose q = placed(pose_of(b, t), joint.at_second);
    const double along = (q.x - on.x) * std::cos(on.angle) + (q.y - on.y) * std::sin(on.angle);
    guide.low = std::min(guide.low, along), guide.high = std::max(guide.high, along);
  });
  give_room(guide, cast);
  guide.moving = cast.moving[joint.first];
  return guide;
}

void find_loads(Cast& cast, double from, double to) {
  each_instant(from, to, [&](double t) {
    for (const SceneLoad& load : cast.scene.loads) {
      const double force = std::hypot(at(load.effort, t, 0), at(load.effort, t, 1));
      const double torque = std::abs(at(load.effort, t, 2));
      if (std::isfinite(force)) cast.strongest_force = std::max(cast.strongest_force, force);
      if (std::isfinite(torque)) cast.strongest_torque = std::max(cast.strongest_torque, torque);
    }
  });
}

void include_all(const Cast& cast, double t, Extent& extent) {
  const Scene& scene = cast.scene;
  std::vector<ScenePose> poses;
  for (const SceneBody& body : scene.bodies) poses.push_back(pose_of(body, t));
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    for (const ScenePart& part : scene.bodies[b].parts) include_part(part, poses[b], extent);
  for (const SceneJoint& joint : scene.joints)
    extent.include(placed(poses[joint.first], ir::Vec2{joint.at_first.x, joint.at_first.y}));
  for (const SceneSpring& spring : scene.springs) {
    extent.include(placed(poses[spring.first], spring.at_first));
    extent.include(placed(poses[spring.second], spring.at_second));
  }
  for (const Guide& g : cast.guides) {
    const SceneJoint& joint = scene.joints[g.joint];
    const ScenePose on = placed(poses[joint.first], joint.at_first);
    for (const double along : {g.low, g.high})
      for (const double side : g.across) extent.include(placed(on, ir::Vec2{along, side}));
  }
}

}  // namespace

void Extent::include(ir::Vec2 p, double reach) {
  if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(reach)) return;
  if (empty) low = high = p;
  empty = false;
  low = {std::min(low.x, p.x - reach), std::min(low.y, p.y - reach)};
  high = {std::max(high.x, p.x + reach), std::max(high.y, p.y + reach)};
}
double Extent::size() const {
  return std::max(high.x - low.x, high.y - low.y);
}

Camera fitted(const Extent& extent, const Rect& frame) {
  const double margin = std::min({48.0, frame.w / 8, frame.h / 8});
  const double least = 1e-6 * extent.size();
  const double w = std::max(extent.high.x - extent.low.x, least);
  const double h = std::max(extent.high.y - extent.low.y, least);
  Camera camera;
  const double scale = std::min((frame.w - 2 * margin) / w, (frame.h - 2 * margin) / h);
  camera.scale = std::isfinite(scale) && scale > 0 ? scale : 1;
  camera.cx = frame.x + frame.w / 2 - camera.scale * (extent.low.x + extent.high.x) / 2;
  camera.cy = frame.y + frame.h / 2 + camera.scale * (extent.low.y + extent.high.y) / 2;
  return camera;
}

Cast cast_of(const Scene& scene, double from, double to) {
  Cast cast{scene, {}, tones_of(scene), {}};
  cast.size = scene.size;
  for (const SceneBody& body : scene.bodies) cast.moving.push_back(moves(body));
  for (std::size_t j = 0; j < scene.joints.size(); ++j)
    if (scene.joints[j].on_rail()) cast.guides.push_back(guide_of(cast, j, from, to));
  for (const SceneContact& contact : scene.contacts) {
    cast.hardest = std::max(cast.hardest, film::hardest(contact));
    cast.struck = std::max(cast.struck, film::struck(contact));
  }
  cast.moment = moment_of(from, to);
  find_loads(cast, from, to);
  return cast;
}

Extent extent_of(const Cast& cast, double from, double to) {
  Extent extent;
  each_instant(from, to, [&](double t) { include_all(cast, t, extent); });
  const double half = cast.size > 0 ? cast.size / 2 : 1;
  if (extent.empty || !(extent.size() > 0)) {
    const ir::Vec2 middle = extent.low;
    extent.include({middle.x - half, middle.y - half});
    extent.include({middle.x + half, middle.y + half});
  }
  return extent;
}

Extent moving_extent(const Cast& cast, double t, bool touching) {
  const Scene& scene = cast.scene;
  Extent extent;
  const auto include = [&](int body, ir::Vec2 point) {
    extent.include(placed(pose_of(scene.bodies[static_cast<std::size_t>(body)], t), point));
  };
  for (std::size_t b = 1; b < scene.bodies.size(); ++b)
    for (const ScenePart& part : scene.bodies[b].parts)
      if (cast.moving[b] && !std::holds_alternative<PlaneOutline>(part.outline))
        include_part(part, pose_of(scene.bodies[b], t), extent);
  for (const SceneJoint& joint : scene.joints) {
    if (cast.moving[joint.first]) include(joint.first, {joint.at_first.x, joint.at_first.y});
    if (cast.moving[joint.second]) include(joint.second, {joint.at_second.x, joint.at_second.y});
  }
  for (const SceneSpring& spring : scene.springs) {
    include(spring.first, ir::Vec2(spring.at_first));
    include(spring.second, ir::Vec2(spring.at_second));
  }
  for (const SceneContact& contact : scene.contacts) {
    if (!touching || contact.clearance > 0) continue;
    const ContactAt at = contact_at(contact, t, 0);
    extent.include({at.px, at.py});
  }
  return extent;
}

double reach_of(const SceneBody& body) {
  double reach = 0;
  for (const ScenePart& part : body.parts)
    reach = std::max(reach, std::hypot(part.at.x, part.at.y, part.at.z) + radius_of(part));
  return reach;
}

Pixel contact_pixel(const Stage& stage, const SceneContact& contact, const ContactAt& state) {
  if (!(contact.clearance > 0)) return stage.camera.to({state.px, state.py});
  const bool first = contact.first_is_bearing;
  const ScenePart& part = first ? contact.on_first : contact.on_second;
  const auto body = static_cast<std::size_t>(first ? contact.first : contact.second);
  const auto* disc = std::get_if<DiscOutline>(&part.outline);
  const double r = disc ? disc->radius * stage.camera.scale : 0, sign = first ? -1 : 1;
  const Pixel centre = stage.pixel(body, {part.at.x, part.at.y});
  return {centre.x + sign * state.nx * r, centre.y - sign * state.ny * r};
}

double nice_step(double least) {
  const double decade = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1, 2, 5})
    if (factor * decade >= least * (1 - 1e-9)) return factor * decade;
  return 10 * decade;
}

std::string quantity(double value, std::string_view unit, int digits) {
  static constexpr std::array<std::pair<std::string_view, double>, 8> prefixes{{{"p", 1e-12},
                                                                                {"n", 1e-9},
                                                                                {"µ", 1e-6},
                                                                                {"m", 1e-3},
                                                                                {"", 1},
                                                                                {"k", 1e3},
                                                                                {"M", 1e6},
                                                                                {"G", 1e9}}};
  const double size = std::abs(value);
  auto best = prefixes[4];
  if (size > 0 && std::isfinite(size)) {
    best = prefixes[0];
    for (const auto& prefix : prefixes) {
      const bool large = prefix.second > 1 && (unit == "m" || unit == "s");
      if (!large && size >= prefix.second * 0.9995) best = prefix;
    }
  }
  return fmt::format("{} {}{}", format_number(value / best.second, digits), best.first, unit);
}

void draw_grid(const Stage& stage) {
  const Rect& f = stage.frame;
  const double step = nice_step(60 / stage.camera.scale);
  const ir::Vec2 low = stage.camera.back({f.x, f.y + f.h}),
                 high = stage.camera.back({f.x + f.w, f.y});
  const auto first = [&](double from) { return std::ceil(from / step); };
  Path path;
  constexpr int most = 300;
  for (int k = 0; k < most && (first(low.x) + k) * step <= high.x; ++k) {
    const double x = stage.camera.to({(first(low.x) + k) * step, 0}).x;
    path.move({x, f.y}).line({x, f.y + f.h});
  }
  for (int k = 0; k < most && (first(low.y) + k) * step <= high.y; ++k) {
    const double y = stage.camera.to({0, (first(low.y) + k) * step}).y;
    path.move({f.x, y}).line({f.x + f.w, y});
  }
  stage.canvas.draw(path, {.stroke = look::grid, .width = 1});
}

void draw_scale(Canvas& canvas, const Rect& f, double scale) {
  const double length = nice_step(60 / scale), w = length * scale;
  const double x = f.x + f.w - 18, y = f.y + f.h - 16;
  // What lies behind, such as the hatching of a wall, leaves it legible.
  canvas.draw(polygon({{x - w - 8, y - 24}, {x + 8, y - 24}, {x + 8, y + 8}, {x - w - 8, y + 8}}),
              {.fill = look::card, .opacity = 0.85});
  canvas.draw(Path()
                  .move({x - w, y - 4})
                  .line({x - w, y + 4})
                  .move({x - w, y})
                  .line({x, y})
                  .move({x, y - 4})
                  .line({x, y + 4}),
              {.stroke = look::soft, .width = 1.4});
  canvas.text({x - w / 2, y - 7}, quantity(length, "m", 3), 14, look::soft, Anchor::middle, false,
              true);
}

}  // namespace mbs::film
