// Accelerations and multipliers in space against those of the system of constrained motion, from
// which runs by IDA begin.
#include "runtime/forward/forward_in_space.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime/coordinates/motion.hpp"
#include "runtime/equations/consistency.hpp"
#include "runtime/forward/forward_by_joints.hpp"
#include "runtime/forward/tree_motion.hpp"
#include "runtime/joints/joints.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/record/mode_record.hpp"
#include "runtime/signals/contact_state.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

// Two factorisations of a system of some ten rows, and forces of contacts whose depths are
// micrometres on metres.
constexpr double rounding = 1e-9;

// The unknowns of steps where a run was: those of its bodies, or joint coordinates.
void gather(const Model& m, const StepUnknowns& plan, const double* y, const double* yp,
            std::vector<double>& unknowns) {
  std::vector<double> reduced(y, y + m.layout.size), rates(m.layout.size);
  TreeState state(m);
  if (plan.size != m.layout.size) reduce(m, y, yp, reduced.data(), rates.data(), state);
  for (int k = 0; k < plan.count(); ++k) unknowns[k] = reduced[plan.unknowns[k]];
}

// By how much some of these differ, beside the largest, or `least` if that is smaller.
double difference(const std::vector<double>& found, const std::vector<double>& wanted, int from,
                  int count, double least) {
  double size = least, off = 0;
  for (int k = from; k < from + count; ++k) {
    size = std::max(size, std::abs(wanted[k]));
    off = std::max(off, std::abs(found[k] - wanted[k]));
  }
  return off / size;
}

// Contacts as the engine sees them where it was evaluated last. Gaps err as terms of a decimetre
// are rounded, by 1e-16 m, and forces by up to 1e7 N/m times that.
int compare_contacts(const Model& m, const Accelerations& forward, const Instant& now,
                     Workspace& other) {
  int acting = 0;
  for (int c = 0; c < m.layout.contacts; ++c) {
    ContactState found;
    if (!forward.contact(c, found)) continue;
    const ContactState wanted = contact_state(m, c, now, other);
    const auto check = [](double a, double b, double size) {
      CHECK(std::abs(a - b) < size * (1 + std::abs(b)));
    };
    check(found.gap, wanted.gap, 1e-14), check(found.gap_rate, wanted.gap_rate, 1e-11);
    check(found.delta, wanted.delta, 1e-14), check(found.ddelta, wanted.ddelta, 1e-11);
    check(found.vt, wanted.vt, 1e-11);
    check(found.normal_x, wanted.normal_x, rounding),
        check(found.normal_y, wanted.normal_y, rounding);
    check(found.normal_z, wanted.normal_z, rounding);
    check(found.point_x, wanted.point_x, 1e-11), check(found.point_y, wanted.point_y, 1e-11);
    check(found.point_z, wanted.point_z, 1e-11);
    check(found.FN, wanted.FN, 1e-8), check(found.FT, wanted.FT, 1e-8);
    CHECK(found.corner == wanted.corner);
    acting += wanted.FN > 0;
  }
  return acting;
}

// Places, speeds, states, gaps and angles elsewhere, without rates, against those of the tree.
void compare_motion(const Model& m, Accelerations& forward, double t,
                    const std::vector<double>& unknowns, const double* wanted) {
  const Layout& l = m.layout;
  std::vector<double> y(l.size);
  if (!forward.motion(t, unknowns.data(), y.data())) {
    CHECK(m.tree.prescribed.follows_drives);
    return;
  }
  const auto check = [&](int from, int count) {
    for (int k = from; k < from + count; ++k)
      CHECK(std::abs(y[k] - wanted[k]) < 1e-12 * (1 + std::abs(wanted[k])));
  };
  check(l.q, l.places), check(l.v, l.motions), check(l.z, l.states);
  check(l.s, l.contacts), check(l.angle, l.angles);
}

// Where a contact begins, rounding says whether it acts yet.
bool hardly_touches(const Model& m, const Instant& now, Workspace& other) {
  for (int c = 0; c < m.layout.contacts; ++c)
    if (std::abs(contact_state(m, c, now, other).gap) < 1e-12) return true;
  return false;
}

using Change = std::function<void(Mode& mode, double* gap_states)>;

