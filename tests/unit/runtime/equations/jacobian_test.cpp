// The Jacobian against central differences of the residual, at states that need not be consistent.
#include <doctest/doctest.h>

#include <algorithm>
#include <numbers>
#include <random>

#include "runtime/contact/forces.hpp"
#include "runtime/coordinates/prescribed.hpp"
#include "runtime/equations/jacobian.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/integration/motion_solver.hpp"
#include "runtime/model/sparse_pattern.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/signals/contact_state.hpp"
#include "tests/support/mechanisms.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

struct State {
  std::vector<double> y, yp;
};

State random_state(const Assembled& x, unsigned seed, double spread) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  const Layout& l = layout(*x.model);
  State s{x.a->y, x.a->yp};
  for (int i = 0; i < l.size; ++i) {
    s.y[i] += (i < l.v ? spread : 1.0) * u(generator);
    s.yp[i] = 3 * u(generator);
  }
  return s;
}

// F(t, y + a e, y' + b e) by column; the residual is evaluated with steps of 1e-6, so that rounding
// (1e-16 * 1e4 N / 1e-6) and truncation both stay near 1e-6 of the larger entries.
void check_jacobian(const Assembled& x, State s, const Mode& mode, double h = 1e-6) {
  const Layout& l = layout(*x.model);
  const SparsePattern& pattern = jacobian_pattern(*x.model);
  const double cj = 37, t = 0.13;
  Workspace w(*x.model);
  std::vector<double> values(pattern.rows.size()), plus(l.size), minus(l.size);
  REQUIRE(jacobian(*x.model, {t, s.y.data(), s.yp.data(), &mode}, cj, values.data(), w));
  double scale = 1;
  for (double v : values) scale = std::max(scale, std::abs(v));
  for (int c = 0; c < l.size; ++c) {
    State p = s, m = s;
    p.y[c] += h;
    m.y[c] -= h;
    p.yp[c] += cj * h;
    m.yp[c] -= cj * h;
    REQUIRE(residual(*x.model, {t, p.y.data(), p.yp.data(), &mode}, plus.data(), w));
    REQUIRE(residual(*x.model, {t, m.y.data(), m.yp.data(), &mode}, minus.data(), w));
    std::vector<double> column(l.size, 0.0);
    for (auto k = pattern.column_starts[c]; k < pattern.column_starts[c + 1]; ++k)
      column[pattern.rows[k]] = values[k];
    for (int r = 0; r < l.size; ++r) {
      const double difference = (plus[r] - minus[r]) / (2 * h);
      INFO("row " << r << " column " << c);
      CHECK(std::abs(column[r] - difference) < 2e-7 * scale + 1e-6 * std::abs(difference));
    }
  }
}

// The same of the equations in joint coordinates, where the mechanism has any.
void check_tree_jacobian(const Assembled& x, unsigned seed, double spread, const Mode& mode,
                         double h = 1e-6) {
  const Model& model = *x.model;
  if (!model.tree.used()) return;
  const std::vector<int>& unknowns = model.tree.prescribed.unknowns;
  const int n = static_cast<int>(unknowns.size());
  const SparsePattern& pattern = model.tree.prescribed.pattern;
  const double cj = 37, t = 0.13;
  Workspace w(model);
  ModelDae absolute(model, mode, w);
  TreeDae dae(model, mode, absolute, w);
  TreeState state(model.tree);
  std::vector<double> y(n), yp(n), values(pattern.rows.size()), plus(n), minus(n);
  std::vector<double> reduced(model.tree.size), rates(model.tree.size);
  reduce(model, x.a->y.data(), x.a->yp.data(), reduced.data(), rates.data(), state);
  gather_unknowns(model.tree.prescribed, reduced.data(), y.data());
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < n; ++i) {
    y[i] += (unknowns[i] < model.tree.coordinates ? spread : 1.0) * u(generator);
    yp[i] = 3 * u(generator);
  }
  REQUIRE(dae.jacobian(t, cj, y.data(), yp.data(), values.data()));
  double scale = 1;
  for (double v : values) scale = std::max(scale, std::abs(v));
  for (int c = 0; c < n; ++c) {
    const double q = y[c], rate = yp[c];
    y[c] = q + h, yp[c] = rate + cj * h;
    REQUIRE(dae.residual(t, y.data(), yp.data(), plus.data()));
    y[c] = q - h, yp[c] = rate - cj * h;
    REQUIRE(dae.residual(t, y.data(), yp.data(), minus.data()));
    y[c] = q, yp[c] = rate;
    std::vector<double> column(n, 0.0);
    for (auto k = pattern.column_starts[c]; k < pattern.column_starts[c + 1]; ++k)
      column[pattern.rows[k]] = values[k];
    for (int r = 0; r < n; ++r) {
      const double difference = (plus[r] - minus[r]) / (2 * h);
      INFO("reduced row " << r << " column " << c);
      CHECK(std::abs(column[r] - difference) < 2e-7 * scale + 1e-6 * std::abs(difference));
    }
  }
}

