// Hulls of what files hold: the corners of a part, whatever their digits have made of its faces.
#include "lang/elaborate/shapes/mesh_hull.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "lang/elaborate/shapes/hull.hpp"

using namespace mbs;
using namespace mbs::elaborate;

namespace {

using ir::Vec3;

// Each side must belong to one face and its reverse to another, and Euler's formula hold.
void check_closed(const Hull& hull) {
  std::multiset<std::array<int, 2>> sides;
  for (const auto& face : hull.faces)
    for (int k = 0; k < 3; ++k) sides.insert({face[k], face[(k + 1) % 3]});
  for (const auto& [from, to] : sides) {
    CHECK(sides.count({from, to}) == 1);
    CHECK(sides.count({to, from}) == 1);
  }
  CHECK(hull.corners.size() + hull.faces.size() == sides.size() / 2 + 2);
}

Vec3 in_single_precision(const Vec3& p) {
  return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
}

// The faces of a block of n by n by n cells, turned and shifted, in triangles.
std::vector<Vec3> block(int n, double size, const Vec3& shift) {
  const auto place = [&](int axis, int side, int i, int k) {
    double c[3] = {};
    c[axis] = side;
    c[(axis + 1) % 3] = static_cast<double>(i) / n;
    c[(axis + 2) % 3] = static_cast<double>(k) / n;
    const double a = std::cos(0.5), b = std::sin(0.5);
    return in_single_precision(
        shift + size * Vec3(a * c[0] - b * c[1], b * c[0] + a * c[1], c[2] + 0.3 * c[0]));
  };
  std::vector<Vec3> points;
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k)
          for (const auto& [di, dk] : {std::array{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}})
            points.push_back(
                place(axis, side, side == 1 ? i + di : i + dk, side == 1 ? k + dk : k + di));
  return points;
}

}  // namespace

TEST_CASE(
    "a block of many triangles has eight corners and fills its hull, near the origin and far from "
    "it") {
  for (const int cells : {1, 2, 7, 30})
    for (const double away : {0.0, 1.0, 100.0, 1e3}) {
      const MeshHull hull = hull_of_mesh(block(cells, 10, {away, -2 * away, away / 3}));
      CHECK(hull.corners.size() == 8);
      CHECK(flat_faces(hull.corners).size() <= 12);  // digits may bend a square along its diagonal
      // A millionth of the coordinate at each of the three sides of 10.
      CHECK(hull.fills == doctest::Approx(1).epsilon(1e-6 + 6e-7 * away));
    }
}

TEST_CASE("the size of a part does not count") {
  for (const double size : {1e-9, 1e-3, 1e6, 1e30})
    CHECK(hull_of_mesh(block(5, size, {})).corners.size() == 8);
}

TEST_CASE("points in a plane, on a line, in one place have no hull") {
  CHECK(hull_of_mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}})
            .corners.empty());
  CHECK(hull_of_mesh({{0, 0, 0}, {1, 2, 3}, {2, 4, 6}}).corners.empty());
  CHECK(hull_of_mesh({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}).corners.empty());
}

TEST_CASE("of a ball of many points each is a corner, and the hull is closed") {
  std::vector<Vec3> points;
  constexpr int count = 2000;
  for (int i = 0; i < count; ++i) {  // Fibonacci's spiral
    const double z = 1 - (2 * i + 1.0) / count, r = std::sqrt(1 - z * z);
    const double a = i * std::numbers::pi * (3 - std::sqrt(5.0));
    points.push_back(in_single_precision({r * std::cos(a), r * std::sin(a), z}));
  }
  const Hull hull = convex_hull(points);
  CHECK(hull.corners.size() == count);
  check_closed(hull);
}

TEST_CASE("hulls of points of which many nearly lie in one plane are closed") {
  for (int n = 4; n < 40; ++n) {
    std::vector<Vec3> points;
    for (int i = 0; i < n; ++i) {
      const double a = 2 * std::numbers::pi * i / n;
      for (const double z : {0.0, 1.0, 2.0})
        points.push_back(in_single_precision(
            {7 + 0.1 * std::cos(a), 3 + 0.1 * std::sin(a), 0.1 * z + 0.03 * std::cos(a)}));
    }
    for (const Hull& hull : {convex_hull(points), coarse_hull(points, 1e-5, 1000)}) {
      REQUIRE_FALSE(hull.faces.empty());
      check_closed(hull);
    }
    CHECK(hull_of_mesh(points).corners.size() == static_cast<std::size_t>(2 * n));
  }
}

TEST_CASE("more corners than contacts can cope with") {
  std::vector<Vec3> points;
  constexpr int count = 6'000;
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count, r = std::sqrt(1 - z * z);
    const double a = i * std::numbers::pi * (3 - std::sqrt(5.0));
    points.push_back({r * std::cos(a), r * std::sin(a), z});
  }
  CHECK(hull_of_mesh(points).too_many);
}
