// Expression graphs as text, for people and for golden tests.
#pragma once

#include <functional>
#include <string>

#include "lang/expression/graph.hpp"

namespace mbs {

using SlotName = std::function<std::string(const Slot&)>;

// Infix text with as few brackets as precedence allows; numbers with 9 significant digits.
// Watches read `watch(margin)`, roots `root(low .. high: residual)` with their unknown as `x1`, ….
// What is shared is written out each time; beyond 4000 characters the text is cut with `...`.
std::string infix(const Graph& graph, NodeId node, const SlotName& slot_name);

}  // namespace mbs
