// Runs that break off: what they keep and what they say.
#include <doctest/doctest.h>

#include <algorithm>

#include "runtime/results/sampler.hpp"
#include "tests/support/mechanisms.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

ir::LawProgram checked_hertz(double K, double limit, bool required) {
  LawMaker law("short");
  Graph& g = law.g();
  ir::LawCheck check;
  check.law = "short";
  check.message = "deeper than the law goes";
  const NodeId deep = g.binary(Op::less, law.number(limit), law.delta);
  check.condition = required ? g.unary(Op::logical_not, deep) : deep;
  (required ? law.p.requirements : law.p.warnings).push_back(check);
  return law.with_FN(g.mul(law.number(K), g.binary(Op::power, law.delta, law.number(1.5))));
}

// Loses energy, and says of fast impacts that they are: known when they begin.
ir::LawProgram law_of_slow_impacts(double limit) {
  ir::LawProgram law = power_law(1e8, 1.5, flores_factor(0.7));
  ir::LawCheck check;
  check.law = "slow";
  check.message = "faster than the law goes";
  const NodeId v_impact = law.graph.slot({SlotKind::law_v_impact, 0, 0, 0});
  check.condition = law.graph.binary(Op::less, law.graph.constant(limit), v_impact);
  law.warnings.push_back(check);
  return law;
}

constexpr ir::IntegratorKind both[] = {ir::IntegratorKind::ida, ir::IntegratorKind::explicit_steps};

Run run_by(ir::IntegratorKind integrator, const Mechanism& m) {
  SimulationOptions options;
  options.integrator = integrator;
  return run(m, 0.5, 1e-6, options);
}

// delta = F/K has no solution F in (0, F0) once delta exceeds F0/K.
ir::LawProgram bounded_law(double K, double F0) {
  LawMaker law("bounded");
  Graph& g = law.g();
  const NodeId F = g.bound();
  const NodeId miss = g.sub(law.delta, g.div(F, law.number(K)));
  law.p.roots.push_back(
      {"bounded", {}, "delta = FN/K", "FN", {"N", 1, dim::force}, {"m", 1, dim::length}});
  return law.with_FN(g.root(F, law.number(0), law.number(F0), miss));
}

}  // namespace

TEST_CASE("a requirement that fails stops the run there and keeps what came before") {
  const Run r = run(two_spheres(checked_hertz(2.4e10, 3e-5, true), 4, 0.5), 1e-3, 1e-6);
  CHECK(r.termination == Termination::failed);
  REQUIRE(r.failure);
  CHECK(r.failure->code == Code::E0411);
  CHECK(r.failure->message == "deeper than the law goes");
  CHECK(r.t.back() > 2e-4);
  CHECK(r.t.back() < 3e-4);
  REQUIRE(r.impacts[0].size() == 1);
  CHECK_FALSE(r.impacts[0][0].closed);
  CHECK(r.impacts[0][0].F_max > 0);
}

TEST_CASE("warnings of a law are counted by impacts, not by steps") {
  // The depth is too large in mid-impact, at no touch: a law that speaks of it is checked all
  // along.
  const Mechanism b = ball_on_table(checked_hertz(1e8, 1e-6, false), 0.61, 0);
  for (const auto integrator : both) {
    const Run r = run_by(integrator, b);
    REQUIRE(r.termination == Termination::finished);
    REQUIRE(r.warnings.size() == 1);
    CHECK(r.warnings[0].code == Code::W0601);
    CHECK(r.warnings[0].subject == "hit");
    CHECK(r.warnings[0].count == static_cast<long>(r.impacts[0].size()));
    CHECK(r.warnings[0].count > 2);
    CHECK(r.warnings[0].first_t > r.impacts[0][0].t);
  }
}

TEST_CASE("what a law says of the beginning of impacts is asked in each of them") {
  constexpr double limit = 0.2;  // m/s; the first impact has 0.44 m/s
  const Mechanism b = ball_on_table(law_of_slow_impacts(limit), 0.61, 0);
  for (const auto integrator : both) {
    const Run r = run_by(integrator, b);
    REQUIRE(r.termination == Termination::finished);
    REQUIRE(r.warnings.size() == 1);
    const auto fast = std::ranges::count_if(
        r.impacts[0], [&](const Impact& impact) { return impact.v_in > limit; });
    CHECK(fast == 2);
    CHECK(r.impacts[0].size() > 4);
    CHECK(r.warnings[0].count == fast);
  }
}

TEST_CASE("an implicit law without a solution names the law, and the run keeps its beginning") {
  const Run r = run(two_spheres(bounded_law(1e9, 1e4), 4, 0.5), 1e-3, 1e-6);
  CHECK(r.termination == Termination::failed);
  REQUIRE(r.failure);
  CHECK(r.failure->code == Code::E0604);
  CHECK(r.failure->message.find("bounded") != std::string::npos);
  CHECK(r.failure->message.find("no FN in 0 N .. 1e+04 N") != std::string::npos);
  CHECK(r.size() > 10);
  CHECK(r.impacts[0].size() == 1);
  // Deep enough bounds: the same law is Hooke's.
  const Run good = run(two_spheres(bounded_law(1e9, 1e6), 4, 0.5), 1e-3, 1e-8);
  REQUIRE(good.termination == Termination::finished);
  CHECK(good.impacts[0][0].restitution() == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE(
    "a spring that gives back less than it took has no rest; its memory is frozen, and said to "
    "be") {
  const Run r = run(ball_on_table(poisson_spring(1e6, 0.6), 0.62, 0), 1, 1e-6);
  CHECK(r.termination == Termination::finished);
  REQUIRE(r.warnings.size() == 1);
  CHECK(r.warnings[0].code == Code::W0702);
  CHECK(r.counters.steps < 10000);
}

TEST_CASE("friction that jumps at no sliding goes on when it chatters") {
  Mechanism b = ball_on_table(with_sign_friction(power_law(1e8, 1.5, 0.2), 0.1), 0.6, 0);
  b.s.bodies[1].vx = hold(1);
  const Run r = run(b, 1, 1e-6);
  CHECK(r.termination == Termination::finished);
  // A solid sphere that starts sliding rolls at 5/7 of its speed after 2 v/(7 mu g), then keeps it.
  const NodeId vx = b.signal(SlotKind::body_coordinate, 1, 0, 1);
  double v = 0;
  Sampler(r).at(r.size() - 1, {&vx, 1}, {&v, 1});
  CHECK(v == doctest::Approx(5.0 / 7).epsilon(1e-4));
}