// Of a run by joints, with its modes changed: accelerations, contacts and motion. Returns how many
// contacts acted.
int compare_by_joints(const Run& run, int looks, const Change& change, double& worst) {
  const Model& m = *run.model;
  const Layout& l = m.layout;
  Workspace workspace(m), other(m);
  Mode mode = m.assembly->mode;
  ForwardByJoints forward(m, mode, workspace);
  const StepUnknowns& plan = forward.plan();
  std::vector<double> unknowns(plan.count()), rates(plan.count()), shown(l.size), found(l.size),
      wanted(l.size), reduced(l.size), reduced_rates(l.size);
  ModeReader modes(run.modes);
  TreeState state(m);
  int acting = 0;
  const std::size_t each = std::max<std::size_t>(1, run.size() / looks);
  for (std::size_t i = 0; i < run.size(); i += each) {
    mode = modes.at(i);
    std::vector<double> y(run.y_at(i).begin(), run.y_at(i).end());
    reduce(m, y.data(), wanted.data(), reduced.data(), reduced_rates.data(), state);
    expand(m, reduced.data(), y.data(), state);  // joints are as closed as they can be
    change(mode, y.data() + l.s);
    const Instant now{run.t[i], y.data(), wanted.data(), &mode};
    REQUIRE(make_consistent(m, {run.t[i], y.data(), nullptr, &mode}, wanted.data(), other));
    if (hardly_touches(m, now, other)) continue;
    gather(m, plan, y.data(), wanted.data(), unknowns);
    forward.choose();
    REQUIRE(forward.evaluate(run.t[i], unknowns.data(), rates.data()));
    acting += compare_contacts(m, forward, now, other);
    compare_motion(m, forward, run.t[i], unknowns, y.data());
    forward.show(unknowns.data(), rates.data(), shown.data(), found.data());
    for (const auto& [from, count] :
         {std::pair(l.v, l.motions), std::pair(l.z, l.states), std::pair(l.s, l.contacts),
          std::pair(l.work, l.contacts), std::pair(l.impulse, l.contacts), std::pair(l.input, 2)})
      worst = std::max(worst, difference(found, wanted, from, count, 1e-3));
  }
  return acting;
}

template <class Engine>
double largest_difference(const Run& run, int looks) {
  constexpr bool by_joints = std::is_same_v<Engine, ForwardByJoints>;
  const Model& m = *run.model;
  const Layout& l = m.layout;
  Workspace workspace(m), other(m);
  Mode mode = m.assembly->mode;
  Engine forward(m, mode, workspace);
  const StepUnknowns& plan = forward.plan();
  std::vector<double> unknowns(plan.count()), rates(plan.count()), y(l.size), found(l.size),
      wanted(l.size);
  ModeReader modes(run.modes);
  double worst = 0;
  const std::size_t each = std::max<std::size_t>(1, run.size() / looks);
  for (std::size_t i = 0; i < run.size(); i += each) {
    mode = modes.at(i);
    REQUIRE(
        make_consistent(m, {run.t[i], run.y_at(i).data(), nullptr, &mode}, wanted.data(), other));
    gather(m, plan, run.y_at(i).data(), wanted.data(), unknowns);
    forward.choose();
    REQUIRE(forward.evaluate(run.t[i], unknowns.data(), rates.data()));
    forward.show(unknowns.data(), rates.data(), y.data(), found.data());
    for (int k = 0; k < l.size && by_joints; ++k)
      if (k < l.lam || k >= l.s)
        CHECK(std::abs(y[k] - run.y_at(i)[k]) < 1e-9 * (1 + std::abs(y[k])));
    if (!by_joints) CHECK(std::ranges::equal(y, run.y_at(i)));
    const auto compare = [&](int from, int count) {
      worst = std::max(worst, difference(found, wanted, from, count, 1e-6));
    };
    compare(l.q, l.places);
    compare(l.v, l.motions);
    for (int k = 0; k < l.constraints; ++k)  // those of the tree are found when they are asked for
      if (by_joints && m.rows[k].tree) found[l.lam + k] = wanted[l.lam + k];
    compare(l.lam, l.constraints);
    compare(l.z, l.states);
    compare(l.s, l.contacts);
    compare(l.impulse, l.contacts);
    compare(l.angle, l.angles);
    compare(l.input, 2);
  }
  return worst;
}

Run run_script(const std::string& text, double duration) {
  Diagnostics diagnostics;
  ir::Simulate what;
  what.duration = duration, what.tol = 1e-6;
  const auto scenario = std::make_shared<const ir::Scenario>(compile_text(text).scenario());
  return simulate(build(scenario), what, {}, nullptr, diagnostics);
}

}  // namespace

