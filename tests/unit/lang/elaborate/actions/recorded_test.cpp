#include <algorithm>

#include "lang/elaborate/actions/recorded.hpp"
#include "lang/scenario/recorded.hpp"
#include "tests/support/compiled.hpp"

using namespace mbs;
using namespace mbs::test;

namespace {

const char* const ball =
    "body ball { shape = sphere(20 mm), material = steel, at = (0, 50) mm\n"
    "  point mark = (10, 0) mm\n}\n"
    "point plate = (0, 0) { shape = plane, material = steel }\n"
    "contact hit: ball to plate { law = flores(0.8) }\n"
    "simulate 1 ms\n";

Compiled keeping(const std::string& text, std::vector<std::string> patterns) {
  CompileOptions options;
  options.keep = std::move(patterns);
  return compile_text(text, options);
}

std::vector<std::string> names_of(const ir::Scenario& scenario) {
  REQUIRE(scenario.recorded);
  std::vector<std::string> names;
  for (const ir::RecordedSignal& signal : scenario.recorded->signals)
    names.push_back(signal.name());
  return names;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

TEST_CASE("a star stands for any text, a question mark for one character") {
  using elaborate::matches;
  CHECK(matches("hit.FN", "hit.FN"));
  CHECK(matches("hit.F?", "hit.FT"));
  CHECK_FALSE(matches("hit.F?", "hit.F"));
  CHECK(matches("*", ""));
  CHECK(matches("*.x", "p[1].rod.pin.x"));
  CHECK(matches("p[?].*", "p[1].rod"));
  CHECK_FALSE(matches("hit", "hit.FN"));
  CHECK_FALSE(matches("", "hit"));
  CHECK(matches("a*b*c", "a-b-b-c"));
  CHECK_FALSE(matches("a*b*c", "a-b-b-"));
  const std::string many(2000, '*');
  CHECK_FALSE(matches(many + "x", std::string(2000, 'y')));
}

TEST_CASE("nothing is recorded that nobody asks for") {
  CHECK_FALSE(compile_text(ball).scenario().recorded);
}

TEST_CASE("all that moves is recorded once, with units and words") {
  const auto names = names_of(keeping(ball, {}).scenario());
  for (const char* name : {"ball.x", "ball.vy", "ball.spin", "ball.accel.y", "ball.mark.x",
                           "hit.FN", "hit.force.y", "hit.closed", "energy.total"})
    CHECK_MESSAGE(has(names, name), name);
  for (const char* name :
       {"ball.mass", "ball.position.x", "plate.x", "hit.impacts", "energy.error"})
    CHECK_MESSAGE(!has(names, name), name);
  auto sorted = names;
  std::ranges::sort(sorted);
  CHECK(std::ranges::adjacent_find(sorted) == sorted.end());
}

TEST_CASE("patterns choose, and what they choose has its unit") {
  const Compiled c = keeping(ball, {"hit.FN", "ball.sp*"});
  const auto& signals = c.scenario().recorded->signals;
  CHECK(names_of(c.scenario()) == std::vector<std::string>{"ball.speed", "ball.spin", "hit.FN"});
  CHECK(signals[1].unit.text == "rad/s");
  CHECK(signals[2].unit.text == "N");
  CHECK(signals[2].words == "normal force");
  CHECK(c.scenario().recorded->impacts == std::vector<bool>{false});
  CHECK(keeping(ball, {"hit.impacts"}).scenario().recorded->impacts == std::vector<bool>{true});
}

TEST_CASE("the scenario itself stays what it is") {
  CHECK(ir::dump(keeping(ball, {}).scenario()) == ir::dump(compile_text(ball).scenario()));
  CHECK(keeping(ball, {}).scenario().graph.size() == compile_text(ball).scenario().graph.size());
}

TEST_CASE("a pattern without a signal is an error with a near name") {
  CHECK(keeping(ball, {"t"}).codes().empty());
  const Compiled c = keeping(ball, {"hit.Fn", "ball.*"});
  CHECK(c.codes() == "E0314");
  CHECK(c.reports().find("did you mean `hit.FN`?") != std::string::npos);
}

TEST_CASE("passes of a sweep record, too") {
  const Compiled c = keeping(std::string("param ce = 0.5\n") +
                                 "body b { mass = ce * 1 kg, inertia = 1 kg*m^2 }\n" +
                                 "sweep ce in [0.5, 0.6] { simulate 1 ms }\n",
                             {"b.x"});
  const auto& sweep = std::get<ir::Sweep>(c.scenario().actions.at(0));
  for (const ir::Pass& pass : sweep.passes)
    CHECK(names_of(*pass.scenario) == std::vector<std::string>{"b.x"});
}

TEST_CASE("in space vectors have three parts and rotations four") {
  const auto names = names_of(keeping("world spatial { gravity = (0, 0, -9.81) m/s^2 }\n"
                                      "body b { mass = 1 kg, inertia = 1 kg*m^2 }\n"
                                      "simulate 1 ms\n",
                                      {"b.*"})
                                  .scenario());
  for (const char* name : {"b.z", "b.vz", "b.spin.z", "b.accel.z", "b.rotation.w", "b.ex.y"})
    CHECK_MESSAGE(has(names, name), name);
  CHECK_FALSE(has(names, "b.angle"));
}
