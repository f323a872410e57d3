// What workloads cost in steps and evaluations: bounds, so that a change that makes them dearer is
// noticed. They stand about a fifth above what was measured; lower them when the counts fall.
#include <fstream>
#include <iterator>

#include "lang/scenario/compile_options.hpp"
#include "runtime/record/run.hpp"
#include "runtime/record/simulation_options.hpp"
#include "tests/support/compiled.hpp"
#include "tests/support/simulate.hpp"

using namespace mbs;

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Of a script what stands before its first `simulate`.
std::string mechanism(const std::string& path) {
  const std::string text = text_of(path);
  return text.substr(0, text.find("\nsimulate"));
}

const char* spheres =
    "body left  { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm, velocity = (0.5, 0) "
    "m/s }\n"
    "body right { shape = sphere(50 mm), material = steel, at = (50, 0) mm }\n"
    "contact hit: left to right { law = flores(0.8) }\n";
const char* ball =
    "world planar { gravity = (0, -9.81) m/s^2 }\n"
    "body ball { shape = sphere(100 mm), mass = 1 kg, at = (0, 1) m }\nbody table { shape = plane "
    "}\n"
    "drive shake: table = (0, 0.5 m + 0.1 m * sin(7.5 rad/s * t))\n"
    "contact hit: ball to table { law = flores(0.9, K = 1.4e12 N/m^1.5) }\n";

std::string chain(int joints) {
  std::string text =
      "world planar { gravity = (0, -9.81) m/s^2 }\ndefault clearance { bearing = 5 mm, clearance "
      "= "
      "0.1 mm, material = steel, law = lankarani_nikravesh(0.8) }\n";
  for (int i = 0; i < joints; ++i) {
    const std::string name = std::to_string(i);
    text += "body b" + name +
            " { mass = 0.1 kg, inertia = 1e-4 kg*m^2, cm = (25, 0) mm, point tip = (50, 0) mm }\n"
            "clearance j" +
            name + ": " + (i ? "b" + std::to_string(i - 1) + ".tip" : std::string("ground")) +
            " in b" + name + " { }\n";
  }
  return text;
}

// Rolls on two rigid balls, which hold its turning about the vertical more than once.
const char* axle =
    "world spatial { gravity = (0, 0, -10) m/s^2 }\n"
    "point floor = (0, 0, 0) { shape = plane(z) }\n"
    "default contact { law = unilateral, friction = coulomb(0.6), rolling = 5 mm, spinning = 5 mm "
    "}\n"
    "body axle { mass = 2 kg, inertia = 1e-3 kg*m^2, at = (0, 0, 20 mm), velocity = (0.1, 0, 0) "
    "m/s, spin = (0, 5, 0) rad/s\n"
    "  point left = (0, 0.2, 0) m { shape = sphere(20 mm) }\n"
    "  point right = (0, -0.2, 0) m { shape = sphere(20 mm) } }\n"
    "contact l: axle.left to floor\ncontact r: axle.right to floor\n";

// Three boxes slide flush at 2 m/s, each held on the one below by eight corners, off the end of a
// table.
const char* tower =
    "world spatial { gravity = (0, 0, -9.81) m/s^2 }\n"
    "body table { shape = box(1 m, 60 mm, 100 mm), mass = 1 kg }\nweld hold: ground to table\n"
    "for i in 1..3 { body b[i] { shape = box(40 mm, 30 mm, 20 mm), mass = 0.1 kg, at = (470 mm, 0 "
    "mm, 20 mm*i + 40 mm), velocity = (2, 0, 0) m/s } }\n"
    "contact f: b[1].corner to table { law = newton(0) }\n"
    "contact h: table.edge to b[1].edge { law = newton(0) }\n"
    "for i in 1..2 {\n"
    "  contact up[i]: b[i].corner to b[i+1] { law = newton(0), friction = coulomb(0.3) }\n"
    "  contact down[i]: b[i+1].corner to b[i] { law = newton(0), friction = coulomb(0.3) }\n"
    "}\n";

struct Bounds {
  long steps, residuals, jacobians, factorizations, restarts, law_evaluations;
};

Run run(const std::string& script, double duration, double tol,
        const std::vector<Override>& set = {}) {
  const test::Compiled c = test::compile_set(script, set);
  Diagnostics diagnostics;
  ir::Simulate what;
  what.duration = duration, what.tol = tol;
  Run r = simulate(build(std::make_shared<const ir::Scenario>(c.scenario())), what, {}, nullptr,
                   diagnostics);
  REQUIRE(r.termination == Termination::finished);
  return r;
}

