#include "runtime/study/kept_run.hpp"

#include <utility>

namespace mbs {

KeptRunGiver::KeptRunGiver(const StoredRun& run, const ir::Recorded& signals,
                           std::shared_ptr<const KeptSignals>& before, Sink& sink)
    : before_(before), sink_(sink) {
  if (run.continued && before_) kept_ = *before_;
  before_.reset();
  kept_.passes = run.place.passes;
  kept_.number = run.number;
  kept_.name = run.name;
  kept_.continues = run.continued;
  if (!kept_.headings.empty()) return;
  for (const ir::RecordedSignal& signal : signals.signals)
    kept_.headings.push_back({signal.name(), signal.unit});
  kept_.columns.resize(kept_.headings.size());
}

void KeptRunGiver::rows(std::span<const double> t, std::span<const std::vector<double>> columns) {
  kept_.t.insert(kept_.t.end(), t.begin(), t.end());
  for (std::size_t k = 0; k < columns.size(); ++k)
    kept_.columns[k].insert(kept_.columns[k].end(), columns[k].begin(), columns[k].end());
}

std::size_t KeptRunGiver::bytes() const {
  return (1 + kept_.columns.size()) * kept_.t.size() * sizeof(double);
}

void KeptRunGiver::end(const RunSummary&, const std::vector<TableOutput>& impacts,
                       const TableOutput&) {
  kept_.impacts = impacts;
  before_ = std::make_shared<const KeptSignals>(std::move(kept_));
  if (!before_->t.empty()) sink_.give(KeptRun{before_});
}

}  // namespace mbs
