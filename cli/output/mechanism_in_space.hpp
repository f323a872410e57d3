// The bodies and joints of an assembled mechanism in space, in tables.
#pragma once

#include "runtime/model/model.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

// Place, rotation, velocity and spin of each moving body at t = 0, in world axes.
TableOutput body_table_in_space(const Model& model, const Assembly& assembly);
// The coordinates of each joint that has any, with their rates, a line each.
TableOutput joint_table_in_space(const Model& model, const Assembly& assembly);

}  // namespace mbs
