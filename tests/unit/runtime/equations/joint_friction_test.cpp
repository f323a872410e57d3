// Friction of joints in the equations of motion: the Jacobian, and accelerations with reactions.
#include <doctest/doctest.h>

#include <cmath>

#include "runtime/equations/consistency.hpp"
#include "tests/support/jacobian_checks.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// mu FN tanh(vt) + z/3 with a state, and a bound.
ir::LawId friction_law(Mechanism& m, double mu) {
  ir::LawProgram p;
  Graph& g = p.graph;
  p.given = true;
  p.FN = g.slot({SlotKind::law_FN});
  const NodeId vt = g.slot({SlotKind::law_vt}), z = g.slot({SlotKind::law_state, 0, 0});
  p.FT = g.add(g.mul(g.mul(g.constant(mu), p.FN), g.unary(Op::tanh, vt)),
               g.mul(g.constant(1.0 / 3), z));
  p.stick = g.mul(g.constant(2 * mu), p.FN);
  p.states.push_back({"z", 0.1, g.sub(vt, g.mul(z, g.unary(Op::abs, vt))), {}});
  return m.law(p);
}

void add_friction(Mechanism& m, ir::JointId joint, double mu, double length) {
  m.s.joints[joint.index].friction = ir::JointFriction{friction_law(m, mu), 0.3, length};
}

double largest_residual(const Assembled& x, const Mode& mode) {
  Workspace w(*x.model);
  const Layout& l = layout(*x.model);
  std::vector<double> r(l.size), yp(l.size);
  REQUIRE(make_consistent(*x.model, {0, x.a->y.data(), nullptr, &mode}, yp.data(), w));
  REQUIRE(residual(*x.model, {0, x.a->y.data(), yp.data(), &mode}, r.data(), w));
  double largest = 0;
  for (int i = l.v; i < l.lam; ++i) largest = std::max(largest, std::abs(r[i]));
  return largest;
}

}  // namespace

TEST_CASE("Jacobian of joints with friction") {
  struct Case {
    ir::JointKind kind;
    double length;
  };
  for (const Case& c : {Case{ir::JointKind::revolute, 0}, Case{ir::JointKind::prismatic, 0},
                        Case{ir::JointKind::prismatic, 0.01}, Case{ir::JointKind::slot, 0}})
    for (const bool sticking : {false, true}) {
      CAPTURE(static_cast<int>(c.kind));
      CAPTURE(c.length);
      CAPTURE(sticking);
      Pair p;
      add_friction(p.m, p.m.joint(c.kind, "j", p.pa, p.pb), 0.4, c.length);
      Assembled x(p.m);
      REQUIRE(x.a);
      REQUIRE(!x.model->tree.used());
      Mode mode = x.a->mode;
      REQUIRE(mode.contacts.size() == 1);
      REQUIRE(mode.contacts[0].armed);
      if (sticking) mode.contacts[0].stick();
      for (unsigned seed = 1; seed <= 4; ++seed)
        check_jacobian(x, random_state(x, seed, 0.3), mode);
    }
}

// Newton's iteration solves friction and reactions to rounding, also where friction is as strong as
// what it opposes: 1e-13 of forces of some 10 N.
TEST_CASE("accelerations and reactions fit friction in several joints") {
  for (const double mu : {0.01, 0.3, 0.9}) {
    CAPTURE(mu);
    Pair p;
    add_friction(p.m, p.m.revolute("r", ground_frame, p.pa), mu, 0);
    add_friction(p.m, p.m.joint(ir::JointKind::prismatic, "s", p.pa, p.pb), mu, 2);
    p.m.at(p.a).spin = hold(3);
    Assembled x(p.m);
    REQUIRE(x.a);
    Mode mode = x.a->mode;
    CHECK(largest_residual(x, mode) < 1e-11);
    mode.contacts[0].stick();
    CHECK(largest_residual(x, mode) < 1e-11);
  }
}
