// Convex bodies in space that are no balls: gap, normal and contact point change as they say.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/radii.hpp"
#include "runtime/contact/shape_pairs.hpp"
#include "runtime/contact/smooth_in_space.hpp"

using namespace mbs;

namespace {

struct Generator {
  std::mt19937 engine{3};
  std::uniform_real_distribution<double> uniform{-1, 1};
  double operator()() { return uniform(engine); }
  Vector3 vector() { return {(*this)(), (*this)(), (*this)()}; }
  Matrix3 rotation() {
    return Eigen::AngleAxisd(3 * (*this)(), vector().normalized()).toRotationMatrix();
  }
};

// Two bodies of sizes near 1 m, with their shapes off their centres of mass.
struct Touching {
  SpatialPose a, b;
  Vector3 on_a, on_b;
  ContactModel model;

  Touching(Generator& any, const ir::Shape& one, const ir::Shape& other) {
    SolidPair solids{{}, *solid_of(one), *solid_of(other)};
    solids.one.axes = any.rotation();
    solids.other.axes = any.rotation();
    model.shapes = pair_of_solids(solids.one.kind, solids.other.kind);
    model.convex = std::make_shared<const SolidPair>(solids);
    model.lever = 0.3;
    const Vector3 normal = any.vector().normalized();
    model.nx = normal[0], model.ny = normal[1], model.nz = normal[2];
    for (SpatialPose* body : {&a, &b}) {
      body->R = any.rotation();
      body->r = 2 * any.vector();
      body->v = any.vector();
      body->omega = any.vector();
    }
    on_a = 0.3 * any.vector();
    on_b = 0.3 * any.vector();
  }
  ContactPair pair() const {
    ContactPair p;
    p.space_a = &a, p.space_b = &b;
    p.lever_a = &on_a, p.lever_b = &on_b;
    return p;
  }
  SpatialTouch touch() const {
    SpatialTouch t;
    model.shapes->in_space(model, pair(), true, t);
    return t;
  }
  Touching moved(int j, double step) const {
    Touching other = *this;
    SpatialPose& body = j < 6 ? other.a : other.b;
    Vector3& lever = j < 6 ? other.on_a : other.on_b;
    if (j % 6 < 3) {
      body.r[j % 6] += step;
      return other;
    }
    const Vector3 own = body.R.transpose() * lever;
    body.R = body.R * Eigen::AngleAxisd(step, Vector3::Unit(j % 6 - 3)).toRotationMatrix();
    lever = body.R * own;
    return other;
  }
  Vector3 normal_rate() const { return touch().dn * motion_of(pair()); }
};

constexpr double h = 1e-6;

void check_changes(const Touching& x) {
  const SpatialTouch t = x.touch();
  const MotionRows rates = x.model.shapes->normal_rate_by_place(x.model, x.pair());
  Eigen::Matrix<double, 1, 12> gap;
  const Vector3 arm_a = t.X - x.a.r, arm_b = t.X - x.b.r;
  gap << -t.n.transpose(), -arm_a.cross(t.n).transpose() * x.a.R, t.n.transpose(),
      arm_b.cross(t.n).transpose() * x.b.R;
  // Sharp edges jump to the next face, where a difference means nothing.
  for (int j = 0; j < 12; ++j) {
    const Touching plus = x.moved(j, h), minus = x.moved(j, -h);
    const SpatialTouch p = plus.touch(), m = minus.touch();
    INFO("motion " << j << " gap " << t.gap);
    CHECK(std::abs((p.gap - m.gap) / (2 * h) - gap[j]) < 1e-7);
    CHECK((t.dn.col(j) - (p.n - m.n) / (2 * h)).norm() < 1e-6 * (1 + t.dn.norm()));
    CHECK((t.dX.col(j) - (p.X - m.X) / (2 * h)).norm() < 1e-6 * (1 + t.dX.norm()));
    CHECK((rates.col(j) - (plus.normal_rate() - minus.normal_rate()) / (2 * h)).norm() <
          1e-5 * (1 + rates.norm()));
  }
}

const ir::Shape egg = ir::MinkowskiSum{{1.1, 0.7, 0.5}, {}, 0};
const ir::Shape lens = ir::MinkowskiSum{{0.9, 0.8, 0.3}, {}, 0};
const ir::Shape tyre = ir::MinkowskiSum{{0.9, 0.9, 0}, {}, 0.2};
const ir::Shape rim = ir::MinkowskiSum{{0.9, 0.9, 0}, {}, 0};
const ir::Shape box = ir::MinkowskiSum{{}, {0.6, 0.4, 0.3}, 0.1};
const ir::Shape cylinder = ir::MinkowskiSum{{0.6, 0.6, 0}, {0, 0, 0.4}, 0.1};
const ir::Shape capsule = ir::MinkowskiSum{{}, {0, 0, 0.7}, 0.3};
const ir::Shape cone = ir::Frustum{0.7, 0, 0.9};
const ir::Shape bell = ir::Frustum{0.3, 0.8, 0.6};
const ir::Shape oval = ir::Prism{ir::Superellipse{0.8, 0.5, 2}, 0.6};
const ir::Shape plate =
    ir::Prism{ir::Polygon{{{-0.5, -0.4}, {0.6, -0.3}, {0.4, 0.5}, {-0.4, 0.6}}, 0.1}, 0.4};
const ir::Shape wedge =
    ir::Polyhedron{{{0.6, 0, -0.3}, {-0.5, 0.5, -0.3}, {-0.4, -0.6, -0.3}, {0.1, 0.1, 0.7}},
                   {{2, 1, 0}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}},
                   0.1};