TEST_CASE("accelerations of examples in space are those of the whole system") {
  struct {
    const char* name;
    double duration;
  } const examples[] = {{"examples/heavy_top", 0.2},
                        {"examples/bricard", 0.5},
                        {"examples/spatial_slider_crank", 0.2},
                        {"tests/golden/space_every_joint", 0.2},
                        {"tests/golden/space_driven_rotation", 0.1},
                        {"tests/golden/space_ellipsoids_strike", 3}};
  for (const auto& example : examples) {
    CAPTURE(std::string(example.name));
    std::ostringstream text;
    text << std::ifstream(example.name + std::string(".mbs")).rdbuf();
    const Run run = run_script(text.str(), example.duration);
    REQUIRE(run.size() > 1);
    // Its slider cannot turn and has no inertia that rows of bodies could be solved by.
    if (example.name != std::string("examples/spatial_slider_crank"))
      CHECK(largest_difference<ForwardInSpace>(run, 40) < rounding);
    if (ForwardByJoints::suits(*run.model))
      CHECK(largest_difference<ForwardByJoints>(run, 40) < rounding);
  }
}

TEST_CASE("what rows lack in accelerations is how their rates change while bodies move on evenly") {
  std::ostringstream text;
  text << std::ifstream("tests/golden/space_every_joint.mbs").rdbuf();
  const Run run = run_script(text.str(), 0.2);
  const Model& m = *run.model;
  const Layout& l = m.layout;
  Placement at = placement_of(m);
  REQUIRE(l.constraints > 30);
  std::vector<double> y(run.y_at(run.size() - 1).begin(), run.y_at(run.size() - 1).end());
  for (int i = 0; i < l.motions; ++i) y[l.v + i] = std::sin(1 + 3 * i);  // of no joint's kind
  const auto rates_later = [&](double dt) {
    std::vector<double> moved = y, motions(l.motions), rates;
    for (int i = 0; i < l.motions; ++i) motions[i] = dt * y[l.v + i];
    move_places(m, motions.data(), moved.data() + l.q);
    place(m, moved.data(), at);
    for (const ConstraintRow& row : m.rows) rates.push_back(row_rate(row, at));
    return rates;
  };
  const double dt = 1e-5;
  const std::vector<double> before = rates_later(-dt), after = rates_later(dt);
  place(m, y.data(), at);
  for (std::size_t k = 0; k < m.rows.size(); ++k) {
    CAPTURE(k);
    // Central differences err by dt^2 and by rounding over dt.
    const double by_difference = (after[k] - before[k]) / (2 * dt);
    CHECK(std::abs(row_acceleration_bias(m.rows[k], at) - by_difference) < 1e-8);
  }
}

TEST_CASE("accelerations in space follow what is switched, and drives put in what they do") {
  const std::string script = R"(
world spatial { gravity = (0, 0, -9.81) m/s^2 }
body arm { mass = 1 kg, inertia = 10 g*m^2, cm = 0.2 m * x, point end = 0.4 m * x }
body tip { mass = 0.5 kg, inertia = 2 g*m^2, cm = 0.1 m * x }
revolute a: ground to arm { axis = y }
spherical b: arm.end to tip
spring pull: ground to tip { stiffness = 100 N/m, length = 0.2 m, damping = 1 N*s/m }
drive turn: a.angle = 3 rad/s * t + 0.1 rad * sin(20 rad/s * t)
when t > 50 ms { free b }
when t > 90 ms { free pull }
)";
  const Run run = run_script(script, 0.15);
  CHECK(largest_difference<ForwardInSpace>(run, 60) < rounding);
  REQUIRE(ForwardByJoints::suits(*run.model));
  CHECK(largest_difference<ForwardByJoints>(run, 60) < rounding);
}

