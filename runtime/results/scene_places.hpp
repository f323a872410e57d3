// Where points of bodies are in the world, for pictures.
#pragma once

#include "lang/scenario/mechanism.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

// `point`: in the axes of its body, from its origin, m.
ir::Vec3 world_point(const Model& model, const Placement& at, int body, const ir::Vec3& point);

}  // namespace mbs
