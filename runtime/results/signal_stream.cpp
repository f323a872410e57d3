#include "runtime/results/signal_stream.hpp"

#include <algorithm>

#include "runtime/forward/rate_solver.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/signals/tape.hpp"

namespace mbs {

namespace {

std::vector<NodeId> nodes_of(const ir::Recorded& recorded) {
  std::vector<NodeId> nodes;
  for (const ir::RecordedSignal& signal : recorded.signals) nodes.push_back(signal.node);
  return nodes;
}

}  // namespace

struct SignalStream::Impl {
  ModelPtr model;
  const ir::Recorded& signals;
  Take take;
  SignalTape tape;
  Workspace workspace;
  RateSolver rates;
  std::vector<double> t, row;
  std::vector<std::vector<double>> columns;

  Impl(ModelPtr m, const ir::Recorded& s, Take to)
      : model(std::move(m)),
        signals(s),
        take(std::move(to)),
        tape(*model, s.graph, nodes_of(s)),
        workspace(*model),
        rates(*model),
        row(s.signals.size()),
        columns(s.signals.size()) {}
};

SignalStream::SignalStream(ModelPtr model, const ir::Recorded& signals, Take take)
    : impl_(std::make_unique<Impl>(std::move(model), signals, std::move(take))) {}
SignalStream::~SignalStream() = default;

// 8 MB, and enough samples for a chunk of a file even where there are very many signals.
std::size_t SignalStream::block_of(std::size_t signals) {
  constexpr std::size_t most_values = 1'000'000, longest = 16384, shortest = 64;
  return std::clamp(most_values / std::max<std::size_t>(signals, 1), shortest, longest);
}

// As a Sampler reads it from the record afterwards.
void SignalStream::add(const Instant& now, const Run& run) {
  Impl& s = *impl_;
  Instant seen = now;
  if (s.tape.sees_rates() && !run.stepping) seen.yp = s.rates.rates(now, s.workspace);
  s.tape.evaluate(*s.model, seen, run.energy, s.workspace, s.row);
  s.t.push_back(now.t);
  for (std::size_t k = 0; k < s.row.size(); ++k)
    s.columns[k].push_back(s.row[k] / s.signals.signals[k].unit.factor);
  if (s.t.size() >= block_of(s.row.size())) flush();
}

void SignalStream::flush() {
  Impl& s = *impl_;
  if (s.t.empty()) return;
  s.take(s.t, s.columns);
  s.t.clear();
  for (auto& column : s.columns) column.clear();
}

}  // namespace mbs
