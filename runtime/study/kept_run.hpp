// One run's signals on their way to a sink, for outputs that show them beside the rest.
#pragma once

#include <memory>

#include "runtime/results/output.hpp"
#include "runtime/study/run_store.hpp"

namespace mbs {

// Keeps all rows until the run has ended, and gives them then. A run that goes on begins with what
// the sink was given `before`, which is replaced by what it is given next.
class KeptRunGiver : public RunKeeper {
 public:
  KeptRunGiver(const StoredRun& run, const ir::Recorded& signals,
               std::shared_ptr<const KeptSignals>& before, Sink& sink);
  void rows(std::span<const double> t, std::span<const std::vector<double>> columns) override;
  std::size_t bytes() const override;
  void end(const RunSummary& summary, const std::vector<TableOutput>& impacts,
           const TableOutput& events) override;

 private:
  std::shared_ptr<const KeptSignals>& before_;
  Sink& sink_;
  KeptSignals kept_;
};

}  // namespace mbs
