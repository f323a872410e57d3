#include "bench/mbs_workload.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "lang/compile.hpp"
#include "lang/diagnostics/render.hpp"
#include "lang/scenario/compile_options.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/simulation_options.hpp"
#include "runtime/run/simulation.hpp"
#include "runtime/signals/values.hpp"

namespace bench {

namespace {

constexpr std::size_t memory = 100'000'000;  // bytes of a record, as the program has it

}  // namespace

std::string read_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

MbsWorkload::MbsWorkload(const std::string& script, const std::vector<mbs::Override>& set) {
  mbs::SourceMap sources;
  const int source = sources.add("bench.mbs", script);
  mbs::CompileOptions options;
  options.overrides = set;
  mbs::Compilation compiled = mbs::compile(sources, source, options);
  if (!compiled.scenario) {
    for (const auto& diagnostic : compiled.diagnostics.sorted())
      std::fputs(mbs::render(diagnostic, sources).c_str(), stderr);
    std::exit(2);
  }
  scenario_ = std::make_shared<const mbs::ir::Scenario>(std::move(*compiled.scenario));
  model_ = mbs::build(scenario_);
}

mbs::Run MbsWorkload::run(double duration, double tol, Engine engine) const {
  mbs::Diagnostics diagnostics;
  mbs::SimulationOptions options;
  options.tol = tol;
  options.islands = engine == Engine::islands;
  if (engine == Engine::explicit_steps)
    options.integrator = mbs::ir::IntegratorKind::explicit_steps;
  if (engine == Engine::in_turns) options.integrator = mbs::ir::IntegratorKind::automatic;
  options.memory = memory;
  options.duration = duration;
  mbs::Simulation simulation(model_, options, nullptr, diagnostics);
  if (simulation.ready()) simulation.advance(simulation.run().t.back() + duration);
  return simulation.take();
}

double MbsWorkload::coordinate(const mbs::Run& run, const std::string& body, int index,
                               int order) const {
  int entity = 0;
  for (std::size_t i = 0; i < scenario_->bodies.size(); ++i)
    if (scenario_->bodies[i].name == body) entity = static_cast<int>(i);
  mbs::Workspace workspace(*model_);
  const std::size_t last = run.size() - 1;
  const mbs::Slot slot{mbs::SlotKind::body_coordinate, entity, index, order};
  return mbs::slot_value(
      *model_, slot,
      {run.t[last], run.y_at(last).data(), run.yp_at(last).data(), &run.modes.last()}, workspace);
}

const char* name_of(Engine engine) {
  static const char* const names[] = {"mbs, ida", "mbs, explicit", "mbs, auto", "mbs, islands"};
  return names[static_cast<int>(engine)];
}

Program mbs_program(std::shared_ptr<const MbsWorkload> workload, double end, StateOf state,
                    Engine engine) {
  return {name_of(engine),
          [=](double tol, double until) {
            const mbs::Run run = workload->run(until, tol, engine);
            Result result{state(*workload, run), {}};
            if (!run.impacts.empty())
              for (const mbs::Impact& impact : run.impacts[0]) result.onsets.push_back(impact.t);
            return result;
          },
          [=](double tol) { return cost_of(workload->run(end, tol, engine)); }};
}

void add_mbs(std::vector<Program>& programs, const std::shared_ptr<const MbsWorkload>& workload,
             double end, const StateOf& state) {
  for (const Engine engine : {Engine::ida, Engine::explicit_steps, Engine::in_turns})
    programs.push_back(mbs_program(workload, end, state, engine));
}

}  // namespace bench