void check_at_random_states(const Mechanism& m, double spread = 0.3) {
  Assembled x(m);
  for (const Diagnostic& d : x.diagnostics.list()) MESSAGE(d.message);
  REQUIRE(x.a);
  for (unsigned seed = 1; seed <= 4; ++seed) {
    check_jacobian(x, random_state(x, seed, spread), x.a->mode);
    check_tree_jacobian(x, seed, spread, x.a->mode);
  }
}

// Two moving bodies with points off their centres of mass.
struct Pair {
  Mechanism m;
  ir::BodyId a, b;
  ir::FrameId pa, pb;
  Pair() {
    m.s.gravity = {0.3, -9.81};
    a = m.body("a", 1.3, 0.2, {0.1, -0.05});
    b = m.body("b", 0.7, 0.1, {-0.2, 0.15});
    pa = m.frame(a, 0.4, 0.1, 0.3);
    pb = m.frame(b, -0.3, 0.2, -0.2);
  }
};

}  // namespace

TEST_CASE("Jacobian of every kind of joint") {
  for (const ir::JointKind kind : {ir::JointKind::revolute, ir::JointKind::prismatic,
                                   ir::JointKind::weld, ir::JointKind::rod, ir::JointKind::slot}) {
    CAPTURE(static_cast<int>(kind));
    Pair p;
    const ir::JointId j = p.m.joint(kind, "j", p.pa, p.pb);
    if (kind == ir::JointKind::rod) p.m.s.joints[j.index].length = 0.8;
    check_at_random_states(p.m);
  }
}

TEST_CASE("Jacobian of a gear between a revolute and a prismatic joint") {
  Pair p;
  const ir::JointId r = p.m.revolute("r", p.m.frame(ground, 0, 0), p.m.frame(p.a, 0, 0));
  const ir::JointId s = p.m.joint(ir::JointKind::prismatic, "s", p.pa, p.pb);
  const ir::JointId g = p.m.joint(ir::JointKind::gear, "g", {}, {});
  p.m.s.joints[g.index].gear_first = r;
  p.m.s.joints[g.index].gear_second = s;
  p.m.s.joints[g.index].ratio = 0.37;
  check_at_random_states(p.m);
}

TEST_CASE("Jacobian of every kind of drive") {
  Pair p;
  const NodeId t = p.m.time();
  Graph& g = p.m.s.graph;
  const NodeId wave = g.unary(Op::sin, g.mul(g.constant(3), t));
  const auto drive = [&](ir::DriveKind kind) {
    ir::Drive d;
    d.kind = kind;
    d.name = "d";
    return d;
  };
  SUBCASE("of a joint's coordinate") {
    ir::Drive d = drive(ir::DriveKind::coordinate);
    d.joint = p.m.joint(ir::JointKind::slot, "s", p.pa, p.pb);
    p.m.prescribe(d, 0, wave);
    p.m.add(d);
  }
  SUBCASE("of a joint's varying speed") {
    ir::Drive d = drive(ir::DriveKind::speed);
    d.joint = p.m.revolute("r", p.pa, p.pb);
    p.m.prescribe(d, 0, wave);
    p.m.add(d);
  }
  SUBCASE("of a joint's constant speed") {
    p.m.drive_speed("d", p.m.revolute("r", p.pa, p.pb), 2.0);
  }
  SUBCASE("of coordinates against the ground, from both sides, with bodies on them") {
    p.m.revolute("r", p.pa, p.pb);
    ir::Drive d = drive(ir::DriveKind::coordinate);
    d.joint = p.m.revolute("o", p.m.frame(p.a, 0.1, 0), p.m.frame(ground, 0, 0));
    p.m.prescribe(d, 0, wave);
    p.m.add(d);
    const ir::BodyId c = p.m.body("c", 0.6, 0.04, {0.05, 0}), e = p.m.body("e", 0.3, 0.02);
    d.joint =
        p.m.joint(ir::JointKind::prismatic, "s", p.m.frame(ground, 0, 1, 0.4), p.m.frame(c, 0, 0));
    p.m.prescribe(d, 0, g.mul(wave, t));
    p.m.add(d);
    const ir::JointId hinge = p.m.revolute("h", p.m.frame(c, 0.2, 0.1), p.m.frame(e, 0.1, 0.3));
    p.m.s.springs.push_back({"t", {}, true, {}, {}, hinge, 15, 0.2, 0.7});
  }
  SUBCASE("of a point") {
    ir::Drive d = drive(ir::DriveKind::position);
    d.frame = p.pa;
    p.m.prescribe(d, 0, wave);
    p.m.prescribe(d, 1, g.mul(wave, t));
    p.m.add(d);
  }
  SUBCASE("of a body, and of its angle") {
    ir::Drive d = drive(ir::DriveKind::pose);
    d.body = p.a;
    p.m.prescribe(d, 0, wave);
    p.m.prescribe(d, 1, g.mul(wave, t));
    p.m.add(d);
    ir::Drive turn = drive(ir::DriveKind::angle);
    turn.body = p.b;
    p.m.prescribe(turn, 0, wave);
    p.m.add(turn);
  }
  check_at_random_states(p.m);
}

