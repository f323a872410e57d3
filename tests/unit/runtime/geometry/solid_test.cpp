// Smooth convex bodies in space: their common normal against the least distance of all points, and
// Hertz' ellipses against published numbers.
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <random>

#include "runtime/geometry/core_distance.hpp"
#include "runtime/geometry/elliptic_contact.hpp"
#include "runtime/geometry/solid_touch.hpp"

using namespace mbs;

namespace {

constexpr double mm = 1e-3;

Matrix3 turned(const Vector3& axis, double degrees) {
  return Eigen::AngleAxisd(degrees / 57.29577951308232, axis).toRotationMatrix();
}

Solid ellipsoid(double a, double b, double c) {
  return *solid_of(ir::MinkowskiSum{{a, b, c}, {}, 0});
}

// Of the two ellipsoids of the design: 60, 40, 25 mm at the origin, 30, 50, 20 mm beside it.
SolidTouch of_two(const Vector3& between) {
  const SolidPlacing at{turned(Vector3::UnitZ(), 20) * turned(Vector3::UnitX(), 10),
                        turned(Vector3::UnitY(), 35), between};
  return find_touch(ellipsoid(60 * mm, 40 * mm, 25 * mm), ellipsoid(30 * mm, 50 * mm, 20 * mm), at);
}

struct Generator {
  std::mt19937 engine{11};
  std::uniform_real_distribution<double> uniform{-1, 1};
  double operator()() { return uniform(engine); }
  Vector3 vector() { return {(*this)(), (*this)(), (*this)()}; }
  Matrix3 rotation() {
    return Eigen::AngleAxisd(3 * (*this)(), vector().normalized()).toRotationMatrix();
  }
  double size() { return std::pow(10, -2 + 0.5 * (*this)()); }  // 3 to 30 mm
  Solid ellipsoid() {
    const double a = size(), b = size();
    return ::ellipsoid(a, b, size());
  }
};

// The largest separation, by trying directions all over the sphere and then ever closer ones.
double largest_separation(const Solid& first, const Solid& second, const SolidPlacing& at,
                          Generator& any) {
  const auto s = [&](const Vector3& u) {
    return u.dot(at.between) - u.dot(support(first, at.first, u).x) +
           u.dot(support(second, at.second, -u).x);
  };
  Vector3 best = Vector3::UnitX();
  double most = -std::numeric_limits<double>::infinity();
  const auto attempt = [&](const Vector3& u) {
    const double value = s(u);
    if (value > most) most = value, best = u;
  };
  for (int i = 0; i < 4000; ++i) attempt(any.vector().normalized());
  for (double width = 0.1; width > 1e-9; width *= 0.7)
    for (int i = 0; i < 12; ++i) attempt((best + width * any.vector()).normalized());
  return most;
}

}  // namespace

TEST_CASE("two ellipsoids whose gap and radii are known") {
  const SolidTouch t = of_two({60 * mm, 45 * mm, 20 * mm});
  CHECK(std::abs(t.gap + 4.20208748 * mm) < 1e-8 * mm);
  CHECK((t.u - Vector3(0.62703457, 0.22479397, 0.74585208)).norm() < 1e-8);
  const auto T = across(t.u);
  const EqualRadii radii = equal_radii((T.transpose() * t.first.bend * T).inverse(),
                                       (T.transpose() * t.second.bend * T).inverse());
  CHECK(std::abs(radii.first - 30.92950 * mm) < 1e-5 * mm);
  CHECK(std::abs(radii.second - 56.09042 * mm) < 1e-5 * mm);
  CHECK(std::abs(of_two({80 * mm, 50 * mm, 30 * mm}).gap - 17.39547825 * mm) < 1e-8 * mm);
}

