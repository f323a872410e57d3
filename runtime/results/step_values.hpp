// What is seen of one step: values at both ends and two places between, and slopes of the cubics
// through them.
#pragma once

#include <array>
#include <vector>

namespace mbs {

inline constexpr int step_places = 4;
using StepValues = std::array<std::vector<double>, step_places>;

// Slopes of the cubic through four values at 0, 1/3, 2/3 and 1 of a step, at one of these places.
std::vector<double> slopes(const StepValues& values, int place, double step);

}  // namespace mbs
