#include "runtime/study/storing.hpp"

#include "runtime/results/lists.hpp"

namespace mbs {

Storing::Storing(std::vector<std::unique_ptr<RunKeeper>> keepers, const ir::Scenario& scenario,
                 ModelPtr model)
    : scenario_(scenario),
      keepers_(std::move(keepers)),
      stream_(std::move(model), *scenario.recorded,
              [this](std::span<const double> t, std::span<const std::vector<double>> columns) {
                for (const auto& keeper : keepers_) keeper->rows(t, columns);
              }) {}

void Storing::listen(SimulationOptions& options) {
  options.on_sample = [this](const Instant& now, const Run& run) { stream_.add(now, run); };
  options.beside = [this] { return bytes(); };
}

std::size_t Storing::bytes() const {
  std::size_t sum = 0;
  for (const auto& keeper : keepers_) sum += keeper->bytes();
  return sum;
}

void Storing::end(const Run& run, const RunSummary& summary, const TableOutput& events) {
  stream_.flush();
  std::vector<TableOutput> impacts;
  const std::vector<bool>& kept = scenario_.recorded->impacts;
  for (std::size_t c = 0; c < std::min(kept.size(), run.impacts.size()); ++c) {
    if (!kept[c]) continue;
    const ir::Contact& contact = scenario_.contacts[c];
    const bool rigid = scenario_.laws[contact.law.index].rigid();
    impacts.push_back(impact_table(contact.name, rigid, run.impacts[c]));
    impacts.back().name = contact.name;
  }
  for (const auto& keeper : keepers_) keeper->end(summary, impacts, events);
}

}  // namespace mbs
