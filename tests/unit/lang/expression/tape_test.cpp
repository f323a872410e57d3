#include "lang/expression/tape.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "lang/expression/lambertw.hpp"

using namespace mbs;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
const Slot delta_slot{.kind = SlotKind::law_delta};
const Slot rate_slot{.kind = SlotKind::law_ddelta};

// delta = F*s*(log(4c/(F*s)) + 1): the steel journal of 10 mm bore and 15 mm length.
struct Journal {
  double c = 0.5e-3;
  double s = 2 * (1 - 0.3 * 0.3) / 207e9 / 15e-3;
  Graph g;
  NodeId delta = g.slot(delta_slot);
  NodeId force;

  Journal() {
    const NodeId f = g.bound();
    const NodeId fs = g.mul(f, g.constant(s));
    const NodeId log = g.unary(Op::log, g.div(g.constant(4 * c), fs));
    const NodeId residual = g.sub(delta, g.mul(fs, g.add(log, g.constant(1))));
    force = g.root(f, g.constant(0), g.constant(4 * c / s), residual);
  }
  // The same force by a plain Newton iteration in extended precision, from below.
  long double reference(long double penetration) const {
    const long double a = s, b = 4 * c;
    long double f = penetration / a / 40;
    for (int i = 0; i < 60; ++i)
      f -= (f * a * (std::log(b / (f * a)) + 1) - penetration) / (a * std::log(b / (f * a)));
    return f;
  }
};

bool evaluate(const Tape& tape, TapeState& state, std::vector<double> inputs,
              std::vector<double>& outputs) {
  outputs.assign(tape.output_count(), 0);
  return tape.evaluate(inputs, outputs, state);
}

}  // namespace

TEST_CASE("a tape gives several outputs of shared parts") {
  Graph g;
  const NodeId d = g.slot(delta_slot), v = g.slot(rate_slot);
  const NodeId hertz = g.mul(g.constant(2), g.binary(Op::power, d, g.constant(1.5)));
  const NodeId force = g.mul(hertz, g.add(g.constant(1), g.mul(g.constant(0.3), v)));
  const NodeId outputs[] = {force, g.derivative(force, d), g.derivative(force, v)};
  const Tape tape = Tape::compile(g, outputs);
  CHECK(tape.inputs() == std::vector<Slot>{delta_slot, rate_slot});
  TapeState state = tape.state();
  std::vector<double> out;
  REQUIRE(evaluate(tape, state, {4, 2}, out));
  CHECK(out[0] == doctest::Approx(16 * 1.6).epsilon(1e-15));
  CHECK(out[1] == doctest::Approx(6 * 1.6).epsilon(1e-15));
  CHECK(out[2] == doctest::Approx(16 * 0.3).epsilon(1e-15));
}

TEST_CASE("powers are what std::pow gives") {
  for (double n :
       {-4.0, -2.5, -1.0, -0.5, 0.5, 1.5, 2.0, 3.0, 3.5, 7.0, 8.0, 1.0 / 3, 10.0 / 9, 9.0, 2.3}) {
    Graph g;
    const NodeId node = g.binary(Op::power, g.slot(delta_slot), g.constant(n));
    for (double x : {1e-6, 0.3, 1.0, 2.7, 1e4}) {
      // A few roundings of products against one of pow.
      CHECK(evaluate_once(g, node, {{x}}) == doctest::Approx(std::pow(x, n)).epsilon(2e-15));
    }
    const double negative = evaluate_once(g, node, {{-1.5}});
    CHECK(std::isnan(negative) == std::isnan(std::pow(-1.5, n)));
  }
}

TEST_CASE("the journal law agrees with extended precision") {
  Journal j;
  const NodeId outputs[] = {j.force, j.g.derivative(j.force, j.delta)};
  const Tape tape = Tape::compile(j.g, outputs);
  TapeState warm = tape.state();
  std::vector<double> out;
  for (double delta = 1e-12; delta < 1.5e-3; delta *= 1.7) {
    CAPTURE(delta);
    const double expected = static_cast<double>(j.reference(delta));
    TapeState cold = tape.state();
    for (TapeState* state : {&cold, &warm}) {
      REQUIRE(evaluate(tape, *state, {delta}, out));
      // The last rounding of the residual is amplified by less than 100 up to here.
      CHECK(out[0] == doctest::Approx(expected).epsilon(1e-13));
      const double slope = 1 / (j.s * std::log(4 * j.c / (j.s * expected)));
      CHECK(out[1] == doctest::Approx(slope).epsilon(1e-12));
    }
  }
}

