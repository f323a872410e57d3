// Scenarios made by hand, for tests of the runtime.
#pragma once

#include <cmath>
#include <memory>
#include <string>

#include "lang/scenario/scenario.hpp"
#include "runtime/model/model.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/signals/signal_values.hpp"

namespace mbs::test {

inline ir::Initial hold(double value) {
  return {ir::Initial::Kind::hold, value, {}};
}
inline ir::Initial guess(double value) {
  return {ir::Initial::Kind::guess, value, {}};
}

struct Mechanism {
  ir::Scenario s;

  Mechanism() {
    s.bodies.emplace_back();
    s.bodies[0].name = "ground";
  }

  ir::BodyId body(const std::string& name, std::optional<double> mass,
                  std::optional<double> inertia, ir::Vec2 cm = {}) {
    ir::Body b;
    b.name = name;
    b.mass = mass;
    b.inertia = inertia;
    b.cm = cm;
    s.bodies.push_back(b);
    return {static_cast<std::int32_t>(s.bodies.size()) - 1};
  }
  ir::Body& at(ir::BodyId id) { return s.bodies[id.index]; }

  ir::FrameId frame(ir::BodyId body, double x, double y, double angle = 0) {
    s.frames.push_back({s.bodies[body.index].name, body, {x, y}, angle});
    return {static_cast<std::int32_t>(s.frames.size()) - 1};
  }

  ir::JointId joint(ir::JointKind kind, const std::string& name, ir::FrameId first,
                    ir::FrameId second, ir::Initial coordinate = {}) {
    ir::Joint j;
    j.kind = kind;
    j.name = name;
    j.first = first;
    j.second = second;
    j.coordinate = coordinate;
    s.joints.push_back(j);
    return {static_cast<std::int32_t>(s.joints.size()) - 1};
  }
  ir::JointId revolute(const std::string& name, ir::FrameId a, ir::FrameId b,
                       ir::Initial angle = {}) {
    return joint(ir::JointKind::revolute, name, a, b, angle);
  }

  NodeId constant(double value) { return s.graph.constant(value); }
  NodeId mul_constant(double factor, NodeId node) { return s.graph.mul(constant(factor), node); }
  NodeId time() { return s.graph.slot({SlotKind::time}); }
  NodeId coordinate(ir::BodyId body, int index, int order) {
    return s.graph.slot({SlotKind::body_coordinate, body.index, index, order});
  }

  // Fills in value, rate and acceleration of a component.
  void prescribe(ir::Drive& d, int component, NodeId value) {
    const NodeId t = time();
    d.value[component] = value;
    d.rate[component] = s.graph.derivative(value, t);
    d.acceleration[component] = s.graph.derivative(d.rate[component], t);
  }
  ir::DriveId add(const ir::Drive& d) {
    s.drives.push_back(d);
    return {static_cast<std::int32_t>(s.drives.size()) - 1};
  }
  ir::DriveId drive_speed(const std::string& name, ir::JointId joint, double speed) {
    ir::Drive d;
    d.kind = ir::DriveKind::speed;
    d.name = name;
    d.joint = joint;
    d.constant_speed = true;
    prescribe(d, 0, constant(speed));
    return add(d);
  }

  // FN = K delta^1.5 (1 + chi ddelta); FT = mu FN vt/(1 mm/s + |vt|)-like smooth friction if mu >
  // 0.
  ir::LawId law(double stiffness, double chi, double mu) {
    ir::LawProgram p;
    p.name = "test";
    p.text = "test";
    Graph& g = p.graph;
    const NodeId delta = g.slot({SlotKind::law_delta}), ddelta = g.slot({SlotKind::law_ddelta});
    const NodeId elastic =
        g.mul(g.constant(stiffness), g.binary(Op::power, delta, g.constant(1.5)));
    p.FN = g.mul(elastic, g.add(g.constant(1), g.mul(g.constant(chi), ddelta)));
    if (mu > 0) {
      const NodeId vt = g.slot({SlotKind::law_vt});
      p.FT = g.mul(g.mul(g.constant(mu), p.FN), g.unary(Op::tanh, g.div(vt, g.constant(0.5))));
    }
    p.signals.push_back({"K", g.constant(stiffness), {}, false});
    s.laws.push_back(std::move(p));
    return {static_cast<std::int32_t>(s.laws.size()) - 1};
  }

  ir::ContactId contact(const std::string& name, ir::FrameId a, ir::Shape sa, ir::FrameId b,
                        ir::Shape sb, ir::LawId law) {
    ir::Contact c;
    c.name = name;
    c.first = a;
    c.second = b;
    c.first_shape = sa;
    c.second_shape = sb;
    c.law = law;
    s.contacts.push_back(c);
    return {static_cast<std::int32_t>(s.contacts.size()) - 1};
  }
  // A concentric clearance: journal `a` in bearing `b`.
  ir::ContactId clearance(const std::string& name, ir::FrameId a, ir::FrameId b, double journal,
                          double bearing, ir::LawId law, ir::Initial angle = {}) {
    const ir::ContactId id =
        contact(name, a, ir::Circle{journal, false}, b, ir::Circle{bearing, true}, law);
    s.contacts[id.index].clearance = s.contacts[id.index].concentric = true;
    s.contacts[id.index].angle = angle;
    return id;
  }

  ModelPtr build() const { return mbs::build(std::make_shared<const ir::Scenario>(s)); }
};

inline constexpr ir::BodyId ground{0};

// What tests look at after assembling.
struct Assembled {
  ModelPtr model;
  Diagnostics diagnostics;
  std::optional<Assembly> a;
  explicit Assembled(const Mechanism& m) : model(m.build()) { a = assemble(*model, diagnostics); }
  double slot(const Slot& slot) {
    Workspace w(*model);
    return slot_value(*model, slot, {0, a->y.data(), a->yp.data(), &a->mode}, w);
  }
};

// Slider-crank of Flores et al. 2006, tables 1 and 2, crank and rod in line at the start.
struct SliderCrank {
  Mechanism m;
  ir::BodyId crank, rod, slider;
  ir::JointId O, A, S, B;
  ir::DriveId motor;
  explicit SliderCrank(bool clearance, double angle = 0, double mu = 0) {
    crank = m.body("crank", 0.30, 1e-5, {0.025, 0});
    rod = m.body("rod", 0.21, 2.5e-4, {0.06, 0});
    slider = m.body("slider", 0.14, std::nullopt);
    const ir::FrameId origin = m.frame(ground, 0, 0), crank_0 = m.frame(crank, 0, 0);
    const ir::FrameId tip = m.frame(crank, 0.05, 0), rod_0 = m.frame(rod, 0, 0),
                      pin = m.frame(rod, 0.12, 0);
    const ir::FrameId slider_0 = m.frame(slider, 0, 0);
    O = m.revolute("O", origin, crank_0, hold(angle));
    A = m.revolute("A", tip, rod_0, guess(-1.3 * angle));
    S = m.joint(ir::JointKind::prismatic, "S", origin, slider_0);
    if (clearance)
      m.clearance("B", pin, slider_0, 9.5e-3, 10e-3, m.law(6.61e10, 0.05, mu));
    else
      B = m.revolute("B", pin, slider_0);
    motor = m.drive_speed("motor", O, 5000 * 2 * M_PI / 60);
  }
};

}  // namespace mbs::test
