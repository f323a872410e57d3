#include "runtime/forward/suited.hpp"

#include "runtime/forward/forward.hpp"
#include "runtime/forward/forward_by_joints.hpp"
#include "runtime/forward/forward_in_space.hpp"

namespace mbs {

std::unique_ptr<Accelerations> make_accelerations(const Model& model, const Mode& mode,
                                                  Workspace& workspace) {
  if (ForwardByJoints::suits(model))
    return std::make_unique<ForwardByJoints>(model, mode, workspace);
  if (model.layout.spatial()) return std::make_unique<ForwardInSpace>(model, mode, workspace);
  return std::make_unique<Forward>(model, mode, workspace);
}

}  // namespace mbs
