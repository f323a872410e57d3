// Assembling: closed loops, redundant joints, and what is said where there is no solution.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/mechanisms.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// Four-bar with a crank of 100 mm, held at `crank_angle`, on a base of `base`.
struct FourBar {
  Mechanism m;
  ir::BodyId crank, coupler, rocker;
  ir::JointId O, A, B, P;
  FourBar(double base, ir::Initial crank_angle, ir::Initial rocker_angle = guess(1.7)) {
    crank = m.body("crank", 0.4, 4e-4, {0.05, 0});
    coupler = m.body("coupler", 0.9, 6.8e-3, {0.15, 0});
    rocker = m.body("rocker", 0.75, 4e-3, {0.125, 0});
    O = m.revolute("O", m.frame(ground, 0, 0), m.frame(crank, 0, 0), crank_angle);
    A = m.revolute("A", m.frame(crank, 0.1, 0), m.frame(coupler, 0, 0), guess(1.0));
    P = m.revolute("P", m.frame(ground, base, 0), m.frame(rocker, 0, 0), rocker_angle);
    B = m.revolute("B", m.frame(coupler, 0.3, 0), m.frame(rocker, 0.25, 0));
  }
};

const Diagnostic& only_error(const Assembled& x) {
  REQUIRE_FALSE(x.a);
  REQUIRE(x.diagnostics.error_count() == 1);
  return x.diagnostics.list().front();
}

// Andrews' squeezer mechanism, data and start of the IVP test set.
struct Andrews {
  Mechanism m;
  ir::JointId beta, theta, gamma, delta, epsilon, phi, omega;
  Andrews() {
    const ir::FrameId o = m.frame(ground, 0, 0), A = m.frame(ground, -0.06934, -0.00227);
    const ir::FrameId B = m.frame(ground, -0.03635, 0.03273), C = m.frame(ground, 0.014, 0.072);
    const ir::BodyId k1 = m.body("K1", .04325, 2.194e-6, {0.00092, 0});
    const ir::BodyId k2 = m.body("K2", .00365, 4.410e-7, {-0.0115, 0});
    const ir::BodyId k3 = m.body("K3", .02373, 5.255e-6, {0.01043, -0.01874});
    const ir::BodyId k4 = m.body("K4", .00706, 5.667e-7, {0, -0.00579});
    const ir::BodyId k5 = m.body("K5", .07050, 1.169e-5, {0.02308, 0.00916});
    const ir::BodyId k6 = m.body("K6", .00706, 5.667e-7, {0.00579, 0});
    const ir::BodyId k7 = m.body("K7", .05498, 1.912e-5, {-0.00449, -0.01228});
    beta = m.revolute("beta", o, m.frame(k1, 0, 0), hold(-0.0617138900142764));
    theta = m.revolute("theta", m.frame(k1, 0.007, 0), m.frame(k2, 0, 0), guess(0));
    gamma = m.revolute("gamma", B, m.frame(k3, 0, 0), guess(0.45));
    delta = m.revolute("delta", A, m.frame(k5, 0, 0), guess(0.49));
    epsilon = m.revolute("epsilon", A, m.frame(k7, 0, 0), guess(1.22));
    phi = m.revolute("phi", m.frame(k5, 0.04, 0), m.frame(k4, 0, 0), guess(0.23));
    omega = m.revolute("omega", m.frame(k7, 0, -0.04), m.frame(k6, 0, 0), guess(-0.23));
    const ir::FrameId e2 = m.frame(k2, -0.028, 0);
    m.revolute("E3", e2, m.frame(k3, 0, -0.035));
    m.revolute("E4", e2, m.frame(k4, 0, -0.02));
    m.revolute("E6", e2, m.frame(k6, 0.02, 0));
    m.s.springs.push_back(
        {"coil", {}, false, m.frame(k3, 0.02, -0.018), C, {}, 0, 4530, 0.07785, 0});
    ir::Force moment;
    moment.kind = ir::ForceKind::on_body;
    moment.body = k1;
    moment.value[0] = m.constant(0.033);
    m.s.forces.push_back(moment);
  }
};

}  // namespace