TEST_CASE("the common normal is that of the largest separation") {
  Generator any;
  for (int i = 0; i < 300; ++i) {
    const Solid first = any.ellipsoid(), second = any.ellipsoid();
    SolidPlacing at{any.rotation(), any.rotation(), {}};
    at.between = 40 * mm * any.vector();
    const SolidTouch t = find_touch(first, second, at);
    INFO("pair " << i << " gap " << t.gap);
    CHECK(t.gap > largest_separation(first, second, at, any) - 1e-13);
    if (t.gap < -0.1 * std::min(first.least, second.least)) continue;
    // The points of both lie on it, one gap apart.
    const Vector3 apart = at.between - t.first.x + t.second.x;
    CHECK((apart - t.gap * t.u).norm() < 1e-14);
  }
}

TEST_CASE("needles, lenses, balls and shapes a million times as large") {
  Generator any;
  for (int i = 0; i < 300; ++i) {
    const double scale = std::pow(10, 6 * any());
    const double thin = std::pow(10, -2.5 + 2.5 * any());
    const Solid first = ellipsoid(scale, thin * scale, i % 2 ? scale : thin * scale);
    const Solid second =
        i % 3 ? ellipsoid(thin * scale, scale, scale) : *solid_of(ir::Circle{thin * scale, false});
    SolidPlacing at{any.rotation(), any.rotation(), {}};
    at.between = 3 * scale * any.vector();
    const SolidTouch t = find_touch(first, second, at);
    INFO("pair " << i << " of the thickness " << thin << ", gap " << t.gap / scale);
    CHECK(std::isfinite(t.gap));
    CHECK(t.gap > largest_separation(first, second, at, any) - 1e-12 * scale);
  }
}

TEST_CASE("balls by the common search, alike in all directions and concentric") {
  const Solid small = *solid_of(ir::Circle{2 * mm, false}),
              large = *solid_of(ir::Circle{3 * mm, false});
  SolidPlacing at{Matrix3::Identity(), Matrix3::Identity(), {0, 3 * mm, 4 * mm}};
  const SolidTouch t = find_touch(small, large, at);
  CHECK(std::abs(t.gap) < 1e-17);
  CHECK((t.u - Vector3(0, 0.6, 0.8)).norm() < 1e-15);
  at.between.setZero();
  const SolidTouch middle = find_touch(small, large, at);
  CHECK(std::abs(middle.gap + 5 * mm) < 1e-17);
  CHECK(
      normal_compliance(middle.first.bend + middle.second.bend, middle.gap, middle.u).allFinite());
  // Two of the same lenses in the same place, face to face: the thinnest way out of each other.
  const Solid lens = ellipsoid(10 * mm, 10 * mm, 1 * mm);
  CHECK(std::abs(find_touch(lens, lens, at).gap + 2 * mm) < 1e-15);
}

TEST_CASE("the bend of a surface changes as its derivative says") {
  Generator any;
  for (int i = 0; i < 30; ++i) {
    Solid shape = any.ellipsoid();
    shape.rounding = any.size();
    const Matrix3 axes = any.rotation();
    const Vector3 u = any.vector().normalized(), du = u.cross(any.vector());
    constexpr double h = 1e-6;
    const auto at = [&](double step) { return support(shape, axes, (u + step * du).normalized()); };
    const SolidSupport before = at(-h), after = at(h), now = at(0);
    CHECK((now.bend * u).norm() < 1e-15);
    CHECK(((after.x - before.x) / (2 * h) - now.bend * du).norm() < 1e-8 * now.bend.norm());
    CHECK(((after.bend - before.bend) / (2 * h) - bend_change(shape, axes, u, du)).norm() <
          1e-7 * now.bend.norm() * du.norm());
  }
}

// Johnson, Contact Mechanics, 4.2; the numbers of F2 from (4.32) with complete elliptic integrals.
TEST_CASE("an ellipse of contact presses as its table says") {
  struct Row {
    double ratio, F2;
  };
  for (const Row row : {Row{1, 1}, {2, 0.9933928}, {10, 0.9333298}, {100, 0.7859965}}) {
    const double R = radius_of_equal_force(row.ratio * 50, 50);  // k in 1/m
    const double mean = 1 / (50 * std::sqrt(row.ratio));
    CHECK(std::abs(std::cbrt(mean / R) - row.F2) < 5e-8);
  }
  // Nothing jumps where the ellipse becomes a circle.
  const double circle = radius_of_equal_force(50, 50);
  CHECK(std::abs(radius_of_equal_force(50 * (1 + 1e-7), 50) / circle - (1 - 5e-8)) < 1e-13);
}

