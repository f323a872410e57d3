#include "lang/elaborate/values/corner_edges.hpp"

#include <cmath>

#include "lang/elaborate/values/hull.hpp"
#include "lang/elaborate/values/shapes.hpp"

namespace mbs::elaborate {

namespace {

ir::Vec3 way(const ir::Vec3& from, const ir::Vec3& to) {
  const ir::Vec3 d{to.x - from.x, to.y - from.y, to.z - from.z};
  const double length = std::hypot(d.x, d.y, d.z);
  return {d.x / length, d.y / length, d.z / length};
}

std::vector<ir::Vec3> planar_corners(const ShapeValue& shape) {
  std::vector<ir::Vec3> corners;
  for (const ir::Vec2& p : corner_centers(shape)) corners.push_back({p.x, p.y, 0});
  return corners;
}

// What has a volume; a rectangle or a polygon without a width has none.
bool is_solid(const ShapeValue& shape) {
  if (shape.kind == ShapeKind::box) return shape.sizes.size() > 2;
  return shape.kind == ShapeKind::polyhedron || shape.width.value_or(0) > 0;
}

// To its neighbours around one loop of corners.
void add_ways(const std::vector<ir::Vec3>& corners, const std::vector<int>& loop, int corner,
              std::vector<ir::Vec3>& edges) {
  const std::size_t n = loop.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (loop[k] != corner) continue;
    edges.push_back(way(corners[corner], corners[loop[(k + 1) % n]]));
    edges.push_back(way(corners[corner], corners[loop[(k + n - 1) % n]]));
  }
}

std::vector<ir::Vec3> edges_in_space(const ShapeValue& shape, int corner) {
  std::vector<ir::Vec3> edges;
  if (!is_solid(shape)) return edges;
  const std::vector<ir::Vec3> corners = space_corner_centers(shape);
  for (const std::vector<int>& face : flat_faces(corners)) add_ways(corners, face, corner, edges);
  return edges;
}

std::vector<ir::Vec3> edges_in_plane(const ShapeValue& shape, int corner) {
  const std::vector<ir::Vec3> corners = planar_corners(shape);
  std::vector<int> loop;
  for (std::size_t k = 0; k < corners.size(); ++k) loop.push_back(static_cast<int>(k));
  std::vector<ir::Vec3> edges;
  add_ways(corners, loop, corner, edges);
  return edges;
}

}  // namespace

ir::Circle lone_corner(const ShapeValue& whole, std::size_t corner, bool spatial) {
  ir::Circle circle{corner_shape(whole).sizes[0], false};
  if (circle.radius > 0) return circle;
  const int index = static_cast<int>(corner);
  circle.edges = spatial ? edges_in_space(whole, index) : edges_in_plane(whole, index);
  return circle;
}

}  // namespace mbs::elaborate
