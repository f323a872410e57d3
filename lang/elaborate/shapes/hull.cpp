#include "lang/elaborate/shapes/hull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace mbs::elaborate {
namespace {

using Face = std::array<int, 3>;

constexpr double flat = 1e-9;

// Grows by one point at a time: the faces that see it give way to those between it and their rim. A
// point that is outside knows one face that sees it; the others lie around that (Barber, Dobkin,
// Huhdanpaa 1996, The quickhull algorithm for convex hulls, where the point to come is the farthest
// one).
class Builder {
 public:
  Builder(const std::vector<ir::Vec3>& points, double least) : p_(points), flat_(least) {
    for (const ir::Vec3& a : p_) size_ = std::max(size_, norm(a - p_[0]));
  }

  // All points in their order.
  std::vector<Face> faces() {
    if (begin())
      for (int i = 0; i < static_cast<int>(p_.size()); ++i) add(i);
    return all();
  }
  // Those alone that are farthest in some direction, and then farthest aside: of a face or an edge
  // none but its corners, if what they lie beside it is below `flat`. No more than `most`.
  std::vector<Face> faces_by_farthest(std::size_t most) {
    coarse_ = true;
    if (!begin()) return {};
    for (std::size_t f = 0, count = 4; f < facets_.size() && count <= most; ++f)
      for (; has_outside(facets_[f]) && count <= most; ++count) {
        const int point = farthest_above(facets_[f]);
        seen_by_[point] = static_cast<int>(f);
        add(point);
      }
    return all();
  }

 private:
  using Rim = std::set<std::array<int, 2>>;
  struct Facet {
    Face corners{};
    ir::Vec3 normal;  // outwards, of the length `twice`
    double twice = 0;
    std::vector<int> outside;  // points above it that know of no other face, and some that are in
    std::size_t place = 0;     // in the list of those that are not gone
    bool gone = false;
  };

