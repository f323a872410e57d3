#include "lang/expression/interpolant.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "lang/expression/outside.hpp"
#include "lang/expression/tape.hpp"
#include "lang/expression/watched_kinks.hpp"

namespace mbs {

namespace {

using Rows = Interpolant::Rows;

Interpolant made(Rows rows) {
  return {"d.y", Unit{"ms", 1e-3, dim::time}, std::move(rows)};
}

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr Interpolation all_kinds[] = {Interpolation::linear, Interpolation::pchip,
                                       Interpolation::spline};
constexpr Beyond all_ends[] = {Beyond::nothing, Beyond::held, Beyond::again};

Rows uneven(Interpolation by, Beyond beyond = Beyond::nothing) {
  const double last = beyond == Beyond::again ? 16 : 12;
  return {{0, 1, 3, 4, 6, 7}, {16, 18, 21, 17, 15, last}, by, beyond};
}

}  // namespace

TEST_CASE("straight lines between rows") {
  const Interpolant f = made(uneven(Interpolation::linear));
  CHECK(f.at(2) == doctest::Approx(19.5));
  CHECK(f.at(3) == doctest::Approx(21));
  CHECK(f.at(2, {TableBranch::whole, 1}) == doctest::Approx(1.5));
  CHECK(f.at(2, {TableBranch::whole, 2}) == 0);
}

// Slopes by hand: weighted harmonic means, 0 at an extreme, parabolas at the ends: 1.5, 2.4, 0,
// -8/3, -2.4, -3.5; half-way between two rows a cubic is (y0 + y1)/2 + h (s0 - s1)/8.
TEST_CASE("monotone cubics have the slopes of Fritsch and Butland") {
  const Interpolant f =
      made({{1, 2, 3, 4, 5, 6}, {16, 18, 21, 17, 15, 12}, Interpolation::pchip, Beyond::nothing});
  CHECK(f.at(1.5) == doctest::Approx(17 + (1.5 - 2.4) / 8).epsilon(1e-14));
  CHECK(f.at(2.5) == doctest::Approx(19.5 + 2.4 / 8).epsilon(1e-14));
  CHECK(f.at(3.5) == doctest::Approx(19 + 8.0 / 3 / 8).epsilon(1e-14));
  CHECK(f.at(4.5) == doctest::Approx(16 + (-8.0 / 3 + 2.4) / 8).epsilon(1e-14));
  CHECK(f.at(5.5) == doctest::Approx(13.5 + (-2.4 + 3.5) / 8).epsilon(1e-14));
}

// The data of Fritsch and Carlson (SIAM J. Numer. Anal. 17, 1980), table RPN14: a steep rise.
TEST_CASE("monotone cubics rise where the rows rise, and never beyond them") {
  const Interpolant f =
      made({{7.99, 8.09, 8.19, 8.7, 9.2, 10, 12, 15, 20},
            {0, 2.76429e-5, 4.37498e-2, 0.169183, 0.469428, 0.943740, 0.998636, 0.999919, 0.999994},
            Interpolation::pchip,
            Beyond::nothing});
  double before = -1;
  for (double x = 7.99; x <= 20; x += 0.01) {
    CHECK(f.at(x) >= before);
    CHECK(f.at(x, {TableBranch::whole, 1}) >= 0);
    before = f.at(x);
  }
  CHECK(before <= 0.999994);
}

// Values and second derivatives from a solution of the equations for second derivatives in
// fractions.
TEST_CASE("the spline is the not-a-knot spline") {
  const Interpolant f = made(uneven(Interpolation::spline));
  const double known[][3] = {
      {0.5, 16.64764492753623, 2.818840579710145},    {2, 20.92753623188406, -2.8550724637681157},
      {3.5, 19.104166666666668, -0.8333333333333334}, {5, 15.405797101449275, 1.1884057971014492},
      {6.5, 14.060688405797102, -4.4855072463768115},
  };
  for (const auto& [x, y, bend] : known) {
    CHECK(f.at(x) == doctest::Approx(y).epsilon(1e-13));
    CHECK(f.at(x, {TableBranch::whole, 2}) == doctest::Approx(bend).epsilon(1e-12));
  }
}

TEST_CASE("the spline of a cubic's rows is the cubic, with all derivatives") {
  const auto cubic = [](double x) { return 2 - x + 3 * x * x - 0.5 * x * x * x; };
  Rows rows{{-1, 0, 0.3, 2, 2.5, 7}, {}, Interpolation::spline, Beyond::nothing};
  for (const double x : rows.x) rows.y.push_back(cubic(x));
  const Interpolant f = made(rows);
  for (double x = -1; x <= 7; x += 0.37) {
    CHECK(f.at(x) == doctest::Approx(cubic(x)).epsilon(1e-12));
    CHECK(f.at(x, {TableBranch::whole, 1}) ==
          doctest::Approx(-1 + 6 * x - 1.5 * x * x).epsilon(1e-11));
    CHECK(f.at(x, {TableBranch::whole, 2}) == doctest::Approx(6 - 3 * x).epsilon(1e-10));
    CHECK(f.at(x, {TableBranch::whole, 3}) == doctest::Approx(-3).epsilon(1e-9));
  }
}

TEST_CASE("two rows are a line, three under a spline a parabola") {
  for (const auto by : all_kinds)
    CHECK(made({{1, 3}, {2, 8}, by, Beyond::nothing}).at(2) == doctest::Approx(5));
  CHECK(made({{0, 1, 3}, {0, 1, 9}, Interpolation::spline, Beyond::nothing}).at(2) ==
        doctest::Approx(4));
}

TEST_CASE("beyond the rows there is no value, or the outermost") {
  for (const auto by : all_kinds) {
    const Interpolant open = made(uneven(by)), held = made(uneven(by, Beyond::held));
    CHECK(std::isnan(open.at(-0.1)));
    CHECK(std::isnan(open.at(7.1)));
    CHECK(std::isnan(open.at(std::nan(""))));
    CHECK(open.outside(1e300));
    CHECK(open.at(7 + 1e-12) == doctest::Approx(12));
    CHECK(held.at(-5) == 16);
    CHECK(held.at(1e300) == 12);
    CHECK(held.at(inf) == 12);
    CHECK(held.at(-inf) == 16);
    CHECK(held.at(inf, {TableBranch::whole, 1}) == 0);
    CHECK(held.at(8, {TableBranch::whole, 1}) == 0);
    CHECK_FALSE(held.outside(1e300));
    CHECK(std::isnan(held.at(std::nan(""))));
  }
}

// What `side` says is followed, each branch is the whole on its regions and goes on beyond them.
TEST_CASE("branches make up the whole, and each goes on where it ends") {
  for (const auto by : all_kinds)
    for (const Beyond beyond : all_ends) {
      const Interpolant f = made(uneven(by, beyond));
      if (!f.bends()) continue;
      const bool ends = beyond == Beyond::nothing;
      for (double x = ends ? 0 : -9; x <= (ends ? 7 : 23); x += 0.0701) {
        const double side = f.at(x, {TableBranch::side, 0});
        CHECK(side != 0);
        for (int order = 0; order < 3; ++order)
          CHECK(f.at(x, {side > 0 ? TableBranch::even : TableBranch::odd, order}) ==
                doctest::Approx(f.at(x, {TableBranch::whole, order})));
      }
      if (by == Interpolation::spline) continue;
      // Across the row at 3 the curve before it goes on.
      const TableBranch before =
          f.at(2.9, {TableBranch::side, 0}) > 0 ? TableBranch::even : TableBranch::odd;
      CHECK(f.at(3.01, {before, 1}) == doctest::Approx(f.at(2.99, {before, 1})).epsilon(0.1));
      CHECK(f.at(3 - 1e-9, {TableBranch::side, 0}) * f.at(3 + 1e-9, {TableBranch::side, 0}) < 0);
    }
}

TEST_CASE("bounds contain every value of every part, over short and over long ranges") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> step(0.1, 2), value(-5, 5), part(0, 1);
  Rows rows{{0}, {1}, Interpolation::linear, Beyond::nothing};
  for (int i = 0; i < 300; ++i) {
    rows.x.push_back(rows.x.back() + step(random));
    rows.y.push_back(value(random));
  }
  for (const auto by : all_kinds)
    for (const Beyond beyond : all_ends)
      for (const auto branch :
           {TableBranch::whole, TableBranch::even, TableBranch::odd, TableBranch::side})
        for (int order = 0; order < 3; ++order) {
          rows.by = by, rows.beyond = beyond;
          if (beyond == Beyond::again) rows.y.back() = rows.y.front();
          const Interpolant f = made(rows);
          const bool ends = beyond == Beyond::nothing;
          const double first = ends ? 0 : -rows.x.back(), last = (ends ? 1 : 2) * rows.x.back();
          for (int trial = 0; trial < 60; ++trial) {
            const double a = first + part(random) * (last - first);
            const double b = std::min(last, a + std::pow(10, 4 * part(random) - 2));
            const auto [lo, hi] = f.bounds(a, b, {branch, order});
            for (int i = 0; i <= 20; ++i) {
              const double x = a + (b - a) * i / 20, y = f.at(x, {branch, order});
              const double pad = 1e-9 * (1 + std::abs(y));
              CHECK(y >= lo - pad);
              CHECK(y <= hi + pad);
            }
          }
        }
}

