// Cones, polyhedra and prisms in space: how far they reach, how far points are from them, and where
// they are farthest from a centre or an axis, against all of their corners.
#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <random>

#include "runtime/geometry/core_distance.hpp"
#include "runtime/geometry/farthest.hpp"

using namespace mbs;

namespace {

constexpr double mm = 1e-3;
// What is flat is crowned by a millionth of its size.
constexpr double crown = 1e-6 * 60 * mm;

struct Generator {
  std::mt19937 engine{5};
  std::uniform_real_distribution<double> uniform{-1, 1};
  double operator()() { return uniform(engine); }
  Vector3 vector() { return {(*this)(), (*this)(), (*this)()}; }
  Matrix3 rotation() {
    return Eigen::AngleAxisd(3 * (*this)(), vector().normalized()).toRotationMatrix();
  }
};

// A shape with places of its surface, corners included, and whether the hull of these is all of it
// but for what is round.
struct Sample {
  const char* name;
  Solid solid;
  std::vector<Vector3> places;
};

void add_circle(std::vector<Vector3>& places, double R, double z, double b = 0) {
  constexpr int around = 20000;
  for (int i = 0; i < around; ++i) {
    const double angle = 2 * std::numbers::pi * i / around;
    places.emplace_back(R * std::cos(angle), (b > 0 ? b : R) * std::sin(angle), z);
  }
}

// A wedge: the hull of six points.
ir::Polyhedron wedge() {
  ir::Polyhedron p;
  for (const double z : {-10 * mm, 15 * mm})
    for (const auto& [x, y] : {std::pair(-20 * mm, -10 * mm), {30 * mm, -10 * mm}, {0.0, 25 * mm}})
      p.corners.emplace_back(x, y, z);
  p.faces = {{2, 1, 0}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};
  return p;
}

std::vector<Sample> samples() {
  std::vector<Sample> all;
  const auto add = [&](const char* name, const ir::Shape& shape) -> std::vector<Vector3>& {
    return all.emplace_back(Sample{name, *solid_of(shape), {}}).places;
  };
  auto* cone = &add("cone", ir::Frustum{20 * mm, 0, 30 * mm});
  add_circle(*cone, 20 * mm, 0);
  cone->emplace_back(0, 0, 30 * mm);
  auto* bell = &add("frustum", ir::Frustum{10 * mm, 25 * mm, 15 * mm});
  add_circle(*bell, 10 * mm, 0);
  add_circle(*bell, 25 * mm, 15 * mm);
  auto* hull = &add("polyhedron", wedge());
  for (const ir::Vec3& c : wedge().corners) hull->emplace_back(c.x, c.y, c.z);
  const ir::Polygon kite{{{-20 * mm, 0}, {0, -10 * mm}, {30 * mm, 0}, {0, 10 * mm}}, 0};
  auto* prism = &add("prism of a polygon", ir::Prism{kite, 12 * mm});
  for (const ir::Vec2& c : kite.corners)
    for (const double z : {-6 * mm, 6 * mm}) prism->emplace_back(c.x, c.y, z);
  auto* oval =
      &add("prism of an ellipse", ir::Prism{ir::Superellipse{30 * mm, 12 * mm, 2}, 8 * mm});
  for (const double z : {-4 * mm, 4 * mm}) add_circle(*oval, 30 * mm, z, 12 * mm);
  auto* box = &add("box", ir::MinkowskiSum{{}, {10 * mm, 20 * mm, 5 * mm}, 0});
  for (int i = 0; i < 8; ++i)
    box->emplace_back(i & 1 ? 10 * mm : -10 * mm, i & 2 ? 20 * mm : -20 * mm,
                      i & 4 ? 5 * mm : -5 * mm);
  auto* cylinder = &add("cylinder", ir::MinkowskiSum{{15 * mm, 15 * mm, 0}, {0, 0, 25 * mm}, 0});
  for (const double z : {-25 * mm, 25 * mm}) add_circle(*cylinder, 15 * mm, z);
  return all;
}

double largest(const std::vector<Vector3>& places, const Vector3& u) {
  double most = -1;
  for (const Vector3& p : places) most = std::max(most, p.dot(u));
  return most;
}

}  // namespace

TEST_CASE("a solid reaches as far as its farthest place") {
  Generator any;
  for (const Sample& s : samples()) {
    INFO(std::string(s.name));
    for (int i = 0; i < 200; ++i) {
      const Vector3 u = any.vector().normalized();
      const SolidSupport reach = support(s.solid, Matrix3::Identity(), u);
      const double most = largest(s.places, u);
      // Places of a circle are 2 pi/20000 apart: 5e-8 of its radius.
      CHECK(std::abs(reach.x.dot(u) - most) < crown);
    }
  }
}

