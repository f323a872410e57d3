// The Jacobian of joints, drives, springs and forces.
#include <doctest/doctest.h>

#include <numbers>

#include "tests/support/jacobian_checks.hpp"

using namespace mbs;
using namespace mbs::test;

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

TEST_CASE("Jacobian of joints that can be switched, while they act and while they do not") {
  for (const bool acts : {true, false})
    for (const ir::JointKind kind : {ir::JointKind::revolute, ir::JointKind::prismatic,
                                     ir::JointKind::weld, ir::JointKind::slot}) {
      CAPTURE(acts);
      CAPTURE(static_cast<int>(kind));
      Pair p;
      const ir::JointId j = p.m.joint(kind, "j", p.pa, p.pb);
      p.m.s.joints[j.index].activity = {acts, true};
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
    p.m.s.springs.push_back({"t", {}, true, {}, {}, hinge, 0, 15, 0.2, 0.7});
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
  p.m.s.springs.push_back({"k", {}, false, p.pa, p.pb, {}, 0, 120, 0.3, 4});
  p.m.at(p.b).x = hold(0.9);  // apart: the direction of a spring of no length is not defined
  const ir::JointId r = p.m.revolute("r", p.m.frame(ground, 0, 0), p.m.frame(p.a, 0, 0));
  p.m.s.springs.push_back({"t", {}, true, {}, {}, r, 0, 15, 0.2, 0.7});
  check_at_random_states(p.m, 0.1);
}

TEST_CASE("Jacobian of a spring of no length, apart and where its ends coincide") {
  Pair p;
  p.m.s.springs.push_back({"k", {}, false, p.pa, p.pb, {}, 0, 120, 0, 0});
  check_at_random_states(p.m, 0.1);
  Mechanism m;
  const ir::BodyId a = m.body("a", 1.3, 0.2);
  m.s.springs.push_back(
      {"k", {}, false, m.frame(ground, 0, 0), m.frame(a, 0, 0), {}, 0, 120, 0, 0});
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

TEST_CASE("Jacobian of states of a script, and of forces that see them") {
  Pair p;
  p.m.at(p.b).x = hold(0.9);
  Graph& g = p.m.s.graph;
  const auto state = [&](int i) { return g.slot({.kind = SlotKind::state, .entity = i}); };
  const NodeId x = p.m.coordinate(p.a, 0, 0), vy = p.m.coordinate(p.b, 1, 1);
  p.m.s.states.push_back({"first", {}, 0.7, g.mul(state(1), g.mul(x, vy))});
  p.m.s.states.push_back({"second", {}, -0.4, g.sub(g.mul(state(0), state(0)), state(1))});
  ir::Force force;
  force.kind = ir::ForceKind::on_body;
  force.name = "f";
  force.body = p.a;
  force.value = {g.mul(state(0), vy), {}};
  p.m.s.forces.push_back(force);
  check_at_random_states(p.m, 0.1);
}
