// Two solids of which one has flat faces: gap and place against closed forms, the gap against all
// directions, and supports against differences.
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <random>

#include "runtime/geometry/crowned.hpp"
#include "runtime/geometry/crowned_touch.hpp"

using namespace mbs;

namespace {

constexpr double mm = 1e-3;

Matrix3 turn(const Vector3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

ir::Polyhedron pyramid() {
  ir::Polyhedron p;
  for (const auto& [x, y] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}})
    p.corners.emplace_back(10 * mm * x, 10 * mm * y, -5 * mm);
  p.corners.emplace_back(0, 0, 15 * mm);
  p.faces = {{3, 2, 1, 0}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  return p;
}

Solid box(double a, double b, double c, double rounding = 0) {
  return *solid_of(
      ir::MinkowskiSum{{}, {a / 2 - rounding, b / 2 - rounding, c / 2 - rounding}, rounding});
}
Solid cylinder(double R, double L, double rounding = 0) {
  return *solid_of(
      ir::MinkowskiSum{{R - rounding, R - rounding, 0}, {0, 0, L / 2 - rounding}, rounding});
}
Solid rim(double R, double rounding = 0) {
  return *solid_of(ir::MinkowskiSum{{R - rounding, R - rounding, 0}, {}, rounding});
}

std::vector<std::pair<Solid, Solid>> pairs() {
  const Solid block = box(60 * mm, 40 * mm, 20 * mm), coin = cylinder(15 * mm, 6 * mm);
  return {{rim(10 * mm), block},
          {rim(10 * mm, 1 * mm), box(60 * mm, 40 * mm, 20 * mm, 2 * mm)},
          {block, coin},
          {cylinder(10 * mm, 30 * mm, 2 * mm), coin},
          {*solid_of(ir::MinkowskiSum{{}, {0, 0, 20 * mm}, 5 * mm}), block},
          {*solid_of(ir::MinkowskiSum{{5 * mm, 8 * mm, 12 * mm}, {}, 0}), coin},
          {*solid_of(pyramid()), *solid_of(ir::Frustum{20 * mm, 10 * mm, 30 * mm})},
          {box(10 * mm, 20 * mm, 30 * mm), block}};
}

// The largest separation of exact bodies over directions around the one that was found.
double separation(const Solid& a, const Solid& b, const SolidPlacing& at, const Vector3& u) {
  return u.dot(at.between) - flat_support(a, at.first, u).x.dot(u) +
         flat_support(b, at.second, -u).x.dot(u);
}

}  // namespace

TEST_CASE("a rim lies on a face as on a plane, and beside it as on its edge") {
  const Solid block = box(100 * mm, 100 * mm, 10 * mm), coin = rim(10 * mm);
  const auto touch = [&](double x, double z, double tilt) {
    return find_crowned_touch(
        coin, block, {turn(Vector3::UnitY(), tilt), Matrix3::Identity(), Vector3(-x, 0, -z)});
  };
  // Flat: the distance of planes, but for the crown of 1e-6 of the radius.
  CHECK(std::abs(touch(30 * mm, 6 * mm, 0).gap - 1 * mm) <= 1.1e-6 * 10 * mm);
  CHECK(std::abs(touch(30 * mm, 6 * mm, 0).first.x[0]) <= 1e-15);
  // Tilted, exactly: its lowest place is R sin(tilt) below its middle.
  const double tilt = 0.1;
  const SolidTouch down = touch(30 * mm, 6 * mm, tilt);
  CHECK(std::abs(down.gap - (1 * mm - 10 * mm * std::sin(tilt))) <= 1e-6 * 10 * mm);
  CHECK(down.u[2] == doctest::Approx(-1).epsilon(1e-15));
  // Across the edge at x = 50 mm: the distance of the edge from the plane of the coin.
  const SolidTouch edge = touch(51 * mm, 5 * mm - 0.2 * mm, tilt);
  const Vector3 n = turn(Vector3::UnitY(), tilt) * Vector3::UnitZ();
  const double closed = n.dot(Vector3(51 * mm, 0, 4.8 * mm) - Vector3(50 * mm, 0, 5 * mm));
  CHECK(std::abs(edge.gap - closed) <= 1e-6 * 10 * mm);
  CHECK(edge.second.x[0] == doctest::Approx(50 * mm).epsilon(1e-9));
}

TEST_CASE("cylinders side by side and across each other") {
  const Solid a = cylinder(10 * mm, 80 * mm), b = cylinder(5 * mm, 60 * mm);
  for (const double angle : {0.0, 0.3, std::numbers::pi / 2}) {
    CAPTURE(angle);
    const SolidTouch t = find_crowned_touch(
        a, b, {Matrix3::Identity(), turn(Vector3::UnitX(), angle), Vector3(16 * mm, 0, 0)});
    // The distance of the axes less both radii, but for crowns of a millionth of the lengths.
    CHECK(std::abs(t.gap - 1 * mm) <= 1e-6 * 80 * mm);
  }
}

TEST_CASE("no direction separates more than the one that is found") {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&] { return Vector3(uniform(engine), uniform(engine), uniform(engine)); };
  int k = 0;
  for (const auto& [a, b] : pairs()) {
    const int pair = k++;
    CAPTURE(pair);
    for (int i = 0; i < 200; ++i) {
      CAPTURE(i);
      SolidPlacing at{turn(vector(), 3 * uniform(engine)), turn(vector(), 3 * uniform(engine)),
                      vector().normalized() * 40 * mm};
      // Moved until they are 1 mm apart, or 0.01 mm in each other.
      for (const double wanted : {1 * mm, -0.01 * mm}) {
        SolidTouch t = find_crowned_touch(a, b, at);
        for (int n = 0; n < 40 && std::abs(t.gap - wanted) > 1e-9; ++n) {
          at.between += (wanted - t.gap) * t.u;
          t = find_crowned_touch(a, b, at);
        }
        // Each place is one of its body's, to what the last digit of u moves it by.
        CHECK(std::abs(t.u.dot(t.first.x) - flat_support(a, at.first, t.u).x.dot(t.u)) <=
              2e-6 * 40 * mm);
        CAPTURE(wanted);
        CAPTURE(t.gap);
        const double reached = separation(a, b, at, t.u);
        for (int j = 0; j < 100; ++j) {
          const Vector3 u = (j < 50 ? vector() : Vector3(t.u + 0.01 * vector())).normalized();
          CHECK(separation(a, b, at, u) <= reached + 2e-6 * 40 * mm);
        }
      }
    }
  }
}

TEST_CASE("a flat face is where it is, and bends across its normal alone") {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const auto& [a, b] : pairs())
    for (const Solid& solid : {a, b}) {
      // Near the middle of the crown of a face, where it bends most; steps far below its width.
      for (const FlatFace& face : flat_faces(solid)) {
        const Matrix3 I = Matrix3::Identity();
        const Vector3 v = face.n.unitOrthogonal();
        const Vector3 u = (face.n + 3e-11 * uniform(engine) * v).normalized();
        const SolidSupport here = flat_support(solid, I, u);
        // A face is where it is but for 2.1e-10 of the size (ln 8).
        CHECK(here.x.dot(u) == doctest::Approx(face.away + solid.rounding).epsilon(2e-8));
        CHECK((here.bend * u).norm() <= 1e-6 * here.bend.norm());
      }
    }
}
