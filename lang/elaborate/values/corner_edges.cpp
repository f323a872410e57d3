#include "lang/elaborate/values/corner_edges.hpp"

#include <algorithm>
#include <cmath>

#include "lang/elaborate/values/hull.hpp"
#include "lang/elaborate/values/shape_measures.hpp"
#include "lang/elaborate/values/space_shapes.hpp"

namespace mbs::elaborate {

namespace {

ir::Vec3 way(const ir::Vec3& from, const ir::Vec3& to) {
  const ir::Vec3 d{to.x - from.x, to.y - from.y, to.z - from.z};
  const double length = std::hypot(d.x, d.y, d.z);
  return {d.x / length, d.y / length, d.z / length};
}

// What has a volume; a rectangle or a polygon without a width has none.
bool is_solid(const ShapeValue& shape) {
  if (shape.kind == ShapeKind::box) return shape.sizes.size() > 2;
  return shape.kind == ShapeKind::polyhedron || shape.width.value_or(0) > 0;
}

// Each edge goes on around one of the faces that meet in the corner.
std::vector<ir::Vec3> edges_in_space(const ShapeValue& shape, int corner) {
  std::vector<ir::Vec3> edges;
  if (!is_solid(shape)) return edges;
  const std::vector<ir::Vec3> corners = space_corner_centers(shape);
  for (const std::vector<int>& face : flat_faces(corners)) {
    const auto at = std::find(face.begin(), face.end(), corner);
    if (at == face.end()) continue;
    const int next = at + 1 == face.end() ? face.front() : at[1];
    edges.push_back(way(corners[corner], corners[next]));
  }
  return edges;
}

std::vector<ir::Vec3> edges_in_plane(const ShapeValue& shape, std::size_t corner) {
  const std::vector<ir::Vec2> corners = corner_centers(shape);
  const std::size_t n = corners.size();
  const auto to = [&](std::size_t other) {
    return way(ir::Vec3(corners[corner]), ir::Vec3(corners[other % n]));
  };
  return {to(corner + 1), to(corner + n - 1)};
}

}  // namespace

ir::Circle lone_corner(const ShapeValue& whole, std::size_t corner, bool spatial) {
  ir::Circle circle{corner_shape(whole).sizes[0], false};
  if (circle.radius > 0) return circle;
  circle.edges =
      spatial ? edges_in_space(whole, static_cast<int>(corner)) : edges_in_plane(whole, corner);
  return circle;
}

}  // namespace mbs::elaborate
