// Support functions of the convex shapes, and the common normal of two of them against searches
// that know nothing of either.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "runtime/geometry/convex_touch.hpp"

using namespace mbs;

namespace {

constexpr double pi = std::numbers::pi;

struct Point {
  double x, y;
};

// Points all along the boundary, which the support function has nothing to do with.
std::vector<Point> outline(const ir::Superellipse& e, int count) {
  std::vector<Point> points;
  for (int i = 0; i < count; ++i) {
    const double u = 2 * pi * i / count, c = std::cos(u), s = std::sin(u), k = 2 / e.exponent;
    points.push_back({std::copysign(e.a * std::pow(std::abs(c), k), c),
                      std::copysign(e.b * std::pow(std::abs(s), k), s)});
  }
  return points;
}

double farthest(const std::vector<Point>& points, double ux, double uy) {
  double most = -1e300;
  for (const Point& p : points) most = std::max(most, p.x * ux + p.y * uy);
  return most;
}

void check_derivatives(const ConvexShape& shape, double angle) {
  constexpr double h = 1e-4;  // rounding is 1e-16/h^2; truncation h^2, times 1e3 near sharp ends
  const auto reach = [&](double u) { return support(shape, std::cos(u), std::sin(u)).reach; };
  const Support at = support(shape, std::cos(angle), std::sin(angle));
  const double less = reach(angle - h), more = reach(angle + h);
  CHECK(at.offset == doctest::Approx((more - less) / (2 * h)).epsilon(1e-6));
  CHECK(at.radius ==
        doctest::Approx(at.reach + (more - 2 * at.reach + less) / (h * h)).epsilon(5e-5));
}

// The polar radius of an ellipse, a b / sqrt((b cos)^2 + (a sin)^2), as a curve.
std::variant<SupportTable, CurveProblem> ellipse_curve(double a, double b) {
  Graph g;
  const NodeId phi = g.slot({SlotKind::curve_angle});
  const auto part = [&](double factor, Op op) {
    const NodeId x = g.mul(g.constant(factor), g.unary(op, phi));
    return g.mul(x, x);
  };
  const NodeId sum = g.add(part(b, Op::cos), part(a, Op::sin));
  return tabulate_curve(g, g.div(g.constant(a * b), g.unary(Op::sqrt, sum)), phi);
}

ir::SupportedCurve curve_of(std::variant<SupportTable, CurveProblem> made) {
  REQUIRE(std::holds_alternative<SupportTable>(made));
  return {"r", std::make_shared<const SupportTable>(std::get<SupportTable>(std::move(made)))};
}

ir::Polygon regular(int corners, double radius, double rounding) {
  ir::Polygon p;
  for (int i = 0; i < corners; ++i)
    p.corners.push_back(
        {radius * std::cos(2 * pi * i / corners), radius * std::sin(2 * pi * i / corners)});
  p.rounding = rounding;
  return p;
}

// The largest separation over directions, by looking at all of them and refining around the best.
double best_separation(const ConvexPair& pair, const ConvexPlacing& at) {
  const auto separation = [&](double angle) {
    const double x = std::cos(angle), y = std::sin(angle);
    const auto reach = [&](const ConvexShape& s, double c0, double s0, double ux, double uy) {
      const double c = c0 * s.c - s0 * s.s, sn = s0 * s.c + c0 * s.s;
      return support(s, ux * c + uy * sn, uy * c - ux * sn).reach;
    };
    return x * at.dx + y * at.dy - reach(pair.first, at.c1, at.s1, x, y) -
           reach(pair.second, at.c2, at.s2, -x, -y);
  };
  constexpr int count = 4000;
  double best = 0, most = -1e300;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * pi * i / count;
    if (separation(angle) > most) most = separation(best = angle);
  }
  double low = best - 2 * pi / count, high = best + 2 * pi / count;
  for (int i = 0; i < 100; ++i) {  // s has one maximum here
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (separation(a) < separation(b) ? low : high) = separation(a) < separation(b) ? a : b;
  }
  return std::max(most, separation((low + high) / 2));
}