  Facet made(const Face& face) const {
    Facet facet;
    facet.corners = face;
    facet.normal = cross(p_[face[1]] - p_[face[0]], p_[face[2]] - p_[face[0]]);
    facet.twice = norm(facet.normal);
    return facet;
  }
  // Above the plane of the face, m.
  double height(const Facet& facet, const ir::Vec3& point) const {
    return dot(facet.normal, point - p_[facet.corners[0]]) / facet.twice;
  }
  bool sees(const Facet& facet, int point) const {
    return height(facet, p_[point]) > flat_ * size_;
  }
  std::vector<Face> all() const {
    std::vector<Face> all;
    for (const Facet& facet : facets_)
      if (!facet.gone) all.push_back(facet.corners);
    return all;
  }
  bool has_outside(const Facet& facet) const {
    return !facet.gone &&
           std::ranges::any_of(facet.outside, [&](int point) { return seen_by_[point] != within; });
  }
  // Whatever face it knows of.
  int farthest_above(const Facet& facet) {
    std::erase_if(waiting_, [&](int point) { return seen_by_[point] == within; });
    double most = 0;
    for (const int point : waiting_) most = std::max(most, height(facet, p_[point]));
    const double least = std::max(most - flat_ * size_, flat_ * size_);
    const auto& [a, b, c] = facet.corners;
    const ir::Vec3 middle = (1.0 / 3) * (p_[a] + p_[b] + p_[c]);
    int best = -1;
    for (const int point : waiting_) {
      const double h = height(facet, p_[point]);
      if (!(h >= most) && !(h > least)) continue;
      if (best < 0 || norm(p_[point] - middle) > norm(p_[best] - middle)) best = point;
    }
    return best;
  }
  // One that is as far as any; if faces have points within them, the farthest aside of those.
  template <class Measure>
  int farthest(const Measure& measure, const ir::Vec3& middle) const {
    double most = flat_ * size_;
    for (const ir::Vec3& p : p_) most = std::max(most, measure(p));
    if (!(most > flat_ * size_)) return -1;
    const double alike = coarse_ ? most - flat_ * size_ : most;
    int best = -1;
    for (int i = 0; i < static_cast<int>(p_.size()); ++i) {
      if (!(measure(p_[i]) >= alike)) continue;
      if (best < 0 || (coarse_ && norm(p_[i] - middle) > norm(p_[best] - middle))) best = i;
    }
    return best;
  }
  // A tetrahedron of points far from each other.
  bool begin() {
    const auto from = [&](int i) {
      return [this, i](const ir::Vec3& q) { return norm(q - p_[i]); };
    };
    const int a = coarse_ ? farthest(from(0), p_[0]) : 0;
    if (a < 0) return false;
    const int b = farthest(from(a), p_[a]);
    if (b < 0) return false;
    const ir::Vec3 edge = p_[b] - p_[a];
    const int c =
        farthest([&](const ir::Vec3& q) { return norm(cross(edge, q - p_[a])) / norm(edge); },
                 0.5 * (p_[a] + p_[b]));
    if (c < 0) return false;
    const Facet base = made({a, b, c});
    const int d = farthest([&](const ir::Vec3& q) { return std::abs(height(base, q)); },
                           (1.0 / 3) * (p_[a] + p_[b] + p_[c]));
    if (d < 0) return false;
    const bool above = height(base, p_[d]) > 0;
    const int i = above ? c : b, j = above ? b : c;
    for (const Face& face : {Face{a, i, j}, Face{a, d, i}, Face{i, d, j}, Face{j, d, a}})
      enter(face);
    seen_by_.assign(p_.size(), within);
    for (int point = 0; point < static_cast<int>(p_.size()); ++point) {
      place(point, alive_.size());
      waiting_.push_back(point);
    }
    return true;
  }
  void enter(const Face& face) {
    const int facet = static_cast<int>(facets_.size());
    for (int k = 0; k < 3; ++k) side_of_[{face[k], face[(k + 1) % 3]}] = facet;
    facets_.push_back(made(face));
    facets_.back().place = alive_.size();
    alive_.push_back(facet);
  }
  void leave(const Facet& facet) {
    for (int k = 0; k < 3; ++k) side_of_.erase({facet.corners[k], facet.corners[(k + 1) % 3]});
    alive_[facet.place] = alive_.back();
    facets_[alive_.back()].place = facet.place;
    alive_.pop_back();
  }
  // The face among these that the point is highest above; `within` if it sees none.
  int highest(int point, std::span<const int> facets) const {
    double most = flat_ * size_;
    int best = within;
    for (const int facet : facets) {
      const double h = height(facets_[facet], p_[point]);
      if (!(h > most)) continue;
      most = h;
      best = facet;
    }
    return best;
  }
  // It sees one of the last `made` faces, or by rounding another one, or it is inside.
  void place(int point, std::size_t made) {
    int facet = highest(point, std::span(alive_).last(made));
    if (facet == within && made < alive_.size()) facet = highest(point, alive_);
    seen_by_[point] = facet;
    if (facet != within) facets_[facet].outside.push_back(point);
  }

  void take(int facet, std::vector<int>& open) {
    facets_[facet].gone = true;
    open.push_back(facet);
  }
  int beyond(int from, int to) const { return side_of_.at({to, from}); }

