// Convex bodies with flat faces: how far they are in each other, against directions at random.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "runtime/geometry/flat_body.hpp"

using namespace mbs;

namespace {

const std::vector<std::vector<int>> box_faces{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                              {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

FlatBody box(double a, double b, double c) {
  std::vector<Vector3> corners;
  for (const double z : {-c, c})
    for (const auto& [x, y] : {std::pair{-a, -b}, {a, -b}, {a, b}, {-a, b}})
      corners.emplace_back(x / 2, y / 2, z / 2);
  return *flat_body(corners, box_faces);
}

FlatBody tetrahedron() {
  return *flat_body({{0.6, 0, -0.3}, {-0.5, 0.5, -0.3}, {-0.4, -0.6, -0.3}, {0.1, 0.1, 0.7}},
                    {{2, 1, 0}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}});
}

FlatPlacing at(double x, double y, double z, const Matrix3& R = Matrix3::Identity()) {
  return {R, {x, y, z}};
}

double distance_along(const FlatBody& a, const FlatPlacing& pa, const FlatBody& b,
                      const FlatPlacing& pb, const Vector3& n) {
  double first = -1e9, second = 1e9;
  for (const Vector3& corner : a.corners) first = std::max(first, n.dot(pa.R * corner + pa.r));
  for (const Vector3& corner : b.corners) second = std::min(second, n.dot(pb.R * corner + pb.r));
  return second - first;
}

}  // namespace

TEST_CASE("a box across another: edges alone overlap, and the way out is up") {
  const FlatBody beam = box(1, 0.02, 0.1), block = box(0.04, 0.03, 0.02);
  int direction = 0;
  CHECK(std::abs(apart(beam, at(0, 0, 0), block, at(0, 0, 0.061), direction) - 1e-3) < 1e-15);
  CHECK(std::abs(apart(beam, at(0, 0, 0), block, at(0, 0, 0.057), direction) + 3e-3) < 1e-15);
  CHECK(block.thickness == doctest::Approx(0.02).epsilon(1e-12));
}

TEST_CASE("two edges that cross alone decide") {
  // Both on edge, square to each other: sqrt(2)/2 of the side from the axis to the edge.
  const Matrix3 about_x = Eigen::AngleAxisd(M_PI / 4, Vector3::UnitX()).toRotationMatrix();
  const Matrix3 about_y = Eigen::AngleAxisd(M_PI / 4, Vector3::UnitY()).toRotationMatrix();
  const FlatBody rail = box(1, 0.02, 0.02), bar = box(0.02, 0.2, 0.02);
  const double reach = 0.02 * std::sqrt(0.5);
  for (const double gap : {-1e-3, -1e-9, 1e-9, 1e-3}) {
    int direction = 0;
    CHECK(std::abs(apart(rail, at(0, 0, 0, about_x), bar, at(0, 0, 2 * reach + gap, about_y),
                         direction) -
                   gap) < 1e-15);
  }
}

TEST_CASE("no direction at random tells them farther apart, and some come near") {
  std::mt19937 engine{7};
  std::uniform_real_distribution<double> any{-1, 1};
  const auto vector = [&] { return Vector3(any(engine), any(engine), any(engine)); };
  const FlatBody one = box(0.8, 0.6, 0.4), other = tetrahedron();
  for (int i = 0; i < 200; ++i) {
    const auto turned = [&] {
      return Eigen::AngleAxisd(3 * any(engine), vector().normalized()).toRotationMatrix();
    };
    const FlatPlacing a{turned(), vector()}, b{turned(), vector()};
    int direction = 0;
    const double found = apart(one, a, other, b, direction);
    double largest = -1e9;
    for (int k = 0; k < 4000; ++k)
      largest = std::max(largest, distance_along(one, a, other, b, vector().normalized()));
    // Where they overlap, that is all; where they are apart a corner may be nearest to a corner.
    if (found > 0) continue;
    CHECK(largest <= found + 1e-12);
    CHECK(largest > found - 0.1);
    // The direction of before tells at once that they are apart, and never that they are not.
    const double again = apart(one, a, other, {b.R, b.r + Vector3(5, 0, 0)}, direction);
    CHECK(again > 0);
  }
}

TEST_CASE("what is round is none") {
  std::vector<std::vector<int>> open = box_faces;
  open.pop_back();
  CHECK_FALSE(flat_body(box(1, 1, 1).corners, open));
}
