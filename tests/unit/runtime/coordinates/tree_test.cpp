// Joint coordinates: that they describe the same mechanism as absolute ones.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "runtime/coordinates/motion.hpp"
#include "runtime/coordinates/prescribed.hpp"
#include "runtime/coordinates/rates.hpp"
#include "runtime/coordinates/reactions.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"
#include "tests/support/mechanisms.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// A crank, a bar welded to it, a block that slides on the bar, a rod that hangs from the block; and
// a body that hangs on nothing.
struct Branch {
  Mechanism m;
  ir::BodyId crank, bar, block, rod;
  Branch() {
    m.s.gravity = {0.3, -9.81};
    crank = m.body("crank", 1.3, 0.2, {0.1, -0.05});
    bar = m.body("bar", 0.4, 0.02, {0.02, 0.01});
    block = m.body("block", 0.7, 0.1, {-0.2, 0.15});
    rod = m.body("rod", 0.5, 0.03, {0.15, 0});
    m.body("loose", 0.2, 0.01);
    m.revolute("O", m.frame(ground, 0.2, 0.1), m.frame(crank, 0, 0.03), hold(0.4));
    m.joint(ir::JointKind::weld, "W", m.frame(crank, 0.3, 0, 0.2), m.frame(bar, 0, 0, -0.5));
    m.joint(ir::JointKind::prismatic, "P", m.frame(bar, 0.1, 0.02, 0.3),
            m.frame(block, 0.05, 0, 0.1), hold(0.25));
    m.revolute("A", m.frame(rod, 0, 0), m.frame(block, 0.1, 0.2), hold(1.1));
    m.at(crank).spin = hold(1.7);
    m.at(rod).spin = hold(-2.1);
  }
};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b, int from,
                          int count) {
  double worst = 0;
  for (int i = from; i < from + count; ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

// y and y' to joint coordinates and back.
struct RoundTrip {
  std::vector<double> y, yp;
  explicit RoundTrip(const Assembled& x) {
    const Model& model = *x.model;
    TreeState state(model);
    std::vector<double> reduced(model.tree.size), rates(model.tree.size);
    y.resize(model.layout.size);
    yp.resize(model.layout.size);
    reduce(model, x.a->y.data(), x.a->yp.data(), reduced.data(), rates.data(), state);
    expand(model, reduced.data(), y.data(), state);
    expand_rates(model, reduced.data(), rates.data(), yp.data(), state);
  }
};

}  // namespace

void four_bar(Mechanism& m) {
  const auto bar = [&](const char* name) { return m.body(name, 1, 0.1, {0.5, 0}); };
  const ir::BodyId a = bar("a"), b = bar("b"), c = bar("c");
  m.revolute("A", m.frame(ground, 0, 0), m.frame(a, 0, 0), hold(1.2));
  m.revolute("B", m.frame(a, 1, 0), m.frame(b, 0, 0));
  m.revolute("C", m.frame(b, 1, 0), m.frame(c, 1, 0));
  m.revolute("D", m.frame(ground, 1, 0.3), m.frame(c, 0, 0));
}

TEST_CASE("a tree of joints needs no constraints") {
  Branch b;
  const Assembled x(b.m);
  REQUIRE(x.a);
  // O, block, rod, and three of the loose body; no multipliers are left.
  CHECK(x.model->tree.coordinates == 6);
  CHECK(x.model->tree.size == 2 * 6 + 2);
}

TEST_CASE("joint coordinates describe the same motion") {
  Branch b;
  const Assembled x(b.m);
  REQUIRE(x.a);
  const Layout& l = layout(*x.model);
  const RoundTrip back(x);
  // Assembly closes positions to 1e-12 of the model's size; speeds and accelerations are then exact
  // to rounding.
  CHECK(largest_difference(back.y, x.a->y, l.q, 3 * l.bodies) < 1e-11);
  CHECK(largest_difference(back.y, x.a->y, l.v, 3 * l.bodies) < 1e-10);
  CHECK(largest_difference(back.yp, x.a->yp, l.q, 3 * l.bodies) < 1e-10);
  CHECK(largest_difference(back.yp, x.a->yp, l.v, 3 * l.bodies) < 1e-9);
}

TEST_CASE("reactions in the tree are those of the constraints it replaces") {
  Branch b;
  const Assembled x(b.m);
  REQUIRE(x.a);
  const Layout& l = layout(*x.model);
  Workspace w(*x.model);
  std::vector<double> lambda;
  REQUIRE(tree_multipliers(*x.model, {0, x.a->y.data(), x.a->yp.data(), &x.a->mode}, lambda, w));
  REQUIRE(static_cast<int>(lambda.size()) == l.constraints);
  for (int k = 0; k < l.constraints; ++k)  // tens of newtons, solved to rounding in both ways
    CHECK(lambda[k] == doctest::Approx(x.a->yp[l.lam + k]).epsilon(1e-9));
}

// Assembly finds them in absolute coordinates, from a system of its own.
void check_rates(const Assembled& x) {
  const Layout& l = layout(*x.model);
  Workspace w(*x.model);
  TreeRates rates(*x.model);
  std::vector<double> yp = x.a->yp;
  std::fill(yp.begin() + l.v, yp.begin() + l.mu, 7.0);  // accelerations and multipliers: forgotten
  REQUIRE(rates.solve({0, x.a->y.data(), nullptr, &x.a->mode}, yp.data(), w));
  const auto near = [](double value) { return doctest::Approx(value).epsilon(1e-9).scale(1); };
  for (int i = l.v; i < l.v + 3 * l.bodies; ++i) CHECK(yp[i] == near(x.a->yp[i]));
  for (int k = 0; k < l.constraints; ++k)
    if (!x.model->rows[k].tree) CHECK(yp[l.lam + k] == near(x.a->yp[l.lam + k]));
}

TEST_CASE("accelerations and loops' multipliers from joint coordinates are those of assembly") {
  Branch b;
  const Assembled branch(b.m);
  REQUIRE(branch.a);
  check_rates(branch);
  Mechanism m;
  four_bar(m);
  m.s.gravity = {0, -9.81};
  const Assembled loop(m);
  REQUIRE(loop.a);
  check_rates(loop);
}

TEST_CASE("a loop stays closed by constraints") {
  Mechanism m;
  four_bar(m);
  const Assembled x(m);
  REQUIRE(x.a);
  CHECK(x.model->tree.coordinates == 3);
  CHECK(x.model->tree.size == 2 * 3 + 2 + 2 + 2);  // two constraints, each with Lam and Mu
}

TEST_CASE("a coordinate that a drive moves is no unknown, nor is the drive's multiplier") {
  const Assembled x(SliderCrank(smooth_law(6.61e10, 0.05)).m);
  REQUIRE(x.a);
  const PrescribedCoordinates& prescribed = x.model->tree.prescribed;
  REQUIRE(prescribed.given.size() == 1);
  // Angle of the rod and travel of the slider, their speeds; gap state, work and impulse of the
  // contact; works of drives and dampers.
  CHECK(prescribed.unknowns.size() == 2 * 2 + 3 + 2);
  const GivenCoordinate& g = prescribed.given[0];
  const double speed = 5000 * 2 * std::numbers::pi / 60, t = 1.3e-3;
  Workspace w(*x.model);
  REQUIRE(evaluate_drives(*x.model, t, nullptr, DriveOrder::acceleration, w));
  std::vector<double> reduced(x.model->tree.size), rates(x.model->tree.size);
  prescribe(*x.model, t, w, reduced.data(), rates.data());
  const int d = x.model->tree.coordinates;
  CHECK(reduced[g.coordinate] == doctest::Approx(speed * t).epsilon(1e-12));
  CHECK(reduced[d + g.coordinate] == doctest::Approx(speed).epsilon(1e-14));
  CHECK(rates[g.coordinate] == doctest::Approx(speed).epsilon(1e-14));
  CHECK(rates[d + g.coordinate] == 0);
}

TEST_CASE("what drives more than one coordinate, or follows a condition, stays a constraint") {
  Mechanism m;
  const auto bar = [&](const char* name) { return m.body(name, 1, 0.1, {0.5, 0}); };
  const ir::BodyId a = bar("a"), b = bar("b");
  m.revolute("A", m.frame(ground, 0, 0), m.frame(a, 0, 0), hold(1.2));
  const ir::JointId between = m.revolute("B", m.frame(a, 1, 0), m.frame(b, 0, 0), hold(0.3));
  ir::Drive d;
  d.kind = ir::DriveKind::coordinate;
  d.joint = between;
  m.prescribe(d, 0, m.constant(0.3));
  m.add(d);
  d.kind = ir::DriveKind::angle;
  d.body = a;
  Graph& g = m.s.graph;
  const NodeId early = g.watch(g.sub(m.constant(5), m.time()));
  m.prescribe(d, 0, g.select(early, m.constant(1.2), m.constant(1.3)));
  m.add(d);
  const Assembled x(m);
  REQUIRE(x.a);
  CHECK(x.model->tree.coordinates == 2);
  CHECK(x.model->tree.prescribed.given.empty());
}

TEST_CASE("long chains are cut, so that no body depends on all others") {
  Mechanism m;
  m.s.gravity = {0, -9.81};
  ir::BodyId last = ground;
  for (int i = 0; i < 12; ++i) {
    const ir::BodyId link = m.body("link", 1, 0.1, {0.5, 0});
    m.revolute("J", m.frame(last, i ? 1 : 0, 0), m.frame(link, 0, 0), hold(0.1));
    last = link;
  }
  const Assembled x(m);
  REQUIRE(x.a);
  for (const TreeBody& body : x.model->tree.bodies) CHECK(body.count <= 8);
  CHECK(x.model->tree.used());
  const Layout& l = layout(*x.model);
  const RoundTrip back(x);
  CHECK(largest_difference(back.y, x.a->y, l.q, 3 * l.bodies) < 1e-10);
}

TEST_CASE("bodies without joints keep their absolute coordinates") {
  Mechanism m;
  m.body("a", 1, 0.1);
  m.body("b", 1, 0.1);
  const Assembled x(m);
  REQUIRE(x.a);
  CHECK_FALSE(x.model->tree.used());
}
