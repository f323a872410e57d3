// Scenarios made by hand, for tests of the runtime alone.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "lang/scenario/scenario.hpp"
#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/run/simulation.hpp"

namespace mbs::test {

// Puts a scenario together piece by piece. Body 0 and frame 0 are ground.
struct Builder {
  std::shared_ptr<ir::Scenario> s = std::make_shared<ir::Scenario>();

  Builder() {
    s->bodies.emplace_back();
    s->bodies[0].name = "ground";
    frame({0}, "ground");
  }
  ir::BodyId body(const std::string& name, std::optional<double> mass,
                  std::optional<double> inertia, ir::Vec2 cm = {}) {
    ir::Body b;
    b.name = name, b.mass = mass, b.inertia = inertia, b.cm = cm;
    s->bodies.push_back(b);
    return {static_cast<std::int32_t>(s->bodies.size()) - 1};
  }
  ir::FrameId frame(ir::BodyId body, const std::string& name, ir::Vec2 position = {},
                    double angle = 0) {
    s->frames.push_back({name, body, position, angle});
    return {static_cast<std::int32_t>(s->frames.size()) - 1};
  }
  static ir::Initial hold(double value) { return {ir::Initial::Kind::hold, value, {}}; }
  void place(ir::BodyId b, double x, double y, double vx = 0, double vy = 0) {
    ir::Body& body = s->bodies[b.index];
    body.x = hold(x), body.y = hold(y), body.angle = hold(0);
    body.vx = hold(vx), body.vy = hold(vy), body.spin = hold(0);
  }
  ir::JointId joint(ir::JointKind kind, const std::string& name, ir::FrameId first,
                    ir::FrameId second) {
    ir::Joint j;
    j.kind = kind, j.name = name, j.first = first, j.second = second;
    s->joints.push_back(j);
    return {static_cast<std::int32_t>(s->joints.size()) - 1};
  }
  // Speed of a joint's coordinate held constant.
  void speed_drive(const std::string& name, ir::JointId joint, double value) {
    ir::Drive d;
    d.kind = ir::DriveKind::speed, d.name = name, d.joint = joint;
    d.value[0] = s->graph.constant(value);
    d.rate[0] = d.acceleration[0] = s->graph.constant(0);
    d.constant_speed = true;
    s->drives.push_back(d);
  }
  // A body whose origin moves as x(t), y(t).
  void pose_drive(const std::string& name, ir::BodyId body, NodeId x, NodeId y) {
    ir::Drive d;
    d.kind = ir::DriveKind::pose, d.name = name, d.body = body;
    const NodeId t = time();
    d.value = {x, y, {}};
    for (int i = 0; i < 2; ++i) {
      d.rate[i] = s->graph.derivative(d.value[i], t);
      d.acceleration[i] = s->graph.derivative(d.rate[i], t);
    }
    s->drives.push_back(d);
  }
  NodeId time() { return s->graph.slot({SlotKind::time, 0, 0, 0}); }
  NodeId signal(SlotKind kind, int entity, int index, int order = 0) {
    return s->graph.slot({kind, entity, index, order});
  }
  NodeId contact_signal(int contact, ContactSignal which) {
    return signal(SlotKind::contact_signal, contact, static_cast<int>(which));
  }
  ir::LawId law(ir::LawProgram program) {
    s->laws.push_back(std::move(program));
    return {static_cast<std::int32_t>(s->laws.size()) - 1};
  }
  ir::ContactId contact(const std::string& name, ir::FrameId first, ir::Shape first_shape,
                        ir::FrameId second, ir::Shape second_shape, ir::LawId law) {
    ir::Contact c;
    c.name = name, c.first = first, c.second = second, c.law = law;
    c.first_shape = first_shape, c.second_shape = second_shape;
    const auto mass = [&](ir::FrameId f) {
      const int body = s->frames[f.index].body.index;
      return body == 0 ? std::numeric_limits<double>::infinity()
                       : s->bodies[body].mass.value_or(std::numeric_limits<double>::infinity());
    };
    c.m1 = mass(first), c.m2 = mass(second);
    s->contacts.push_back(c);
    return {static_cast<std::int32_t>(s->contacts.size()) - 1};
  }
};

// Nodes that a law sees.
struct LawMaker {
  ir::LawProgram p;
  NodeId delta, ddelta, v_impact, delta_max, loading, vt;

