#include "runtime/time/function.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "lang/expression/scalar.hpp"
#include "lang/expression/watched_kinks.hpp"
#include "runtime/time/turns.hpp"

namespace mbs {

namespace {

struct Built {
  Graph g;
  NodeId t = g.slot({SlotKind::time});
  NodeId c(double value) { return g.constant(value); }
};

}  // namespace

TEST_CASE("bounds contain every value of every operation") {
  constexpr Op ops[] = {
      Op::add,   Op::subtract, Op::multiply, Op::divide, Op::negate,     Op::power, Op::sqrt,
      Op::cbrt,  Op::abs,      Op::exp,      Op::log,    Op::log10,      Op::sin,   Op::cos,
      Op::tan,   Op::asin,     Op::acos,     Op::atan,   Op::sinh,       Op::cosh,  Op::tanh,
      Op::atan2, Op::minimum,  Op::maximum,  Op::less,   Op::less_equal, Op::equal, Op::equal};
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-4, 4), part(0, 1), size(-6, 1);
  for (const Op op : ops)
    for (int trial = 0; trial < 400; ++trial) {
      const double a = place(random), b = place(random);
      const Interval x{a, a + std::pow(10, size(random))}, y{b, b + std::pow(10, size(random))};
      const Interval found = bounds_of(op, x, y);
      for (int i = 0; i <= 10; ++i) {
        const double u = i == 0 ? x.lo : i == 10 ? x.hi : x.lo + part(random) * (x.hi - x.lo);
        const double v = i == 0 ? y.lo : i == 10 ? y.hi : y.lo + part(random) * (y.hi - y.lo);
        const double value = apply(op, u, v);
        if (std::isnan(value)) continue;
        INFO("operation ", static_cast<int>(op), " of ", u, " and ", v);
        REQUIRE(value >= found.lo);
        REQUIRE(value <= found.hi);
      }
    }
}

TEST_CASE("conditions are sure, impossible or open") {
  const Interval open{0, 1}, sure{1, 1}, never{0, 0};
  CHECK(bounds_of(Op::less, {0, 1}, {2, 3}).lo == 1);
  CHECK(bounds_of(Op::less, {2, 3}, {0, 2}).hi == 0);
  CHECK_FALSE(is_one_value(bounds_of(Op::less, {0, 2}, {1, 3})));
  CHECK(bounds_of(Op::logical_and, open, never).hi == 0);
  CHECK(bounds_of(Op::logical_or, open, sure).lo == 1);
  CHECK(is_one_value(bounds_of(Op::logical_not, sure, {})));
  CHECK(bounds_of_select(open, {1, 2}, {5, 6}).hi == 6);
  CHECK(bounds_of_select(never, {1, 2}, {5, 6}).lo == 5);
}

TEST_CASE("whole exponents keep signs, and a pole has no bounds") {
  CHECK(bounds_of(Op::power, {-2, 1}, {2, 2}).lo == 0);
  CHECK(bounds_of(Op::power, {-2, 1}, {3, 3}).lo == doctest::Approx(-8));
  CHECK_FALSE(bounded(bounds_of(Op::divide, {1, 1}, {-1, 1})));
  CHECK_FALSE(bounded(bounds_of(Op::tan, {1, 2}, {})));
}

TEST_CASE("a window of a ten millionth of the search is found at both ends") {
  Built b;  // 1 us at 3 s in 10 s
  const NodeId inside = b.g.sub(b.c(0.5e-6), b.g.unary(Op::abs, b.g.sub(b.t, b.c(3))));
  TimeFunction f(b.g, inside);
  const TimeFound begins = f.leaves(0, 10, 0, false);
  REQUIRE(begins.found);
  CHECK(begins.t == doctest::Approx(3 - 0.5e-6).epsilon(1e-14));
  const TimeFound ends = f.leaves(begins.t, 10, 0, true);
  REQUIRE(ends.found);
  CHECK(ends.t == doctest::Approx(3 + 0.5e-6).epsilon(1e-14));
  CHECK_FALSE(f.leaves(ends.t, 10, 0, false).found);
}

