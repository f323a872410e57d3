// The Jacobian of contacts: of every shape, closed, open, at rest and sticking.
#include <doctest/doctest.h>

#include <numbers>

#include "runtime/contact/forces.hpp"
#include "runtime/signals/contact_state.hpp"
#include "tests/support/jacobian_checks.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// A law with a state, memory of the deepest penetration, and friction that sees everything.
ir::LawId rich_law(Mechanism& m) {
  const ir::LawId id = m.law(smooth_law(3000, 0.2, 0.4));
  ir::LawProgram& p = m.s.laws[id.index];
  Graph& g = p.graph;
  const NodeId z = g.slot({SlotKind::law_state, 0, 0}), deepest = g.slot({SlotKind::law_deepest});
  const NodeId vt = g.slot({SlotKind::law_vt}), delta = g.slot({SlotKind::law_delta});
  p.FN = g.add(p.FN, g.mul(g.constant(50), deepest));
  p.FT = g.add(p.FT, g.mul(g.constant(20), g.mul(z, delta)));
  p.states.push_back({"z", 0.1, g.sub(vt, g.mul(z, g.unary(Op::abs, vt))), {}});
  return id;
}

// Puts the contact in a random state with about `depth` of penetration, armed.
void check_contact(Mechanism m, double depth) {
  m.s.gravity = {0, -9.81};
  Assembled x(m);
  REQUIRE(x.a);
  Mode mode = x.a->mode;
  for (const bool resting : {false, true})
    for (unsigned seed = 1; seed <= 6; ++seed) {
      mode.contacts[0].begin(0.7);
      if (resting) mode.contacts[0].rest();
      if (seed % 2 != 0) mode.contacts[0].turn(10);
      State s = random_state(x, seed, 0.02);
      s.y[layout(*x.model).s] = depth;
      Workspace w(*x.model);
      const ContactState c = contact_state(*x.model, 0, {0.13, s.y.data(), s.yp.data(), &mode}, w);
      REQUIRE(c.delta > 0.01);
      REQUIRE(c.FN > 0);
      check_jacobian(x, s, mode);
    }
}

}  // namespace

TEST_CASE("Jacobian of an open contact whose law always acts") {
  Pair p;
  const ir::LawId law = rich_law(p.m);
  ir::LawProgram& program = p.m.s.laws[law.index];
  Graph& g = program.graph;
  const NodeId delta = g.slot({SlotKind::law_delta}), z = g.slot({SlotKind::law_state, 0, 0});
  program.acts = ir::Acts::always;
  program.FN = g.add(g.mul(g.constant(300), g.mul(delta, delta)), g.slot({SlotKind::law_ddelta}));
  program.FT = g.add(g.mul(g.constant(20), g.mul(z, delta)), g.slot({SlotKind::law_vt}));
  p.m.at(p.b).x = hold(0.9);
  p.m.contact("c", p.pa, ir::Circle{0.02, false}, p.pb, ir::Circle{0.03, false}, law);
  Assembled x(p.m);
  REQUIRE(x.a);
  const Mode mode = x.a->mode;
  REQUIRE(!mode.contacts[0].armed);
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const State s = random_state(x, seed, 0.02);
    Workspace w(*x.model);
    REQUIRE(contact_state(*x.model, 0, {0.13, s.y.data(), s.yp.data(), &mode}, w).FN != 0);
    check_jacobian(x, s, mode);
  }
}