TEST_CASE("complete elliptic integrals") {
  // Abramowitz and Stegun, table 17.1: K(0.5), E(0.5); K(0.99), E(0.99).
  const EllipticIntegrals half = elliptic_integrals(0.5), most = elliptic_integrals(0.01);
  CHECK(std::abs(half.K - 1.85407467730137) < 1e-14);
  CHECK(std::abs(half.K - 0.5 * half.D - 1.35064388104768) < 1e-14);  // E = K - m D
  CHECK(std::abs(most.K - 3.69563736298987) < 1e-13);
  CHECK(std::abs(most.K - 0.99 * most.D - 1.015993545025223) < 1e-13);
  CHECK(std::abs(half.B + half.D - half.K) < 1e-15);
}

TEST_CASE("a ball on a plane, two balls, and what laws see of them") {
  const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
  const EqualRadii balls = equal_radii(one / (3 * mm), one / (6 * mm));
  CHECK(std::abs(balls.first - 3 * mm) < 1e-15);
  CHECK(std::abs(balls.second - 6 * mm) < 1e-15);
  const EqualRadii flat = equal_radii(one / (3 * mm), 0 * one);
  CHECK(std::abs(flat.first - 3 * mm) < 1e-15);
  CHECK(std::isinf(flat.second));
}

namespace {

// The nearest of many places of a box with half sides, or of a cylinder.
double nearest(const Vector3& half, double R, const Vector3& p) {
  Vector3 inside = p.cwiseMin(half).cwiseMax(-half);
  if (R > 0) {
    const double r = std::hypot(p[0], p[1]), k = r > R ? R / r : 1;
    inside = Vector3(k * p[0], k * p[1], std::clamp(p[2], -half[2], half[2]));
  }
  return (p - inside).norm();
}

}  // namespace

TEST_CASE("the distance from boxes, cylinders and segments has the gradient it says") {
  Generator any;
  const Solid shapes[] = {
      *solid_of(ir::MinkowskiSum{{}, {10 * mm, 20 * mm, 5 * mm}, 2 * mm}),
      *solid_of(ir::MinkowskiSum{{15 * mm, 15 * mm, 0}, {0, 0, 4 * mm}, 1 * mm}),
      *solid_of(ir::MinkowskiSum{{15 * mm, 15 * mm, 0}, {}, 1 * mm}),
      *solid_of(ir::MinkowskiSum{{}, {0, 0, 10 * mm}, 4 * mm}),
  };
  for (const Solid& shape : shapes) {
    for (int i = 0; i < 200; ++i) {
      const Vector3 p = 30 * mm * any.vector();
      const CoreDistance d = core_distance(shape, p);
      if (d.distance > 0)
        CHECK(std::abs(d.distance - nearest(shape.half, shape.semi[0], p)) < 1e-15);
      CHECK(std::abs(d.n.norm() - 1) < 1e-14);
      if (std::abs(d.distance) < 0.1 * mm) continue;  // a step would lead across an edge
      constexpr double h = 1e-8;
      for (int k = 0; k < 3; ++k) {
        const CoreDistance before = core_distance(shape, p - h * Vector3::Unit(k)),
                           after = core_distance(shape, p + h * Vector3::Unit(k));
        CHECK(std::abs((after.distance - before.distance) / (2 * h) - d.n[k]) < 1e-6);
        if ((after.bend - before.bend).norm() > 1e-3 * (1 + d.bend.norm())) continue;
        CHECK(((after.n - before.n) / (2 * h) - d.bend.col(k)).norm() <
              1e-5 * std::max(d.bend.norm(), 1.0));
      }
    }
  }
}
