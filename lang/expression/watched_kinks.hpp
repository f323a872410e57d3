// Kinks as conditions that are watched, so that a run can stop at each and go on along one branch.
#pragma once

#include <vector>

#include "lang/expression/graph.hpp"

namespace mbs {

// Which choices are to be watched: those that hang on time alone (SlotKind::time, in laws
// law_time), or all.
enum class Kinks : std::uint8_t { of_time, all };

// `id` where min, max, abs and conditions that were decided at every evaluation have become choices
// by watched margins. Same values; derivatives are those of the branch in force. Implicit equations
// stay as they are.
NodeId with_watched_kinks(Graph& graph, NodeId id, Kinks which);

// Does the node depend on time and on nothing else?
bool depends_on_time_alone(const Graph& graph, NodeId id);
// The largest parts of `id` that do, outside of conditions; constants are none.
std::vector<NodeId> parts_of_time_alone(const Graph& graph, NodeId id);

}  // namespace mbs