TEST_CASE(
    "Andrews' squeezer closes on the published branch and starts with the published "
    "accelerations") {
  Andrews mechanism;
  Assembled x(mechanism.m);
  REQUIRE(x.a);
  CHECK(x.a->degrees_of_freedom == 1);
  CHECK(x.a->position_error < 1e-16);
  const auto angle = [&](int body) { return x.slot({SlotKind::body_coordinate, body, 2, 0}); };
  // Published to 30 digits; closing to rounding of lengths near 0.03 m leaves 1e-14 rad or so.
  CHECK(angle(3) == doctest::Approx(0.455279819163070380).epsilon(1e-12));
  CHECK(angle(5) == doctest::Approx(0.487364979543842550).epsilon(1e-12));
  CHECK(angle(7) == doctest::Approx(1.23054744454982119).epsilon(1e-12));
  CHECK(angle(4) - angle(5) == doctest::Approx(0.222668390165885884).epsilon(1e-12));
  CHECK(x.slot({SlotKind::body_coordinate, 1, 2, 2}) ==
        doctest::Approx(14222.4439199541138).epsilon(1e-9));
  const double theta =
      x.slot({SlotKind::body_coordinate, 2, 2, 2}) - x.slot({SlotKind::body_coordinate, 1, 2, 2});
  CHECK(theta == doctest::Approx(-10666.8329399655854).epsilon(1e-9));
  // The multipliers of the first loop are the force in pin E3: (98.5668703962, -6.12268834426) N.
  const double fx = x.slot({SlotKind::joint_reaction, 7, 0, 0}),
               fy = x.slot({SlotKind::joint_reaction, 7, 1, 0});
  CHECK(std::abs(fx) == doctest::Approx(98.5668703962410896).epsilon(1e-9));
  CHECK(std::abs(fy) == doctest::Approx(6.12268834425566265).epsilon(1e-9));
}

TEST_CASE("a four-bar is closed from guesses, and from no guess at all") {
  for (const bool guessed : {true, false}) {
    FourBar f(0.35, hold(0.2), guessed ? guess(1.7) : ir::Initial{});
    if (!guessed) f.m.s.joints[f.A.index].coordinate = {};
    Assembled x(f.m);
    REQUIRE(x.a);
    CHECK(x.a->position_error < 1e-15);
    CHECK(x.slot({SlotKind::body_coordinate, 1, 2, 0}) == doctest::Approx(0.2).epsilon(1e-14));
  }
}

TEST_CASE("a third crank of a parallelogram is partly redundant and still runs") {
  Mechanism m;
  const ir::BodyId bar = m.body("bar", 1.0, 0.1, {0.5, 0});
  for (int i = 0; i < 3; ++i) {
    const std::string n(1, static_cast<char>('a' + i));
    const ir::BodyId crank = m.body("crank_" + n, 0.5, 0.01, {0, 0.1});
    m.revolute("low_" + n, m.frame(ground, 0.5 * i, 0), m.frame(crank, 0, 0),
               i == 0 ? hold(0.3) : guess(0.3));
    m.revolute("high_" + n, m.frame(crank, 0, 0.2), m.frame(bar, 0.5 * i, 0));
  }
  m.s.gravity = {0, -9.81};
  Assembled x(m);
  REQUIRE(x.a);
  CHECK(layout(*x.model).constraints == 11);  // 12 rows, one of which holds nothing new
  CHECK(x.a->degrees_of_freedom == 1);
  CHECK(x.a->position_error < 1e-15);
  // All cranks turn alike: alpha = g (m l + 3 m_c l/2) sin/(m l^2 + 3 (I + m_c l^2/4)), from the
  // upright.
  const double alpha =
      9.81 * (0.2 + 3 * 0.5 * 0.1) * std::sin(0.3) / (0.04 + 3 * (0.01 + 0.5 * 0.01));
  CHECK(x.slot({SlotKind::body_coordinate, 2, 2, 2}) == doctest::Approx(alpha).epsilon(1e-10));
}

