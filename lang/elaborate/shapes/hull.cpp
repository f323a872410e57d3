#include "lang/elaborate/shapes/hull.hpp"

#include <algorithm>
#include <cmath>
#include <map>
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

namespace {

// Triangles of one plane that lie side by side are one face.
class Faces {
 public:
  explicit Faces(const std::vector<ir::Vec3>& points)
      : p_(points), triangles_(convex_hull(points).faces), face_of_(triangles_.size(), -1) {
    for (std::size_t i = 0; i < triangles_.size(); ++i)
      for (int k = 0; k < 3; ++k) sides_[{triangles_[i][k], triangles_[i][(k + 1) % 3]}] = i;
  }

  std::vector<std::vector<int>> all() {
    std::vector<std::vector<int>> faces;
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      if (face_of_[i] >= 0) continue;
      const int face = static_cast<int>(faces.size());
      spread(i, face);
      faces.push_back(outline_of(face));
    }
    return faces;
  }

 private:
  ir::Vec3 normal(std::size_t i) const {
    const Face& t = triangles_[i];
    const ir::Vec3 n = cross(p_[t[1]] - p_[t[0]], p_[t[2]] - p_[t[0]]);
    return (1 / norm(n)) * n;
  }
  void spread(std::size_t from, int face) {
    std::vector<std::size_t> open{from};
    face_of_[from] = face;
    while (!open.empty()) {
      const std::size_t i = open.back();
      open.pop_back();
      for (int k = 0; k < 3; ++k) {
        const std::size_t beside = sides_.at({triangles_[i][(k + 1) % 3], triangles_[i][k]});
        if (face_of_[beside] >= 0 || dot(normal(beside), normal(from)) < 1 - flat) continue;
        face_of_[beside] = face;
        open.push_back(beside);
      }
    }
  }
  // Along the sides whose other triangle belongs to another face.
  std::vector<int> outline_of(int face) const {
    std::map<int, int> next;
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      if (face_of_[i] != face) continue;
      for (int k = 0; k < 3; ++k) {
        const int from = triangles_[i][k], to = triangles_[i][(k + 1) % 3];
        if (face_of_[sides_.at({to, from})] != face) next[from] = to;
      }
    }
    std::vector<int> loop{next.begin()->first};
    while (loop.size() < next.size()) loop.push_back(next.at(loop.back()));
    return loop;
  }

  const std::vector<ir::Vec3>& p_;
  std::vector<Face> triangles_;
  std::vector<int> face_of_;
  std::map<std::array<int, 2>, std::size_t> sides_;  // to the triangle that each belongs to
};

}  // namespace

std::vector<std::vector<int>> flat_faces(const std::vector<ir::Vec3>& corners) {
  return Faces(corners).all();
}

}  // namespace mbs::elaborate