TEST_CASE("a table that repeats is the same a period later, with all that it does between rows") {
  for (const auto by : all_kinds) {
    const Interpolant f = made(uneven(by, Beyond::again));
    for (double x = 0.05; x < 7; x += 0.0917)
      for (int order = 0; order < 3; ++order)
        for (const double periods : {-3.0, -1.0, 1.0, 4.0})
          CHECK(f.at(x + 7 * periods, {TableBranch::whole, order}) ==
                doctest::Approx(f.at(x, {TableBranch::whole, order})).epsilon(1e-9));
    CHECK(f.at(7) == 16);
    CHECK(std::isnan(f.at(inf)));
    CHECK(f.outside(1e300));
    CHECK_FALSE(f.outside(-1e6));
  }
}

// Where one period ends and the next begins a spline and its two derivatives are continuous, the
// slope of monotone cubics is.
TEST_CASE("nothing is to be seen of where a table begins again") {
  const double h = 1e-7;
  for (const auto by : {Interpolation::pchip, Interpolation::spline}) {
    const Interpolant f = made(uneven(by, Beyond::again));
    for (int order = 0; order < (by == Interpolation::spline ? 3 : 2); ++order)
      CHECK(f.at(7 - h, {TableBranch::whole, order}) ==
            doctest::Approx(f.at(7 + h, {TableBranch::whole, order})).epsilon(1e-5));
  }
  CHECK_FALSE(made(uneven(Interpolation::spline, Beyond::again)).bends());
}

