
#include <doctest/doctest.h>

#include <numbers>

#include "runtime/contact/forces.hpp"
#include "runtime/elements/energy.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/equations/effective_mass.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/signals/contact_state.hpp"
#include "runtime/signals/values.hpp"
#include "tests/support/mechanisms.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// Largest entry of F(t, y, y'), which a consistent start must make vanish to rounding.
double largest_residual(const Assembled& x) {
  Workspace w(*x.model);
  std::vector<double> r(layout(*x.model).size);
  REQUIRE(residual(*x.model, {0, x.a->y.data(), x.a->yp.data(), &x.a->mode}, r.data(), w));
  double most = 0;
  for (double value : r) most = std::max(most, std::abs(value));
  return most;
}

Mechanism pendulum(double angle) {
  Mechanism m;
  m.s.gravity = {0, -9.81};
  const ir::BodyId rod = m.body("rod", 2.0, 0.05, {0.3, 0});
  m.revolute("P", m.frame(ground, 0.1, 0.2), m.frame(rod, 0, 0), hold(angle));
  return m;
}

}  // namespace

TEST_CASE("a pendulum falls as its moment of inertia says") {
  // alpha = -m g l cos(angle)/(I + m l^2), from rest
  const double angle = 0.4, alpha = -2.0 * 9.81 * 0.3 * std::cos(angle) / (0.05 + 2.0 * 0.09);
  Assembled x(pendulum(angle));
  REQUIRE(x.a);
  CHECK(x.a->degrees_of_freedom == 1);
  CHECK(x.a->free_names == std::vector<std::string>{"rod.angle"});
  CHECK(x.slot({SlotKind::body_coordinate, 1, 2, 2}) == doctest::Approx(alpha).epsilon(1e-13));
  CHECK(x.slot({SlotKind::body_coordinate, 1, 0, 0}) == doctest::Approx(0.1).epsilon(1e-14));
  // The hinge carries the weight less what falls: on the rod, upwards.
  const double up = 2.0 * (9.81 + alpha * 0.3 * std::cos(angle));
  CHECK(x.slot({SlotKind::joint_reaction, 0, 1, 0}) == doctest::Approx(up).epsilon(1e-13));
  CHECK(std::abs(x.slot({SlotKind::joint_reaction, 0, 2, 0})) < 1e-12);
  CHECK(largest_residual(x) < 1e-12);
}

TEST_CASE("the slider-crank starts as prescribed and needs the known moment") {
  SliderCrank mechanism(std::nullopt, std::numbers::pi / 6);
  Assembled x(mechanism.m);
  REQUIRE(x.a);
  CHECK(x.a->position_error < 1e-15);
  CHECK(largest_residual(x) < 1e-9);  // forces of 1e4 N, rounded
  // Reference: independent calculation for the ideal mechanism at 30 degrees, 9 digits.
  CHECK(x.slot({SlotKind::drive_effort, mechanism.motor.index, 0, 0}) ==
        doctest::Approx(135.104170).epsilon(1e-8));
}

TEST_CASE("the slider's acceleration at the dead centre") {
  // -r w^2 (1 + r/l)
  const double w = 5000 * 2 * std::numbers::pi / 60;
  for (const bool clearance : {false, true}) {
    SliderCrank mechanism(clearance ? std::optional(smooth_law(6.61e10, 0.05)) : std::nullopt);
    Assembled x(mechanism.m);
    REQUIRE(x.a);
    const double expected = clearance ? 0 : -0.05 * w * w * (1 + 0.05 / 0.12);
    CHECK(x.slot({SlotKind::body_coordinate, mechanism.slider.index, 0, 2}) ==
          doctest::Approx(expected).epsilon(1e-12));
    CHECK(std::abs(x.slot({SlotKind::body_coordinate, mechanism.slider.index, 0, 1})) < 1e-12);
    CHECK(x.slot({SlotKind::body_coordinate, mechanism.rod.index, 2, 1}) ==
          doctest::Approx(-w * 0.05 / 0.12).epsilon(1e-12));
    CHECK(x.a->degrees_of_freedom == (clearance ? 3 : 1));
    CHECK(x.a->free_names[0] == "O.angle (driven)");
  }
}

namespace {

// d/dt of kinetic + potential + contact + damping - input along (y, y'): 0 if the books balance.
double energy_leak(const Model& model, const std::vector<double>& y,
                   const std::vector<double>& yp) {
  Workspace w(model);
  const double h = 1e-6;
  const auto total = [&](double dt) {
    std::vector<double> x = y;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += dt * yp[i];
    const Energies e = energies(model, x.data(), w);
    return e.kinetic + e.potential + e.contact + e.damping - e.input;
  };
  return (total(h) - total(-h)) / (2 * h);
}

}  // namespace

