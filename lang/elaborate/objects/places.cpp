#include "lang/elaborate/objects/places.hpp"

#include <fmt/format.h>

#include <string_view>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/body_mass.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/points.hpp"
#include "lang/elaborate/objects/space_objects.hpp"
#include "lang/elaborate/shapes/corner_edges.hpp"
#include "lang/elaborate/shapes/measures.hpp"
#include "lang/elaborate/shapes/solids.hpp"

namespace mbs::elaborate {

Object& center_of(Declarations& declarations, Object& body) {
  if (Symbol* own = body.inside ? find_here(*body.inside, "cm") : nullptr; own && own->object)
    return *own->object;
  if (const auto found = body.points.find("cm"); found != body.points.end()) return *found->second;
  Object& center =
      new_object(declarations, info(ObjectKind::point), body.name + ".cm", body.span, *body.scope);
  center.owner = &body;
  center.is_center = true;
  body.points.emplace("cm", &center);
  return center;
}

namespace {

// The predefined point `body.name[index + 1]`.
Object& part_of(Declarations& declarations, Object& body, std::string_view family,
                std::size_t index, const ir::Vec3& place) {
  const std::string name = fmt::format("{}[{}]", family, index + 1);
  Object*& point = body.points[name];
  if (point) return *point;
  point = &new_object(declarations, info(ObjectKind::point), body.name + "." + name, body.span,
                      *body.scope);
  point->owner = &body;
  point->position = place;
  return *point;
}

}  // namespace

std::vector<Object*> corners_of(World& world, Object& body) {
  std::vector<Object*> corners;
  const auto shape = shape_of(world, body);
  std::vector<ir::Vec3> centers;
  if (shape && world.spatial)
    centers = space_corner_centers(*shape);
  else if (shape)
    for (const ir::Vec2& center : corner_centers(*shape)) centers.emplace_back(center);
  for (std::size_t i = 0; i < centers.size(); ++i) {
    corners.push_back(&part_of(world, body, corner_name(*shape), i, centers[i]));
    corners.back()->corner = static_cast<int>(i);
  }
  return corners;
}

std::vector<Object*> edges_of(World& world, Object& body) {
  std::vector<Object*> edges;
  const auto shape = shape_of(world, body);
  if (!shape || !world.spatial) return edges;
  const std::vector<LoneEdge> all = straight_edges(*shape);
  for (std::size_t i = 0; i < all.size(); ++i) {
    edges.push_back(&part_of(world, body, "edge", i, all[i].middle));
    edges.back()->edge = static_cast<int>(i);
  }
  return edges;
}

ir::Vec3 local_position(World& world, Object& point_like) {
  if (is_body(point_like)) return {};
  if (!point_like.is_center) return declared_place(world, point_like);
  return found_once(world, point_like,
                    [](World& in, Object& center) { return body_center(in, *center.owner); });
}

ir::FrameId frame_of(World& world, Object& point_like) {
  if (point_like.frame.valid()) return point_like.frame;
  ir::Frame frame;
  frame.name = point_like.name;
  frame.body = ir::BodyId{body_of(point_like).index};
  frame.position = local_position(world, point_like);
  if (world.spatial)
    frame.rotation = local_rotation(world, point_like);
  else
    frame.angle = local_angle(world, point_like);
  point_like.frame = ir::FrameId{static_cast<std::int32_t>(world.scenario->frames.size())};
  world.scenario->frames.push_back(std::move(frame));
  return point_like.frame;
}

}  // namespace mbs::elaborate