void check_touch(const ConvexPair& pair, const ConvexPlacing& at) {
  const Touch t = find_touch(pair, at);
  CHECK(t.gap == doctest::Approx(best_separation(pair, at)).epsilon(1e-9).scale(0.1));
  // The two points lie on the normal, a gap apart.
  CHECK(at.dx + t.x2 - t.x1 == doctest::Approx(t.gap * t.nx).epsilon(1e-9).scale(0.1));
  CHECK(at.dy + t.y2 - t.y1 == doctest::Approx(t.gap * t.ny).epsilon(1e-9).scale(0.1));
  CHECK(std::hypot(t.nx, t.ny) == doctest::Approx(1).epsilon(1e-12));
}

std::vector<ir::Shape> all_shapes() {
  return {ir::Circle{0.3, false},
          ir::Superellipse{0.5, 0.2, 2},
          ir::Superellipse{0.4, 0.3, 4},
          ir::Superellipse{0.3, 0.4, 1.5},
          regular(5, 0.4, 0),
          regular(4, 0.5, 0.1),
          curve_of(ellipse_curve(0.45, 0.3))};
}

}  // namespace

TEST_CASE("Support of an ellipse is sqrt(a^2 cos^2 + b^2 sin^2)") {
  const ConvexShape e = convex_shape(ir::Superellipse{3, 2, 2}, 0);
  for (double u = 0.1; u < 6; u += 0.37) {
    const double h = std::hypot(3 * std::cos(u), 2 * std::sin(u));
    const Support s = support(e, std::cos(u), std::sin(u));
    CHECK(s.reach == doctest::Approx(h).epsilon(1e-14));
    CHECK(s.radius == doctest::Approx(36 / (h * h * h)).epsilon(1e-13));
    check_derivatives(e, u);
  }
}

TEST_CASE("Support of superellipses reaches their outline") {
  for (const double exponent : {1.3, 3.0, 6.0}) {
    const ir::Superellipse e{0.4, 0.3, exponent};
    const ConvexShape shape = convex_shape(e, 0);
    const auto points = outline(e, 200000);
    for (double u = 0.15; u < 6; u += 0.5) {
      const double c = std::cos(u), s = std::sin(u);
      // Between two points of the outline it falls short by a square of their distance.
      CHECK(support(shape, c, s).reach == doctest::Approx(farthest(points, c, s)).epsilon(1e-8));
      check_derivatives(shape, u);
    }
  }
}

TEST_CASE("A superellipse is flat or sharp on its axes") {
  CHECK(std::isinf(support(convex_shape(ir::Superellipse{2, 1, 4}, 0), 0, 1).radius));
  CHECK(support(convex_shape(ir::Superellipse{2, 1, 1.5}, 0), 0, 1).radius == 0);
}

TEST_CASE("A polygon keeps its edges and rounds its corners") {
  const ConvexShape square = convex_shape(regular(4, std::sqrt(2.0), 0.2), pi / 4);
  CHECK(square.edges.size() == 4);
  for (const ConvexEdge& e : square.edges) {
    CHECK(e.distance == doctest::Approx(1).epsilon(1e-14));
    CHECK(e.high - e.low == doctest::Approx(2 - 0.4).epsilon(1e-14));
  }
  // A corner of the square is at (sqrt(2), 0) in its own axes; rounding takes (sqrt(2) - 1) r off.
  CHECK(support(square, 1, 0).reach ==
        doctest::Approx(std::sqrt(2.0) - (std::sqrt(2.0) - 1) * 0.2).epsilon(1e-14));
  CHECK(support(square, 1, 0).radius == 0.2);
  CHECK(support(square, std::sqrt(0.5), std::sqrt(0.5)).offset == doctest::Approx(0));
}

