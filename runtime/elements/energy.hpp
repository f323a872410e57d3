// Energies of a state.
#pragma once

#include "runtime/model/workspace.hpp"

namespace mbs {

struct Energies {
  double kinetic = 0, potential = 0, contact = 0, input = 0, damping = 0;  // J
};
// With the springs that act in `mode`.
Energies energies(const Model& model, const double* y, Workspace& workspace,
                  const Mode* mode = nullptr);
// The same as `energies`, with the poses already set.
Energies energies_placed(const Model& model, const double* y, Workspace& workspace,
                         const Mode* mode = nullptr);

}  // namespace mbs
