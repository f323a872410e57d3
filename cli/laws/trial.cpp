#include "cli/laws/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/output/file_output.hpp"
#include "lang/scenario/compile_options.hpp"
#include "lang/syntax/parse.hpp"
#include "lang/text/number.hpp"
#include "runtime/record/run.hpp"
#include "runtime/study/executor.hpp"
#include "runtime/study/pass_runner.hpp"

namespace mbs {

Unit handy_unit(double value, const Unit& unit) {
  constexpr std::array<std::pair<double, const char*>, 7> prefixes = {
      {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}}};
  for (const auto& [factor, prefix] : prefixes) {
    if (std::abs(value) < (factor == 1 ? 0.1 : factor)) continue;
    return {prefix + unit.text, unit.factor * factor, unit.dimension};
  }
  return unit;
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) {
    if (std::isfinite(value)) most = std::max(most, std::abs(value));
  }
  return most;
}

namespace {

// A pair of surfaces and the statements that set it up. The names avoid those of users.
struct Setup {
  std::string_view pair, statements;
};

constexpr std::array impact_setups = {
    Setup{"a steel ball of radius 10 mm on a fixed steel plane",
          "body trial_wall { shape = plane, material = steel }\n"
          "drive trial_hold: trial_wall = (0, 0) m\n"
          "body trial_ball {\n"
          "  mass = trial_mass, shape = sphere(10 mm), material = steel\n"
          "  at = (0, 10.001) mm, velocity = (0, -trial_speed)\n"
          "}\n"
          "contact trial: trial_ball to trial_wall { law = trial_law, adhesion = trial_pulls }\n"},
    Setup{"a steel pin of radius 9.5 mm in a fixed steel bearing of 10 mm, 15 mm long",
          "body trial_ball {\n"
          "  mass = trial_mass, inertia = trial_mass * (5 mm)^2\n"
          "  at = (0, -0.499) mm, velocity = (0, -trial_speed)\n"
          "}\n"
          "clearance trial: trial_ball in ground {\n"
          "  journal = 9.5 mm, bearing = 10 mm, length = 15 mm, material = steel, start = free\n"
          "  law = trial_law, adhesion = trial_pulls\n"
          "}\n"},
};

constexpr Setup friction_setup = {
    "a steel ball of radius 10 mm on a fixed steel plane",
    "body trial_wall { shape = plane, material = steel }\n"
    "drive trial_hold: trial_wall = (0, 0) m\n"
    "body trial_ball { shape = sphere(10 mm), mass = 1 kg, material = steel, at = (0, 9.999) mm }\n"
    "let trial_turns = 2*pi / 1 s\n"
    "drive trial_push: trial_ball ="
    " (trial_speed/trial_turns * (1 - cos(trial_turns*t)), 9.999 mm)\n"
    "contact trial: trial_ball to trial_wall {\n"
    "  law = hooke(trial_load / 1 um), friction = trial_law\n"
    "}\n"};

std::string script_of(const LawTrial& trial, const Setup& setup) {
  std::string text =
      fmt::format("let trial_law = {}\nlet trial_speed: m/s = {}\n", trial.law, trial.speed);
  if (trial.friction) {
    text += fmt::format("let trial_load: N = {}\n{}simulate 1 s {{ tol = 1e-9 }}\n", trial.load,
                        setup.statements);
    return text +
           "plot trial.FT vs trial.vt\nprint at(abs(trial.FT), 0.25 s)\nprint max(abs(trial.FT))\n";
  }
  text += fmt::format(
      "let trial_mass: kg = {}\nlet trial_pulls = {}\n{}simulate 10 s until trial_ball.vy > 0 and "
      "trial.gap > 1 nm {{ tol = 1e-9 }}\n",
      trial.mass, trial.adhesion, setup.statements);
  text += "plot trial.FN vs trial.delta\n";
  return text + (trial.asks_restitution ? "print trial.ce\n" : "");
}

std::string handy(double value, const char* symbol) {
  const Unit unit = handy_unit(value, {symbol, 1, {}});
  return fmt::format("{} {}", format_number(value / unit.factor, 4), unit.text);
}

bool is_rigid(const Run& run) {
  return scenario(*run.model).laws[0].rigid();
}

// A blow has no force and no depth.
std::string blow_figures(const Impact& blow, const TrialNumbers& numbers) {
  std::string text =
      fmt::format("v_in {}   v_out {}   impulse {}   restitution {}", handy(blow.v_in, "m/s"),
                  handy(numbers.restitution * blow.v_in, "m/s"), handy(blow.impulse, "N*s"),
                  format_number(numbers.restitution, 4));
  if (!std::isnan(numbers.asked))
    text += fmt::format(" (asked: {})", format_number(numbers.asked, 4));
  const double kept = numbers.restitution * numbers.restitution;
  return text + fmt::format("   energy kept {} %", format_number(kept * 100, 4));
}

std::string impact_figures(const Run& run, const TrialNumbers& numbers) {
  if (run.impacts.empty() || run.impacts[0].empty()) return "there was no impact";
  if (is_rigid(run)) return blow_figures(run.impacts[0][0], numbers);
  std::string text = fmt::format("F_max {}   delta_max {}", handy(numbers.F_max, "N"),
                                 handy(numbers.delta_max, "m"));
  if (std::isnan(numbers.duration)) {
    return text + fmt::format("   still in contact after {}",
                              handy(run.t.back() - run.impacts[0][0].t, "s"));
  }
  text += fmt::format("   duration {}   restitution {}", handy(numbers.duration, "s"),
                      format_number(numbers.restitution, 4));
  if (!std::isnan(numbers.asked))
    text += fmt::format(" (asked: {})", format_number(numbers.asked, 4));
  return text;
}

std::string friction_figures(const TrialNumbers& numbers) {
  if (std::isnan(numbers.FT_max)) return {};
  return fmt::format("at full speed FT {}   largest FT {}", handy(numbers.FT_at_speed, "N"),
                     handy(numbers.FT_max, "N"));
}

// The first number of each line that was printed.
std::vector<double> printed_numbers(const std::vector<Output>& outputs) {
  std::vector<double> numbers;
  for (const Output& output : outputs) {
    const auto* printed = std::get_if<Printed>(&output);
    if (printed && !printed->parts.empty() && !printed->parts[0].cells.empty())
      numbers.push_back(printed->parts[0].cells[0].value);
  }
  return numbers;
}

TrialNumbers numbers_of(const LawTrial& trial, const Run& run, const std::vector<double>& printed) {
  TrialNumbers numbers;
  if (trial.friction) {
    if (printed.size() > 1) numbers.FT_at_speed = printed[0], numbers.FT_max = printed[1];
    return numbers;
  }
  if (!printed.empty()) numbers.asked = printed[0];
  if (run.impacts.empty() || run.impacts[0].empty()) return numbers;
  const Impact& impact = run.impacts[0][0];
  if (is_rigid(run)) {
    numbers.duration = 0;
    numbers.restitution = impact.closed ? impact.restitution() : 0;
    numbers.lost = impact.energy_lost;
    return numbers;
  }
  numbers.F_max = impact.F_max, numbers.delta_max = impact.depth;
  if (!impact.closed) return numbers;
  numbers.duration = impact.t_end - impact.t;
  numbers.restitution = impact.restitution();
  const bool rounding = std::abs(impact.energy_lost) < 1e-6 * impact.F_max * impact.depth;
  numbers.lost = rounding ? 0 : impact.energy_lost;
  return numbers;
}

Compilation compile_trial(const LawTrial& trial, const Setup& setup, SourceMap& sources) {
  const int source = sources.add("<trial>", script_of(trial, setup));
  Compilation failed;
  ast::File file = parse(sources, source, failed.diagnostics);
  if (failed.diagnostics.has_errors()) return failed;
  file.statements.insert(file.statements.begin(), trial.definitions.begin(),
                         trial.definitions.end());
  CompileOptions options;
  options.read_file = trial.read_file;
  return compile(sources, file, options);
}

bool lacks_pair_property(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.list().begin(), diagnostics.list().end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.code == Code::E0409; });
}