TEST_CASE("An ellipse given by its polar radius is the ellipse") {
  const ConvexShape curve = convex_shape(curve_of(ellipse_curve(0.5, 0.3)), 0);
  const ConvexShape ellipse = convex_shape(ir::Superellipse{0.5, 0.3, 2}, 0);
  for (double u = -3.1; u < 3.1; u += 0.17) {
    const Support a = support(curve, std::cos(u), std::sin(u));
    const Support b = support(ellipse, std::cos(u), std::sin(u));
    CHECK(a.reach == doctest::Approx(b.reach).epsilon(1e-10));
    CHECK(a.offset == doctest::Approx(b.offset).epsilon(1e-8).scale(0.1));
    CHECK(a.radius == doctest::Approx(b.radius).epsilon(1e-6));
  }
}

TEST_CASE("A curve's faults are told apart") {
  Graph g;
  const NodeId phi = g.slot({SlotKind::curve_angle}), one = g.constant(1);
  const auto wave = [&](double size, double count) {
    return g.add(one, g.mul(g.constant(size), g.unary(Op::cos, g.mul(g.constant(count), phi))));
  };
  const auto problem = [&](NodeId radius) {
    const auto made = tabulate_curve(g, radius, phi);
    REQUIRE(std::holds_alternative<CurveProblem>(made));
    return std::get<CurveProblem>(made);
  };
  // 1 + e cos(k phi) is dented where r^2 + 2 r'^2 < r r'': first at its minima,
  // for e > 1/(k^2 - 1).
  CHECK(std::holds_alternative<SupportTable>(tabulate_curve(g, wave(0.09, 3), phi)));
  const CurveProblem dent = problem(wave(0.2, 3));
  CHECK(dent.kind == CurveProblem::Kind::dented);
  CHECK(dent.from < pi / 3);
  CHECK(dent.to > pi / 3);
  CHECK(problem(wave(1.5, 1)).kind == CurveProblem::Kind::no_radius);
  CHECK(problem(g.add(one, phi)).kind == CurveProblem::Kind::open);
  const NodeId lens = g.add(one, g.mul(g.constant(-0.5), g.unary(Op::abs, g.unary(Op::sin, phi))));
  CHECK(problem(lens).kind ==
        CurveProblem::Kind::open);  // a corner at phi = 0 is a slope that jumps
}

TEST_CASE("Gap of every pair of shapes against a search over all directions") {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto shapes = all_shapes();
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t k = 0; k < shapes.size(); ++k) {
      CAPTURE(i);
      CAPTURE(k);
      const ConvexPair pair{convex_shape(shapes[i], 0.3), convex_shape(shapes[k], -1.1)};
      for (int n = 0; n < 12; ++n) {
        const double a = 3 * u(generator), b = 3 * u(generator), direction = 3 * u(generator);
        ConvexPlacing at{std::cos(a), std::sin(a),         std::cos(b),
                         std::sin(b), std::cos(direction), std::sin(direction)};
        // From well apart to a slight overlap, 0.002 of a size of about 0.4.
        const double touching = find_touch(pair, at).gap;
        for (const double gap : {0.5, 0.01, -0.0005}) {
          double far = 1;
          for (int step = 0; step < 60; ++step) {
            const Touch t = find_touch(pair, at);
            const double rate = t.nx * std::cos(direction) + t.ny * std::sin(direction);
            far += (gap - t.gap) / std::max(rate, 0.2);
            at.dx = far * std::cos(direction);
            at.dy = far * std::sin(direction);
            if (std::abs(gap - t.gap) < 1e-13) break;
          }
          CHECK(find_touch(pair, at).gap == doctest::Approx(gap).epsilon(1e-6).scale(0.1));
          check_touch(pair, at);
        }
        CHECK(std::isfinite(touching));
      }
    }
}

