#include "lang/elaborate/shapes/polyhedra.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "lang/elaborate/shapes/hull.hpp"

namespace mbs::elaborate {
namespace {

using ir::Vec3;

Vec3 unit(const Vec3& v) {
  return (1 / norm(v)) * v;
}

// Faces with their outward normals, and which face lies beyond each side.
struct Faces {
  explicit Faces(const std::vector<Vec3>& corners) : all(flat_faces(corners)) {
    for (std::size_t f = 0; f < all.size(); ++f) {
      Vec3 area;
      for (std::size_t k = 0; k < all[f].size(); ++k) {
        const int from = all[f][k], to = all[f][(k + 1) % all[f].size()];
        sides[{from, to}] = f;
        area = area + cross(corners[from] - corners[all[f][0]], corners[to] - corners[all[f][0]]);
      }
      normals.push_back(unit(area));
    }
  }
  // Those that meet in a corner, counter-clockwise seen from outside.
  std::vector<std::size_t> around(int corner) const {
    std::vector<std::size_t> found;
    const auto first = std::find_if(sides.begin(), sides.end(),
                                    [&](const auto& side) { return side.first[0] == corner; });
    for (std::size_t f = first->second; found.empty() || f != found.front(); f = after(f, corner))
      found.push_back(f);
    return found;
  }

  std::vector<std::vector<int>> all;
  std::vector<Vec3> normals;
  std::map<std::array<int, 2>, std::size_t> sides;

 private:
  // Beyond the side that ends in the corner.
  std::size_t after(std::size_t face, int corner) const {
    const std::vector<int>& loop = all[face];
    const auto at = std::find(loop.begin(), loop.end(), corner);
    const int before = at == loop.begin() ? loop.back() : at[-1];
    return sides.at({corner, before});
  }
};

// ---- the core -------------------------------------------------------------------------

constexpr double together = 1e-9;  // of a shift: planes that meet in one point

// How far a corner moves inwards for a unit of rounding: all its faces go in by 1. Empty if they do
// not meet in one point then.
std::optional<Vec3> shift(const Faces& faces, int corner) {
  const std::vector<std::size_t> around = faces.around(corner);
  Vec3 best;
  double most = 0;
  for (std::size_t k = 2; k < around.size(); ++k) {
    const Vec3 &a = faces.normals[around[0]], &b = faces.normals[around[k - 1]],
               &c = faces.normals[around[k]];
    const double det = dot(a, cross(b, c));
    if (std::abs(det) <= most) continue;
    most = std::abs(det);
    best = (-1 / det) * (cross(b, c) + cross(c, a) + cross(a, b));
  }
  const bool meet = std::all_of(around.begin(), around.end(), [&](std::size_t f) {
    return std::abs(dot(faces.normals[f], best) + 1) <= together * norm(best);
  });
  return meet && most > 0 ? std::optional(best) : std::nullopt;
}

constexpr double rounding_of_sums = 1e-14;

// ---- measures -------------------------------------------------------------------------

// Integrals of 1, p and of the products of p over a solid.
struct Integrals {
  double one = 0;
  Vec3 p;
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