TrialResult begin(const LawTrial& trial, const Setup& setup, const Compilation& compilation) {
  TrialResult result;
  result.pair = setup.pair;
  // Whether a script uses its params is not the question here.
  for (const Diagnostic& diagnostic : compilation.diagnostics.list()) {
    if (diagnostic.code != Code::W0301) result.diagnostics.add(diagnostic);
  }
  if (!compilation.scenario || compilation.scenario->laws.empty()) return result;
  const ir::LawProgram& program = compilation.scenario->laws[0];
  result.law = trial.friction ? program.friction_text : program.text;
  return result;
}

void finish(const LawTrial& trial, const PassResult& pass, TrialResult& result) {
  const std::vector<Output>& outputs = pass.output.outputs();
  const bool has_curve = trial.friction || !pass.run || !is_rigid(*pass.run);
  for (const Output& output : outputs)
    if (const auto* curve = std::get_if<PlotOutput>(&output); curve && has_curve)
      result.curve = *curve;
  // A friction law is tried with the ball pressed into the plane from the start: that is meant.
  for (const Diagnostic& diagnostic : diagnostics_of(outputs)) {
    if (!trial.friction || diagnostic.code != Code::W0501) result.diagnostics.add(diagnostic);
  }
  if (!pass.run) return;
  result.numbers = numbers_of(trial, *pass.run, printed_numbers(outputs));
  result.figures =
      trial.friction ? friction_figures(result.numbers) : impact_figures(*pass.run, result.numbers);
}