  // The faces that see the point, beside each other from the one that it knows.
  void take_seeing(int point, std::vector<int>& open) {
    take(seen_by_[point], open);
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Face face = facets_[open[i]].corners;
      for (int k = 0; k < 3; ++k) {
        const int beside = beyond(face[k], face[(k + 1) % 3]);
        if (!facets_[beside].gone && sees(facets_[beside], point)) take(beside, open);
      }
    }
  }
  // The sides around faces that are taken, in the order of the corners in which they begin.
  Rim rim_of(const std::vector<int>& open) const {
    Rim rim;
    for (const int facet : open) {
      const Face& face = facets_[facet].corners;
      for (int k = 0; k < 3; ++k) {
        const int from = face[k], to = face[(k + 1) % 3];
        if (!facets_[beyond(from, to)].gone) rim.insert({from, to});
      }
    }
    return rim;
  }
  // The faces around a corner that are not taken, from one beyond the side from there on.
  std::vector<int> fan(int corner, int to) const {
    std::vector<int> faces;
    for (int facet = beyond(corner, to); !facets_[facet].gone; facet = beyond(corner, to)) {
      const Face& face = facets_[facet].corners;
      const auto at = std::find(face.begin(), face.end(), corner) - face.begin();
      to = face[(at + 1) % 3];
      faces.push_back(facet);
    }
    return faces;
  }
  // Where a rim comes twice through a corner, the faces there that the point is least below.
  bool take_pinched(int point, const Rim& rim, std::vector<int>& open) {
    const auto same = [](const auto& a, const auto& b) { return a[0] == b[0]; };
    const auto pinched = std::adjacent_find(rim.begin(), rim.end(), same);
    if (pinched == rim.end()) return false;
    std::vector<int> best;
    double most = -std::numeric_limits<double>::infinity();
    for (auto side = pinched; side != rim.end() && same(*side, *pinched); ++side) {
      const std::vector<int> faces = fan((*side)[0], (*side)[1]);
      double least = std::numeric_limits<double>::infinity();
      for (const int facet : faces) least = std::min(least, height(facets_[facet], p_[point]));
      if (!best.empty() && !(least > most)) continue;
      most = least;
      best = faces;
    }
    for (const int facet : best) take(facet, open);
    return true;
  }
  // Where the rim is more than one loop, the faces along what is the shorter part of it.
  bool take_islands(const Rim& rim, std::vector<int>& open) {
    std::map<int, int> next;
    for (const auto& [from, to] : rim) next[from] = to;
    std::set<int> loop;
    for (int at = rim.begin()->front(); loop.insert(at).second;) at = next.at(at);
    if (loop.size() == rim.size()) return false;
    const bool shorter = 2 * loop.size() < rim.size();
    for (const auto& [from, to] : rim) {
      const int facet = beyond(from, to);
      if (loop.contains(from) == shorter && !facets_[facet].gone) take(facet, open);
    }
    return true;
  }
  // The sides around all that gives way to the point, one loop: by rounding what it sees may hang
  // together at corners alone, or go round faces that it nearly sees.
  Rim open_for(int point, std::vector<int>& open) {
    take_seeing(point, open);
    for (;;) {
      const Rim rim = rim_of(open);
      if (rim.empty() || (!take_pinched(point, rim, open) && !take_islands(rim, open))) return rim;
    }
  }
  // What has seen a face that is gone sees one of those in its place, or is inside.
  void add(int point) {
    if (seen_by_[point] == within) return;
    std::vector<int> open;
    const Rim rim = open_for(point, open);
    for (const int facet : open) leave(facets_[facet]);
    for (const auto& [from, to] : rim) enter({from, to, point});
    seen_by_[point] = within;
    for (const int facet : open) {
      for (const int other : std::exchange(facets_[facet].outside, {}))
        if (seen_by_[other] != within) place(other, rim.size());
    }
  }

  const std::vector<ir::Vec3>& p_;
  double flat_, size_ = 0;
  bool coarse_ = false;
  std::vector<Facet> facets_;                  // also those that are gone
  std::vector<int> alive_;                     // the others, in the order in which they came
  std::map<std::array<int, 2>, int> side_of_;  // to the face that each side belongs to
  static constexpr int within = -1;            // the hull, or one of its corners
  std::vector<int> seen_by_;                   // a face, or `within`
  std::vector<int> waiting_;                   // points, and some that are within
};

}  // namespace

namespace {

Hull with_corners(std::vector<Face> faces) {
  Hull hull{std::move(faces), {}};
  std::set<int> used;
  for (const Face& face : hull.faces) used.insert(face.begin(), face.end());
  hull.corners.assign(used.begin(), used.end());
  return hull;
}

}  // namespace

Hull convex_hull(const std::vector<ir::Vec3>& points) {
  return points.empty() ? Hull() : with_corners(Builder(points, flat).faces());
}

Hull coarse_hull(const std::vector<ir::Vec3>& points, double least, std::size_t most) {
  return points.empty() ? Hull() : with_corners(Builder(points, least).faces_by_farthest(most));
}

std::vector<ir::Vec3> hull_corners(std::vector<ir::Vec3> points) {
  for (;;) {
    std::vector<ir::Vec3> corners;
    for (const int corner : convex_hull(points).corners) corners.push_back(points[corner]);
    if (corners.size() == points.size()) return corners;
    points = std::move(corners);
  }
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
