// Reactions of joints in space that hold the same together.
//
// Rows that hold nothing new are idle, and the multipliers p of the others carry all. How
// rigid parts share a load is undecided; reports share it as equal springs would. Of all q with
//   G^T q = G^T p    over all rows of these joints, idle ones as well,
// they have the one of least q S q, S = 1 for forces and 1/L^2 for torques, L the model's size. It
// does not depend on which rows are idle, nor on the axes in which joints write them, and is
// symmetric where the mechanism is. Of joints that are switched it is those that act that share.
#pragma once

#include <string>
#include <vector>

#include "runtime/model/model_impl.hpp"

namespace mbs {

// Adds to Model::sharing_rows which rows of joints hold something together at this placement;
// `redundant`, by row: those of them that say nothing beside the others. Of what can be switched
// see runtime/setup/switched_loops.hpp.
void find_shared_loads(Model& model, const Placement& at, const std::vector<bool>& redundant);
// Multipliers to shared ones. The bodies are placed.
void share_loads(const Model& model, const Placement& at, const Mode* mode,
                 std::vector<double>& multipliers);
// "`lower` and `above`", the joints that share; empty if none do.
std::string joints_that_share(const Model& model);

}  // namespace mbs