TEST_CASE("E0501: links too short name the joint that stays open") {
  // crank and coupler in line with the base reach 400 mm; the rocker's pivot is 673.1 mm away
  FourBar f(0.6731, hold(0));
  Assembled x(f.m);
  const Diagnostic& d = only_error(x);
  CHECK(d.code == Code::E0501);
  CHECK(d.message == "the mechanism does not close: `B` stays 23.1 mm open");
  REQUIRE(d.notes.size() == 1);
  CHECK(d.notes[0].find(" reaches ") != std::string::npos);
}

TEST_CASE("E0501 names the initial value that keeps the mechanism from closing") {
  FourBar f(0.6, hold(std::numbers::pi / 2));
  Assembled x(f.m);
  const Diagnostic& d = only_error(x);
  CHECK(d.code == Code::E0501);
  REQUIRE(d.notes.size() == 2);
  CHECK(d.notes[0].find(" reaches ") != std::string::npos);
  CHECK(d.notes[1] == "`angle = 1.570796 rad` of `O` is held exactly");
  REQUIRE(d.hint);
  CHECK(d.hint->find("let O move") != std::string::npos);
}

TEST_CASE("E0502: two held values that contradict each other") {
  FourBar f(0.35, hold(0.2), hold(1.8));
  Assembled x(f.m);
  const Diagnostic& d = only_error(x);
  CHECK(d.code == Code::E0502);
  CHECK(d.message == "`angle = 0.2 rad` of `O` and `angle = 1.8 rad` of `P` cannot both hold");
}

TEST_CASE("E0502: a held speed against a drive") {
  SliderCrank s(std::nullopt, 0.5);
  s.m.s.joints[s.S.index].speed = hold(3);
  Assembled x(s.m);
  const Diagnostic& d = only_error(x);
  CHECK(d.code == Code::E0502);
  CHECK(d.message == "`speed = 3 m/s` of `S` cannot hold with the other speeds");
}

TEST_CASE("E0503: a joint that holds nothing new") {
  Mechanism m;
  const ir::BodyId block = m.body("block", 1, 1);
  m.joint(ir::JointKind::weld, "W", m.frame(ground, 0, 0), m.frame(block, 0, 0));
  m.revolute("D", m.frame(ground, 0.2, 0), m.frame(block, 0.2, 0));
  Assembled x(m);
  const Diagnostic& d = only_error(x);
  CHECK(d.code == Code::E0503);
  CHECK(d.message == "`D` holds nothing that `W` does not hold already");
}

TEST_CASE("E0504: a body that can turn without inertia, with the degrees of freedom") {
  SliderCrank s(smooth_law(6.61e10, 0.05));
  s.m.s.joints.erase(s.m.s.joints.begin() + s.S.index);
  Assembled x(s.m);
  const Diagnostic& d = only_error(x);
  CHECK(d.code == Code::E0504);
  CHECK(d.message == "`slider` can turn, but has no inertia");
  REQUIRE(d.notes.size() == 1);
  CHECK(d.notes[0] ==
        "5 degrees of freedom at t = 0: O.angle (driven), rod.angle, slider.x, slider.y, "
        "slider.angle");
}

TEST_CASE("E0505: a coordinate driven twice, at once or through the mechanism") {
  SliderCrank s(std::nullopt, 0.5);
  SUBCASE("the same coordinate") {
    s.m.drive_speed("second", s.O, 3);
    Assembled x(s.m);
    CHECK(only_error(x).message == "`O.speed` is already driven by `motor`");
  }
  SUBCASE("another coordinate of the same motion") {
    s.m.drive_speed("second", s.S, 3);
    Assembled x(s.m);
    CHECK(only_error(x).code == Code::E0505);
  }
}

