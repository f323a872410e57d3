// Scripts to scenarios: what the tables hold.
#include <cmath>
#include <numbers>

#include "lang/scenario/compile_options.hpp"
#include "lang/text/stdlib.hpp"
#include "tests/support/compiled.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

constexpr double pi = std::numbers::pi;

// A constant is folded in double precision: a few units in the last place.
bool close(double a, double b) {
  return std::abs(a - b) <= 1e-14 * std::abs(b);
}

const std::string two_spheres = R"(
param model = hertz
body left  { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm, velocity = (0.5, 0) m/s }
body right { shape = sphere(50 mm), material = steel, at ~ (50, 0) mm }
contact hit: left to right { law = model }
)";

}  // namespace

TEST_CASE("a body takes mass and inertia from its shape") {
  const Compiled c = compile_text(two_spheres);
  const ir::Body& left = c.scenario().bodies.at(1);
  const double mass = 4.0 / 3 * pi * std::pow(0.05, 3) * 7800;
  CHECK(close(*left.mass, mass));
  CHECK(close(*left.inertia, 0.4 * mass * 0.05 * 0.05));
  CHECK(left.x.kind == ir::Initial::Kind::hold);
  CHECK(close(left.x.value, -0.0501));
  CHECK(left.vx.value == 0.5);
  CHECK(left.angle.kind == ir::Initial::Kind::unset);
  CHECK(c.scenario().bodies.at(2).x.kind == ir::Initial::Kind::guess);
}

TEST_CASE("the stiffness of Hertz follows from radii and steel") {
  // (4/3) E* sqrt(R_eff) with 1/E* = 2 (1 - 0.09)/207 GPa and R_eff = 25 mm
  const double modulus = 207e9 / (2 * 0.91), stiffness = 4.0 / 3 * modulus * std::sqrt(0.025);
  const Compiled c = compile_text(two_spheres + "print hit.K");
  CHECK(std::abs(printed(c.scenario()) - stiffness) < 1e-12 * stiffness);
  const ir::LawProgram& law = c.scenario().laws.at(0);
  CHECK(law.name == "hertz");
  CHECK(law.text == "hertz(n = 1.5, K = 2.39777e+10 N/m^1.5)");
  CHECK(!law.FT.valid());
}

TEST_CASE("a journal in its bearing has the radius R_i R_j/(R_i - R_j)") {
  const Compiled c = compile_text(R"(
body pin { mass = 1 kg, inertia = 1 g*m^2 }
clearance B: pin in ground { journal = 9.5 mm, bearing = 10 mm, length = 15 mm, material = steel, law = hertz }
print B.K
)");
  const double radius = 0.0095 * 0.010 / 0.0005, modulus = 207e9 / (2 * 0.91);
  const double stiffness = 4.0 / 3 * modulus * std::sqrt(radius);
  // 1/R1 + 1/R2 cancels two digits: the rounding is that much larger
  CHECK(std::abs(printed(c.scenario()) - stiffness) < 1e-12 * stiffness);
  const ir::Contact& contact = c.scenario().contacts.at(0);
  CHECK(contact.concentric);
  CHECK(std::get<ir::Circle>(contact.second_shape).hollow);
  CHECK(contact.m2 == std::numeric_limits<double>::infinity());
}

TEST_CASE("equal laws are compiled once") {
  const Compiled c = compile_text(R"(
for i in 1..4 { body b[i] { shape = sphere(1 mm), material = steel, at = (3*i, 0) mm } }
for i in 1..3 { contact c[i]: b[i] to b[i+1] { law = flores(if i == 3 then 0.5 else 0.9) } }
)");
  CHECK(c.scenario().contacts.size() == 3);
  CHECK(c.scenario().laws.size() == 2);
  CHECK(c.scenario().contacts[2].name == "c[3]");
}

TEST_CASE("units are applied where they stand") {
  const Compiled c = compile_text(R"(
let n = 1.5
let m = 3
print 10 N/m, 2*m, 3 m / 4 m, 6.6e10 N/m^n, 5 N/(m*s), -2^2, 90 %, (25, 0) mm
)");
  const double expected[] = {10, 6, 0.75, 6.6e10, 5, -4, 0.9, 0.025, 0};
  for (std::size_t i = 0; i < std::size(expected); ++i)
    CHECK(printed(c.scenario(), 0, i) == expected[i]);
}