TEST_CASE("work of drives, forces, dampers and contacts balances the energy") {
  SliderCrank s(smooth_law(6.61e10, 0.05, 0.1), 0.7);
  s.m.s.gravity = {0, -9.81};
  s.m.s.springs.push_back({"k",
                           {},
                           false,
                           s.m.frame(s.rod, 0.03, 0.01),
                           s.m.frame(ground, 0.2, 0.3),
                           {},
                           0,
                           800,
                           0.1,
                           5});
  s.m.s.springs.push_back({"t", {}, true, {}, {}, s.A, 0, 3, 0.2, 0.4});
  ir::Force push;
  push.kind = ir::ForceKind::at_point;
  push.first = s.m.frame(s.rod, 0.05, -0.02);
  push.value = {s.m.mul_constant(7, s.m.coordinate(s.rod, 1, 1)), s.m.constant(11)};
  s.m.s.forces.push_back(push);
  Assembled x(s.m);
  REQUIRE(x.a);
  std::vector<double> y = x.a->y, yp(y.size());
  Mode mode = x.a->mode;
  y[6] += 5.2e-4;  // the slider, 0.02 mm into its journal
  y[layout(*x.model).v + 6] += 0.1;
  mode.contacts[0].begin(0);
  Workspace w(*x.model);
  REQUIRE(make_consistent(*x.model, {0, y.data(), nullptr, &mode}, yp.data(), w));
  const ContactState c = contact_state(*x.model, 0, {0, y.data(), yp.data(), &mode}, w);
  REQUIRE(c.FN > 1000);
  REQUIRE(std::abs(c.FT) > 10);
  // Powers here are up to 1e6 W; the difference over 1 us keeps 8 digits.
  CHECK(std::abs(energy_leak(*x.model, y, yp)) < 1e-2);
  CHECK(yp[layout(*x.model).damping] > 0);
}

TEST_CASE(
    "the effective mass of a free pair is their reduced mass, of a guided one that along the "
    "guide") {
  Mechanism m;
  const ir::BodyId a = m.body("a", 2, 0.1), b = m.body("b", 3, 0.1);
  m.at(b).x = hold(1);
  const ir::FrameId fa = m.frame(a, 0, 0), fb = m.frame(b, 0, 0);
  SUBCASE("free") {
    m.contact("c", fa, ir::Circle{0.4, false}, fb, ir::Circle{0.4, false}, m.law(smooth_law(1e6)));
    Assembled x(m);
    REQUIRE(x.a);
    Workspace w(*x.model);
    CHECK(EffectiveMasses(*x.model, x.a->y.data(), nullptr, w).inverse(0) ==
          doctest::Approx(1 / 2.0 + 1 / 3.0));
  }
  SUBCASE("guided at 60 degrees: a quarter of the push moves it along") {
    m.joint(ir::JointKind::prismatic, "g", m.frame(ground, 0, 0, std::numbers::pi / 3),
            m.frame(a, 0, 0, std::numbers::pi / 3));
    m.contact("c", fa, ir::Circle{0.4, false}, fb, ir::Circle{0.4, false}, m.law(smooth_law(1e6)));
    Assembled x(m);
    REQUIRE(x.a);
    Workspace w(*x.model);
    CHECK(EffectiveMasses(*x.model, x.a->y.data(), nullptr, w).inverse(0) ==
          doctest::Approx(0.25 / 2.0 + 1 / 3.0));
  }
  SUBCASE("guided nearly across the push, against the ground") {
    m.joint(ir::JointKind::prismatic, "g", m.frame(ground, 0, 0, std::numbers::pi / 2),
            m.frame(a, 0, 0, std::numbers::pi / 2));
    m.contact("c", fa, ir::Circle{0.4, false}, m.frame(ground, 1, 1e-3), ir::Circle{0.4, false},
              m.law(smooth_law(1e6)));
    Assembled x(m);
    REQUIRE(x.a);
    Workspace w(*x.model);
    CHECK(EffectiveMasses(*x.model, x.a->y.data(), nullptr, w).inverse(0) ==
          doctest::Approx(1e-6 / 2).epsilon(1e-5));
  }
  SUBCASE("guided across it: nothing gives way, but for rounding") {
    m.joint(ir::JointKind::prismatic, "g", m.frame(ground, 0, 0, std::numbers::pi / 2),
            m.frame(a, 0, 0, std::numbers::pi / 2));
    m.contact("c", fa, ir::Circle{0.4, false}, m.frame(ground, 1, 0), ir::Circle{0.4, false},
              m.law(smooth_law(1e6)));
    Assembled x(m);
    REQUIRE(x.a);
    Workspace w(*x.model);
    CHECK(EffectiveMasses(*x.model, x.a->y.data(), nullptr, w).inverse(0) == 0);
  }
}