TEST_CASE("Jacobian of every kind of contact") {
  SUBCASE("circle against circle") {
    Pair p;
    p.m.at(p.b).x = hold(0.9);
    p.m.contact("c", p.pa, ir::Circle{0.2, false}, p.pb, ir::Circle{0.3, false}, rich_law(p.m));
    check_contact(p.m, 0.3);
  }
  SUBCASE("journal in bearing") {
    Pair p;
    p.m.at(p.b).x = hold(0.9);
    p.m.contact("c", p.pa, ir::Circle{0.02, false}, p.pb, ir::Circle{0.03, true}, rich_law(p.m));
    check_contact(p.m, 0.2);
  }
  SUBCASE("bearing around journal") {
    Pair p;
    p.m.at(p.b).x = hold(0.9);
    p.m.contact("c", p.pa, ir::Circle{0.03, true}, p.pb, ir::Circle{0.02, false}, rich_law(p.m));
    check_contact(p.m, 0.2);
  }
  SUBCASE("circle on a half-plane") {
    Pair p;
    p.m.contact("c", p.pa, ir::Circle{0.5, false}, p.pb, ir::HalfPlane{}, rich_law(p.m));
    check_contact(p.m, 0.4);
  }
  SUBCASE("half-plane under a circle") {
    Pair p;
    p.m.contact("c", p.pa, ir::HalfPlane{}, p.pb, ir::Circle{0.5, false}, rich_law(p.m));
    check_contact(p.m, 0.4);
  }
  SUBCASE("circle on ground") {
    Pair p;
    p.m.contact("c", p.pa, ir::Circle{0.5, false}, p.m.frame(ground, 0, 0.05, 0.1), ir::HalfPlane{},
                rich_law(p.m));
    check_contact(p.m, 0.4);
  }
}

TEST_CASE("Jacobian wherever friction acts in a clearance") {
  for (const bool bearing_first : {false, true})
    for (const double lever : {0.0, 0.3, 1.0}) {
      CAPTURE(bearing_first);
      CAPTURE(lever);
      Pair p;
      p.m.at(p.b).x = hold(0.9);
      const ir::Circle journal{0.02, false}, bearing{0.03, true};
      const ir::ContactId c = p.m.contact("c", p.pa, bearing_first ? bearing : journal, p.pb,
                                          bearing_first ? journal : bearing, rich_law(p.m));
      p.m.s.contacts[c.index].lever = lever;
      check_contact(p.m, 0.2);
    }
}

namespace {

// A curve that is an off-centre circle: h = r + e cos(u).
ir::SupportedCurve off_centre(double r, double e) {
  SupportTable table;
  constexpr int size = 512;
  for (int i = 0; i < size; ++i) {
    const double wave = e * std::cos(2 * std::numbers::pi * i / size);
    table.push_back({r + wave, -e * std::sin(2 * std::numbers::pi * i / size), -wave});
  }
  return {"r", std::make_shared<const SupportTable>(std::move(table))};
}

ir::Polygon quadrangle(double size, double rounding) {
  return {
      {{-size, -0.7 * size}, {0.9 * size, -0.8 * size}, {size, 0.6 * size}, {-0.5 * size, size}},
      rounding};
}

}  // namespace

TEST_CASE("Jacobian of contacts of convex shapes") {
  const std::vector<ir::Shape> shapes = {
      ir::Circle{0.25, false},        ir::Superellipse{0.35, 0.2, 2},
      ir::Superellipse{0.3, 0.25, 3}, ir::Superellipse{0.3, 0.35, 1.6},
      quadrangle(0.28, 0.08),         off_centre(0.25, 0.04)};
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t k = 1; k < shapes.size(); ++k) {
      CAPTURE(i);
      CAPTURE(k);
      Pair p;
      p.m.at(p.b).x = hold(1.05);
      p.m.contact("c", p.pa, shapes[i], p.pb, shapes[k], rich_law(p.m));
      check_contact(p.m, 0.2);
    }
}

TEST_CASE("Jacobian of convex shapes on planes") {
  const std::vector<ir::Shape> shapes = {ir::Superellipse{0.6, 0.4, 2},
                                         ir::Superellipse{0.6, 0.5, 3}, quadrangle(0.5, 0.05),
                                         off_centre(0.5, 0.1)};
  for (const ir::Shape& shape : shapes) {
    Pair p, q;
    p.m.contact("c", p.pa, shape, p.pb, ir::HalfPlane{}, rich_law(p.m));
    check_contact(p.m, 0.4);
    q.m.contact("c", q.pa, ir::HalfPlane{}, q.pb, shape, rich_law(q.m));
    check_contact(q.m, 0.4);
  }
}

