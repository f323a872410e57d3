// Who has taken which steps of a run.
#pragma once

#include <string>
#include <vector>

namespace mbs {

// From here to the next one the integrator was the same.
struct Stretch {
  double from = 0;           // s
  bool exact_rates = false;  // see Integrator
};
using Stretches = std::vector<Stretch>;  // in order of time

// Are the accelerations at both ends of the step that begins at `t` those of the equations, and not
// what a polynomial says?
bool exact_rates_from(const Stretches& stretches, double t);

// The share of IDA in a run up to `end` that changed between explicit steps and IDA: "IDA for 2.1
// of 10 s, taken up 3 times"; empty if only one of them took steps.
std::string share_of_ida(const Stretches& stretches, double end);

}  // namespace mbs