TEST_CASE("Jacobian of springs and dampers") {
  Pair p;
  p.m.s.springs.push_back({"k", {}, false, p.pa, p.pb, {}, 120, 0.3, 4});
  p.m.at(p.b).x = hold(0.9);  // apart: the direction of a spring of no length is not defined
  const ir::JointId r = p.m.revolute("r", p.m.frame(ground, 0, 0), p.m.frame(p.a, 0, 0));
  p.m.s.springs.push_back({"t", {}, true, {}, {}, r, 15, 0.2, 0.7});
  check_at_random_states(p.m, 0.1);
}

TEST_CASE("Jacobian of a spring of no length, apart and where its ends coincide") {
  Pair p;
  p.m.s.springs.push_back({"k", {}, false, p.pa, p.pb, {}, 120, 0, 0});
  check_at_random_states(p.m, 0.1);
  Mechanism m;
  const ir::BodyId a = m.body("a", 1.3, 0.2);
  m.s.springs.push_back({"k", {}, false, m.frame(ground, 0, 0), m.frame(a, 0, 0), {}, 120, 0, 0});
  Assembled x(m);
  REQUIRE(x.a);
  State s = random_state(x, 1, 0);
  s.y[0] = s.y[1] = 0;
  check_jacobian(x, s, x.a->mode);
}

TEST_CASE("Jacobian of applied forces that follow the motion") {
  Pair p;
  p.m.at(p.b).x = hold(0.9);
  Graph& g = p.m.s.graph;
  const NodeId x = p.m.coordinate(p.a, 0, 0), vy = p.m.coordinate(p.b, 1, 1),
               angle = p.m.coordinate(p.a, 2, 0);
  const NodeId vx = p.m.coordinate(p.a, 0, 1), y = p.m.coordinate(p.b, 1, 0),
               spin = p.m.coordinate(p.b, 2, 1);
  const ir::JointId r = p.m.revolute("r", p.m.frame(ground, 0, 0), p.m.frame(p.a, 0, 0));
  const auto force = [&](ir::ForceKind kind, NodeId first, NodeId second = {}) {
    ir::Force f;
    f.kind = kind;
    f.name = "f";
    f.first = p.pa;
    f.second = p.pb;
    f.body = p.b;
    f.joint = r;
    f.value = {first, second};
    p.m.s.forces.push_back(f);
  };
  force(ir::ForceKind::at_point, g.mul(x, vy), g.mul(angle, vx));
  force(ir::ForceKind::along_line, g.mul(y, spin));
  force(ir::ForceKind::on_body, g.mul(g.unary(Op::sin, angle), vy));
  force(ir::ForceKind::on_joint, g.mul(x, y));
  check_at_random_states(p.m, 0.1);
}

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
  mode.contacts[0].armed = true;
  mode.contacts[0].v_impact = 0.7;
  for (const bool resting : {false, true})
    for (unsigned seed = 1; seed <= 6; ++seed) {
      mode.contacts[0].resting = resting;
      mode.contacts[0].deepest = seed % 2 == 0 ? 0 : 10;
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
ir::Curve off_centre(double r, double e) {
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
        for (ContactMode& c : mode.contacts) c.armed = true, c.v_impact = 0.7;
        mode.contacts[0].sticking = first;
        mode.contacts[1].sticking = leader < 0 || first;
        mode.contacts[1].leader = first ? leader : -1;
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
  mode.contacts[0].armed = true;
  check_jacobian(x, s, mode, 1e-8);
}

TEST_CASE("concentric circles have finite values and derivatives") {
  SliderCrank mechanism(smooth_law(6.61e10, 0.05));
  Assembled x(mechanism.m);
  REQUIRE(x.a);
  Mode mode = x.a->mode;
  Workspace w(*x.model);
  for (const bool armed : {false, true}) {
    mode.contacts[0].armed = armed;
    std::vector<double> values(jacobian_pattern(*x.model).rows.size()), r(layout(*x.model).size);
    CHECK(residual(*x.model, {0, x.a->y.data(), x.a->yp.data(), &mode}, r.data(), w));
    CHECK(jacobian(*x.model, {0, x.a->y.data(), x.a->yp.data(), &mode}, 1, values.data(), w));
    CHECK(std::all_of(r.begin(), r.end(), [](double v) { return std::isfinite(v); }));
    CHECK(std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }));
  }
  // e = 0: the smooth gap is c/2, with slope 0
  CHECK(smooth_gap(*x.model, 0, x.a->y.data()) == doctest::Approx(0.25e-3).epsilon(1e-9));
}
