// One simulated trial of a law: an impact of a normal law, a sliding to and fro of a friction law.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/plot_data.hpp"
#include "lang/ast.hpp"
#include "lang/compile.hpp"
#include "lang/diagnostics.hpp"

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

struct TrialResult {
  std::string pair;     // "a steel ball of radius 10 mm on a steel plane"
  std::string law;      // with the values of all arguments
  std::string figures;  // one line; empty if the trial could not be run
  PlotData curve;       // FN over delta, or FT over vt
  Diagnostics diagnostics;
};

// Runs the trial. A law that needs what only a clearance has is tried with a pin in a bearing.
TrialResult run_trial(const LawTrial& trial, SourceMap& sources);

}  // namespace mbs
