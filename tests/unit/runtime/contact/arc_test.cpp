// A circle and an arc: what is closest, found by trying all the arc's points; derivatives by
// differences.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "runtime/contact/kinematics.hpp"
#include "runtime/contact/shape_pairs.hpp"

using namespace mbs;

namespace {

constexpr double R = 0.1, r = 0.02;
constexpr double middle = 0.4;  // of the sector, against the arc's body

struct Bowl {
  bool arc_first;
  double half, thickness;
  ContactModel model;
  std::array<double, 6> q{};  // of the arc's body, then of the circle's

  Bowl(bool first, double half_angle, double thick = INFINITY)
      : arc_first(first), half(half_angle), thickness(thick) {
    Surface arc{std::isinf(thick) ? SurfaceKind::arc : SurfaceKind::band};
    Surface circle{SurfaceKind::circle};
    arc.radius = R, circle.radius = r, arc.thickness = thick;
    arc.nx = std::cos(middle), arc.ny = std::sin(middle), arc.arc_half = half;
    model = arc_first ? model_of(arc, circle) : model_of(circle, arc);
  }
  static Pose pose(const double* at) {
    Pose p;
    p.x = at[0], p.y = at[1], p.angle = at[2];
    p.c = std::cos(p.angle), p.s = std::sin(p.angle);
    p.vx = 0.3, p.vy = -0.7, p.spin = at[2] > 0 ? 2 : -1;
    return p;
  }
  // Both points lie off their bodies' centres of mass.
  static Arm arm(const Pose& p, double x, double y) {
    return {p.c * x - p.s * y, p.s * x + p.c * y};
  }
  ContactPair pair() const {
    const Pose arc = pose(q.data()), circle = pose(q.data() + 3);
    const Arm to_arc = arm(arc, 0.03, -0.01), to_circle = arm(circle, -0.02, 0.015);
    return arc_first ? ContactPair{arc, circle, to_arc, to_circle}
                     : ContactPair{circle, arc, to_circle, to_arc};
  }
  ContactGeometry geometry() const {
    ContactGeometry g;
    contact_geometry(model, pair(), g);
    return g;
  }
  // Least distance of the circle's centre from the arc, the straight sides behind its ends and its
  // outer face.
  double tried() const {
    const ContactPair p = pair();
    const Pose& arc = arc_first ? p.a : p.b;
    const Arm &from = arc_first ? p.ra : p.rb, &to = arc_first ? p.rb : p.ra;
    const Pose& circle = arc_first ? p.b : p.a;
    const double x = circle.x + to.x - arc.x - from.x, y = circle.y + to.y - arc.y - from.y;
    double least = INFINITY;
    const auto consider = [&](double away, double part) {
      const double angle = arc.angle + middle + part * half;
      least = std::min(least, std::hypot(x - away * std::cos(angle), y - away * std::sin(angle)));
    };
    constexpr int points = 20000;
    for (int k = 0; k <= points; ++k) {
      consider(R, -1 + 2.0 * k / points);
      if (!std::isinf(thickness)) consider(R + thickness, -1 + 2.0 * k / points);
      for (const double part : {-1.0, 1.0})
        consider(R + std::min(0.5, thickness) * k / points, part);
    }
    const double turn = std::remainder(std::atan2(y, x) - arc.angle - middle, 2 * std::numbers::pi);
    const double away = std::hypot(x, y);
    const bool within = std::abs(turn) < half && away > R && away < R + thickness;
    return within ? -least : least;
  }
};

// By the coordinates of the first, then of the second body.
double by(const Bowl& bowl, int j, double ContactGeometry::*value) {
  constexpr double h = 1e-7;
  const int k = bowl.arc_first ? j : (j + 3) % 6;
  Bowl ahead = bowl, back = bowl;
  ahead.q[k] += h, back.q[k] -= h;
  return (ahead.geometry().*value - back.geometry().*value) / (2 * h);
}

}  // namespace

TEST_CASE("the gap of a circle and an arc is what all points of the arc say") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-0.25, 0.25), angle(-3, 3);
  for (const bool first : {false, true})
    for (const double half : {0.3, 1.2, 2.4})
      for (int i = 0; i < 120; ++i) {
        Bowl bowl(first, half, i % 3 == 0 ? INFINITY : i % 3 == 1 ? 0.03 : 0.001);
        bowl.q = {0.05, -0.02, angle(random), place(random), place(random), angle(random)};
        CAPTURE(half);
        CHECK(bowl.geometry().gap == doctest::Approx(bowl.tried() - r).epsilon(1e-7).scale(1));
      }
}

TEST_CASE("rates and points of a circle in an arc move as differences say") {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> place(-0.2, 0.2), angle(-3, 3);
  for (const bool first : {false, true})
    for (int i = 0; i < 90; ++i) {
      Bowl bowl(first, i % 2 == 0 ? 0.6 : 2.0, i % 3 == 0 ? 0.03 : INFINITY);
      bowl.model.lever = 0.3;
      bowl.q = {0.05, -0.02, angle(random), place(random), place(random), angle(random)};
      const ContactGeometry g = bowl.geometry();
      ContactDerivatives d;
      contact_derivatives(bowl.model, bowl.pair(), g, d);
      const double near = 1e-5 / std::max(0.01, std::hypot(g.dx, g.dy));
      for (int j = 0; j < 6; ++j) {
        CAPTURE(j);
        CHECK(g.normal_row[j] == doctest::Approx(by(bowl, j, &ContactGeometry::gap)).epsilon(near));
        CHECK(d.point_x[j] == doctest::Approx(by(bowl, j, &ContactGeometry::px)).epsilon(near));
        CHECK(d.point_y[j] == doctest::Approx(by(bowl, j, &ContactGeometry::py)).epsilon(near));
        CHECK(d.gap_rate[j] ==
              doctest::Approx(by(bowl, j, &ContactGeometry::gap_rate)).epsilon(near));
        CHECK(d.vt[j] == doctest::Approx(by(bowl, j, &ContactGeometry::vt)).epsilon(near));
      }
    }
}

TEST_CASE("laws see the radius of the face of a band that is touched") {
  Bowl bowl(true, 0.6, 0.03);
  const double c = std::cos(middle), s = std::sin(middle);
  const auto radius_at = [&](double away) {
    // The centre of the circle this far from that of the arc, which lies off its body's centre.
    bowl.q = {0, 0, 0, 0.03 + away * c + 0.02, -0.01 + away * s - 0.015, 0};
    return bowl.geometry().radius_1;
  };
  CHECK(radius_at(0.05) == -R);
  CHECK(radius_at(0.16) == R + 0.03);
  CHECK(bowl.geometry().radius_2 == r);
  CHECK(bowl.geometry().gap == doctest::Approx(0.16 - R - 0.03 - r));
}
