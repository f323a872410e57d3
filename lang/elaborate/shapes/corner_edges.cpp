#include "lang/elaborate/shapes/corner_edges.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "lang/elaborate/shapes/hull.hpp"
#include "lang/elaborate/shapes/measures.hpp"
#include "lang/elaborate/shapes/solids.hpp"

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
  return !shape.vertices.empty() || shape.width.value_or(0) > 0;
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

// The faces that meet at each edge.
std::map<std::pair<int, int>, std::vector<std::size_t>> faces_by_edge(
    const std::vector<std::vector<int>>& faces) {
  std::map<std::pair<int, int>, std::vector<std::size_t>> edges;
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (std::size_t k = 0; k < faces[f].size(); ++k)
      edges[std::minmax(faces[f][k], faces[f][(k + 1) % faces[f].size()])].push_back(f);
  return edges;
}

// From the edge into the face, square to it, as far as the face goes.
ir::Vec3 into(const std::vector<ir::Vec3>& corners, const std::vector<int>& face,
              const ir::Vec3& middle, const ir::Vec3& along) {
  ir::Vec3 farthest;
  for (const int corner : face) {
    const ir::Vec3 to = corners[corner] - middle, across = to - dot(to, along) * along;
    if (norm(across) > norm(farthest)) farthest = across;
  }
  return farthest;
}

}  // namespace

ir::Circle lone_corner(const ShapeValue& whole, std::size_t corner, bool spatial) {
  ir::Circle circle{corner_shape(whole).sizes[0], false};
  if (circle.radius > 0) return circle;
  circle.edges =
      spatial ? edges_in_space(whole, static_cast<int>(corner)) : edges_in_plane(whole, corner);
  return circle;
}

std::vector<LoneEdge> straight_edges(const ShapeValue& whole) {
  std::vector<LoneEdge> edges;
  if (!is_solid(whole) || corner_name(whole) != "corner") return edges;
  const std::vector<ir::Vec3> corners = space_corner_centers(whole);
  const std::vector<std::vector<int>> faces = flat_faces(corners);
  for (const auto& [ends, at] : faces_by_edge(faces)) {
    if (at.size() != 2) continue;
    const ir::Vec3 &from = corners[ends.first], &to = corners[ends.second];
    const ir::Vec3 middle = 0.5 * (from + to), along = way(from, to);
    edges.push_back({middle,
                     {0.5 * (to - from),
                      {into(corners, faces[at[0]], middle, along),
                       into(corners, faces[at[1]], middle, along)}}});
  }
  return edges;
}

ShapeValue edge_shape(const ShapeValue& whole, std::size_t edge) {
  ShapeValue capsule;
  capsule.kind = ShapeKind::capsule;
  capsule.sizes = {corner_shape(whole).sizes[0], 2 * norm(straight_edges(whole)[edge].edge.half)};
  return capsule;
}

}  // namespace mbs::elaborate
