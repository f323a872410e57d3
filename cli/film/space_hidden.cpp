#include "cli/film/space_hidden.hpp"

#include <algorithm>
#include <cmath>

#include "cli/film/hull.hpp"

namespace mbs::film {

namespace {

// A face of a body as it stands: a place on it and the direction outwards.
struct Face {
  ir::Vec3 at, normal;
};

Face face_of(const SpaceStage& stage, std::size_t body, const SolidOutline& solid,
             const std::vector<int>& around) {
  const auto corner = [&](std::size_t i) {
    return stage.world(body, solid.points[static_cast<std::size_t>(around[i % around.size()])]);
  };
  ir::Vec3 normal;
  for (std::size_t i = 1; i + 1 < around.size(); ++i)
    normal = normal + cross(corner(i) - corner(0), corner(i + 1) - corner(0));
  const double length = norm(normal);
  return {corner(0), length > 0 ? 1 / length * normal : normal};
}

double extent_of(const SolidOutline& solid) {
  double largest = 0;
  for (const ir::Vec3& p : solid.points) largest = std::max(largest, norm(p - solid.points[0]));
  return largest;
}

// Whether a point of the surface is turned away from the eye: all flat faces that it lies on are,
// or the normal outwards there.
bool is_behind(const SpaceStage& stage, std::size_t body, const ScenePart& part,
               const ir::Vec3& point, const ir::Vec3& outside) {
  const auto* solid = std::get_if<SolidOutline>(&part.outline);
  const View& view = stage.view();
  if (!solid) return view.depth(outside) > 0;
  if (solid->radius > 0 || solid->faces.empty()) return view.depth(outside) > 0;
  const double slack = 1e-3 * extent_of(*solid);
  return std::ranges::all_of(solid->faces, [&](const std::vector<int>& around) {
    const Face face = face_of(stage, body, *solid, around);
    return std::abs(dot(face.normal, point - face.at)) > slack || view.depth(face.normal) > 0;
  });
}

bool covers(const SpaceStage& stage, std::size_t body, const ScenePart& part, Pixel p) {
  const double scale = stage.camera.scale;
  if (const auto* disc = std::get_if<DiscOutline>(&part.outline)) {
    const Pixel middle = stage.pixel(body, place_of(part));
    return std::hypot(p.x - middle.x, p.y - middle.y) < disc->radius * scale;
  }
  const auto* solid = std::get_if<SolidOutline>(&part.outline);
  std::vector<Pixel> seen;
  for (const ir::Vec3& point : solid->points) seen.push_back(stage.pixel(body, point));
  return distance_to_hull(seen, p) <= solid->radius * scale;
}

bool is_solid(const ScenePart& part) {
  const auto* disc = std::get_if<DiscOutline>(&part.outline);
  return std::holds_alternative<SolidOutline>(part.outline) || (disc && !disc->hollow);
}

}  // namespace

double hidden_part(const SpaceStage& stage, const SceneContact& contact,
                   const SpaceContactAt& state, Pixel from, Pixel to) {
  constexpr int pieces = 16;
  int most = 0;
  if (contact.clearance > 0) return 0;
  for (const bool first : {true, false}) {
    const auto body = static_cast<std::size_t>(first ? contact.first : contact.second);
    const ir::Vec3 outside = (first ? 1.0 : -1.0) * state.normal;
    for (const ScenePart& part : stage.scene().bodies[body].parts) {
      if (!is_solid(part) || !is_behind(stage, body, part, state.point, outside)) continue;
      for (int i = pieces; i > most; --i) {
        const double k = static_cast<double>(i) / pieces;
        if (covers(stage, body, part, {from.x + k * (to.x - from.x), from.y + k * (to.y - from.y)}))
          most = i;
      }
    }
  }
  return static_cast<double>(most) / pieces;
}

}  // namespace mbs::film
