#include "lang/scenario/run_settings.hpp"

#include <doctest/doctest.h>

using namespace mbs;
using namespace mbs::ir;

namespace {

RunOverrides refined(double factor) {
  RunOverrides asked;
  asked.refined = factor;
  return asked;
}

}  // namespace

TEST_CASE("without a word of anybody the tolerance is that of the row of options") {
  CHECK(RunSettings{}.tolerance() == *option::tol.usual);
  CHECK(decided({}, {}).tolerance() == *option::tol.usual);
}

TEST_CASE("the command line decides before the script, and a refinement is of what was decided") {
  RunSettings script;
  script.tol = 1e-8;
  script.integrator = IntegratorKind::automatic;
  CHECK(decided(script, {}).tolerance() == 1e-8);
  CHECK(decided(script, {}).integrator == IntegratorKind::automatic);
  const RunSettings other =
      decided(script, {.tol = 1e-4, .integrator = IntegratorKind::explicit_steps, .refined = 0.25});
  CHECK(other.tolerance() == 0.25 * 1e-4);
  CHECK(other.integrator == IntegratorKind::explicit_steps);
  CHECK(decided(script, refined(0.25)).tolerance() == 0.25 * 1e-8);
  CHECK(decided({}, refined(0.25)).tolerance() == 0.25 * *option::tol.usual);
}

TEST_CASE("what else a script asks of a run stays") {
  RunSettings script;
  script.step = 2e-3;
  script.max_step = 1e-2;
  script.islands = script.sequential_impacts = true;
  const RunSettings made = decided(script, refined(0.5));
  CHECK(made.step == 1e-3);  // all that decides how exact steps of fixed length are
  CHECK(made.max_step == 1e-2);
  CHECK(made.islands);
  CHECK(made.sequential_impacts);
}

TEST_CASE("what the command line asks is told as scripts write it, exactly") {
  CHECK(texts_of({}).empty());
  const auto texts =
      texts_of({.tol = 1.0 / 3, .integrator = IntegratorKind::automatic, .refined = 1});
  REQUIRE(texts.size() == 2);
  CHECK(texts[0].first == "tol");
  CHECK(std::stod(texts[0].second) == 1.0 / 3);
  CHECK(texts[1] == std::pair<std::string, std::string>{"integrator", "auto"});
}
