// Runs that are kept outside of the program, as they are made.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lang/scenario/recorded.hpp"
#include "runtime/results/output.hpp"

namespace mbs {

// Where results of a script or a pass of it go. The passes of all its sweeps are counted through,
// from 1; passes of a sweep inside a pass are in that pass.
struct StorePlace {
  std::vector<std::size_t> passes;  // from the outermost; empty: the script itself
  std::string values;               // of the params of the innermost, "ce = 0.3, mu = 0.1"
};

struct StoredRun {
  StorePlace place;
  int number = 1;          // of the runs there, from 1
  std::string name;        // `simulate … as name`; may be empty
  bool continued = false;  // it is there already, and goes on
};

// Takes one run. What goes wrong is kept by the store.
class RunKeeper {
 public:
  virtual ~RunKeeper() = default;
  // The next samples: s, and a column for each of the recorded signals, in its unit.
  virtual void rows(std::span<const double> t, std::span<const std::vector<double>> columns) = 0;
  // What it has in memory of them.
  virtual std::size_t bytes() const { return 0; }
  // `impacts`: of the contacts whose impacts are kept, each under the contact's name.
  virtual void end(const RunSummary& summary, const std::vector<TableOutput>& impacts,
                   const TableOutput& events) = 0;
};

// Passes call it from several threads.
class RunStore {
 public:
  virtual ~RunStore() = default;
  virtual std::unique_ptr<RunKeeper> begin(const StoredRun& run, const ir::Recorded& signals) = 0;
};

}  // namespace mbs
