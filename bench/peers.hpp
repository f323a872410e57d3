// Other people's engines on the same workloads, each in a program of its own (bench/peers): they
// find their tolerance, time themselves without their start, and answer in lines of fields
// separated by tabs: name, tolerance, error, seconds, steps, evaluations, impacts.
#pragma once

#include <string>
#include <vector>

#include "bench/dopri.hpp"
#include "bench/setup.hpp"

namespace bench {

struct PeerRow {
  std::string name;
  double tol = 0, error = 0, seconds = 0;
  Cost cost;
};

// One row for each method of each peer that is installed. Those that are not are named on standard
// error, once.
std::vector<PeerRow> peer_rows(const Setup& setup, const std::string& workload, double wanted,
                               const std::vector<double>& reference);

}  // namespace bench