TEST_CASE("names have no order, and lets are expressions") {
  const Compiled c = compile_text("print a\nlet a = 2 * b\nlet b = c + 1\nparam c = 3");
  CHECK(printed(c.scenario()) == 8);
}

TEST_CASE("functions see their arguments, defaults and their file") {
  const Compiled c = compile_text(R"(
let scale = 10
fn f(x, y = 2 * x) = scale * (x + y)
print f(1), f(1, 1), f(y = 3, x = 2)
)");
  CHECK(printed(c.scenario(), 0, 0) == 30);
  CHECK(printed(c.scenario(), 0, 1) == 20);
  CHECK(printed(c.scenario(), 0, 2) == 50);
}

TEST_CASE("a drive carries its derivatives") {
  const Compiled c = compile_text(R"(
body table { shape = plane }
drive shake: table = (0, 0.5 m + 0.1 m * sin(7.5 rad/s * t))
)");
  const ir::Scenario& s = c.scenario();
  const ir::Drive& drive = s.drives.at(0);
  CHECK(drive.kind == ir::DriveKind::pose);
  CHECK(!drive.value[2].valid());
  const double t[] = {0.3};
  CHECK(close(evaluate_once(s.graph, drive.value[1], t), 0.5 + 0.1 * std::sin(7.5 * 0.3)));
  CHECK(close(evaluate_once(s.graph, drive.rate[1], t), 0.75 * std::cos(7.5 * 0.3)));
  CHECK(close(evaluate_once(s.graph, drive.acceleration[1], t), -5.625 * std::sin(7.5 * 0.3)));
}

TEST_CASE("a speed drive knows whether it is constant") {
  const std::string mechanism =
      "body a { mass = 1 kg, inertia = 1 g*m^2 }\nrevolute O: ground to a\n";
  const Compiled constant = compile_text(mechanism + "drive m: O.speed = 60 rpm");
  CHECK(constant.scenario().drives.at(0).constant_speed);
  const Compiled rising = compile_text(mechanism + "drive m: O.speed = 60 rpm * t/1 s");
  CHECK(!rising.scenario().drives.at(0).constant_speed);
}

TEST_CASE("conditions on signals are watched in forces, not in results") {
  const Compiled c = compile_text(R"(
body a { mass = 1 kg, inertia = 1 g*m^2, velocity = (1, 0) m/s }
force f: a = (if a.x > 0.1 m then -1 N else 0 N, 0)
simulate 1 s
print max(if a.x > 0.1 m then 1 else 0)
)");
  const std::string text = ir::dump(c.scenario());
  CHECK(text.find("if watch(") != std::string::npos);
  CHECK(text.find("max(trace: if 0.1 < a.x then 1 else 0)") != std::string::npos);
}

TEST_CASE("velocities and accelerations of points follow from the coordinates") {
  const Compiled c = compile_text(R"(
body a { mass = 1 kg, inertia = 1 g*m^2, point tip = (2, 0) m }
simulate 1 s
print final(a.tip.vy), final(a.tip.x)
)");
  const ir::Scenario& s = c.scenario();
  const NodeId vy = s.reductions.at(0).operand;
  // angle 0.5 rad, spin 3 rad/s, vy of the origin 0.25 m/s: vy + 2 m cos(0.5) * 3 rad/s
  double sum = 0;
  std::vector<double> values;
  for (const Slot& slot : s.graph.slots_used(vy)) {
    CHECK(slot.kind == SlotKind::body_coordinate);
    values.push_back(slot.index == 2 ? (slot.order == 0 ? 0.5 : 3.0) : 0.25);
  }
  sum = evaluate_once(s.graph, vy, values);
  CHECK(close(sum, 0.25 + 2 * std::cos(0.5) * 3));
}

TEST_CASE("templates make groups, reached by dots and indices") {
  const Compiled c = compile_text(R"(
template pendulum(x: m, L: m = 120 mm) {
  point hook = (x, L)
  body ball { mass = 1 kg, inertia = 1 g*m^2, point eye = (0, L) }
  revolute pivot: hook to ball.eye
}
for i in 1..2 { pendulum p[i] { x = i * 1 m } }
simulate 1 s
print final(p[2].pivot.angle)
)");
  CHECK(c.scenario().bodies.at(2).name == "p[2].ball");
  CHECK(c.scenario().joints.at(1).name == "p[2].pivot");
  const ir::Frame& hook = c.scenario().frames.at(c.scenario().joints[1].first.index);
  CHECK(hook.name == "p[2].hook");
  CHECK(hook.position.x == 2);
  CHECK(hook.position.y == 0.12);
}

