// Contacts that stick, slide and change their mind, against closed forms.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "runtime/results/sampler.hpp"
#include "tests/support/mechanisms.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

constexpr double g0 = 9.81;
constexpr double stiffness = 1e9;  // N/m^1.5

// FN = K delta^1.5 (1 + c ddelta/v), FT = mu_d FN sign(vt), sticking up to mu_s FN. The damping
// lets what was thrown come to rest.
ir::LawProgram dry(double mu_s, double mu_d, double c = 0.5) {
  LawMaker law("dry");
  Graph& g = law.g();
  const NodeId elastic =
      g.mul(law.number(stiffness), g.binary(Op::power, law.delta, law.number(1.5)));
  const NodeId factor =
      g.add(law.number(1), g.mul(law.number(c), g.div(law.ddelta, law.number(1e-3))));
  law.with_FN(g.mul(elastic, factor));
  law.p.FT = g.mul(g.mul(law.number(mu_d), law.p.FN), g.sign(law.vt));
  law.p.stick = g.mul(law.number(mu_s), law.p.FN);
  return law.p;
}

double sag(double force) {
  return std::pow(force / stiffness, 2.0 / 3);
}

// m arm^2/I of a solid sphere: friction acts half-way between the surfaces.
double lever_ratio(double R, double sag) {
  const double arm = R - sag / 2;
  return arm * arm / (0.4 * R * R);
}

// A block of 1 kg that cannot turn, on one round foot that rests on a plane at `slope`, pressed in
// as its weight wants it. x runs down the plane: gravity is tilted, not the plane.
struct Block {
  Mechanism b;
  ir::BodyId body;
  NodeId x, vx, FT, FN;
  explicit Block(double slope, ir::LawProgram program, double speed = 0) {
    b.s.gravity = {g0 * std::sin(slope), -g0 * std::cos(slope)};
    body = b.body("block", 1, 1);
    const ir::FrameId foot = b.frame(body, "foot"), floor = b.frame({0}, "floor");
    b.place(body, 0, 0.1 - sag(g0 * std::cos(slope)), speed, 0);
    keep_upright();
    b.contact("foot", foot, ir::Circle{0.1, false}, floor, ir::HalfPlane{},
              b.law(std::move(program)));
    x = b.signal(SlotKind::body_coordinate, body.index, 0);
    vx = b.signal(SlotKind::body_coordinate, body.index, 0, 1);
    FT = b.contact_signal(0, ContactSignal::FT);
    FN = b.contact_signal(0, ContactSignal::FN);
  }
  void keep_upright() {
    b.s.bodies[body.index].angle = b.s.bodies[body.index].spin = {};
    ir::Drive d;
    d.kind = ir::DriveKind::angle, d.name = "upright", d.body = body;
    d.value[0] = d.rate[0] = d.acceleration[0] = b.s.graph.constant(0);
    b.s.drives.push_back(d);
  }
  // A force along x.
  void push(NodeId force) {
    ir::Force f;
    f.kind = ir::ForceKind::at_point, f.name = "push", f.first = {1};
    f.value = {force, b.s.graph.constant(0)};
    b.s.forces.push_back(f);
  }
};

double value(const Run& r, std::size_t sample, NodeId node) {
  double out = 0;
  Sampler(r).at(sample, {&node, 1}, {&out, 1});
  return out;
}
double last(const Run& r, NodeId node) {
  return value(r, r.size() - 1, node);
}
std::vector<LogEntry> logged(const Run& r) {
  std::vector<LogEntry> out;
  for (const LogEntry& e : r.log)
    if (e.what == "sticks" || e.what == "slips" || e.what == "reverses") out.push_back(e);
  return out;
}
double energy_error(Mechanism& b, const Run& r) {
  const NodeId node = b.signal(SlotKind::energy, 0, static_cast<int>(EnergySignal::error));
  double most = 0;
  Sampler sampler(r);
  for (std::size_t i = 0; i < r.size(); ++i) {
    double v = 0;
    sampler.at(i, {&node, 1}, {&v, 1});
    most = std::max(most, std::abs(v));
  }
  return most;
}

}  // namespace

