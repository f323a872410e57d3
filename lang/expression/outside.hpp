// Which tabulated function was asked for where it has no rows.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "lang/expression/graph.hpp"

namespace mbs {

// "`drop.y` is asked for at 1.2 s, but its data go from 0 s to 1 s": of the first such function in
// `node`, whose slots have these values; empty if there is none.
std::optional<std::string> outside_of_data(const Graph& graph, NodeId node,
                                           const std::function<double(const Slot&)>& value);

}  // namespace mbs
