// The end circle of a journal in a bore, against what is found by trying all its points.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/shape_pairs.hpp"

using namespace mbs;

namespace {

constexpr double mm = 1e-3, um = 1e-6;

// A rim of radius R about E with the axis b, in a bore about the x axis.
struct Rim {
  SpatialPose journal, bearing;
  Vector3 on_journal, on_bearing = Vector3::Zero();
  Vector3 own_axis;
  ContactModel model;

  Rim(double R, double bore, const Vector3& E, const Vector3& b) {
    Surface rim{SurfaceKind::rim}, wall{SurfaceKind::bore};
    rim.radius = R, wall.radius = bore;
    wall.nx = 1;
    model = model_of(rim, wall);
    // The journal's own axes lie askew in the world, its centre of mass off the rim.
    journal.R = Eigen::AngleAxisd(0.7, Vector3(1, -2, 0.5).normalized()).toRotationMatrix();
    own_axis = journal.R.transpose() * b.normalized();
    model.rim_axis = &own_axis;
    on_journal = Vector3(0.3, -0.2, 0.1) * 20 * mm;
    journal.r = E - on_journal;
    bearing.R = Matrix3::Identity();
  }
  ContactPair pair() const {
    ContactPair p;
    p.space_a = &journal, p.space_b = &bearing;
    p.lever_a = &on_journal, p.lever_b = &on_bearing;
    return p;
  }
  SpatialTouch touch(double lever = 0) {
    model.lever = lever;
    SpatialTouch t;
    model.shapes->in_space(model, pair(), true, t);
    return t;
  }
  // The farthest of all its points from the axis of the bore.
  double reach() const {
    const Vector3 b = journal.R * own_axis, t1 = b.unitOrthogonal(), t2 = b.cross(t1);
    const auto distance = [&](double angle) {
      const Vector3 p =
          journal.r + on_journal + model.radius_a * (std::cos(angle) * t1 + std::sin(angle) * t2);
      return std::hypot(p[1], p[2]);
    };
    double best = 0, at = 0;
    constexpr int count = 2000;
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * std::numbers::pi * i / count;
      if (distance(angle) > best) best = distance(angle), at = angle;
    }
    for (double step = 2 * std::numbers::pi / count; step > 1e-12; step *= 0.7)
      for (const double tried : {at - step, at + step})
        if (distance(tried) > best) best = distance(tried), at = tried;
    return best;
  }
};

}  // namespace

TEST_CASE("a tilted journal touches with one end") {
  const Vector3 b(1, 0.002, -0.0015), J(0, 20 * um, -30 * um);
  const Vector3 half = 20 * mm * b.normalized();
  Rim inner(9.95 * mm, 10 * mm, J - half, b), outer(9.95 * mm, 10 * mm, J + half, b);
  CHECK(std::abs(inner.touch().gap - 30.02000246 * um) < 1e-14);
  const SpatialTouch touch = outer.touch();
  CHECK(std::abs(touch.gap + 34.82218778 * um) < 1e-14);
  const Vector3 expected(19.97531 * mm, 7.09496 * mm, -7.09642 * mm);
  CHECK((touch.X - expected).norm() < 1e-8);
  // The wall's point lies at the same height, off by the gap along the normal.
  CHECK((outer.touch(1).X - touch.X - touch.gap * touch.n).norm() < 1e-15);
}

TEST_CASE("the gap of a rim is that of its farthest point") {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < 300; ++i) {
    const double tilt = std::pow(10, 3 * u(generator) - 2.5);  // 1e-6 to 3: nearly across
    const Vector3 b(1, tilt * u(generator), tilt * u(generator));
    const double off = std::pow(10, 2 * u(generator) - 5);
    Rim rim(9 * mm, 10 * mm, {3 * mm * u(generator), off * u(generator), off * u(generator)}, b);
    const SpatialTouch touch = rim.touch();
    INFO("tilt " << tilt << " off " << off);
    CHECK(std::abs(touch.gap - (10 * mm - rim.reach())) < 1e-13);
    CHECK(std::abs(touch.n.norm() - 1) < 1e-12);
    CHECK(std::abs(touch.n[0]) < 1e-12);
    const double across = std::hypot(touch.X[1], touch.X[2]);
    CHECK(std::abs(across - (10 * mm - touch.gap)) < 1e-12);
  }
}

TEST_CASE("a rim without a tilt is a circle in a ring, concentric too") {
  Rim rim(9.5 * mm, 10 * mm, {7 * mm, 0.3 * mm, -0.4 * mm}, Vector3::UnitX());
  const SpatialTouch touch = rim.touch();
  CHECK(std::abs(touch.gap) < 1e-17);
  CHECK((touch.n - Vector3(0, 0.6, -0.8)).norm() < 1e-14);
  const SpatialTouch middle = Rim(9.5 * mm, 10 * mm, {0, 0, 0}, Vector3::UnitX()).touch();
  CHECK(std::abs(middle.gap - 0.5 * mm) < 1e-17);
  CHECK(middle.dn.allFinite());
  CHECK(middle.dX.allFinite());
  const SpatialTouch lying = Rim(9.5 * mm, 10 * mm, {0, 1 * mm, 0}, Vector3::UnitY()).touch();
  CHECK(lying.dX.allFinite());  // across the bearing: what is left of it has a place
  CHECK(std::abs(lying.gap - (10 * mm - std::hypot(1 * mm, 9.5 * mm))) < 1e-8);
}

TEST_CASE("normal and contact point of a rim change as their derivatives say") {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < 20; ++i) {
    const Vector3 b(1, 0.2 * u(generator), 0.2 * u(generator));
    Rim rim(9 * mm, 10 * mm, {5 * mm * u(generator), 0.8 * mm, 0.5 * mm * u(generator)}, b);
    const SpatialTouch touch = rim.touch(0.3);
    for (int j = 0; j < 12; ++j) {
      const bool first = j < 6;
      const double h = j % 6 < 3 ? 1e-8 : 1e-6;
      const auto moved = [&](double step) {
        Rim other = rim;
        other.model.rim_axis = &other.own_axis;
        SpatialPose& body = first ? other.journal : other.bearing;
        Vector3& lever = first ? other.on_journal : other.on_bearing;
        if (j % 6 < 3) {
          body.r[j % 6] += step;
        } else {
          const Vector3 local = body.R.transpose() * lever;
          body.R = body.R * Eigen::AngleAxisd(step, Vector3::Unit(j % 6 - 3)).toRotationMatrix();
          lever = body.R * local;
        }
        return other.touch(0.3);
      };
      const SpatialTouch plus = moved(h), minus = moved(-h);
      INFO("motion " << j);
      CHECK((touch.dn.col(j) - (plus.n - minus.n) / (2 * h)).norm() < 1e-5 * touch.dn.norm());
      CHECK((touch.dX.col(j) - (plus.X - minus.X) / (2 * h)).norm() < 1e-5 * touch.dX.norm());
    }
  }
}
