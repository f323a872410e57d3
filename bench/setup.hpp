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
  int rounds() const { return quick ? 1 : 5; }
};

}  // namespace bench