TEST_CASE("defaults fill what a declaration leaves open") {
  const Compiled c = compile_text(R"(
default clearance { bearing = 10 mm, clearance = 1 mm, law = hooke(1e6 N/m) }
body a { mass = 1 kg, inertia = 1 g*m^2 }
clearance A: a in ground
clearance B: a in ground { clearance = 2 mm }
)");
  CHECK(close(std::get<ir::Circle>(c.scenario().contacts.at(0).first_shape).radius, 0.009));
  CHECK(close(std::get<ir::Circle>(c.scenario().contacts.at(1).first_shape).radius, 0.008));
  bool said = false;
  for (const ir::Effective& e : c.scenario().effective)
    said = said || (e.object == "clearance A" && e.attribute == "law" &&
                    e.origin == "default clearance, line 2");
  CHECK(said);
}

TEST_CASE("overrides: sweep before --set before use before the default") {
  const std::map<std::string, std::string> files = {
      {"model.mbs", "param c = 1 mm\nparam d = 2 * c\nprint c"}};
  CHECK(printed(compile_files("use \"model.mbs\"\nprint d", files).scenario()) == 0.002);
  CHECK(printed(compile_files("use \"model.mbs\" { c = 3 mm }\nprint d", files).scenario()) ==
        0.006);
  CHECK(
      printed(compile_files("use \"model.mbs\" as a { c = 3 mm }\nprint a.d", files).scenario()) ==
      0.006);
  CHECK(printed(
            compile_set("param c = 1 mm\nparam d = 2 * c\nprint d", {{"c", "5 mm"}}).scenario()) ==
        0.01);
  const Compiled swept =
      compile_set("param c = 1 mm\nsweep c in [2, 3] mm { print c }", {{"c", "5 mm"}});
  CHECK(swept.codes() == "W0303");
  const auto& sweep = std::get<ir::Sweep>(swept.scenario().actions.at(0));
  CHECK(printed(*sweep.passes.at(1).scenario) == 0.003);
}

TEST_CASE("sweeps make the full product, the last clause fastest") {
  const Compiled c = compile_text(R"(
param a = 1
param model = hertz
sweep a in [1, 2], model in [hertz, flores(0.8)] { table out { a, model } }
print max(out.a), out.a[3]
)");
  const auto& sweep = std::get<ir::Sweep>(c.scenario().actions.at(0));
  REQUIRE(sweep.passes.size() == 4);
  CHECK(sweep.passes[1].bindings[0][1] == "1");
  CHECK(sweep.passes[1].bindings[1][1] == "flores(0.8)");
  CHECK(sweep.passes[2].bindings[0][1] == "2");
  REQUIRE(c.scenario().tables.size() == 1);
  CHECK(c.scenario().tables[0].columns[0].name == "a");
  CHECK(c.scenario().tables[0].columns[1].text);
}

TEST_CASE("a swept param may stand in its own list") {
  const Compiled c = compile_text("param c = 1 mm\nsweep c in [c, 2*c] { print c }");
  const auto& sweep = std::get<ir::Sweep>(c.scenario().actions.at(0));
  CHECK(printed(*sweep.passes.at(1).scenario) == 0.002);
}

TEST_CASE("`until` and `when` keep their comparisons") {
  const Compiled c = compile_text(R"(
body a { mass = 1 kg, inertia = 1 g*m^2, velocity = (1, 0) m/s }
when far: a.x > 2 m and t < 9 s { print a.x, "at {t in ms:.1}" }
simulate 10 s until a.x > 3 m { tol = 1e-8, max_step = 1 ms }
print first(far.times), count(far.times)
)");
  const ir::Scenario& s = c.scenario();
  CHECK(s.graph[s.events.at(0).condition].op == Op::logical_and);
  CHECK(s.events[0].actions.size() == 1);
  const auto& simulate = std::get<ir::Simulate>(s.actions.at(0));
  CHECK(s.graph[simulate.until].op == Op::less);
  CHECK(*simulate.tol == 1e-8);
}