TEST_CASE("the farthest place moves with the direction as its bend says") {
  Generator any;
  for (const Sample& s : samples()) {
    INFO(std::string(s.name));
    for (int i = 0; i < 30; ++i) {
      // Every third time nearly along an axis, where flat sides are crowned.
      const Vector3 axis = Vector3::Unit(i % 3) + 2e-6 * any.vector();
      const Vector3 u = (i % 3 == 0 ? axis : any.vector()).normalized();
      const Vector3 du = u.cross(any.vector());
      const double h = i % 3 == 0 ? 1e-10 : 1e-7;
      const Matrix3 axes = Matrix3::Identity();
      const auto at = [&](double step) {
        return support(s.solid, axes, (u + step * du).normalized());
      };
      const SolidSupport now = at(0);
      const Vector3 change = (at(h).x - at(-h).x) / (2 * h);
      CHECK((now.bend * u).norm() < 1e-9 * (1 + now.bend.norm()));
      CHECK((now.bend - now.bend.transpose()).norm() < 1e-12 * (1 + now.bend.norm()));
      CHECK((change - now.bend * du).norm() < 1e-5 * (s.solid.bound + now.bend.norm()));
    }
  }
}

// Outside a point is as far away as the plane square to u that is farthest, over all u.
TEST_CASE("the distance of a point from a solid, and its gradient") {
  Generator any;
  for (const Sample& s : samples()) {
    INFO(std::string(s.name));
    for (int i = 0; i < 200; ++i) {
      const Vector3 p = 60 * mm * any.vector();
      const CoreDistance d = core_distance(s.solid, p);
      INFO("distance " << d.distance);
      CHECK(std::abs(d.n.norm() - 1) < 1e-13);
      if (d.distance > 0) {
        CHECK(std::abs(d.n.dot(p) - largest(s.places, d.n) - d.distance) < crown);
        for (int k = 0; k < 5; ++k) {
          const Vector3 u = (d.n + 0.1 * any.vector()).normalized();
          CHECK(u.dot(p) - largest(s.places, u) < d.distance + crown);
        }
      }
      if (std::abs(d.distance) < 0.1 * mm) continue;  // a step would lead across an edge
      constexpr double h = 1e-8;
      for (int k = 0; k < 3; ++k) {
        const CoreDistance before = core_distance(s.solid, p - h * Vector3::Unit(k)),
                           after = core_distance(s.solid, p + h * Vector3::Unit(k));
        if ((after.n - before.n).norm() > 1e-3) continue;  // inside, where another face is as near
        CHECK(std::abs((after.distance - before.distance) / (2 * h) - d.n[k]) < 1e-6);
        if ((after.bend - before.bend).norm() > 1e-3 * (1 + d.bend.norm())) continue;
        CHECK(((after.n - before.n) / (2 * h) - d.bend.col(k)).norm() <
              1e-5 * std::max(d.bend.norm(), 1.0));
      }
    }
  }
}

TEST_CASE("inside, the nearest face counts") {
  const Solid cone = *solid_of(ir::Frustum{20 * mm, 0, 30 * mm});
  CHECK(std::abs(core_distance(cone, {0, 0, 1 * mm}).distance + 1 * mm) < 1e-15);
  // The side leans by atan(2/3).
  const CoreDistance side = core_distance(cone, {8 * mm, 0, 15 * mm});
  CHECK(std::abs(side.distance + 2 * mm * 3 / std::sqrt(13.0)) < 1e-15);
  CHECK((side.n - Vector3(3, 0, 2) / std::sqrt(13.0)).norm() < 1e-14);
  const CoreDistance above = core_distance(cone, {0, 0, 35 * mm});
  CHECK(std::abs(above.distance - 5 * mm) < 1e-15);
  CHECK(std::abs(above.bend(0, 0) / 200 - 1) < 1e-9);  // a point, 5 mm away
}

TEST_CASE("the place that is farthest from a centre, or from an axis") {
  Generator any;
  for (const Sample& s : samples()) {
    INFO(std::string(s.name));
    for (int i = 0; i < 60; ++i) {
      HollowPlacing at{any.rotation(), 20 * mm * any.vector(), any.vector().normalized(),
                       i % 2 == 0};
      const Farthest f = find_farthest(s.solid, at);
      double most = 0;
      for (const Vector3& place : s.places) {
        const Vector3 w = at.between + at.body * place;
        most = std::max(most, at.bore ? at.axis.cross(w).norm() : w.norm());
      }
      INFO("in a bore " << at.bore << ", " << f.reach << " instead of " << most);
      CHECK(std::abs(f.reach - most) < 2 * crown);
      const Vector3 w = at.between + f.place.x;
      const Vector3 across = at.bore ? Vector3(w - at.axis * at.axis.dot(w)) : w;
      CHECK((across - f.reach * f.u).norm() < 1e-9);
    }
  }
}

TEST_CASE("an ellipsoid in a socket touches with one of its ends") {
  const Solid egg = *solid_of(ir::MinkowskiSum{{30 * mm, 20 * mm, 10 * mm}, {}, 0});
  HollowPlacing at{Matrix3::Identity(), {1 * mm, 0, 0}, Vector3::UnitZ(), false};
  const Farthest end = find_farthest(egg, at);
  CHECK(std::abs(end.reach - 31 * mm) < 1e-15);
  at.between = {-1 * mm, 0, 0};
  CHECK(std::abs(find_farthest(egg, at).reach - 31 * mm) < 1e-15);
  // In a bore along its longest axis with its middle one.
  at.axis = Vector3::UnitX();
  at.bore = true;
  at.between = {5 * mm, 0, 0};
  CHECK(std::abs(find_farthest(egg, at).reach - 20 * mm) < 1e-15);
}
