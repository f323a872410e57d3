// One workload, several programs: the loosest tolerance that is accurate enough for each, times,
// ratios, counters, and how error and time go with the tolerance.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/dopri.hpp"
#include "bench/setup.hpp"
#include "runtime/record/run.hpp"

namespace bench {

// Where a program ended: its state, and when contacts began, s.
struct Result {
  std::vector<double> y, onsets;
};

struct Program {
  std::string name;
  std::function<Result(double tol, double until)> solve;
  std::function<Cost(double tol)> work;  // the whole workload, timed
};

struct Comparison {
  std::string title;  // with the meaning of the error
  std::string name;   // in a word
  std::string id;     // what peers call it
  double wanted = 0;  // largest error
  double check = 0;   // s, where errors are compared
  std::function<double(const Result&)> error;
  std::vector<double> reference;  // what peers are given to compute errors from
  std::vector<Program> programs;  // the first one is the measure of the ratios
};

// Prints the tables. Peers that are installed solve the workload too, if it has an `id`.
void compare(const Setup& setup, const Comparison& comparison);

Cost cost_of(const mbs::Run& run);

}  // namespace bench
