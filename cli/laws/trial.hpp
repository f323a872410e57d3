// One simulated trial of a law: an impact of a normal law, a sliding to and fro of a friction law.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cli/output/plot_data.hpp"
#include "lang/compile.hpp"
#include "lang/diagnostics/diagnostics.hpp"
#include "lang/syntax/ast.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

struct LawTrial {
  std::string law;  // the call: "flores(ce = 0.8)"
  bool friction = false, adhesion = false;
  bool asks_restitution = false;  // the law has an argument `ce`
  // Texts of quantities. `mass` and `speed` are of the impact; of friction, `load` presses and
  // `speed` is the highest in each direction.
  std::string mass, speed, load;
  std::vector<ast::StatementPtr> definitions;  // what the law needs besides the library
  std::function<std::optional<std::string>(const std::string&)> read_file;  // for `use` in these
};

// What a trial measures, SI; NaN where there is nothing to measure.
struct TrialNumbers {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();
  // An impact: `lost` is energy, `asked` the restitution that the law's argument `ce` asks for.
  double F_max = none, delta_max = none, duration = none;
  double restitution = none, asked = none, lost = none;
  // Sliding to and fro.
  double FT_at_speed = none, FT_max = none;
};

struct TrialResult {
  std::string pair;     // "a steel ball of radius 10 mm on a steel plane"
  std::string law;      // with the values of all arguments
  std::string figures;  // one line; empty if the trial could not be run
  TrialNumbers numbers;
  PlotOutput curve;  // FN over delta, or FT over vt
  Diagnostics diagnostics;
};

// Runs the trial. A law that needs what only a clearance has is tried with a pin in a bearing.
TrialResult run_trial(const LawTrial& trial, SourceMap& sources);
// Several, all normal laws or all friction laws: with one pair of surfaces that suits every law.
std::vector<TrialResult> run_trials(const std::vector<LawTrial>& trials, SourceMap& sources);

// The unit with the prefix that leaves 1 to 1000; from 0.1 on none is needed.
Unit handy_unit(double value, const Unit& unit);
// The largest size among the finite ones.
double largest(const std::vector<double>& values);

}  // namespace mbs
