// The end face of a journal against a wall, against what is found by trying all points of its rim.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/contact/shape_pairs.hpp"

using namespace mbs;

namespace {

constexpr double mm = 1e-3;

// A face of radius R about E with the axis b, against a wall through S with the outward normal -n.
struct Face {
  SpatialPose journal, bearing;
  Vector3 on_journal, on_bearing;
  Vector3 own_axis;
  ContactModel model;

  Face(double R, const Vector3& E, const Vector3& b, const Vector3& S, const Vector3& n) {
    // The bodies' own axes lie askew in the world, their centres of mass off the places.
    journal.R = Eigen::AngleAxisd(0.7, Vector3(1, -2, 0.5).normalized()).toRotationMatrix();
    bearing.R = Eigen::AngleAxisd(-0.4, Vector3(0.3, 1, 2).normalized()).toRotationMatrix();
    const Vector3 outward = bearing.R.transpose() * -n.normalized();
    Surface rim{SurfaceKind::rim}, wall{SurfaceKind::plane};
    rim.radius = R;
    wall.nx = outward[0], wall.ny = outward[1], wall.nz = outward[2];
    model = model_of(rim, wall);
    own_axis = journal.R.transpose() * b.normalized();
    on_journal = Vector3(0.3, -0.2, 0.1) * 20 * mm;
    on_bearing = Vector3(-0.1, 0.2, 0.4) * 20 * mm;
    journal.r = E - on_journal;
    bearing.r = S - on_bearing;
  }
  SpatialTouch touch(double lever = 0) {
    model.lever = lever;
    model.rim_axis = &own_axis;
    ContactPair p;
    p.space_a = &journal, p.space_b = &bearing;
    p.lever_a = &on_journal, p.lever_b = &on_bearing;
    SpatialTouch t;
    model.shapes->in_space(model, p, true, t);
    return t;
  }
  // The least way of all places of the rim to the wall.
  double least(const Vector3& S, const Vector3& n) const {
    const Vector3 b = journal.R * own_axis, t1 = b.unitOrthogonal(), t2 = b.cross(t1);
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 20000; ++i) {
      const double angle = 2 * std::numbers::pi * i / 20000;
      const Vector3 p =
          journal.r + on_journal + model.radius_a * (std::cos(angle) * t1 + std::sin(angle) * t2);
      best = std::min(best, n.normalized().dot(S - p));
    }
    return best;
  }
};

}  // namespace

TEST_CASE("a tilted end face touches a wall with its rim") {
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < 50; ++i) {
    const Vector3 n(1, 0.1 * u(generator), 0.2 * u(generator)), S(1 * mm, 3 * mm, 0);
    const Vector3 b = n.normalized() + Vector3(0, 0.1 * u(generator), 0.1 * u(generator));
    Face face(9 * mm, {0, 2 * mm * u(generator), mm * u(generator)}, b, S, n);
    const SpatialTouch touch = face.touch();
    // The crown takes 1e-6 of the radius away at most, the grid of places less than 1e-7 of it.
    CHECK(std::abs(touch.gap - face.least(S, n)) < 1.2e-6 * 9 * mm);
    CHECK((touch.n - n.normalized()).norm() < 1e-14);
    // Where it touches lies on the journal; with the whole lever on the wall.
    CHECK(std::abs(touch.n.dot(S - touch.X) - touch.gap) < 1e-15);
    CHECK(std::abs(touch.n.dot(S - face.touch(1).X)) < 1e-15);
  }
}

TEST_CASE("an end face that lies flat touches in its middle, at the distance of both planes") {
  const Vector3 n = Vector3::UnitZ(), S(0, 0, 0.25 * mm);
  Face face(9 * mm, {1 * mm, 2 * mm, 0}, n, S, n);
  const SpatialTouch touch = face.touch();
  CHECK(std::abs(touch.gap - 0.25 * mm) < 1e-17);
  // Axes that agree but for rounding, 1e-16, move the place by that over the crown, of the radius.
  CHECK((touch.X - Vector3(1 * mm, 2 * mm, 0)).norm() < 1e-11);
  CHECK(touch.dX.allFinite());
  // Turned away from the wall, as seen from its other side, it is as flat.
  CHECK(std::abs(Face(9 * mm, {0, 0, 0}, -n, S, n).touch().gap - 0.25 * mm) < 1e-17);
}

TEST_CASE("gap, normal and place of an end face change as their derivatives say") {
  std::mt19937 generator(13);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < 20; ++i) {
    const Vector3 n(1, 0.3 * u(generator), 0.2 * u(generator));
    const Vector3 b = n.normalized() + Vector3(0, 0.2 * u(generator), 0.3);
    Face face(9 * mm, {0, 2 * mm, mm * u(generator)}, b, {1 * mm, 3 * mm, 0}, n);
    const SpatialTouch touch = face.touch(0.3);
    for (int j = 0; j < 12; ++j) {
      const bool first = j < 6;
      const double h = j % 6 < 3 ? 1e-8 : 1e-6;
      const auto moved = [&](double step) {
        Face other = face;
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
      CHECK((touch.dn.col(j) - (plus.n - minus.n) / (2 * h)).norm() < 1e-6);
      CHECK((touch.dX.col(j) - (plus.X - minus.X) / (2 * h)).norm() < 1e-5 * touch.dX.norm());
    }
  }
}