const ir::Shape ridge = ir::Edge{{0.4, 0, 1.2}, {{{-0.9, 0.3, 0.3}, {-0.9, -0.3, 0.3}}}};
const ir::Shape socket = ir::Circle{3, true};
const ir::Shape bore = ir::Bore{3};
const ir::Shape ball = ir::Circle{0.5, false};
const ir::Shape plane = ir::HalfPlane{};

}  // namespace

TEST_CASE("smooth bodies on planes and on each other") {
  Generator any;
  for (int i = 0; i < 10; ++i) {
    check_changes(Touching(any, egg, plane));
    check_changes(Touching(any, plane, lens));
    check_changes(Touching(any, tyre, plane));
    check_changes(Touching(any, plane, rim));
  }
  for (int i = 0; i < 30;) {
    const Touching two(any, egg, lens);
    if (two.touch().gap < -0.1) continue;  // no one normal
    check_changes(two);
    ++i;
  }
  for (int i = 0; i < 10;) {
    const Touching two(any, ball, lens);
    if (two.touch().gap < -0.1) continue;
    check_changes(two);
    ++i;
  }
}

TEST_CASE("capsules on smooth bodies") {
  Generator any;
  for (int i = 0; i < 60;) {
    const ir::Shape& other = i % 3 ? egg : lens;
    const Touching two = i % 2 ? Touching(any, capsule, other) : Touching(any, other, capsule);
    if (two.touch().gap < -0.1) continue;
    ++i;
    check_changes(two);
  }
}

// A capsule is the hull of many balls along its axis.
TEST_CASE("the gap of a capsule is the least of all its balls") {
  Generator any;
  for (int i = 0; i < 60; ++i) {
    const Touching two(any, lens, capsule);
    const double gap = two.touch().gap;
    Touching ball_of(any, lens, ir::Circle{0.3, false});
    auto solids = solids_of(ball_of.model);
    solids.one.axes = solids_of(two.model).one.axes;
    ball_of.model.convex = std::make_shared<const SolidPair>(solids);
    ball_of.a = two.a, ball_of.b = two.b, ball_of.on_a = two.on_a;
    double least = 1e9, best = 0;
    const auto attempt = [&](double along) {
      along = std::clamp(along, -0.7, 0.7);
      ball_of.on_b = two.on_b + two.b.R * solids_of(two.model).other.axes.col(2) * along;
      const double found = ball_of.touch().gap;
      if (found < least) least = found, best = along;
    };
    for (int k = -200; k <= 200; ++k) attempt(0.7 * k / 200);
    for (double step = 0.7 / 200; step > 1e-9; step *= 0.6) {
      const double middle = best;
      attempt(middle - step);
      attempt(middle + step);
    }
    INFO("pair " << i << " gap " << gap << " more by " << gap - least);
    CHECK(gap < least + 1e-13);
    if (gap > -0.1) CHECK(gap > least - 1e-13);  // deeper it may have a kink there
  }
}

TEST_CASE("balls on boxes, cylinders, capsules and flat circles") {
  Generator any;
  for (int i = 0; i < 60;) {
    const ir::Shape& shape = i % 3 == 0 ? box : i % 3 == 1 ? cylinder : capsule;
    const bool first = i % 2 == 0;
    const Touching two = first ? Touching(any, ball, shape) : Touching(any, shape, ball);
    // Not inside of the core, and not where the nearest place goes over an edge.
    if (two.touch().gap < -0.5) continue;
    ++i;
    check_changes(two);
  }
  const Touching on_face(any, ball, tyre);
  check_changes(on_face);
}

TEST_CASE("balls on cones, polyhedra and prisms") {
  Generator any;
  const ir::Shape shapes[] = {cone, bell, oval, plate, wedge};
  for (int i = 0; i < 100;) {
    const ir::Shape& shape = shapes[i % 5];
    const Touching two = i % 2 ? Touching(any, ball, shape) : Touching(any, shape, ball);
    if (two.touch().gap < -0.5) continue;
    ++i;
    check_changes(two);
  }
}

TEST_CASE("all bodies on planes") {
  Generator any;
  const ir::Shape shapes[] = {cone, bell, oval, plate, wedge, box, cylinder, capsule};
  for (int i = 0; i < 40; ++i) {
    check_changes(Touching(any, shapes[i % 8], plane));
    check_changes(Touching(any, plane, shapes[i % 8]));
  }
}

