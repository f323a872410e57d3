// How far the frozen conditions of a model are from changing.
#pragma once

#include <span>

#include "runtime/model/workspace.hpp"

namespace mbs {

// In the order of `watches`.
void watch_margins(const Model& model, const Instant& now, std::span<double> margins,
                   Workspace& workspace);

}  // namespace mbs
