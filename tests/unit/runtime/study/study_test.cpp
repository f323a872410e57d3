#include "runtime/study/pass_runner.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "lang/compile.hpp"
#include "runtime/record/run.hpp"
#include "runtime/study/executor.hpp"

using namespace mbs;

namespace {

// A stone thrown up under 10 m/s^2, with another speed: as `--set v=…` makes it.
PassScenario thrown(const std::string& speed) {
  SourceMap sources;
  CompileOptions options;
  options.overrides = {{"v", speed}};
  const int source = sources.add("stone.mbs",
                                 "world planar { gravity = (0, -10) m/s^2 }\n"
                                 "param v = 1 m/s\n"
                                 "body stone { mass = 1 kg, inertia = 1 g*m^2, velocity = (0 m/s, "
                                 "v) }\n"
                                 "simulate 3 s\n"
                                 "print max(stone.y)\n"
                                 "table { v, max(stone.y) }\n");
  Compilation compilation = compile(sources, source, options);
  if (!compilation.scenario) return {nullptr, compilation.diagnostics, {}};
  return {std::make_shared<const ir::Scenario>(std::move(*compilation.scenario)), {}, {}};
}

Study study_of(const std::vector<std::string>& speeds) {
  Study study(execute_pass);
  study.passes = speeds.size();
  study.name_of = [&](std::size_t pass) { return speeds[pass]; };
  study.scenario_of = [&](std::size_t pass) { return thrown(speeds[pass]); };
  return study;
}

double height(const PassResult& result) {
  return last_printed(result.output.outputs()).at(0).cells.at(0).value;
}

}  // namespace

TEST_CASE("a study may choose its next values by what came before") {
  // Which speed reaches 5 m? v^2 = 2 g h, so 10 m/s.
  double low = 1, high = 20;
  while (high - low > 1e-6) {
    const std::vector<std::string> tried{fmt::format("{} m/s", (low + high) / 2)};
    const PassResult result = run_pass(study_of(tried), 0);
    REQUIRE(result.outcome == Outcome{});
    (height(result) < 5 ? low : high) = (low + high) / 2;
  }
  CHECK((low + high) / 2 == doctest::Approx(10).epsilon(2e-6));  // `tol` is 1e-6 of the speed
}

TEST_CASE("passes run by threads come in order, each with what its values give") {
  const std::vector<std::string> speeds{"2 m/s", "4 m/s", "8 m/s", "10 m/s"};
  Study study = study_of(speeds);
  for (const int jobs : {1, 3}) {
    study.jobs = jobs;
    std::vector<double> heights;
    ThreadedPasses().run(study, [&](std::size_t pass, PassResult& result) {
      CHECK(pass == heights.size());
      heights.push_back(height(result));
    });
    REQUIRE(heights.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
      const double v = std::stod(speeds[i]);
      CHECK(heights[i] == doctest::Approx(v * v / 20).epsilon(1e-5));
    }
  }
}

TEST_CASE("values without a scenario are a pass that says why") {
  const PassResult result = run_pass(study_of({"3 kg"}), 0);
  CHECK(result.outcome == Outcome{.script_error = true});
  const std::vector<Diagnostic> told = diagnostics_of(result.output.outputs());
  REQUIRE(!told.empty());
  CHECK(info(told[0].code).severity == Severity::error);
}

TEST_CASE("a pass that gathers keeps its tables for who runs it, and its run only if asked") {
  Study study = study_of({"2 m/s"});
  study.scenario_of = [](std::size_t) {
    PassScenario made = thrown("2 m/s");
    made.options.gathers = made.options.keep_run = true;
    return made;
  };
  const PassResult kept = run_pass(study, 0);
  REQUIRE(kept.gained.tables.size() == 1);
  CHECK(kept.gained.tables[0].output.rows.size() == 1);
  REQUIRE(kept.run);
  CHECK(kept.run->t.back() == 3);
  const PassResult plain = run_pass(study_of({"2 m/s"}), 0);
  CHECK(plain.gained.tables.empty());
  CHECK(!plain.run);
}
