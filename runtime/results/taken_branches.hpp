// Private to runtime: what a result depends on where `if` chooses between results.
#pragma once

#include <functional>
#include <set>

#include "lang/expression/graph.hpp"

namespace mbs {

// Slots that the value of `node` depends on. Of an `if` whose condition is made of results alone
// only the branch that it takes counts: of the other one there may be nothing to ask, such as the
// force of an impact that did not happen. `value` evaluates a condition.
std::set<std::int32_t> slots_of_taken_branches(const Graph& graph, NodeId node,
                                               const std::function<double(NodeId)>& value);
// Whether there is such an `if`: the nodes of a graph come after their operands.
bool chooses_by_results(const Graph& graph, NodeId node);

}  // namespace mbs
