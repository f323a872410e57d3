// Private to runtime: where an expression over a run may jump, bend or turn between the samples. A
// result that looks only at samples would miss what happens there.
#pragma once

#include <functional>
#include <vector>

#include "lang/expression/graph.hpp"

namespace mbs {

// A choice inside an expression: by the sign of a - b (of a alone if b is invalid). At a kink the
// values of both branches meet.
struct Choice {
  NodeId a, b;
  bool kink = false;
  bool whole = false;  // at every whole number of a instead
};
// Those of signals and of time; none are in results.
std::vector<Choice> choices_in(const Graph& graph, NodeId node);

// Is a part of it a function of time alone, and no straight line?
bool curves_in_time(const Graph& graph, NodeId node);

// What is known of the run: a node's value at an instant of it.
using ValueAt = std::function<double(NodeId, double t)>;

enum class Corners { jumps, jumps_and_kinks };
// The instants, increasing, just behind which choices change; and the turns of those parts of
// `node` that depend on time alone. `t` are the accepted steps. At most `most` instants; `whole`
// becomes false if there are more.
std::vector<double> corners_of(const Graph& graph, NodeId node, const std::vector<double>& t,
                               Corners which, const ValueAt& value, bool& whole);

}  // namespace mbs