TEST_CASE("Shapes on planes reach down by their support") {
  for (const ir::Shape& shape : all_shapes()) {
    const ConvexShape made = convex_shape(shape, 0.4);
    const ConvexPair pair{convex_shape(ir::HalfPlane{}, 0.2), made};
    const ConvexPlacing at{1, 0, std::cos(0.7), std::sin(0.7), 0.1, 2};
    const Touch t = find_touch(pair, at);
    const double nx = -std::sin(0.2), ny = std::cos(0.2);
    const double angle = std::atan2(-ny, -nx) - 0.7 - 0.4;
    const double reach = support(made, std::cos(angle), std::sin(angle)).reach;
    CHECK(t.gap == doctest::Approx(nx * 0.1 + ny * 2 - reach).epsilon(1e-13));
    CHECK(t.normal == NormalOf::first);
    const Touch other =
        find_touch({made, pair.first}, {std::cos(0.7), std::sin(0.7), 1, 0, -0.1, -2});
    CHECK(other.gap == doctest::Approx(t.gap).epsilon(1e-14));
    CHECK(other.nx == doctest::Approx(-t.nx));
    CHECK(other.normal == NormalOf::second);
  }
}

TEST_CASE("Deep overlaps take the shortest way out") {
  const auto shapes = all_shapes();
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> u(-1, 1);
  for (const std::size_t i : {1u, 6u})
    for (const std::size_t k : {0u, 1u, 6u}) {
      const ConvexPair pair{convex_shape(shapes[i], 0), convex_shape(shapes[k], 0.8)};
      for (int n = 0; n < 20; ++n) {
        const double a = 3 * u(generator);
        const ConvexPlacing at{std::cos(a), std::sin(a),        1,
                               0,           0.3 * u(generator), 0.3 * u(generator)};
        check_touch(pair, at);
      }
    }
}

TEST_CASE("Parallel edges touch in the middle of their overlap") {
  // A square of side 2 at the origin, one of side 1 that lies on it and hangs over by 0.25.
  const ConvexShape large = convex_shape(regular(4, std::sqrt(2.0), 0), pi / 4);
  const ConvexShape small = convex_shape(regular(4, std::sqrt(0.5), 0), pi / 4);
  const Touch t = find_touch({large, small}, {1, 0, 1, 0, 0.75, 1.5});
  CHECK(t.gap == doctest::Approx(0).epsilon(1e-14).scale(1));
  CHECK(t.ny == doctest::Approx(1));
  CHECK(t.x1 == doctest::Approx(0.625));  // from 0.25 to 1
  const Touch flat = find_touch({convex_shape(ir::HalfPlane{}, 0), small}, {1, 0, 1, 0, 0.3, 0.5});
  CHECK(flat.x1 == doctest::Approx(0.3));
}

TEST_CASE("A sharp corner stands on the edge that has the rest of its polygon outside") {
  const ConvexShape square = convex_shape(regular(4, std::sqrt(2.0), 0), pi / 4);  // of side 2
  // Corners of a square at the upper right end of it, on top of it and beside it; deep by rounding.
  const ConvexShape lower_right = convex_shape(ir::Circle{0, false, {{-1, 0, 0}, {0, 1, 0}}}, 0);
  const ConvexShape upper_left = convex_shape(ir::Circle{0, false, {{1, 0, 0}, {0, -1, 0}}}, 0);
  for (const double deep : {0.0, 1e-12, 1e-8, 1e-3}) {
    const Touch above = find_touch({square, lower_right}, {1, 0, 1, 0, 1, 1 - deep});
    CHECK(above.ny == doctest::Approx(1));
    CHECK(above.gap == doctest::Approx(-deep).epsilon(1e-12).scale(1));
    const Touch right = find_touch({square, upper_left}, {1, 0, 1, 0, 1 - deep, 1});
    CHECK(right.nx == doctest::Approx(1));
    CHECK(right.gap == doctest::Approx(-deep).epsilon(1e-12).scale(1));
  }
  // A whole point takes the shortest way out.
  const ConvexShape point = convex_shape(ir::Circle{0, false}, 0);
  CHECK(find_touch({square, point}, {1, 0, 1, 0, 1, 1 - 1e-3}).gap == doctest::Approx(0).scale(1));
}
