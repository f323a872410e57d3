#include "lang/elaborate/shapes/mesh_hull.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "lang/elaborate/shapes/hull.hpp"
#include "lang/elaborate/shapes/polyhedra.hpp"

namespace mbs::elaborate {
namespace {

using ir::Vec3;

constexpr double digits = 1e-6;

// Each point once, in their order.
std::vector<Vec3> different(const std::vector<Vec3>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](std::size_t i) { return std::tuple(points[i].x, points[i].y, points[i].z); };
  std::ranges::stable_sort(order, {}, key);
  const auto same = [&](std::size_t a, std::size_t b) { return key(a) == key(b); };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  std::ranges::sort(order);
  std::vector<Vec3> some;
  for (const std::size_t i : order) some.push_back(points[i]);
  return some;
}

// What a closed surface encloses, whichever way round its triangles are.
double enclosed(const std::vector<Vec3>& points, const Vec3& about) {
  double sum = 0;
  for (std::size_t i = 0; i + 2 < points.size(); i += 3)
    sum += dot(points[i] - about, cross(points[i + 1] - about, points[i + 2] - about)) / 6;
  return std::abs(sum);
}

}  // namespace

MeshHull hull_of_mesh(const std::vector<Vec3>& points) {
  double largest = 0, size = 0;
  for (const Vec3& p : points) {
    largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    size = std::max(size, norm(p - points[0]));
  }
  MeshHull hull;
  if (size == 0) return hull;
  const std::vector<Vec3> all = different(points);
  std::vector<Vec3> corners;
  for (const int corner :
       coarse_hull(all, digits * std::max(largest / size, 1.0), most_corners).corners)
    corners.push_back(all[corner]);
  hull.too_many = corners.size() > most_corners;
  if (hull.too_many) return hull;
  hull.corners = hull_corners(std::move(corners));
  if (hull.corners.empty()) return hull;
  const SolidMeasures solid = polyhedron_measures(hull.corners, 0);
  hull.fills = std::min(enclosed(points, solid.centre) / solid.volume, 1.0);
  return hull;
}

}  // namespace mbs::elaborate