TEST_CASE("a block below the angle of friction is held, not slowed down") {
  const double slope = 0.3;  // tan 0.3 = 0.309
  Block block(slope, dry(0.35, 0.35));
  const Run r = run(block.b, 100, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  CHECK(std::abs(last(r, block.x)) < 1e-9);
  // FT on the block acts against vt = velocity of the floor past it, so it counts as negative here.
  CHECK(std::abs(last(r, block.FT)) == doctest::Approx(g0 * std::sin(slope)).epsilon(1e-9));
  REQUIRE(logged(r).size() == 1);
  CHECK(logged(r)[0].what == "sticks");
  CHECK(logged(r)[0].t == 0);
  CHECK(r.counters.steps < 1000);
}

TEST_CASE("a block above the angle of friction slides down") {
  const double slope = 0.5, mu = 0.3;
  Block block(slope, dry(mu, mu));
  const Run r = run(block.b, 1, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  const double a = g0 * (std::sin(slope) - mu * std::cos(slope));
  CHECK(last(r, block.vx) == doctest::Approx(a).epsilon(1e-6));
  CHECK(last(r, block.x) == doctest::Approx(a / 2).epsilon(1e-6));
  CHECK(energy_error(block.b, r) < 1e-6);
}

TEST_CASE("a block thrown up a slope stops, and stays") {
  const double slope = 0.3, mu = 0.4, v = 2;
  Block block(slope, dry(mu, mu), -v);
  const Run r = run(block.b, 2, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  const double a = g0 * (std::sin(slope) + mu * std::cos(slope));
  const std::vector<LogEntry> log = logged(r);
  REQUIRE(log.size() == 1);
  CHECK(log[0].what == "sticks");
  CHECK(log[0].t == doctest::Approx(v / a).epsilon(1e-6));
  CHECK(last(r, block.x) == doctest::Approx(-v * v / (2 * a)).epsilon(1e-6));
  CHECK(std::abs(last(r, block.FT)) == doctest::Approx(g0 * std::sin(slope)).epsilon(1e-6));
  CHECK(energy_error(block.b, r) < 1e-6);
}

TEST_CASE("a block thrown up a steep slope turns round") {
  const double slope = 0.5, mu = 0.3, v = 2;
  Block block(slope, dry(mu, mu), -v);
  const Run r = run(block.b, 1, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  const double up = g0 * (std::sin(slope) + mu * std::cos(slope));
  const double down = g0 * (std::sin(slope) - mu * std::cos(slope));
  const std::vector<LogEntry> log = logged(r);
  REQUIRE(log.size() == 1);
  CHECK(log[0].what == "reverses");
  CHECK(log[0].t == doctest::Approx(v / up).epsilon(1e-6));
  const double left = 1 - v / up;
  CHECK(last(r, block.x) ==
        doctest::Approx(-v * v / (2 * up) + down * left * left / 2).epsilon(1e-6));
  CHECK(energy_error(block.b, r) < 1e-6);
}

TEST_CASE("static friction gives way at its bound, to kinetic friction") {
  const double mu_s = 0.5, mu_d = 0.3, rate = 2;  // N/s
  Block block(0, dry(mu_s, mu_d));
  block.push(block.b.s.graph.mul(block.b.s.graph.constant(rate), block.b.time()));
  const Run r = run(block.b, 3, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  const std::vector<LogEntry> log = logged(r);
  REQUIRE(log.size() == 2);
  CHECK(log[1].what == "slips");
  const double t = mu_s * g0 / rate;
  CHECK(log[1].t == doctest::Approx(t).epsilon(1e-7));  // FN errs by some 1e-8
  // m v' = rate t - mu_d m g from then on
  const double v = rate / 2 * (9 - t * t) - mu_d * g0 * (3 - t);
  CHECK(last(r, block.vx) == doctest::Approx(v).epsilon(1e-6));
  CHECK(energy_error(block.b, r) < 1e-6);
}

TEST_CASE("a force that swings moves a block by jerks, and finds every one") {
  // 6 N sin(2 pi t) against mu_s m g = 4.905 N and mu_d m g = 3.924 N: it lets go at
  // asin(0.8175)/(2 pi), slides until the impulse is used up, and the same backwards.
  const double w = 2 * std::numbers::pi, F = 6, mu_s = 0.5, mu_d = 0.4;
  Block block(0, dry(mu_s, mu_d));
  Graph& g = block.b.s.graph;
  block.push(g.mul(g.constant(F), g.unary(Op::sin, g.mul(g.constant(w), block.b.time()))));
  const Run r = run(block.b, 3.1, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  const double slips = std::asin(mu_s * g0 / F) / w;
  double sticks = slips + 0.3;  // speed F/w (cos w t0 - cos w t) - mu_d g (t - t0) = 0, by Newton
  for (int i = 0; i < 50; ++i) {
    const double v =
        F / w * (std::cos(w * slips) - std::cos(w * sticks)) - mu_d * g0 * (sticks - slips);
    sticks -= v / (F * std::sin(w * sticks) - mu_d * g0);
  }
  const std::vector<LogEntry> log = logged(r);
  REQUIRE(log.size() == 13);
  for (int i = 0; i < 6; ++i) {
    CHECK(log[1 + 2 * i].what == "slips");
    CHECK(log[1 + 2 * i].t == doctest::Approx(slips + 0.5 * i).epsilon(1e-6));
    CHECK(log[2 + 2 * i].what == "sticks");
    CHECK(log[2 + 2 * i].t == doctest::Approx(sticks + 0.5 * i).epsilon(1e-6));
  }
  CHECK(std::abs(last(r, block.x)) < 1e-7);  // as far back as forth, to the errors of six jerks
  CHECK(energy_error(block.b, r) < 1e-6);
}

TEST_CASE("a sliding sphere comes to roll") {
  const double v0 = 5, mu = 0.3, R = 0.1;
  Mechanism b;
  b.s.gravity = {0, -g0};
  const ir::BodyId ball = b.body("ball", 1, 0.4 * R * R);
  const ir::FrameId fb = b.frame(ball, "ball"), floor = b.frame({0}, "floor");
  b.place(ball, 0, R - sag(g0), v0, 0);
  b.contact("foot", fb, ir::Circle{R, false}, floor, ir::HalfPlane{}, b.law(dry(mu, mu)));
  const NodeId vx = b.signal(SlotKind::body_coordinate, 1, 0, 1);
  const NodeId FT = b.contact_signal(0, ContactSignal::FT);
  const Run r = run(b, 1, 1e-9);
  REQUIRE(r.termination == Termination::finished);
  const std::vector<LogEntry> log = logged(r);
  REQUIRE(log.size() == 1);
  CHECK(log[0].what == "sticks");
  // The lever of friction is R - sag/2, sag = 4.6 um: 2e-5 of it, of which the speed sees
  // 2 (1 - 5/7)/... some 1e-5; the closed form for this lever is exact.
  const double k = lever_ratio(R, sag(g0));
  CHECK(log[0].t == doctest::Approx(v0 / (mu * g0 * (1 + k))).epsilon(1e-7));
  CHECK(log[0].t == doctest::Approx(2 * v0 / (7 * mu * g0)).epsilon(5e-5));
  CHECK(last(r, vx) == doctest::Approx(v0 * k / (1 + k)).epsilon(1e-7));
  CHECK(std::abs(last(r, FT)) < 1e-9);
  CHECK(energy_error(b, r) < 1e-6);
}

TEST_CASE("a wheel rolls down a slope, its contact sticking at two sevenths of the pull") {
  const double slope = 0.4, R = 0.1;  // rolls if mu >= 2/7 tan 0.4 = 0.121
  for (const double mu : {0.125, 0.11}) {
    Mechanism b;
    b.s.gravity = {g0 * std::sin(slope), -g0 * std::cos(slope)};
    const ir::BodyId ball = b.body("ball", 1, 0.4 * R * R);
    const ir::FrameId fb = b.frame(ball, "ball"), floor = b.frame({0}, "floor");
    b.place(ball, 0, R - sag(g0 * std::cos(slope)));
    b.contact("foot", fb, ir::Circle{R, false}, floor, ir::HalfPlane{}, b.law(dry(mu, mu)));
    const NodeId vx = b.signal(SlotKind::body_coordinate, 1, 0, 1);
    const Run r = run(b, 1, 1e-8);
    REQUIRE(r.termination == Termination::finished);
    const bool rolls = mu > 2.0 / 7 * std::tan(slope);
    const double k = lever_ratio(R, sag(g0 * std::cos(slope)));
    const double a =
        rolls ? k / (1 + k) * g0 * std::sin(slope) : g0 * (std::sin(slope) - mu * std::cos(slope));
    CHECK(r.modes.last().contacts[0].sticking == rolls);
    CHECK(last(r, vx) == doctest::Approx(a).epsilon(1e-7));
  }
}

TEST_CASE("a sphere thrown up and down a slope comes to roll") {
  const double v0 = 5, mu = 0.3, R = 0.1;
  for (const double slope : {0.2, 0.6, -0.2}) {
    CAPTURE(slope);
    const double s = g0 * std::sin(slope), c = g0 * std::cos(slope), k = lever_ratio(R, sag(c));
    Mechanism b;
    b.s.gravity = {-s, -c};
    const ir::BodyId ball = b.body("ball", 1, 0.4 * R * R);
    const ir::FrameId fb = b.frame(ball, "ball"), floor = b.frame({0}, "floor");
    b.place(ball, 0, R - sag(c), v0, 0);
    b.contact("foot", fb, ir::Circle{R, false}, floor, ir::HalfPlane{}, b.law(dry(mu, mu)));
    const NodeId vx = b.signal(SlotKind::body_coordinate, 1, 0, 1);
    const Run r = run(b, 1, 1e-9);
    REQUIRE(r.termination == Termination::finished);
    const std::vector<LogEntry> log = logged(r);
    REQUIRE(log.size() == 1);
    CHECK(log[0].what == "sticks");
    const double slide = v0 / (mu * c * (1 + k) + s);
    CHECK(log[0].t == doctest::Approx(slide).epsilon(1e-7));
    const double rolled = v0 - (s + mu * c) * slide - s * k / (1 + k) * (1 - slide);
    CHECK(std::abs(last(r, vx) - rolled) < 1e-7 * v0);
    CHECK(energy_error(b, r) < 1e-6);
  }
}

TEST_CASE("a block on two feet is held by both, and lets go of both at once") {
  // The push rises by 1 N/s in the line of the feet's soles, so it does not tilt the block.
  const double mu_s = 0.5, mu_d = 0.3, R = 0.05;
  Mechanism b;
  b.s.gravity = {0, -g0};
  const ir::BodyId block = b.body("block", 1, 0.02);
  const ir::FrameId centre = b.frame(block, "centre", {0, -R});
  const ir::FrameId left = b.frame(block, "left", {-0.2, 0});
  const ir::FrameId right = b.frame(block, "right", {0.1, 0}), floor = b.frame({0}, "floor");
  b.place(block, 0, R);
  const ir::LawId law = b.law(dry(mu_s, mu_d));
  b.contact("left", left, ir::Circle{R, false}, floor, ir::HalfPlane{}, law);
  b.contact("right", floor, ir::HalfPlane{}, right, ir::Circle{R, false}, law);
  ir::Force f;
  f.kind = ir::ForceKind::at_point, f.name = "push", f.first = centre;
  f.value = {b.time(), b.s.graph.constant(0)};
  b.s.forces.push_back(f);
  const NodeId FT[] = {b.contact_signal(0, ContactSignal::FT),
                       b.contact_signal(1, ContactSignal::FT)};
  const Run r = run(b, 6, 1e-8);
  REQUIRE(r.termination == Termination::finished);
  const std::vector<LogEntry> log = logged(r);
  REQUIRE(log.size() >= 4);
  const LogEntry &first = log[log.size() - 2], &second = log.back();
  CHECK(first.what == "slips");
  CHECK(second.what == "slips");
  CHECK(first.t == second.t);
  CHECK(first.t == doctest::Approx(mu_s * g0).epsilon(1e-5));
  std::size_t before = 0;
  while (r.t[before] < 4) ++before;
  // Shared as the normal forces are, 1 to 2.
  const double one = value(r, before, FT[0]), two = value(r, before, FT[1]);
  CHECK(std::abs(one + two) == doctest::Approx(r.t[before]).epsilon(1e-5));
  CHECK(two == doctest::Approx(2 * one).epsilon(1e-3));
}

TEST_CASE("a block dropped on two feet rattles, then rests where it is") {
  // Each foot opens, closes, sticks and slides many times; levers of the two differ by their sags.
  const double slope = 0.3, R = 0.05;
  Mechanism b;
  b.s.gravity = {g0 * std::sin(slope), -g0 * std::cos(slope)};
  const ir::BodyId block = b.body("block", 1, 0.02);
  const ir::FrameId left = b.frame(block, "left", {-0.2, 0});
  const ir::FrameId right = b.frame(block, "right", {0.1, 0}), floor = b.frame({0}, "floor");
  b.place(block, 0, R + 0.001);
  const ir::LawId law = b.law(dry(0.7, 0.7, 0.02));
  b.contact("left", left, ir::Circle{R, false}, floor, ir::HalfPlane{}, law);
  b.contact("right", right, ir::Circle{R, false}, floor, ir::HalfPlane{}, law);
  const NodeId x = b.signal(SlotKind::body_coordinate, 1, 0);
  const Run r = run(b, 100, 1e-6);
  REQUIRE(r.termination == Termination::finished);
  CHECK(r.modes.last().contacts[0].sticking);
  CHECK(r.modes.last().contacts[1].sticking);
  double middle = 0;
  Sampler(r).at_time(50, {&x, 1}, {&middle, 1});
  CHECK(std::abs(last(r, x) - middle) < 1e-10);
  CHECK(energy_error(b, r) < 1e-4);  // tol of 1e-6 at each of some dozen hits
}

TEST_CASE("a run that is continued goes on sticking") {
  Block block(0.3, dry(0.35, 0.35));
  Diagnostics diagnostics;
  const ModelPtr model = block.b.build();
  ir::Simulate what;
  what.duration = 1;
  const Run first = simulate(model, what, {}, nullptr, diagnostics);
  const Run second = simulate(model, what, {}, &first, diagnostics);
  CHECK(second.t.back() == 2);
  CHECK(second.modes.last().contacts[0].sticking);
  CHECK(logged(second).size() == 1);
  CHECK(std::abs(last(second, block.x)) < 1e-9);
}