// Each trial is a pass; what could not be compiled has its diagnostics already.
std::vector<TrialResult> run_all(const std::vector<LawTrial>& trials, const Setup& setup,
                                 std::vector<Compilation> compiled) {
  std::vector<TrialResult> results;
  std::vector<std::size_t> whole;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    results.push_back(begin(trials[i], setup, compiled[i]));
    if (compiled[i].scenario) whole.push_back(i);
  }
  Study study(execute_pass);
  study.passes = whole.size();
  study.name_of = [&](std::size_t pass) { return trials[whole[pass]].law; };
  study.scenario_of = [&](std::size_t pass) {
    constexpr long most_polls = 30000;  // a run that takes more steps ends, as far as it came
    ir::Scenario& scenario = *compiled[whole[pass]].scenario;
    PassScenario made{std::make_shared<const ir::Scenario>(std::move(scenario)), {}, {}};
    made.options.most_polls = most_polls;
    made.options.keep_run = true;
    return made;
  };
  ThreadedPasses().run(study, [&](std::size_t pass, PassResult& result) {
    finish(trials[whole[pass]], result, results[whole[pass]]);
  });
  return results;
}

}  // namespace

TrialResult run_trial(const LawTrial& trial, SourceMap& sources) {
  return std::move(run_trials({trial}, sources).front());
}

std::vector<TrialResult> run_trials(const std::vector<LawTrial>& trials, SourceMap& sources) {
  std::vector<TrialResult> results;
  if (trials.empty()) return results;
  const auto try_with = [&](const Setup& setup) {
    std::vector<Compilation> compiled;
    for (const LawTrial& trial : trials) compiled.push_back(compile_trial(trial, setup, sources));
    return compiled;
  };
  const auto suits = [](const std::vector<Compilation>& compiled) {
    return std::none_of(compiled.begin(), compiled.end(), [](const Compilation& one) {
      return lacks_pair_property(one.diagnostics);
    });
  };
  if (trials.front().friction) return run_all(trials, friction_setup, try_with(friction_setup));
  std::vector<Compilation> balls = try_with(impact_setups[0]);
  if (suits(balls)) return run_all(trials, impact_setups[0], std::move(balls));
  std::vector<Compilation> pins = try_with(impact_setups[1]);
  if (suits(pins)) return run_all(trials, impact_setups[1], std::move(pins));
  return run_all(trials, impact_setups[0], std::move(balls));
}

}  // namespace mbs
