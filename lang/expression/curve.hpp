// Convex curves given by a function r(phi), as tables of their support function.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "lang/expression/graph.hpp"

namespace mbs {

// h, h', h'' in m at the angles 2 pi i/n of the outward normal.
using SupportTable = std::vector<std::array<double, 3>>;

// Between the entries: the polynomial of fifth degree through them, with continuous h''.
std::array<double, 3> support_at(const SupportTable& table, double angle);

struct CurveProblem {
  enum class Kind {
    no_radius,  // r is not finite and positive at `from`
    open,       // r(2 pi) is not r(0), or the curve has a corner there
    dented,     // bends inwards, or not at all, between `from` and `to`
    corner,     // its direction jumps at `from`
  } kind = Kind::no_radius;
  double from = 0, to = 0;  // rad
  double value = 0;         // m, r where it is at fault
};

// `radius` in m, a node that depends on `angle` alone. The table is fine enough to be within 1e-10
// of the curve, relative to its size, where the curve is as smooth as that.
std::variant<SupportTable, CurveProblem> tabulate_curve(Graph& graph, NodeId radius, NodeId angle);

}  // namespace mbs