TEST_CASE("a screw that a ball hangs on, and what hangs on that, in a loop that a drive moves") {
  const std::string script = R"(
world spatial { gravity = (0, 0, -9.81) m/s^2 }
body nut { mass = 1 kg, inertia = 10 g*m^2, cm = (0.05, 0.02, 0) m, point end = (0.2, 0, 0.1) m }
body arm { mass = 0.5 kg, inertia = (2, 3, 4) g*m^2, cm = (0.1, 0, 0.02) m, point end = 0.2 m * x }
body tip { mass = 0.4 kg, inertia = (1, 2, 2.5) g*m^2, cm = 0.1 m * x, point end = 0.2 m * x }
body weight { mass = 0.3 kg, inertia = 1 g*m^2, cm = (0, 0, -0.1) m, point low = (0, 0, -0.15) m }
screw s: ground to nut { axis = z, lead = 300 mm, speed = 2 rad/s }
spherical b: nut.end to arm
spherical c: arm.end to tip
cylindrical d: tip.end to weight { axis = x }
point hook = (0.5, 0.4, 0) m
rod loop: weight.low to hook
)";
  const std::string driven =
      R"(drive turn: s.angle = 2 rad/s * t + 0.1 rad * (1 - cos(20 rad/s * t)))";
  for (const std::string& more : {std::string(), driven}) {
    const Run run = run_script(script + more, 0.3);
    REQUIRE(ForwardByJoints::suits(*run.model));
    CHECK(largest_difference<ForwardInSpace>(run, 60) < rounding);
    CHECK(largest_difference<ForwardByJoints>(run, 60) < rounding);
  }
}

// All of it is reckoned in a plane that is askew: turns both ways about its normal, bodies whose
// principal axes are not, pulls out of the plane, a journal that slides with friction, and a loop.
TEST_CASE("mechanisms that move in a plane of space") {
  const std::string script = R"(
world spatial { gravity = (1, -2, -9.81) m/s^2 }
let Q = turn((1, 2, -3), 40 deg)
point base = (0.1, 0.2, 0.3) m { rotation = Q }
point rail = (0.1, 0.2, 0.3) m + Q * (0, 20, 0) mm {
  rotation = Q * turn(z, 10 deg) * turn(x, 180 deg)
}
body crank {
  mass = 0.3 kg, inertia = (2e-4, 3e-4, 4e-4, 2e-5, 3e-5, -4e-5) kg*m^2, cm = (25, 10, 5) mm
  point tip = (50, 0, 0) mm { rotation = turn(x, 180 deg) }
}
body rod {
  mass = 0.2 kg, inertia = (1e-4, 3e-4, 3e-4) kg*m^2, cm = (60, 0, 10) mm
  point pin = (120, 0, 0) mm
}
body slider { mass = 0.14 kg, inertia = 1e-5 kg*m^2 }
revolute O: base to crank { angle = 20 deg, speed = 30 rad/s }
revolute A: crank.tip to rod { angle ~ 30 deg }
spring pull: ground to rod.pin { stiffness = 200 N/m, length = 0.1 m, damping = 1 N*s/m }
torque brake: O = -(1e-3 N*m*s) * O.speed
)";
  const std::string journal = R"(
prismatic S: rail to slider { travel ~ 160 mm }
clearance B: rod.pin in slider {
  bearing = 10 mm, clearance = 0.2 mm, length = 15 mm
  law = hunt_crossley(K = 1e7 N/m^1.5, ce = 0.8), friction = coulomb_tanh(0.2, vr = 50 mm/s)
}
)";
  const std::string loop = R"(
prismatic S: rail to slider { travel ~ 160 mm }
revolute B: rod.pin to slider
)";
  const std::string driven = R"(drive motor: O.angle = 20 deg + 30 rad/s * t + 50 rad/s^2 * t^2)";
  for (const std::string& closed : {std::string(), journal, loop})
    for (const std::string& more : {std::string(), driven}) {
      CAPTURE(closed + more);
      const Run run = run_script(script + closed + more, 0.03);
      REQUIRE(run.size() > 1);
      REQUIRE(ForwardByJoints::suits(*run.model));
      CHECK(TreeMotion(*run.model).flat_alone() != closed.empty());
      // Forces of the journal are some hundred times what its light slider takes to be moved.
      CHECK(largest_difference<ForwardByJoints>(run, 60) < 10 * rounding);
    }
}

// A ball with play in a cup, whose law and friction remember: struck, sliding in any direction, at
// rest on itself, and where sliding is so slow that friction has the direction it had. At least one
// body of each pair turns about an axis askew.
TEST_CASE("contacts in space between bodies that hang on joints") {
  const std::string laws = R"(
law hardening(K: N/m^1.5) {
  state pressed: m = 0
  pressed' = abs(ddelta)
  FN = K * delta^1.5 * (1 + 0.2*ddelta/(1 m/s)) * (1 + pressed/(1 mm))
}
friction wearing(mu) {
  state rubbed: m = 0
  rubbed' = abs(vt)
  FT = mu*FN * tanh(vt/(50 mm/s)) * (1 + rubbed/(10 mm))
}
)";
  const std::string askew = R"(