// A periodic spline errs by 1/384 h^4 max|f''''| (Hall and Meyer 1976), whatever its rows are at.
TEST_CASE("the periodic spline of a sine is a sine to the fourth order") {
  for (const int n : {12, 13, 48}) {
    Rows rows{{}, {}, Interpolation::spline, Beyond::again};
    const double h = 2 * std::numbers::pi / n;
    for (int i = 0; i <= n; ++i) rows.x.push_back(i * h), rows.y.push_back(std::sin(i * h));
    rows.y.back() = rows.y.front();
    const Interpolant f = made(rows);
    double worst = 0;
    for (double x = -7; x < 14; x += 0.0037)
      worst = std::max(worst, std::abs(f.at(x) - std::sin(x)));
    CHECK(worst < 1.05 * std::pow(h, 4) / 384);
    CHECK(worst > 0.5 * std::pow(h, 4) / 384);
  }
  const Interpolant two = made({{0, 1, 3}, {0, 2, 0}, Interpolation::spline, Beyond::again});
  CHECK(two.at(1 - 1e-9, {TableBranch::whole, 1}) ==
        doctest::Approx(two.at(3 + 1e-9, {TableBranch::whole, 1})).epsilon(1e-6));
  CHECK(two.at(1 - 1e-9, {TableBranch::whole, 2}) ==
        doctest::Approx(two.at(1 + 1e-9, {TableBranch::whole, 2})).epsilon(1e-6));
}

TEST_CASE("a graph looks up, derives to any order, and shares one table") {
  Graph g;
  const NodeId t = g.slot({SlotKind::time});
  const auto table = std::make_shared<const Interpolant>(made(uneven(Interpolation::spline)));
  const auto again = std::make_shared<const Interpolant>(made(uneven(Interpolation::spline)));
  const NodeId x = g.mul(g.constant(2), t);
  const NodeId y = g.lookup(table, x);
  CHECK(g.lookup(again, x) == y);
  CHECK(g.is_constant(g.lookup(table, g.constant(3))));
  const NodeId first = g.derivative(y, t), second = g.derivative(first, t);
  for (const double at : {0.2, 1.4, 3.3}) {
    const double in[] = {at};
    CHECK(evaluate_once(g, y, in) == doctest::Approx(table->at(2 * at)));
    CHECK(evaluate_once(g, first, in) ==
          doctest::Approx(2 * table->at(2 * at, {TableBranch::whole, 1})));
    CHECK(evaluate_once(g, second, in) ==
          doctest::Approx(4 * table->at(2 * at, {TableBranch::whole, 2})));
  }
  NodeId fifth = second;
  for (int i = 0; i < 3; ++i) fifth = g.derivative(fifth, t);
  CHECK(g.is_constant(fifth));
}

TEST_CASE("rewritten with watches, a lookup keeps its values and says where it bends") {
  Graph g;
  const NodeId t = g.slot({SlotKind::time});
  const auto table = std::make_shared<const Interpolant>(made(uneven(Interpolation::linear)));
  const NodeId y = g.lookup(table, t), watched = with_watched_kinks(g, y, Kinks::all);
  CHECK(Tape::compile(g, {&watched, 1}).watch_count() == 1);
  for (double at = 0.05; at < 7; at += 0.1) {
    const double in[] = {at};
    CHECK(evaluate_once(g, watched, in) == doctest::Approx(table->at(at)));
  }
}

TEST_CASE("what was asked for outside is told") {
  Graph g;
  const NodeId t = g.slot({SlotKind::time});
  const auto table = std::make_shared<const Interpolant>(made(uneven(Interpolation::linear)));
  const NodeId y = g.add(g.lookup(table, t), g.constant(1));
  CHECK_FALSE(outside_of_data(g, y, [](const Slot&) { return 6.0; }));
  CHECK(outside_of_data(g, y, [](const Slot&) { return 7.5; }) ==
        "`d.y` is asked for at 7500 ms, but its data go from 0 ms to 7000 ms");
}

}  // namespace mbs
