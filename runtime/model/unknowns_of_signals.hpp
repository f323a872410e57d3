// Private to runtime: which unknowns a signal is computed from.
#pragma once

#include <span>
#include <vector>

#include "runtime/model/model.hpp"

namespace mbs {

// All that a graph has, in order of their nodes.
std::vector<Slot> all_slots(const Graph& graph);
// Increasing. Slots that are no signals need none. Where a signal may reach beyond its own parts
// (reactions found from the whole mechanism, contacts that hold each other) it is all of them.
std::vector<int> unknowns_of(const Model& model, std::span<const Slot> slots);
// Those of all signals that the results of the model's scenario are made of.
std::vector<int> unknowns_of_results(const Model& model);

}  // namespace mbs