TEST_CASE("the journal law at its ends") {
  Journal j;
  const NodeId outputs[] = {j.force, j.g.derivative(j.force, j.delta)};
  const Tape tape = Tape::compile(j.g, outputs);
  TapeState state = tape.state();
  std::vector<double> out;
  REQUIRE(evaluate(tape, state, {0}, out));
  CHECK(out[0] == doctest::Approx(0));
  CHECK(std::isfinite(out[1]));
  REQUIRE(evaluate(tape, state, {1e-300}, out));
  CHECK(out[0] < 1e-90);
  REQUIRE(evaluate(tape, state, {1e-5}, out));
  CHECK(out[0] > 0);

  REQUIRE_FALSE(evaluate(tape, state, {2.31e-3}, out));
  REQUIRE(state.failure);
  CHECK(state.failure->root == 0);
  CHECK(state.failure->low == 0);
  CHECK(state.failure->high == doctest::Approx(4 * j.c / j.s));
  CHECK(state.failure->residual_low == doctest::Approx(2.31e-3));
  CHECK(state.failure->residual_high == doctest::Approx(0.31e-3));
  CHECK(std::isnan(out[0]));
  REQUIRE(evaluate(tape, state, {1e-5}, out));
  CHECK_FALSE(state.failure);
}

// Known solutions help with others: forwards, at random, after a jump, of other parameters.
TEST_CASE("a root is the same whatever was solved before") {
  Journal journal;
  const NodeId softer = journal.g.slot(rate_slot);  // multiplies the unknown of another equation
  const NodeId u = journal.g.bound();
  const NodeId other = journal.g.root(
      u, journal.g.constant(-10), journal.g.constant(10),
      journal.g.sub(journal.g.mul(softer, journal.g.unary(Op::sinh, u)), journal.delta));
  const NodeId outputs[] = {journal.force, other};
  const Tape tape = Tape::compile(journal.g, outputs);
  TapeState state = tape.state();
  std::vector<double> out;
  std::uint64_t seed = 1;
  const auto random = [&] {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(seed >> 11) / 9007199254740992.0;
  };
  for (int i = 0; i < 20000; ++i) {
    // An impact, with all depths of it and some in between; the other equation changes now and
    // then.
    const double depth = 2e-5 * std::pow(10.0, -9 * (i % 100 < 50 ? i % 50 / 50.0 : random()));
    const double soft = 1 + i / 1000;
    REQUIRE(evaluate(tape, state, {depth, soft}, out));
    const double exact = static_cast<double>(journal.reference(depth));
    CHECK(std::abs(out[0] / exact - 1) < 1e-15);
    CHECK(std::abs(out[1] / std::asinh(depth / soft) - 1) < 1e-15);
  }
  for (const auto& [depth, soft] :
       {std::pair{1e-6, -2.0}, {2e-6, 2.0}, {2e-6, -2.0}, {1e-30, -2.0}}) {
    REQUIRE(evaluate(tape, state, {depth, soft}, out));
    CHECK(out[1] == doctest::Approx(std::asinh(depth / soft)).epsilon(1e-14));
  }
  // What has no solution has none, and what is asked for after it is found again.
  CHECK_FALSE(evaluate(tape, state, {1, 1}, out));
  REQUIRE(evaluate(tape, state, {1e-6, 1}, out));
  CHECK(out[0] == doctest::Approx(static_cast<double>(journal.reference(1e-6))).epsilon(1e-15));
}

TEST_CASE("a root in a branch not taken may have no solution") {
  Journal j;
  const NodeId open = j.g.watch(j.delta);
  const NodeId guarded = j.g.select(open, j.force, j.g.constant(0));
  const Tape tape = Tape::compile(j.g, {{guarded}});
  TapeState state = tape.state();
  std::vector<double> out;
  CHECK(evaluate(tape, state, {-1e-3}, out));
  CHECK(out[0] == 0);
  CHECK_FALSE(evaluate(tape, state, {5e-3}, out));
}

TEST_CASE("roots with awkward bounds") {
  Graph g;
  const NodeId x = g.slot(delta_slot), u = g.bound();
  const auto solve = [&](double low, double high, NodeId residual, double value) {
    return evaluate_once(g, g.root(u, g.constant(low), g.constant(high), residual), {{value}});
  };
  const double inf = std::numeric_limits<double>::infinity();
  const NodeId cube = g.sub(g.binary(Op::power, u, g.constant(3)), x);
  CHECK(solve(0, inf, cube, 27) == doctest::Approx(3).epsilon(1e-15));
  CHECK(solve(-inf, inf, cube, -27) == doctest::Approx(-3).epsilon(1e-15));
  CHECK(solve(-10, 10, cube, 0) == doctest::Approx(0));
  CHECK(solve(0, 1e12, cube, 1e-24) == doctest::Approx(1e-8).epsilon(1e-15));
  CHECK(solve(-1e9, 0, cube, -1e-9) == doctest::Approx(-1e-3).epsilon(1e-15));
  CHECK(std::isnan(solve(2, 1, cube, 3.4)));
  CHECK(std::isnan(solve(0, 1, cube, not_a_number)));
  // Sides that are equal everywhere single out no solution; one that is infinite is none at the
  // other end.
  CHECK(std::isnan(solve(0, 1, g.mul(g.constant(0), u), 1)));
  CHECK(std::isnan(solve(0, 1, g.div(x, g.sub(g.constant(1), u)), 1e300)));
  // A slope that is 0 almost everywhere leaves bisection.
  const NodeId step =
      g.sub(g.select(g.binary(Op::less, u, x), g.constant(0), g.constant(2)), g.constant(1));
  CHECK(solve(0, 7, step, 3.3) == doctest::Approx(3.3).epsilon(1e-15));
}

