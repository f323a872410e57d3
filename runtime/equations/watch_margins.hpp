// How far the frozen conditions of a model are from changing.
#pragma once

#include <span>

#include "runtime/model/workspace.hpp"

namespace mbs {

// In the order of `watches`.
void watch_margins(const Model& model, double t, const double* y, const double* yp,
                   const Mode& mode, std::span<double> margins, Workspace& workspace);

}  // namespace mbs
