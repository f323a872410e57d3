// Carrying a run across a configuration in which its constraints depend on each other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/model/workspace.hpp"
#include "runtime/record/run.hpp"

namespace mbs {

// The motion on the far side of a change point that the run has all but come to, where the solver's
// steps die as the constraints no longer tell its two ways apart. The one of continuous velocity is
// followed: the motion before, which is smooth, is carried across as a polynomial, and brought back
// onto the constraints where they hold it again. Nothing where the run has come to no such point,
// or no such motion keeps constraints and energy within the tolerance.
struct FarSide {
  double t = 0;
  std::vector<double> y;
  std::string parts;  // the joints and drives that depend on each other in between
  // The motion from the end of the run to there, as it is carried. Of the first, which is that end,
  // the rates alone count: those of the run come from constraints that hardly told what they are.
  struct Moment {
    double t = 0;
    std::vector<double> y, yp;
  };
  std::vector<Moment> way;
};
std::optional<FarSide> across_change_point(const Model& model, const Run& run, const Mode& mode,
                                           double t_end, Workspace& workspace);

}  // namespace mbs
