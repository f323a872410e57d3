#include "runtime/traces.hpp"

#include <algorithm>

#include "runtime/needs.hpp"
#include "runtime/reductions.hpp"

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

std::vector<Slot> Traces::absent(const std::vector<Column>& columns, std::span<const Slot> slots) {
  std::vector<Slot> result;
  for (const Slot& slot : slots) {
    const bool there = std::any_of(columns.begin(), columns.end(),
                                   [&](const Column& column) { return column.slot == slot; });
    if (!there && std::find(result.begin(), result.end(), slot) == result.end())
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

void Traces::prepare(std::span<const Slot> slots) {
  const std::vector<Slot> wanted = absent(samples_, slots);
  if (wanted.empty()) return;
  const std::vector<NodeId> nodes = nodes_of(wanted);
  const std::size_t first = samples_.size();
  for (const Slot& slot : wanted) samples_.push_back({slot, std::vector<double>(run_.size())});
  std::vector<double> row(wanted.size());
  for (std::size_t i = 0; i < run_.size(); ++i) {
    sampler_.at(i, nodes, row);
    for (std::size_t k = 0; k < wanted.size(); ++k) samples_[first + k].values[i] = row[k];
  }
}

void Traces::prepare_inner(std::span<const Slot> slots) {
  const std::vector<Slot> wanted = absent(inner_, slots);
  if (wanted.empty()) return;
  const std::vector<NodeId> nodes = nodes_of(wanted);
  const std::size_t first = inner_.size();
  const std::size_t steps = run_.size() > 0 ? run_.size() - 1 : 0;
  for (const Slot& slot : wanted) {
    inner_.push_back({slot, std::vector<double>(inner_count * steps)});
  }
  std::vector<double> row(wanted.size());
  for (std::size_t place = 0; place < inner_count * steps; ++place) {
    const std::size_t i = place / inner_count;
    const double step = run_.t[i + 1] - run_.t[i];
    if (step <= 0) continue;
    sampler_.at_time(run_.t[i] + inner_nodes[place % inner_count] * step, nodes, row);
    for (std::size_t k = 0; k < wanted.size(); ++k) inner_[first + k].values[place] = row[k];
  }
}

void Traces::at_time(double t, std::span<const Slot> slots, std::span<double> out) {
  sampler_.at_time(t, nodes_of(slots), out);
}

void Traces::at_sample(std::size_t sample, std::span<const Slot> slots, std::span<double> out) {
  sampler_.at(sample, nodes_of(slots), out);
}

}  // namespace mbs