TEST_CASE("a body that is driven whole needs no mass, and its drive says what it takes") {
  Mechanism m;
  m.s.gravity = {0, -9.81};
  const ir::BodyId table = m.body("table", std::nullopt, std::nullopt);
  const ir::BodyId load = m.body("load", 2.0, 0.1);
  m.joint(ir::JointKind::weld, "W", m.frame(table, 0, 0), m.frame(load, -0.3, 0));
  ir::Drive d;
  d.kind = ir::DriveKind::pose;
  d.name = "shake";
  d.body = table;
  Graph& g = m.s.graph;
  m.prescribe(d, 0, g.constant(0));
  m.prescribe(d, 1, g.mul(g.constant(0.1), g.unary(Op::cos, g.mul(g.constant(7), m.time()))));
  const ir::DriveId shake = m.add(d);
  Assembled x(m);
  REQUIRE(x.a);
  // y'' = -0.1*49 at t = 0; the drive lifts the load and balances its torque about the table's
  // origin
  const double force = 2.0 * (9.81 - 4.9);
  CHECK(x.slot({SlotKind::drive_effort, shake.index, 1, 0}) ==
        doctest::Approx(force).epsilon(1e-12));
  CHECK(x.slot({SlotKind::drive_effort, shake.index, 2, 0}) ==
        doctest::Approx(0.3 * force).epsilon(1e-12));
  CHECK(x.slot({SlotKind::joint_reaction, 0, 1, 0}) == doctest::Approx(force).epsilon(1e-12));
}

TEST_CASE("rods and gears keep what the assembled mechanism gives them") {
  Mechanism m;
  const ir::BodyId a = m.body("a", 1, 0.2), b = m.body("b", 1, 0.1);
  const ir::JointId ra = m.revolute("ra", m.frame(ground, 0, 0), m.frame(a, 0, 0), hold(0.4));
  const ir::JointId rb = m.revolute("rb", m.frame(ground, 1, 0), m.frame(b, 0, 0), hold(-1.1));
  const ir::JointId g = m.joint(ir::JointKind::gear, "g", {}, {});
  m.s.joints[g.index].gear_first = ra;
  m.s.joints[g.index].gear_second = rb;
  m.s.joints[g.index].ratio = -2;
  const ir::BodyId c = m.body("c", 1, 0.1);
  m.at(c).x = hold(0);
  m.at(c).y = hold(-0.7);
  m.joint(ir::JointKind::rod, "R", m.frame(ground, 0, 0), m.frame(c, 0, 0));
  m.drive_speed("motor", ra, 3);
  Assembled x(m);
  REQUIRE(x.a);
  CHECK(x.slot({SlotKind::body_coordinate, 2, 2, 0}) == doctest::Approx(-1.1));
  CHECK(x.slot({SlotKind::body_coordinate, 2, 2, 1}) == doctest::Approx(-6));
  CHECK(x.a->position_error < 1e-15);
}

TEST_CASE("speeds that nothing prescribes have least kinetic energy") {
  // A double pendulum whose first arm is held at 2 rad/s: the second one trails.
  Mechanism m;
  const ir::BodyId a = m.body("a", 1, 0.1), b = m.body("b", 1.5, 0.2, {0.4, 0});
  m.revolute("p", m.frame(ground, 0, 0), m.frame(a, 0, 0), hold(0));
  m.revolute("q", m.frame(a, 0.5, 0), m.frame(b, 0, 0), hold(0));
  m.s.joints[0].speed = hold(2);
  Assembled x(m);
  REQUIRE(x.a);
  // b's pin moves at 1 m/s across; least m/2 (1 + 0.4 w)^2 + I/2 w^2
  const double w = -1.5 * 0.4 / (0.2 + 1.5 * 0.16);
  CHECK(x.slot({SlotKind::body_coordinate, 2, 2, 1}) == doctest::Approx(w).epsilon(1e-12));
}

TEST_CASE("W0501: a contact that starts closed is armed and said") {
  Mechanism m;
  const ir::BodyId ball = m.body("ball", 1, 0.1);
  m.at(ball).x = hold(0);
  m.at(ball).y = hold(0.0998);
  m.contact("hit", m.frame(ball, 0, 0), ir::Circle{0.1, false}, m.frame(ground, 0, 0),
            ir::HalfPlane{}, m.law(smooth_law(1e6)));
  Assembled x(m);
  REQUIRE(x.a);
  REQUIRE(x.diagnostics.list().size() == 1);
  CHECK(x.diagnostics.list()[0].message == "`hit` starts 0.2 mm in contact");
  CHECK(x.a->mode.contacts[0].armed);
  const double force = 1e6 * std::pow(2e-4, 1.5);
  CHECK(x.slot({SlotKind::body_coordinate, 1, 1, 2}) == doctest::Approx(force).epsilon(1e-10));
}