TEST_CASE("all bodies in sockets and bores") {
  Generator any;
  const ir::Shape shapes[] = {cone, bell,     oval,    plate, wedge, box,
                              rim,  cylinder, capsule, egg,   tyre,  ball};
  for (int i = 0; i < 60; ++i) {
    const ir::Shape& hollow = i % 3 ? bore : socket;
    check_changes(Touching(any, shapes[i % 12], hollow));
    check_changes(Touching(any, hollow, shapes[i % 12]));
  }
}

// A flat face bulges by a millionth of its radius, and the place where something lies on it moves
// over all of it within steps as small as those of a difference.
bool on_flat_face(const Touching& x) {
  const SolidPair& pair = solids_of(x.model);
  const Vector3 n = x.touch().n;
  const auto flat = [&](const Solid& solid, const SpatialPose& body) {
    return solid.kind == SolidKind::disc && std::abs(n.dot(body.R * solid.axes.col(2))) > 1 - 1e-5;
  };
  return flat(pair.one, x.a) || flat(pair.other, x.b);
}

TEST_CASE("capsules on capsules, rims and tyres on ellipsoids and on each other") {
  Generator any;
  const std::pair<ir::Shape, ir::Shape> pairs[] = {
      {capsule, capsule}, {tyre, egg}, {tyre, tyre}, {rim, lens}, {capsule, tyre}};
  for (int i = 0; i < 100;) {
    const auto& [one, other] = pairs[i % 5];
    const Touching two = i % 2 ? Touching(any, one, other) : Touching(any, other, one);
    if (two.touch().gap < -0.1 || on_flat_face(two)) continue;
    INFO("pair " << i % 5);
    ++i;
    check_changes(two);
  }
}

TEST_CASE("what laws see of an ellipsoid on a plane") {
  Generator any;
  Touching x(any, ir::MinkowskiSum{{2, 1, 0.5}, {}, 0}, plane);
  // Upside down on the plane: curvatures c/a^2 and c/b^2, whose ratio is 4.
  x.b.R = x.a.R * solids_of(x.model).one.axes;
  x.model.nx = x.model.ny = 0, x.model.nz = 1;
  const EqualRadii radii = contact_radii(x.model, x.pair());
  CHECK(std::abs(radii.first - radius_of_equal_force(0.5, 0.125)) < 1e-12);
  CHECK(std::isinf(radii.second));
  CHECK(radii.first > 4);  // more than that of the mean curvature, 1/sqrt(k1 k2)
}

TEST_CASE("what laws see of a ball on a box, on its edge, and on a cylinder") {
  Generator any;
  const auto radii = [&](const ir::Shape& shape, const Vector3& from) {
    Touching x(any, ball, shape);
    x.a.r = x.b.r + x.on_b - x.on_a + x.b.R * solids_of(x.model).other.axes * from;
    return contact_radii(x.model, x.pair());
  };
  const EqualRadii face = radii(box, {0, 0, 0.9}), corner = radii(box, {0.9, 0.7, 0.6});
  CHECK(std::abs(face.first - 0.5) < 1e-12);
  CHECK(std::isinf(face.second));
  CHECK(std::abs(corner.first - 0.5) < 1e-9);
  CHECK(std::abs(corner.second - 0.1) < 1e-9);
  const EqualRadii side = radii(cylinder, {0.5, -1.1, 0.1});
  const double together = 1 / (1 / side.first + 1 / side.second);
  CHECK(std::abs(together - radius_of_equal_force(1 / 0.5 + 1 / 0.7, 1 / 0.5)) < 1e-9);
  // A ball has twice its curvature for its mean, the cylinder once its own.
  CHECK(std::abs(side.second / side.first - 2 / 0.5 * 0.7) < 1e-9);
  // An ellipsoid that is a ball, on the side of a capsule: as the ball on the cylinder.
  Touching x(any, ir::MinkowskiSum{{0.5, 0.5, 0.5}, {}, 0}, capsule);
  const Vector3 away = x.b.R * solids_of(x.model).other.axes * Vector3(0.8, 0, 0.2);
  x.a.r = x.b.r + x.on_b - x.on_a + away;
  const EqualRadii rod = contact_radii(x.model, x.pair());
  CHECK(std::abs(1 / (1 / rod.first + 1 / rod.second) -
                 radius_of_equal_force(1 / 0.5 + 1 / 0.3, 1 / 0.5)) < 1e-9);
}

TEST_CASE("edges that cross, on both sides of touching") {
  Generator any;
  for (int i = 0; i < 20;) {
    const Touching two(any, ridge, ridge);
    const SpatialTouch t = two.touch();
    if (t.edge < 0 || two.moved(0, 1e-3).touch().edge < 0) continue;  // elsewhere others are nearer
    check_changes(two);
    ++i;
  }
}