world spatial { gravity = (1, -2, -9.81) m/s^2 }
point D = (90, 40, -20) mm
body crank { mass = 0.02 kg, inertia = 2e-6 kg*m^2, cm = (10, 2, 1) mm, point tip = (20, 0, 0) mm }
body coupler {
  mass = 0.14 kg, inertia = (4e-5, 1.75e-4, 1.9e-4) kg*m^2, cm = (61, 3, -2) mm
  point ball = (122, 0, 0) mm
}
body rocker {
  mass = 0.09 kg, inertia = (4.2e-5, 4e-5, 1e-6) kg*m^2, cm = (1, 2, 37) mm
  point cup = (0, 0, 74) mm
}
revolute O: ground to crank { angle = 0, speed = 60 rad/s }
revolute P: D to rocker { axis = x, angle ~ -49 deg }
spherical A: crank.tip to coupler
)";
  const std::string flat = R"(
world spatial { gravity = (1, -2, -9.81) m/s^2 }
let Q = turn((1, 2, -3), 40 deg)
point base = (0.1, 0.2, 0.3) m { rotation = Q }
point D = (0.1, 0.2, 0.3) m + Q * (90, 40, 0) mm { rotation = Q }
body crank { mass = 0.02 kg, inertia = 2e-5 kg*m^2, cm = (10, 2, 1) mm, point tip = (20, 0, 0) mm }
body coupler {
  mass = 0.14 kg, inertia = (4e-5, 1.75e-4, 1.9e-4) kg*m^2, cm = (61, 3, -2) mm
  point ball = (122, 0, 0) mm
}
body rocker { mass = 0.09 kg, inertia = 4e-5 kg*m^2, cm = (37, 1, 2) mm, point cup = (74, 0, 0) mm }
revolute O: base to crank { angle = 0, speed = 60 rad/s }
revolute P: D to rocker { angle ~ 60 deg }
revolute A: crank.tip to coupler { angle ~ 40 deg }
)";
  const std::string play = R"(
clearance B: coupler.ball in rocker.cup {
  socket = 10 mm, clearance = 0.1 mm, law = hardening(K = 1e8 N/m^1.5), friction = wearing(0.2)
}
)";
  const std::string bristles = R"(
clearance B: coupler.ball in rocker.cup {
  socket = 10 mm, clearance = 0.1 mm, law = hardening(K = 1e8 N/m^1.5)
  friction = lugre(mu_s = 0.2, mu_d = 0.1, vs = 10 mm/s, s0 = 5000 1/m, s1 = 1 s/m)
}
)";  // a law of vectors, which is not evaluated by joints
  const std::string driven = "drive motor: O.speed = 60 rad/s\n";
  const std::string hurried = "drive motor: O.angle = 60 rad/s * t + 500 rad/s^2 * t^2\n";
  const std::string sprung =
      "spring pull: D to coupler.ball { stiffness = 200 N/m, length = 0.1 m, damping = 1 N*s/m }\n";
  const Change none = [](Mode&, double*) {};
  const Change rested = [](Mode& mode, double* gap_states) {
    if (!mode.contacts[0].armed) return;
    mode.contacts[0].rest();
    gap_states[0] = 1.1 * std::abs(gap_states[0]) + 1e-7;
  };
  const Change slowed = [](Mode& mode, double*) { mode.contacts[0].aim({}, 0.03); };
  const Change headed = [](Mode& mode, double*) { mode.contacts[0].aim({0.6, 0, 0.8}, 0.3); };
  const std::string all[] = {play, play + driven, play + hurried, play + sprung, bristles + sprung};
  for (const std::string& bodies : {askew, flat})
    for (const std::string& more : all) {
      CAPTURE(bodies + more);
      const Run run = run_script(bodies + laws + more, 0.03);
      REQUIRE(run.size() > 60);
      REQUIRE(ForwardByJoints::suits(*run.model));
      CHECK(TreeMotion(*run.model).flat_alone() == (bodies == flat));
      for (const Change& change : {none, rested, slowed, headed}) {
        double worst = 0;
        CHECK(compare_by_joints(run, 120, change, worst) > 10);
        CHECK(worst < 10 * rounding);
      }
    }
}
