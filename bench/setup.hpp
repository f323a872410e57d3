// What the command line gives to each part of the benchmarks.
#pragma once

#include <string>
#include <vector>

namespace bench {

struct Setup {
  std::string examples, peers;  // folders
  std::string program;          // mbs
  std::string simbody;          // the Simbody peer; empty if it was not built
  bool quick = false;           // one round, small sizes, no peers, no curves
  // Of a single run that is counted, see counted.hpp: the workload, which of its programs, at what
  // tolerance. Without a program those of the workload are listed.
  std::string one;
  int which = -1;
  double tol = 1e-6;
  int rounds() const { return quick ? 1 : 5; }
};

}  // namespace bench