TEST_CASE("Jacobian of convex shapes in rings") {
  const std::vector<ir::Shape> shapes = {ir::Superellipse{0.35, 0.2, 2},
                                         ir::Superellipse{0.3, 0.25, 3}, quadrangle(0.28, 0.08),
                                         off_centre(0.25, 0.04)};
  for (const ir::Shape& shape : shapes) {
    Pair p, q;
    p.m.at(p.b).x = q.m.at(q.b).x = hold(0.9);
    p.m.contact("c", p.pa, shape, p.pb, ir::Circle{0.4, true}, rich_law(p.m));
    check_contact(p.m, 0.2);
    q.m.contact("c", q.pa, ir::Circle{0.4, true}, q.pb, shape, rich_law(q.m));
    check_contact(q.m, 0.2);
  }
}

TEST_CASE("Jacobian of contacts that stick, one for two and each on its own") {
  Pair p;
  const ir::LawId law = rich_law(p.m);
  ir::LawProgram& program = p.m.s.laws[law.index];
  program.stick = program.graph.mul(program.graph.constant(0.6), program.FN);
  p.m.s.gravity = {0, -9.81};
  const ir::FrameId second = p.m.frame(p.a, -0.2, 0.3);
  p.m.contact("c", p.pa, ir::Circle{0.5, false}, p.pb, ir::HalfPlane{}, law);
  p.m.contact("d", p.pb, ir::HalfPlane{}, second, ir::Circle{0.5, false}, law);
  Assembled x(p.m);
  REQUIRE(x.a);
  Mode mode = x.a->mode;
  REQUIRE(layout(*x.model).holds == 2);
  for (const int leader : {-1, 0})
    for (const bool first : {true, false})
      for (unsigned seed = 1; seed <= 3; ++seed) {
        for (ContactMode& c : mode.contacts) c.begin(0.7);
        if (first) mode.contacts[0].stick();
        if (leader < 0 || first) mode.contacts[1].stick();
        if (first) mode.contacts[1].follow(leader);
        const State s = random_state(x, seed, 0.02);
        Workspace w(*x.model);
        REQUIRE(contact_state(*x.model, 0, {0.13, s.y.data(), s.yp.data(), &mode}, w).delta > 0.01);
        check_jacobian(x, s, mode);
      }
}

TEST_CASE("Jacobian of the slider-crank with its clearance closed") {
  SliderCrank mechanism(smooth_law(6.61e10, 0.05, 0.1), 0.7);
  Assembled x(mechanism.m);
  REQUIRE(x.a);
  Mode mode = x.a->mode;
  State s{x.a->y, x.a->yp};
  s.y[6] += 5.2e-4;  // the slider, 0.02 mm into its journal
  // Steps well below the penetration.
  check_jacobian(x, s, mode, 1e-8);
  mode.contacts[0].begin(0);
  check_jacobian(x, s, mode, 1e-8);
}

TEST_CASE("concentric circles have finite values and derivatives") {
  SliderCrank mechanism(smooth_law(6.61e10, 0.05));
  Assembled x(mechanism.m);
  REQUIRE(x.a);
  Mode mode = x.a->mode;
  Workspace w(*x.model);
  for (const bool armed : {false, true}) {
    if (armed) mode.contacts[0].begin(0);
    std::vector<double> values(jacobian_pattern(*x.model).rows.size()), r(layout(*x.model).size);
    CHECK(residual(*x.model, {0, x.a->y.data(), x.a->yp.data(), &mode}, r.data(), w));
    CHECK(jacobian(*x.model, {0, x.a->y.data(), x.a->yp.data(), &mode}, 1, values.data(), w));
    CHECK(std::all_of(r.begin(), r.end(), [](double v) { return std::isfinite(v); }));
    CHECK(std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }));
  }
  // e = 0: the smooth gap is c/2, with slope 0
  CHECK(smooth_gap(*x.model, 0, x.a->y.data()) == doctest::Approx(0.25e-3).epsilon(1e-9));
}
