// Scenarios put together by hand, piece by piece, for tests of the runtime alone.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lang/scenario/scenario.hpp"
#include "runtime/model/model.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/signals/values.hpp"
#include "tests/support/simulate.hpp"

namespace mbs::test {

inline ir::Initial hold(double value) {
  return {ir::Initial::Kind::hold, value, {}};
}
inline ir::Initial guess(double value) {
  return {ir::Initial::Kind::guess, value, {}};
}

inline constexpr ir::BodyId ground{0};
inline constexpr ir::FrameId ground_frame{0};

// All in SI units. Each piece is added by a call that gives its id. Copies, models and runs share
// the scenario: a signal that a test adds after a run can be asked of that run.
class Mechanism {
  std::shared_ptr<ir::Scenario> shared_ = std::make_shared<ir::Scenario>();

 public:
  ir::Scenario& s = *shared_;

  Mechanism() {
    s.bodies.emplace_back();
    s.bodies[0].name = "ground";
    frame(ground, "ground");
  }

  // ---- bodies and their frames ------------------------------------------------------------

  ir::BodyId body(const std::string& name, std::optional<double> mass,
                  std::optional<double> inertia, ir::Vec2 cm = {}) {
    ir::Body b;
    b.name = name, b.mass = mass, b.inertia = inertia, b.cm = cm;
    return added<ir::BodyId>(s.bodies, b);
  }
  ir::Body& at(ir::BodyId id) const { return s.bodies[id.index]; }

  // Where a body begins, upright and without spin.
  void place(ir::BodyId id, double x, double y, double vx = 0, double vy = 0) {
    ir::Body& b = at(id);
    b.x = hold(x), b.y = hold(y), b.angle = hold(0);
    b.vx = hold(vx), b.vy = hold(vy), b.spin = hold(0);
  }

  ir::FrameId frame(ir::BodyId body, const std::string& name, ir::Vec2 position = {},
                    double angle = 0) {
    return added<ir::FrameId>(s.frames, ir::Frame{name, body, position, angle, {}});
  }
  // One that has the name of its body.
  ir::FrameId frame(ir::BodyId body, double x, double y, double angle = 0) {
    return frame(body, at(body).name, {x, y}, angle);
  }

  // ---- joints and drives ------------------------------------------------------------------

  ir::JointId joint(ir::JointKind kind, const std::string& name, ir::FrameId first,
                    ir::FrameId second, ir::Initial coordinate = {}) {
    ir::Joint j;
    j.kind = kind, j.name = name, j.first = first, j.second = second, j.coordinate = coordinate;
    return added<ir::JointId>(s.joints, j);
  }
  ir::JointId revolute(const std::string& name, ir::FrameId first, ir::FrameId second,
                       ir::Initial angle = {}) {
    return joint(ir::JointKind::revolute, name, first, second, angle);
  }

  // Fills in value, rate and acceleration of a component of a drive.
  void prescribe(ir::Drive& d, int component, NodeId value) {
    const NodeId t = time();
    d.value[component] = value;
    d.rate[component] = s.graph.derivative(value, t);
    d.acceleration[component] = s.graph.derivative(d.rate[component], t);
  }
  ir::DriveId add(const ir::Drive& d) { return added<ir::DriveId>(s.drives, d); }
  // The speed of a joint's coordinate held constant.
  ir::DriveId drive_speed(const std::string& name, ir::JointId joint, double speed) {
    ir::Drive d;
    d.kind = ir::DriveKind::speed, d.name = name, d.joint = joint, d.constant_speed = true;
    prescribe(d, 0, constant(speed));
    return add(d);
  }
  // A body whose origin moves as x(t), y(t).
  ir::DriveId drive_pose(const std::string& name, ir::BodyId body, NodeId x, NodeId y) {
    ir::Drive d;
    d.kind = ir::DriveKind::pose, d.name = name, d.body = body;
    prescribe(d, 0, x);
    prescribe(d, 1, y);
    return add(d);
  }

  // ---- contacts ---------------------------------------------------------------------------

  ir::LawId law(ir::LawProgram program) { return added<ir::LawId>(s.laws, std::move(program)); }
  ir::ContactId contact(const std::string& name, ir::FrameId first, ir::Shape first_shape,
                        ir::FrameId second, ir::Shape second_shape, ir::LawId law) {
    ir::Contact c;
    c.name = name, c.first = first, c.second = second, c.law = law;
    c.first_shape = first_shape, c.second_shape = second_shape;
    c.m1 = mass_behind(first), c.m2 = mass_behind(second);
    return added<ir::ContactId>(s.contacts, c);
  }
  // A concentric clearance: journal `first` in bearing `second`.
  ir::ContactId clearance(const std::string& name, ir::FrameId first, ir::FrameId second,
                          double journal, double bearing, ir::LawId law, ir::Initial angle = {}) {
    const ir::ContactId id =
        contact(name, first, ir::Circle{journal, false}, second, ir::Circle{bearing, true}, law);
    ir::Contact& c = s.contacts[id.index];
    c.clearance = c.concentric = true;
    c.angle = angle;
    return id;
  }

  // ---- expressions ------------------------------------------------------------------------

  NodeId constant(double value) { return s.graph.constant(value); }
  NodeId mul_constant(double factor, NodeId node) { return s.graph.mul(constant(factor), node); }
  NodeId time() { return s.graph.slot({SlotKind::time}); }
  NodeId signal(SlotKind kind, int entity, int index, int order = 0) {
    return s.graph.slot({kind, entity, index, order});
  }
  NodeId coordinate(ir::BodyId body, int index, int order) {
    return signal(SlotKind::body_coordinate, body.index, index, order);
  }
  NodeId contact_signal(int contact, ContactSignal which) {
    return signal(SlotKind::contact_signal, contact, static_cast<int>(which));
  }

  ModelPtr build() const { return mbs::build(shared_); }

 private:
  template <class Id, class T>
  static Id added(std::vector<T>& pieces, T piece) {
    pieces.push_back(std::move(piece));
    return {static_cast<std::int32_t>(pieces.size()) - 1};
  }
  // Infinite where a body has none given, and for ground.
  double mass_behind(ir::FrameId f) const {
    const ir::BodyId body = s.frames[f.index].body;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    return body.index == 0 ? infinite : at(body).mass.value_or(infinite);
  }
};

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

inline Run run(const Mechanism& m, double duration, double tol, SimulationOptions options = {},
               NodeId until = {}) {
  Diagnostics diagnostics;
  ir::Simulate what;
  static_cast<ir::RunSettings&>(what) = options;
  what.duration = duration, what.until = until, what.tol = tol;
  return simulate(m.build(), what, options, nullptr, diagnostics);
}

}  // namespace mbs::test
