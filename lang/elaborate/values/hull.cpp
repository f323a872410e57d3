#include "lang/elaborate/values/hull.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace mbs::elaborate {
namespace {

using Face = std::array<int, 3>;

constexpr double flat = 1e-9;

// Grows by one point at a time: the faces that see it give way to those between it and their rim.
class Builder {
 public:
  explicit Builder(const std::vector<ir::Vec3>& points) : p_(points) {
    for (const ir::Vec3& a : p_) size_ = std::max(size_, norm(a - p_[0]));
  }

  std::vector<Face> faces() {
    if (!begin()) return {};
    for (int i = 0; i < static_cast<int>(p_.size()); ++i) add(i);
    return faces_;
  }

 private:
  // Above the plane of the face, m.
  double height(const Face& face, const ir::Vec3& point) const {
    const ir::Vec3 normal = cross(p_[face[1]] - p_[face[0]], p_[face[2]] - p_[face[0]]);
    return dot(normal, point - p_[face[0]]) / norm(normal);
  }
  template <class Measure>
  int farthest(const Measure& measure) const {
    int best = -1;
    double most = flat * size_;
    for (int i = 0; i < static_cast<int>(p_.size()); ++i) {
      if (!(measure(p_[i]) > most)) continue;
      most = measure(p_[i]);
      best = i;
    }
    return best;
  }
  // A tetrahedron of points far from each other.
  bool begin() {
    const int b = farthest([&](const ir::Vec3& q) { return norm(q - p_[0]); });
    if (b < 0) return false;
    const ir::Vec3 edge = p_[b] - p_[0];
    const int c =
        farthest([&](const ir::Vec3& q) { return norm(cross(edge, q - p_[0])) / norm(edge); });
    if (c < 0) return false;
    const Face base{0, b, c};
    const int d = farthest([&](const ir::Vec3& q) { return std::abs(height(base, q)); });
    if (d < 0) return false;
    const bool above = height(base, p_[d]) > 0;
    const int i = above ? c : b, j = above ? b : c;
    faces_ = {{0, i, j}, {0, d, i}, {i, d, j}, {j, d, 0}};
    return true;
  }
  void add(int point) {
    std::vector<Face> kept;
    std::set<std::array<int, 2>> edges;
    for (const Face& face : faces_) {
      if (height(face, p_[point]) <= flat * size_) {
        kept.push_back(face);
        continue;
      }
      for (int k = 0; k < 3; ++k) edges.insert({face[k], face[(k + 1) % 3]});
    }
    for (const auto& [from, to] : edges)
      if (!edges.contains({to, from})) kept.push_back({from, to, point});
    faces_ = std::move(kept);
  }

  const std::vector<ir::Vec3>& p_;
  double size_ = 0;
  std::vector<Face> faces_;
};

}  // namespace

Hull convex_hull(const std::vector<ir::Vec3>& points) {
  Hull hull;
  if (points.empty()) return hull;
  hull.faces = Builder(points).faces();
  std::set<int> used;
  for (const Face& face : hull.faces) used.insert(face.begin(), face.end());
  hull.corners.assign(used.begin(), used.end());
  return hull;
}

}  // namespace mbs::elaborate