TEST_CASE("gap, rate and material sliding speed of a journal in its bearing") {
  SliderCrank s(smooth_law(6.61e10, 0.05));
  Assembled x(s.m);
  REQUIRE(x.a);
  std::vector<double> y = x.a->y;
  const Layout& l = layout(*x.model);
  y[6] -= 3e-4;  // bearing to the left: the journal is 0.3 mm to its right
  y[l.v + 6] = -2;
  y[l.v + 7] = 0.5;
  y[l.v + 8] = 40;
  Workspace w(*x.model);
  const ContactState c = contact_state(*x.model, 0, {0, y.data(), x.a->yp.data(), &x.a->mode}, w);
  CHECK(c.gap == doctest::Approx(0.2e-3).epsilon(1e-9));
  CHECK(c.normal_x == doctest::Approx(1));
  const double rod_spin = y[l.v + 5], pin_vy = y[l.v + 4] + 0.06 * rod_spin;
  CHECK(c.gap_rate == doctest::Approx(-2 - y[l.v + 3]));
  // Half-way between the surfaces: 9.6 mm from the journal's centre, 9.9 mm from the bearing's.
  CHECK(c.vt == doctest::Approx(0.5 + 40 * 9.9e-3 - pin_vy - rod_spin * 9.6e-3).epsilon(1e-9));
  CHECK(smooth_gap(*x.model, 0, y.data()) == doctest::Approx((1 - 0.36) * 0.25e-3).epsilon(1e-9));
  CHECK(c.FN == 0);
  CHECK(law_force(*x.model, law_user(*x.model, 0, w), {1e-5, 0, 1}, w) ==
        doctest::Approx(6.61e10 * std::pow(1e-5, 1.5)));
  CHECK(slot_value(*x.model, {SlotKind::contact_law, 0, 0, 0},
                   {0, y.data(), x.a->yp.data(), &x.a->mode}, w) == 6.61e10);
}

TEST_CASE("a disturbed state is pulled back onto the constraints") {
  SliderCrank s(std::nullopt, 0.5);
  Assembled x(s.m);
  REQUIRE(x.a);
  std::vector<double> y = x.a->y;
  y[3] += 1e-5;
  y[layout(*x.model).v + 4] += 0.3;
  Workspace w(*x.model);
  CHECK(project(*x.model, 0, y.data(), nullptr, w) == doctest::Approx(1e-5).epsilon(1e-6));
  CHECK(position_drift(*x.model, {0, y.data(), nullptr, nullptr}, w) < 1e-16);
  std::vector<double> r(y.size());
  REQUIRE(residual(*x.model, {0, y.data(), x.a->yp.data(), &x.a->mode}, r.data(), w));
  for (int i = 0; i < layout(*x.model).constraints; ++i)
    CHECK(std::abs(r[layout(*x.model).lam + i]) < 1e-12);
}

TEST_CASE("a force may depend on the acceleration it causes") {
  Mechanism m;
  const ir::BodyId b = m.body("b", 2, 1);
  ir::Force f;
  f.kind = ir::ForceKind::at_point;
  f.first = m.frame(b, 0, 0);
  f.value = {m.s.graph.sub(m.constant(9), m.mul_constant(1, m.coordinate(b, 0, 2))), m.constant(0)};
  m.s.forces.push_back(f);
  Assembled x(m);
  REQUIRE(x.a);
  CHECK(x.slot({SlotKind::body_coordinate, 1, 0, 2}) ==
        doctest::Approx(3).epsilon(1e-12));  // 2 a = 9 - a
}

TEST_CASE("a law without a finite value says where and with what") {
  Mechanism m;
  const ir::BodyId ball = m.body("ball", 1, 0.1);
  m.at(ball).y = hold(0.09);
  const ir::LawId law = m.law(smooth_law(1e6));
  Graph& g = m.s.laws[0].graph;
  m.s.laws[0].FN = g.div(m.s.laws[0].FN, g.slot({SlotKind::law_v_impact}));
  m.contact("hit", m.frame(ball, 0, 0), ir::Circle{0.1, false}, m.frame(ground, 0, 0),
            ir::HalfPlane{}, law);
  Assembled x(m);
  REQUIRE_FALSE(x.a);
  REQUIRE(x.diagnostics.error_count() == 1);
  const Diagnostic& d = x.diagnostics.list().back();
  CHECK(d.code == Code::E0605);
  CHECK(d.message == "`smooth` gave a number that is not finite");
  REQUIRE(d.notes.size() == 2);
  CHECK(d.notes[0] == "contact `hit` at t = 0 ms");
}

TEST_CASE("a long chain of clearances is assembled by sparse elimination") {
  Mechanism m;
  m.s.gravity = {0, -9.81};
  const ir::LawId law = m.law(smooth_law(1e9));
  ir::BodyId previous = ground;
  for (int i = 0; i < 150; ++i) {
    const ir::BodyId link = m.body("link", 0.1, 1e-4, {0.05, 0});
    m.clearance("c", m.frame(previous, i == 0 ? 0 : 0.1, 0), m.frame(link, 0, 0), 0.004, 0.005, law,
                hold(0));
    previous = link;
  }
  Assembled x(m);
  REQUIRE(x.a);
  CHECK(x.a->degrees_of_freedom == 450);
  CHECK(x.slot({SlotKind::body_coordinate, 150, 0, 0}) == doctest::Approx(14.9).epsilon(1e-12));
  CHECK(x.slot({SlotKind::body_coordinate, 150, 1, 2}) == doctest::Approx(-9.81).epsilon(1e-12));
}
