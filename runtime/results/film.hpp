// A run as a scene: outlines, and the motion that is read from its record.
#pragma once

#include <memory>

#include "runtime/results/scene.hpp"

namespace mbs {

// `error`: of poses, of the scene's size.
std::shared_ptr<const Scene> scene_of(const Run& run, double error = 1e-5);

}  // namespace mbs
