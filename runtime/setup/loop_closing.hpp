// Closing the equations of position from a rough placement.
#pragma once

#include <vector>

#include "runtime/setup/assembly_state.hpp"

namespace mbs {

void set_placement(AssemblyState& state, const std::vector<double>& q,
                   const std::vector<double>& v);

// Closes the equations by damped Gauss-Newton steps of least change, from the state's q. Largest
// error left, relative to the model's size; at most `closed` if they could be satisfied.
inline constexpr double closed = 1e-12;
double close(AssemblyState& state, const std::vector<Equation>& equations);
// The same, and from deterministic other starting angles if that fails.
double close_from_anywhere(AssemblyState& state, const std::vector<Equation>& equations);
// Least sum of squared errors near the state's q, for equations that do not close.
void relax(AssemblyState& state, const std::vector<Equation>& equations);
double error_of(const AssemblyState& state, const Equation& e);  // relative to the model's size

}  // namespace mbs
