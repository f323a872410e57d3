// What an equation of the assembly says of a placement.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "runtime/equations/kkt.hpp"
#include "runtime/setup/assembly_state.hpp"

namespace mbs {

// Times its weight: what is missing to its target, m or rad, angles the nearest way, its rate
// without the target, and its gradient by small motions.
double miss_of(const AssemblyState& state, const Equation& e);
double rate_of(const AssemblyState& state, const Equation& e);
SparseRow gradient_of(const AssemblyState& state, const Equation& e);
// The same, angles scaled to the model's size.
std::vector<double> scaled_gradient(const AssemblyState& state, const Equation& e);
// The two that it speaks of.
std::array<int, 2> bodies_of(const AssemblyState& state, const Equation& e);

// An initial value that holds, as messages name it: "`angle = 0.5 rad` of `crank`".
std::string held_text(const std::string& attribute, double value, bool angle, bool speed,
                      const std::string& owner);

// That of a row, with the value of its drive (order 0), or the rate of that (1).
Equation equation_of(const AssemblyState& state, const ConstraintRow& row, Workspace& workspace,
                     int order);
// Equations of position: rows but those that take a value from the assembled state, pins, holds.
std::vector<Equation> position_equations(const AssemblyState& state);

}  // namespace mbs