  explicit LawMaker(const std::string& name) {
    p.name = p.text = name;
    delta = slot(SlotKind::law_delta);
    ddelta = slot(SlotKind::law_ddelta);
    v_impact = slot(SlotKind::law_v_impact);
    delta_max = slot(SlotKind::law_delta_max);
    loading = slot(SlotKind::law_loading);
    vt = slot(SlotKind::law_vt);
  }
  Graph& g() { return p.graph; }
  NodeId slot(SlotKind kind) { return p.graph.slot({kind, 0, 0, 0}); }
  NodeId number(double x) { return p.graph.constant(x); }
  // FN is cut at zero, as for contacts without adhesion.
  ir::LawProgram with_FN(NodeId FN) {
    p.FN = p.graph.binary(Op::maximum, number(0), FN);
    return p;
  }
};

// K delta^n (1 + c ddelta/max(v_impact, v_min)): elastic for c = 0.
inline ir::LawProgram power_law(double K, double n = 1.5, double c = 0, double v_min = 1e-3) {
  LawMaker law("power");
  Graph& g = law.g();
  NodeId F = g.mul(law.number(K), g.binary(Op::power, law.delta, law.number(n)));
  if (c != 0) {
    const NodeId v = g.binary(Op::maximum, law.v_impact, law.number(v_min));
    F = g.mul(F, g.add(law.number(1), g.mul(law.number(c), g.div(law.ddelta, v))));
  }
  return law.with_FN(F);
}
inline double flores_factor(double e) {
  return 8 * (1 - e) / (5 * e);
}
inline double lankarani_factor(double e) {
  return 0.75 * (1 - e * e);
}

// K delta + D ddelta: the force jumps at first touch.
inline ir::LawProgram kelvin_voigt(double K, double D) {
  LawMaker law("kelvin_voigt");
  Graph& g = law.g();
  return law.with_FN(g.add(g.mul(law.number(K), law.delta), g.mul(law.number(D), law.ddelta)));
}

// K delta while loading, ce K delta while unloading: the force jumps at the deepest point.
inline ir::LawProgram poisson_spring(double K, double ce) {
  LawMaker law("poisson_spring");
  Graph& g = law.g();
  const NodeId factor = g.select(law.loading, law.number(1), law.number(ce));
  return law.with_FN(g.mul(g.mul(law.number(K), law.delta), factor));
}

// Walton and Braun: K1 loading, K2 unloading, with a dent that stays.
inline ir::LawProgram walton_braun(double K1, double K2) {
  LawMaker law("walton_braun");
  Graph& g = law.g();
  const NodeId dent = g.mul(law.number(1 - K1 / K2), law.delta_max);
  const NodeId unloading = g.mul(law.number(K2), g.sub(law.delta, dent));
  return law.with_FN(g.binary(Op::minimum, g.mul(law.number(K1), law.delta), unloading));
}

// Adds Ambrosio's friction: none below v0, all of mu FN above v1, against the sliding speed.
inline ir::LawProgram with_ambrosio(ir::LawProgram program, double mu, double v0 = 1e-4,
                                    double v1 = 1e-3) {
  Graph& g = program.graph;
  const NodeId vt = g.slot({SlotKind::law_vt, 0, 0, 0});
  NodeId part = g.div(g.sub(g.unary(Op::abs, vt), g.constant(v0)), g.constant(v1 - v0));
  part = g.binary(Op::minimum, g.constant(1), g.binary(Op::maximum, g.constant(0), part));
  program.FT = g.mul(g.mul(g.constant(mu), program.FN), g.mul(g.sign(vt), part));
  program.friction_name = program.friction_text = "ambrosio";
  return program;
}

// Adds friction that jumps at vt = 0, as Coulomb wrote it.
inline ir::LawProgram with_sign_friction(ir::LawProgram program, double mu) {
  Graph& g = program.graph;
  const NodeId vt = g.slot({SlotKind::law_vt, 0, 0, 0});
  program.FT = g.mul(g.mul(g.constant(mu), program.FN), g.sign(vt));
  program.friction_name = program.friction_text = "sign";
  return program;
}

// Two equal spheres head-on: the left one moves at `speed`, `gap` apart.
inline Builder two_spheres(ir::LawProgram program, double mass, double speed, double radius = 0.05,
                           double gap = 1e-4) {
  Builder b;
  const double inertia = 0.4 * mass * radius * radius;
  const ir::BodyId left = b.body("left", mass, inertia), right = b.body("right", mass, inertia);
  const ir::FrameId l = b.frame(left, "left"), r = b.frame(right, "right");
  b.place(left, -radius - gap, 0, speed, 0);
  b.place(right, radius, 0);
  b.contact("hit", l, ir::Circle{radius, false}, r, ir::Circle{radius, false},
            b.law(std::move(program)));
  return b;
}

// A ball above a table that shakes with `amplitude`, sin(w t); gravity 9.81.
inline Builder ball_on_table(ir::LawProgram program, double height, double amplitude,
                             double w = 7.5, double level = 0.5, double radius = 0.1,
                             double mass = 1) {
  Builder b;
  b.s->gravity = {0, -9.81};
  const ir::BodyId ball = b.body("ball", mass, 0.4 * mass * radius * radius);
  const ir::BodyId table = b.body("table", {}, {});
  const ir::FrameId fb = b.frame(ball, "ball"), ft = b.frame(table, "table");
  b.place(ball, 0, height);
  Graph& g = b.s->graph;
  const NodeId swing = g.unary(Op::sin, g.mul(g.constant(w), b.time()));
  const NodeId y = g.add(g.constant(level), g.mul(g.constant(amplitude), swing));
  b.pose_drive("shake", table, g.constant(0), y);
  b.contact("hit", fb, ir::Circle{radius, false}, ft, ir::HalfPlane{}, b.law(std::move(program)));
  return b;
}

// The slider-crank of Flores, Ambrosio, Claro and Lankarani 2006, with clearance between rod and
// slider.
inline Builder slider_crank(ir::LawProgram program) {
  Builder b;
  const ir::BodyId crank = b.body("crank", 0.30, 1e-5, {0.025, 0});
  const ir::BodyId rod = b.body("rod", 0.21, 2.5e-4, {0.060, 0});
  const ir::BodyId slider = b.body("slider", 0.14, {});
  const ir::FrameId crank0 = b.frame(crank, "crank"), tip = b.frame(crank, "crank.tip", {0.05, 0});
  const ir::FrameId rod0 = b.frame(rod, "rod"), pin = b.frame(rod, "rod.pin", {0.12, 0});
  const ir::FrameId slider0 = b.frame(slider, "slider");
  const ir::JointId O = b.joint(ir::JointKind::revolute, "O", {0}, crank0);
  const ir::JointId A = b.joint(ir::JointKind::revolute, "A", tip, rod0);
  b.joint(ir::JointKind::prismatic, "S", {0}, slider0);
  b.s->joints[O.index].coordinate = b.s->joints[A.index].coordinate = Builder::hold(0);
  b.speed_drive("motor", O, 5000 * 2 * 3.14159265358979323846 / 60);
  const ir::ContactId B = b.contact("B", pin, ir::Circle{9.5e-3, false}, slider0,
                                    ir::Circle{10e-3, true}, b.law(std::move(program)));
  b.s->contacts[B.index].clearance = b.s->contacts[B.index].concentric = true;
  return b;
}

inline Run run(const Builder& b, double duration, double tol, SimulationOptions options = {},
               NodeId until = {}) {
  Diagnostics diagnostics;
  ir::Simulate what;
  what.duration = duration, what.until = until, what.tol = tol;
  return simulate(build(b.s), what, options, nullptr, diagnostics);
}

}  // namespace mbs::test
