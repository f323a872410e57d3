// Mechanisms that several tests use.
#pragma once

#include <numbers>
#include <optional>

#include "tests/support/laws.hpp"
#include "tests/support/mechanism.hpp"

namespace mbs::test {

// Two equal spheres head-on: the left one moves at `speed`, `gap` apart.
inline Mechanism two_spheres(ir::LawProgram program, double mass, double speed,
                             double radius = 0.05, double gap = 1e-4) {
  Mechanism m;
  const double inertia = 0.4 * mass * radius * radius;
  const ir::BodyId left = m.body("left", mass, inertia), right = m.body("right", mass, inertia);
  const ir::FrameId l = m.frame(left, "left"), r = m.frame(right, "right");
  m.place(left, -radius - gap, 0, speed, 0);
  m.place(right, radius, 0);
  m.contact("hit", l, ir::Circle{radius, false}, r, ir::Circle{radius, false},
            m.law(std::move(program)));
  return m;
}

// A ball above a table that shakes with `amplitude`, sin(w t); gravity 9.81.
inline Mechanism ball_on_table(ir::LawProgram program, double height, double amplitude,
                               double w = 7.5, double level = 0.5, double radius = 0.1,
                               double mass = 1) {
  Mechanism m;
  m.s.gravity = {0, -9.81};
  const ir::BodyId ball = m.body("ball", mass, 0.4 * mass * radius * radius);
  const ir::BodyId table = m.body("table", {}, {});
  const ir::FrameId fb = m.frame(ball, "ball"), ft = m.frame(table, "table");
  m.place(ball, 0, height);
  Graph& g = m.s.graph;
  const NodeId swing = g.unary(Op::sin, g.mul(g.constant(w), m.time()));
  const NodeId y = g.add(g.constant(level), g.mul(g.constant(amplitude), swing));
  m.drive_pose("shake", table, g.constant(0), y);
  m.contact("hit", fb, ir::Circle{radius, false}, ft, ir::HalfPlane{}, m.law(std::move(program)));
  return m;
}

// The slider-crank of Flores, Ambrosio, Claro and Lankarani 2006, tables 1 and 2: 5000 rpm, crank
// and rod in line at the start unless an angle of the crank is given. With a law there is a
// clearance of 0.5 mm between rod and slider, without an ideal joint.
struct SliderCrank {
  static constexpr double speed = 5000 * 2 * std::numbers::pi / 60;  // rad/s, of the crank
  Mechanism m;
  ir::BodyId crank, rod, slider;
  ir::JointId O, A, S, B;
  ir::DriveId motor;

  explicit SliderCrank(std::optional<ir::LawProgram> law, double angle = 0) {
    crank = m.body("crank", 0.30, 1e-5, {0.025, 0});
    rod = m.body("rod", 0.21, 2.5e-4, {0.06, 0});
    slider = m.body("slider", 0.14, {});
    const ir::FrameId pin = m.frame(rod, 0.12, 0), pivot = m.frame(slider, 0, 0);
    O = m.revolute("O", ground_frame, m.frame(crank, 0, 0), hold(angle));
    A = m.revolute("A", m.frame(crank, 0.05, 0), m.frame(rod, 0, 0), guess(-1.3 * angle));
    S = m.joint(ir::JointKind::prismatic, "S", ground_frame, pivot);
    if (law)
      m.clearance("B", pin, pivot, 9.5e-3, 10e-3, m.law(*std::move(law)));
    else
      B = m.revolute("B", pin, pivot);
    motor = m.drive_speed("motor", O, speed);
  }
};

}  // namespace mbs::test