TEST_CASE("watches freeze and thaw") {
  Graph g;
  const NodeId d = g.slot(delta_slot), v = g.slot(rate_slot);
  const NodeId first = g.select(g.watch(v), d, g.neg(d));
  const NodeId second = g.add(first, g.watch(g.sub(d, g.constant(1))));
  const NodeId both[] = {first, second};
  const Tape one = Tape::compile(g, {{first}}), two = Tape::compile(g, both);
  CHECK(one.watch_count() == 1);
  CHECK(two.watch_count() == 2);

  TapeState state = two.state();
  std::vector<double> out, margins(2);
  REQUIRE(evaluate(two, state, {5, 3}, out));  // inputs: v is used first
  CHECK(two.inputs()[0] == rate_slot);
  CHECK(out == std::vector<double>{3, 4});
  two.margins(state, margins);
  CHECK(margins == std::vector<double>{5, 2});

  two.freeze(state);
  CHECK(state.flags == std::vector<double>{1, 1});
  REQUIRE(evaluate(two, state, {-5, 0.5}, out));
  CHECK(out == std::vector<double>{0.5, 1.5});
  two.margins(state, margins);
  CHECK(margins == std::vector<double>{-5, -0.5});

  state.flags.assign(2, not_a_number);
  REQUIRE(evaluate(two, state, {-5, 0.5}, out));
  CHECK(out == std::vector<double>{-0.5, -0.5});
}

// A margin that is no number leaves neither branch: a frozen flag must not hide it.
TEST_CASE("watches of what is no number fail, frozen or not") {
  Graph g;
  const NodeId d = g.slot(delta_slot);
  const NodeId choice = g.select(g.watch(g.unary(Op::log, d)), g.constant(1), g.constant(2));
  const Tape tape = Tape::compile(g, {{choice}});
  TapeState state = tape.state();
  std::vector<double> out;
  REQUIRE(evaluate(tape, state, {3}, out));
  CHECK(out[0] == 1);
  tape.freeze(state);
  CHECK_FALSE(evaluate(tape, state, {-1}, out));
  tape.freeze(state);
  CHECK(std::isnan(state.flags[0]));
  REQUIRE(evaluate(tape, state, {0.5}, out));
  CHECK(out[0] == 2);
}

TEST_CASE("watches outside a residual are watches of the tape") {
  Graph g;
  const NodeId d = g.slot(delta_slot), v = g.slot(rate_slot), u = g.bound();
  const NodeId stiffness = g.select(g.watch(v), g.constant(2), g.constant(1));
  const NodeId root = g.root(u, g.constant(0), g.constant(100), g.sub(g.mul(stiffness, u), d));
  const Tape tape = Tape::compile(g, {{root}});
  CHECK(tape.watch_count() == 1);
  CHECK(tape.inputs() == std::vector<Slot>{rate_slot, delta_slot});
  TapeState state = tape.state();
  std::vector<double> out;
  REQUIRE(evaluate(tape, state, {1, 8}, out));
  CHECK(out[0] == 4);
  REQUIRE(evaluate(tape, state, {-1, 8}, out));
  CHECK(out[0] == 8);
}

TEST_CASE("values that are not finite fail, infinite constants do not") {
  Graph g;
  const NodeId d = g.slot(delta_slot);
  const NodeId outputs[] = {g.unary(Op::log, d),
                            g.constant(std::numeric_limits<double>::infinity())};
  const Tape tape = Tape::compile(g, outputs);
  TapeState state = tape.state();
  std::vector<double> out;
  REQUIRE(evaluate(tape, state, {1}, out));
  CHECK(std::isinf(out[1]));
  CHECK_FALSE(evaluate(tape, state, {-1}, out));
  CHECK(state.failure->root == -1);
  // Neither comparisons nor extrema hide it.
  const NodeId log = g.unary(Op::log, d), one = g.constant(1);
  CHECK(std::isnan(evaluate_once(g, g.binary(Op::less, log, one), {{-1.0}})));
  CHECK(std::isnan(evaluate_once(g, g.binary(Op::minimum, log, one), {{-1.0}})));
  CHECK(std::isnan(evaluate_once(g, g.binary(Op::maximum, one, log), {{-1.0}})));
  CHECK(std::isnan(evaluate_once(g, g.select(g.watch(log), one, d), {{-1.0}})));
}