  void add(double volume, const Vec3& first) {
    one += volume;
    p = p + first;
  }
  // k (u v^T + v u^T)/2
  void add_product(double k, const Vec3& u, const Vec3& v) {
    xx += k * u.x * v.x;
    yy += k * u.y * v.y;
    zz += k * u.z * v.z;
    xy += k * (u.x * v.y + u.y * v.x) / 2;
    xz += k * (u.x * v.z + u.z * v.x) / 2;
    yz += k * (u.y * v.z + u.z * v.y) / 2;
  }
};

// A tetrahedron with a corner in the origin: the mean of x y is that of the products of its
// corners' sums and of each corner's, over 20.
void add_tetrahedron(Integrals& sum, const Vec3& a, const Vec3& b, const Vec3& c) {
  const double volume = dot(a, cross(b, c)) / 6;
  const Vec3 all = a + b + c;
  sum.add(volume, (volume / 4) * all);
  for (const Vec3& v : {all, a, b, c}) sum.add_product(volume / 20, v, v);
}

// What lies over a triangle up to the height r along n.
void add_slab(Integrals& sum, const std::array<Vec3, 3>& t, const Vec3& n, double r) {
  const double area = norm(cross(t[1] - t[0], t[2] - t[0])) / 2;
  const Vec3 all = t[0] + t[1] + t[2], mean = (1.0 / 3) * all;
  sum.add(area * r, area * r * (mean + (r / 2) * n));
  for (const Vec3& v : {all, t[0], t[1], t[2]}) sum.add_product(area * r / 12, v, v);
  sum.add_product(area * r * r, mean, n);
  sum.add_product(area * r * r * r / 3, n, n);
}

// A part of a cylinder along an edge, between the normals of both faces.
void add_edge(Integrals& sum, const Vec3& a, const Vec3& b, const Vec3& n, const Vec3& m,
              double r) {
  const double length = norm(b - a), angle = std::atan2(norm(cross(n, m)), dot(n, m));
  const Vec3 out = unit(n + m), across = unit(m - n), middle = 0.5 * (a + b);
  const double area = r * r * angle / 2;
  const Vec3 moment = (2.0 / 3 * r * r * r * std::sin(angle / 2)) * out;
  sum.add(length * area, length * (area * middle + moment));
  for (const Vec3& v : {a, b, a + b}) sum.add_product(length * area / 6, v, v);
  sum.add_product(2 * length, middle, moment);
  const double fourth = length * r * r * r * r / 8;
  sum.add_product(fourth * (angle + std::sin(angle)), out, out);
  sum.add_product(fourth * (angle - std::sin(angle)), across, across);
}

// Solid angle of a triangle of unit vectors.
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 2 * std::atan2(dot(a, cross(b, c)), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

// A part of a ball at a corner, between the normals of its faces. With arcs between them of the
// angles f, about the unit vectors m, and the solid angle S, the integrals over the directions are
//   of u: sum of f m/2        of u u^T: (S 1 + sum of tan(f/2) m (p + q)^T)/3
// by the theorem of Gauss on the sphere.
void add_corner(Integrals& sum, const Vec3& v, const std::vector<Vec3>& normals, double r) {
  double solid = 0;
  Vec3 first;
  Integrals second;
  for (std::size_t i = 0; i < normals.size(); ++i) {
    const Vec3 &p = normals[i], &q = normals[(i + 1) % normals.size()];
    const double angle = std::atan2(norm(cross(p, q)), dot(p, q));
    const Vec3 m = unit(cross(p, q));
    if (i > 0) solid += solid_angle(normals[0], p, q);
    first = first + (angle / 2) * m;
    second.add_product(std::tan(angle / 2) / 3, m, p + q);
  }
  for (const Vec3& e : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)})
    second.add_product(solid / 3, e, e);
  const double volume = r * r * r / 3 * solid, fifth = std::pow(r, 5) / 5;
  const Vec3 moment = (std::pow(r, 4) / 4) * first;
  sum.add(volume, volume * v + moment);
  sum.add_product(volume, v, v);
  sum.add_product(2, v, moment);
  sum.xx += fifth * second.xx;
  sum.yy += fifth * second.yy;
  sum.zz += fifth * second.zz;
  sum.xy += fifth * second.xy;
  sum.xz += fifth * second.xz;
  sum.yz += fifth * second.yz;
}

void add_rounding(Integrals& sum, const std::vector<Vec3>& corners, double r) {
  const Faces faces(corners);
  for (std::size_t f = 0; f < faces.all.size(); ++f) {
    const std::vector<int>& loop = faces.all[f];
    for (std::size_t k = 2; k < loop.size(); ++k)
      add_slab(sum, {corners[loop[0]], corners[loop[k - 1]], corners[loop[k]]}, faces.normals[f],
               r);
  }
  for (const auto& [ends, face] : faces.sides) {
    if (ends[0] > ends[1]) continue;
    const std::size_t beyond = faces.sides.at({ends[1], ends[0]});
    add_edge(sum, corners[ends[0]], corners[ends[1]], faces.normals[face], faces.normals[beyond],
             r);
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    std::vector<Vec3> normals;
    for (const std::size_t f : faces.around(static_cast<int>(i)))
      normals.push_back(faces.normals[f]);
    add_corner(sum, corners[i], normals, r);
  }
}

}  // namespace

PolyhedronCore polyhedron_core(const std::vector<Vec3>& corners, double rounding) {
  const Faces faces(corners);
  PolyhedronCore core;
  std::vector<Vec3> shifts;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto inwards = shift(faces, static_cast<int>(i));
    if (!inwards && core.split < 0) core.split = static_cast<int>(i);
    shifts.push_back(inwards.value_or(Vec3()));
    core.corners.push_back(corners[i] + rounding * shifts.back());
  }
  core.most = std::numeric_limits<double>::infinity();
  for (const auto& [ends, face] : faces.sides) {
    const Vec3 edge = corners[ends[1]] - corners[ends[0]];
    const double cut = dot(shifts[ends[0]] - shifts[ends[1]], unit(edge));
    if (cut > 0) core.most = std::min(core.most, norm(edge) / cut);
  }
  return core;
}

// About a point inside, for the sake of rounding.
SolidMeasures polyhedron_measures(const std::vector<Vec3>& core, double rounding) {
  Vec3 inside;
  for (const Vec3& p : core) inside = inside + (1.0 / static_cast<double>(core.size())) * p;
  std::vector<Vec3> corners;
  for (const Vec3& p : core) corners.push_back(p - inside);
  Integrals sum;
  for (const auto& [i, j, k] : convex_hull(corners).faces)
    add_tetrahedron(sum, corners[i], corners[j], corners[k]);
  if (rounding > 0) add_rounding(sum, corners, rounding);
  const double v = sum.one;
  const Vec3 m = (1 / v) * sum.p;
  SolidMeasures all{.volume = v, .centre = inside + m};
  all.xx = sum.xx / v - m.x * m.x;
  all.yy = sum.yy / v - m.y * m.y;
  all.zz = sum.zz / v - m.z * m.z;
  // Products that are rounding beside the squares are none: a block has three moments, not six.
  const double nothing = rounding_of_sums * (all.xx + all.yy + all.zz);
  const auto product = [&](double of, double about) {
    return std::abs(of / v - about) < nothing ? 0 : of / v - about;
  };
  all.xy = product(sum.xy, m.x * m.y);
  all.xz = product(sum.xz, m.x * m.z);
  all.yz = product(sum.yz, m.y * m.z);
  return all;
}

}  // namespace mbs::elaborate