void check(const char* name, const Run& run, const Bounds& most) {
  const Counters& c = run.counters;
  INFO(name << ": " << c.steps << ", " << c.residuals << ", " << c.jacobians << ", "
            << c.factorizations << ", " << c.restarts << ", " << c.law_evaluations);
  CHECK(c.steps <= most.steps);
  CHECK(c.residuals <= most.residuals);
  CHECK(c.jacobians <= most.jacobians);
  CHECK(c.factorizations <= most.factorizations);
  CHECK(c.restarts <= most.restarts);
  CHECK(c.law_evaluations <= most.law_evaluations);
}

}  // namespace

// Up to 3 ms only: later the motion is chaotic, and so are the counts.
TEST_CASE("slider-crank with clearance, 3 ms") {
  const std::string script = mechanism("examples/slider_crank.mbs");
  check("Lankarani-Nikravesh", run(script, 3e-3, 1e-5), {1430, 1770, 240, 240, 16, 4180});
  check("friction", run(script, 3e-3, 1e-5, {{"mu", "0.03"}}), {1340, 1760, 280, 280, 12, 4020});
  check("ESDU", run(script, 3e-3, 1e-5, {{"model", "esdu_78035"}}),
        {1120, 1490, 260, 260, 11, 3380});
}

TEST_CASE("ball on a shaking table, 10 s, at rest on it between") {
  check("ball", run(ball, 10, 1e-5), {8700, 11000, 1598, 1598, 78, 19150});
}

TEST_CASE("one impact of two spheres") {
  check("spheres", run(spheres, 1e-3, 4e-6), {106, 128, 30, 30, 3, 870});
}

TEST_CASE("Andrews' squeezer, 0.03 s") {
  check("squeezer", run(mechanism("examples/andrews_squeezer.mbs"), 0.03, 2e-6),
        {1085, 1530, 93, 93, 2, 0});
}

TEST_CASE("four-bar with two clearances, 0.05 s") {
  check("four-bar", run(mechanism("examples/four_bar.mbs"), 0.05, 1e-5),
        {4270, 5330, 361, 361, 23, 21150});
}

TEST_CASE("chains of clearance joints, 20 ms: the counts hardly depend on their length") {
  check("10", run(chain(10), 0.02, 1e-6), {370, 500, 105, 105, 6, 6790});
  check("100", run(chain(100), 0.02, 1e-6), {336, 479, 102, 102, 6, 60300});
}

TEST_CASE("axle on two rolling balls, 0.1 s: rounding decides on no moments") {
  check("axle", run(axle, 0.1, 1e-9), {305, 402, 52, 52, 2, 153000});
}

TEST_CASE("a tower off the end of a table, 80 ms: rounding of its speed decides on no friction") {
  check("tower", run(tower, 0.08, 1e-6), {310, 400, 155, 155, 15, 70000});
}

// A point on a spring that slides to and fro on a floor: closed it is held as by a slot, turns
// round as often without any need to begin anew (which would take twice the steps), and takes steps
// as long. Where anything touches, places are followed ten times as closely, so that a contact far
// off stands beside both: without it a slot takes two thirds of the steps, and errs by five times
// as much.
TEST_CASE("a closed rigid contact costs what a joint costs") {
  const auto held = [](const std::string& by) {
    const test::Compiled c = test::compile_set(
        "world planar { gravity = (0, -10) m/s^2 }\n"
        "body b { mass = 1 kg, inertia = 1 kg*m^2, at = (0.1, 0) m, point c = (0, 0) }\n"
        "point f = (0, 0) { shape = plane }\n"
        "body far { shape = sphere(1 mm), mass = 1 kg }\n"
        "drive still: far = (1 m, 0.1 m)\n"
        "contact never: far to f { law = unilateral }\n" +
            by + "\nspring s: f to b.c { stiffness = 100 N/m, length = 0 m }\n",
        {});
    Diagnostics diagnostics;
    ir::Simulate what;
    what.duration = 10, what.tol = 1e-6, what.integrator = ir::IntegratorKind::ida;
    return simulate(build(std::make_shared<const ir::Scenario>(c.scenario())), what, {}, nullptr,
                    diagnostics)
        .counters;
  };
  const Counters contact = held("contact c: b.c to f { law = unilateral, start = closed }"),
                 joint = held("slot c: f to b.c {}");
  CHECK(contact.restarts <= joint.restarts + 1);
  CHECK(contact.steps < 1.05 * joint.steps);
}
