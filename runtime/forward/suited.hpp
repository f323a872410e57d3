// The accelerations that suit a model.
#pragma once

#include <memory>

#include "runtime/forward/accelerations.hpp"

namespace mbs {

// `mode` is the present one at each evaluation.
std::unique_ptr<Accelerations> make_accelerations(const Model& model, const Mode& mode,
                                                  Workspace& workspace);

}  // namespace mbs