TEST_CASE("laws with memory, states and checks compile with their friction") {
  const Compiled c = compile_text(R"(
law stiff(K: N/m) {
  require delta < 1 mm, "too deep"
  warn if v_impact > 1 m/s, "fast"
  let part = K * delta
  FN = if loading then part else 0.5 * part
}
body a { shape = sphere(10 mm), mass = 1 kg, at = (0, 10.1) mm, velocity = (0, -1) m/s }
point floor = (0, 0) { shape = plane }
contact hit: a to floor { law = stiff(1e6 N/m), friction = lugre(0.2, 0.1, 1 mm/s, 1e5 1/m, 10 s/m) }
simulate 1 ms
print max(hit.part), max(hit.z)
)");
  const ir::LawProgram& law = c.scenario().laws.at(0);
  CHECK(law.requirements.size() == 1);
  CHECK(law.warnings.size() == 1);
  REQUIRE(law.states.size() == 1);
  CHECK(law.states[0].name == "z");
  CHECK(law.states[0].rate.valid());
  CHECK(law.FT.valid());
}

TEST_CASE("a law can be made of another") {
  const Compiled c = compile_text(R"(
law half(elastic) = elastic.FN / 2
body a { shape = sphere(10 mm), mass = 1 kg, material = steel, at = (0, 10.1) mm }
body plate { shape = plane, material = steel }
weld w: ground to plate
contact hit: a to plate { law = half(hooke(1e6 N/m)) }
)");
  const ir::LawProgram& law = c.scenario().laws.at(0);
  const double delta[] = {1e-3};
  CHECK(evaluate_once(law.graph, law.FN, delta) == 500);
}

TEST_CASE("the expected value, its target and the allowance are shown when an expectation fails") {
  const Compiled c =
      compile_text("let a = 0.79\nlet b = 0.8\nexpect a ~ b within 1%\nexpect [1, 2] < [2, 3]");
  const auto& expect = std::get<ir::Expect>(c.scenario().actions.at(0));
  CHECK(expect.parts.size() == 2);
  CHECK(close(evaluate_once(c.scenario().graph, expect.allowed->node), 0.008));
  const auto& lists = std::get<ir::Expect>(c.scenario().actions.at(1));
  CHECK(lists.domain == ir::Domain::rows);
}

TEST_CASE("a scenario is the same text whenever it is made") {
  const std::string text = two_spheres + "simulate 1 ms\nprint max(hit.FN) in kN";
  CHECK(ir::dump(compile_text(text).scenario()) == ir::dump(compile_text(text).scenario()));
}

TEST_CASE("a dumped scenario reads like a script") {
  const Compiled c = compile_text(R"(
body a { mass = 1 kg, inertia = 2 kg*m^2, velocity = (1, 0) m/s }
torque m: a = -0.5 N*m*s * a.spin
simulate 2 s
expect final(a.x) ~ 2 m within 1%
)");
  CHECK(ir::dump(c.scenario()) == R"(gravity (0, 0)
body ground, cm (0, 0)
body a, mass = 1, inertia = 2, cm (0, 0), vx = 1, vy = 0
force m: on body a
  value -0.5*a.spin
result0 = final(trace: a.x)
simulate 2
expect abs(result0 - 2) <= 0.02
  part final(a.x) [m]: result0
  allowed  [m]: 0.02
  off  [m]: abs(result0 - 2)
)");
}

TEST_CASE("overrides reach the loops that declare things") {
  const std::string text =
      "param n = 2\nfor i in 1..n { body b[i] { mass = 1 kg, inertia = 1 g*m^2 } }";
  CHECK(compile_set(text, {{"n", "5"}}).scenario().bodies.size() == 6);
  const Compiled swept = compile_text(text + "\nsweep n in [3, 4] { print n }");
  const auto& sweep = std::get<ir::Sweep>(swept.scenario().actions.at(0));
  CHECK(sweep.passes.at(1).scenario->bodies.size() == 5);
  CompileOptions options;
  options.overrides = {{"n", "4"}};
  options.read_file = [&](const std::string&) { return std::optional(text); };
  CHECK(compile_text("use \"chain.mbs\"", options).scenario().bodies.size() == 5);
  options.overrides = {{"a.n", "4"}};
  CHECK(compile_text("use \"chain.mbs\" as a", options).scenario().bodies.size() == 5);
}

TEST_CASE("a script may have the name of a file of the library") {
  for (const StdlibFile& file : stdlib_files()) {
    SourceMap sources;
    const int id = sources.add(std::string(file.name), "let reach = 1 m\nprint reach\n");
    CHECK(compile(sources, id).scenario.has_value());
  }
}