TEST_CASE("the first of many roots is found, one after the other") {
  Built b;
  TimeFunction f(b.g, b.g.unary(Op::sin, b.g.mul(b.c(1e4), b.t)));
  double from = 0;
  bool side = f.holds_after(0);
  CHECK(side);
  for (int k = 1; k <= 100; ++k, side = !side) {
    const TimeFound next = f.leaves(from, 1e3, 0, side);
    REQUIRE(next.found);
    CHECK(next.t == doctest::Approx(k * std::numbers::pi * 1e-4).epsilon(1e-12));
    from = next.t;
  }
}

TEST_CASE("what only touches does not cross, and costs no search without end") {
  Built b;
  TimeFunction f(b.g, b.g.sub(b.g.unary(Op::sin, b.t), b.c(1)));
  const TimeFound found = f.leaves(0, 6, 0, false);
  CHECK_FALSE(found.found);
  CHECK(found.t == 6);
}

TEST_CASE("a sign that changes through a pole is a change") {
  Built b;
  TimeFunction f(b.g, b.g.div(b.c(1), b.g.sub(b.t, b.c(1))));
  const TimeFound found = f.leaves(0, 5, 0, false);
  REQUIRE(found.found);
  CHECK(found.t == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("kinks become choices with the same values and one-sided slopes") {
  Built b;
  const NodeId kinked = b.g.binary(Op::maximum, b.g.unary(Op::abs, b.g.sub(b.t, b.c(1))), b.c(0.5));
  const NodeId smooth = with_watched_kinks(b.g, kinked, Kinks::all);
  TimeFunction f(b.g, kinked), s(b.g, smooth);
  for (const double t : {0.0, 0.4, 0.6, 1.2, 1.7}) CHECK(f.value(t) == s.value(t));
  CHECK(s.slope(0.2) == -1);
  CHECK(s.slope(0.8) == 0);
  CHECK(s.slope(1.8) == 1);
  CHECK(Tape::compile(b.g, {&smooth, 1}).watch_count() == 2);
}

TEST_CASE("steps end at a pulse nobody foretells, and pass turns that the rate tells of") {
  Built b;
  const NodeId x = b.g.div(b.g.sub(b.t, b.c(0.3)), b.c(1e-6));
  std::vector<Swing> pulse;
  KnownParts known;
  add_swings(b.g, b.g.unary(Op::exp, b.g.neg(b.g.mul(x, x))), pulse, known);
  REQUIRE(pulse.size() == 1);
  Turns turns(pulse);
  CHECK(turns.sight(0, 10) == doctest::Approx(0.3).epsilon(1e-8));
  CHECK(turns.sight(0.31, 10) == 10);
  std::vector<Swing> wave;
  add_swings(b.g, b.g.unary(Op::sin, b.t), wave, known);
  Turns slow(wave);
  CHECK(slow.sight(1.0, 100) == doctest::Approx(1.5 * std::numbers::pi));
  std::vector<Swing> line;
  add_swings(b.g, b.g.mul(b.c(3), b.t), line, known);
  CHECK(line.empty());
  add_swings(b.g, b.g.mul(b.c(2), b.g.unary(Op::sin, b.t)), wave, known);
  CHECK(wave.size() == 1);  // as it was: that part is known
}

}  // namespace mbs

namespace mbs {

TEST_CASE("bounds that overflow are bounds, and an angle that jumps is no one-way street") {
  Built b;
  CHECK(bounds_of(Op::exp, {800, 900}, {}).hi == std::numeric_limits<double>::infinity());
  CHECK(bounds_of(Op::exp, {800, 900}, {}).lo > 1e300);
  const NodeId angle = b.g.binary(Op::atan2, b.g.unary(Op::sin, b.t), b.g.unary(Op::cos, b.t));
  TimeFunction f(b.g, angle);
  const TimeFound found = f.leaves(0, 100, 3, false);  // rises to pi, and jumps to -pi at once
  REQUIRE(found.found);
  CHECK(found.t == doctest::Approx(3));
}

TEST_CASE("what is 0 but for rounding ends its search") {
  Built b;
  const auto square = [&](NodeId x) { return b.g.mul(x, x); };
  const NodeId nothing =
      b.g.sub(b.g.add(square(b.g.unary(Op::sin, b.t)), square(b.g.unary(Op::cos, b.t))), b.c(1));
  TimeFunction f(b.g, nothing);
  const TimeFound found = f.leaves(0, 10, 1e-3, false);
  CHECK_FALSE(found.found);
  CHECK(found.t == 10);
}

}  // namespace mbs