TEST_CASE("every operation of a tape is that of the graph") {
  // One operand or two, in (0, 1), where all have a value; folded by the graph and run by a tape.
  Graph g;
  const NodeId a = g.slot(delta_slot), b = g.slot(rate_slot);
  for (int op = static_cast<int>(Op::add); op < static_cast<int>(Op::select); ++op) {
    CAPTURE(op);
    const bool unary = op == static_cast<int>(Op::negate) ||
                       (op >= static_cast<int>(Op::sqrt) && op <= static_cast<int>(Op::floor)) ||
                       op == static_cast<int>(Op::logical_not);
    if (op == static_cast<int>(Op::lambertw)) continue;  // has a test of its own
    const NodeId node =
        unary ? g.unary(static_cast<Op>(op), a) : g.binary(static_cast<Op>(op), a, b);
    const double x = 0.37, y = 0.81;
    Graph folded;
    const NodeId value =
        unary ? folded.unary(static_cast<Op>(op), folded.constant(x))
              : folded.binary(static_cast<Op>(op), folded.constant(x), folded.constant(y));
    const Tape tape = Tape::compile(g, {&node, 1});
    TapeState state = tape.state();
    std::vector<double> in;
    for (const Slot& slot : tape.inputs()) in.push_back(slot == delta_slot ? x : y);
    double out = 0;
    REQUIRE(tape.evaluate(in, {&out, 1}, state));
    CHECK(out == doctest::Approx(folded.value(value)).epsilon(1e-15));
  }
}

TEST_CASE("a tape can be evaluated in its own registers, and tells its sides") {
  Graph g;
  const NodeId d = g.slot(delta_slot), v = g.slot(rate_slot);
  const NodeId sum = g.add(g.unary(Op::abs, d), g.binary(Op::maximum, d, v));
  const NodeId product = g.mul(g.binary(Op::minimum, v, g.constant(2)), d);
  const NodeId outputs[] = {sum, product};
  const Tape tape = Tape::compile(g, outputs);
  TapeState state = tape.state();
  REQUIRE(tape.side_count() == 3);
  const auto at = [&](double delta, double rate) {
    for (std::size_t i = 0; i < tape.inputs().size(); ++i)
      state.registers[i] = tape.inputs()[i] == delta_slot ? delta : rate;
    REQUIRE(tape.evaluate(state));
    std::vector<char> sides(3);
    tape.sides(state, sides);
    return sides;
  };
  const std::vector<char> first = at(1, 3);
  CHECK(tape.output(state, 0) == 4);
  CHECK(tape.output(state, 1) == 2);
  const auto changes = [&](const std::vector<char>& other) {
    int count = 0;
    for (std::size_t i = 0; i < first.size(); ++i) count += other[i] != first[i];
    return count;
  };
  CHECK(changes(at(1.5, 2.5)) == 0);
  CHECK(changes(at(-1, 3)) == 1);     // abs
  CHECK(changes(at(2.7, 2.5)) == 1);  // max
  CHECK(changes(at(1, 1.5)) == 1);    // min
  CHECK(changes(at(-3, -4)) == 3);
  for (double& r : state.registers) r = r == r ? r : 0;
  state.registers[0] = not_a_number;
  CHECK_FALSE(tape.evaluate(state));
}

TEST_CASE("Lambert's W solves its equation") {
  for (double w = -0.999; w < 300; w += w < 3 ? 0.01 : 1.3) {
    const double x = w * std::exp(w);
    // Near the branch point W is worse conditioned, like 1/(1 + w).
    CHECK(lambertw(0, x) == doctest::Approx(w).epsilon(4e-16 * (2 + 1 / (1 + w)) + 1e-15));
  }
  for (double w = -1.001; w > -600; w *= 1.01) {
    const double x = w * std::exp(w);
    CHECK(lambertw(-1, x) == doctest::Approx(w).epsilon(4e-16 * (2 + 1 / std::abs(1 + w)) + 1e-15));
  }
  CHECK(lambertw(0, 0) == 0);
  CHECK(lambertw(0, -std::exp(-1.0)) == doctest::Approx(-1).epsilon(1e-7));
  CHECK(std::isnan(lambertw(0, -0.4)));
  CHECK(std::isnan(lambertw(-1, 0.1)));
  CHECK(std::isnan(lambertw(2, 0.1)));
}
