#include "runtime/results/traces.hpp"

#include <algorithm>
#include <iterator>

#include "runtime/model/unknowns_of_signals.hpp"
#include "runtime/results/reductions.hpp"

namespace mbs {

Traces::Traces(const ir::Scenario& scenario, const Run& run, ModelPtr model)
    : run_(run), model_(model ? std::move(model) : run.model), sampler_(run, model_) {
  // The graph shares equal nodes, so each slot that is used has exactly one.
  const Graph& graph = scenario.graph;
  for (std::int32_t i = 0; i < graph.size(); ++i) {
    const Node& node = graph[NodeId{i}];
    if (node.op == Op::slot) slot_nodes_.push_back({graph.slot_of(node), NodeId{i}});
  }
}

bool Traces::available(std::span<const Slot> slots) const {
  return run_.samples.whole() || run_.samples.keeps(unknowns_of(*model_, slots));
}

const std::vector<double>& Traces::find(const std::vector<Column>& columns, const Slot& slot) {
  static const std::vector<double> none;
  for (const Column& column : columns) {
    if (column.slot == slot) return column.values;
  }
  return none;
}

bool Traces::absent_from(const std::vector<Column>& columns, const Slot& slot) {
  return std::none_of(columns.begin(), columns.end(),
                      [&](const Column& column) { return column.slot == slot; });
}

std::vector<Slot> Traces::absent(const std::vector<Column>& columns, std::span<const Slot> slots) {
  std::vector<Slot> result;
  for (const Slot& slot : slots) {
    if (absent_from(columns, slot) && std::find(result.begin(), result.end(), slot) == result.end())
      result.push_back(slot);
  }
  return result;
}

std::vector<NodeId> Traces::nodes_of(std::span<const Slot> slots) const {
  std::vector<NodeId> result(slots.size());
  for (std::size_t k = 0; k < slots.size(); ++k) {
    const auto found = std::find_if(slot_nodes_.begin(), slot_nodes_.end(),
                                    [&](const auto& entry) { return entry.first == slots[k]; });
    if (found != slot_nodes_.end()) result[k] = found->second;
  }
  return result;
}

// A script that asks for one ball's height mostly asks for that of the others, too. In the same
// walk over the run they cost little; one walk each is what takes long.
std::vector<Slot> Traces::with_alike(const std::vector<Column>& columns,
                                     std::vector<Slot> slots) const {
  constexpr std::size_t most_values = 8'000'000;  // 64 MB a walk, three times that between samples
  const std::size_t asked = slots.size();
  for (std::size_t k = 0; k < asked; ++k)
    for (const auto& [slot, node] : slot_nodes_) {
      const bool alike = slot.kind == slots[k].kind && slot.index == slots[k].index;
      const bool fits = (slots.size() + 1) * run_.size() < most_values;
      if (!alike || !fits || !absent_from(columns, slot) || !available({&slot, 1})) continue;
      if (std::find(slots.begin(), slots.end(), slot) == slots.end()) slots.push_back(slot);
    }
  return slots;
}

void Traces::poll() {
  constexpr unsigned rarely = 64;
  if (poll_ && ++polls_ % rarely == 0) poll_();
}

void Traces::prepare(std::span<const Slot> slots) {
  const std::vector<Slot> wanted = with_alike(samples_, absent(samples_, slots));
  if (wanted.empty()) return;
  const std::vector<NodeId> nodes = nodes_of(wanted);
  std::vector<Column> filled;
  for (const Slot& slot : wanted) filled.push_back({slot, std::vector<double>(run_.size())});
  std::vector<double> row(wanted.size());
  for (std::size_t i = 0; i < run_.size(); ++i) {
    poll();
    sampler_.at(i, nodes, row);
    for (std::size_t k = 0; k < wanted.size(); ++k) filled[k].values[i] = row[k];
  }
  std::ranges::move(filled, std::back_inserter(samples_));
}

void Traces::prepare_inner(std::span<const Slot> slots) {
  const std::vector<Slot> wanted = with_alike(inner_, absent(inner_, slots));
  if (wanted.empty()) return;
  const std::vector<NodeId> nodes = nodes_of(wanted);
  std::vector<Column> filled;
  const std::size_t steps = run_.size() > 0 ? run_.size() - 1 : 0;
  for (const Slot& slot : wanted)
    filled.push_back({slot, std::vector<double>(inner_count * steps)});
  std::vector<double> row(wanted.size());
  for (std::size_t place = 0; place < inner_count * steps; ++place) {
    const std::size_t i = place / inner_count;
    const double step = run_.t[i + 1] - run_.t[i];
    if (step <= 0) continue;
    poll();
    sampler_.at_time(run_.t[i] + inner_nodes[place % inner_count] * step, nodes, row);
    for (std::size_t k = 0; k < wanted.size(); ++k) filled[k].values[place] = row[k];
  }
  std::ranges::move(filled, std::back_inserter(inner_));
}

void Traces::at_time(double t, std::span<const Slot> slots, std::span<double> out) {
  poll();
  sampler_.at_time(t, nodes_of(slots), out);
}

void Traces::at_sample(std::size_t sample, std::span<const Slot> slots, std::span<double> out) {
  sampler_.at(sample, nodes_of(slots), out);
}

}  // namespace mbs
