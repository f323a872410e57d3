// Reading a run: any node of the scenario's graph, at any sample or time.
#include "runtime/results/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "runtime/events/condition.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/unknowns_of_signals.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/run.hpp"
#include "runtime/results/between.hpp"
#include "runtime/signals/contact_state.hpp"
#include "runtime/signals/rate_solver.hpp"
#include "runtime/signals/tape.hpp"

namespace mbs {

struct Sampler::Impl {
  const Run& run;
  ModelPtr held;
  const Model& model;
  Workspace workspace;
  struct Reader {
    SignalTape tape;
    bool available;  // the run still has what they are computed from
  };
  std::map<std::vector<std::int32_t>, Reader> readers;
  std::vector<std::int32_t> last_key;  // of the reader asked for last
  Reader* last_reader = nullptr;
  std::vector<double> y, yp;  // at the time asked for
  Sample from, to;            // both ends of its step
  Between steps;
  RateSolver rates;
  ModeReader modes;

  Impl(const Run& r, ModelPtr other)
      : run(r),
        held(other ? std::move(other) : r.model),
        model(*held),
        workspace(*held),
        steps(*held, r.stretches),
        rates(*held),
        modes(r.modes) {
    for (auto* unknowns : {&y, &yp, &from.y, &from.yp, &to.y, &to.yp})
      unknowns->resize(layout(model).size);
  }
  Reader& reader(std::span<const NodeId> nodes);
  Reader& find_reader(std::span<const NodeId> nodes);
  // At y, yp.
  void read(std::span<const NodeId> nodes, double t, const Mode& mode, std::span<double> out);
  void between(std::size_t i, double t);
};

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

// Asked for the same nodes sample after sample.
Sampler::Impl::Reader& Sampler::Impl::reader(std::span<const NodeId> nodes) {
  const auto index = [](NodeId node) { return node.index; };
  if (last_reader && std::ranges::equal(nodes, last_key, {}, index)) return *last_reader;
  last_reader = &find_reader(nodes);
  last_key.clear();
  for (const NodeId node : nodes) last_key.push_back(node.index);
  return *last_reader;
}

Sampler::Impl::Reader& Sampler::Impl::find_reader(std::span<const NodeId> nodes) {
  std::vector<std::int32_t> key;
  for (NodeId node : nodes) key.push_back(node.index);
  const auto found = readers.find(key);
  if (found != readers.end()) return found->second;
  const Graph& graph = scenario(model).graph;
  std::vector<Slot> slots;
  for (NodeId node : nodes)
    for (const Slot& slot : graph.slots_used(node)) slots.push_back(slot);
  Reader made{SignalTape(model, nodes), run.samples.keeps(unknowns_of(model, slots))};
  return readers.emplace(std::move(key), std::move(made)).first->second;
}

void Sampler::Impl::read(std::span<const NodeId> nodes, double t, const Mode& mode,
                         std::span<double> out) {
  Reader& r = reader(nodes);
  Instant now{t, y.data(), yp.data()};
  if (r.tape.sees_rates() && !run.stepping) now.yp = rates.rates(now.in(mode), workspace);
  r.tape.evaluate(model, now.in(mode), run.energy, workspace, out);
}

void Sampler::Impl::between(std::size_t i, double t) {
  from.t = run.t[i];
  to.t = run.t[i + 1];
  run.samples.read(i, from.y, from.yp);
  run.samples.read(i + 1, to.y, to.yp);
  steps.at(t, from, to, modes.at(i), {y, yp}, workspace);
  const double h = to.t - from.t;
  if (h > 0) run.bends.correct(i + 1, (t - from.t) / h, h, y, yp);
}

Sampler::Sampler(const Run& run, ModelPtr model)
    : impl_(std::make_unique<Impl>(run, std::move(model))) {}
Sampler::~Sampler() = default;

void Sampler::at(std::size_t sample, std::span<const NodeId> nodes, std::span<double> out) {
  Impl& s = *impl_;
  if (!s.reader(nodes).available) return std::fill(out.begin(), out.end(), missing);
  s.run.samples.read(sample, s.y, s.yp);
  s.read(nodes, s.run.t[sample], s.modes.at(sample), out);
}

void Sampler::at_time(double t, std::span<const NodeId> nodes, std::span<double> out) {
  Impl& s = *impl_;
  const auto& times = s.run.t;
  // The last sample at or before t: after an event that falls on t.
  const auto after = std::upper_bound(times.begin(), times.end(), t);
  const std::size_t i =
      after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1;
  if (after == times.end() || t <= times[i]) return at(i, nodes, out);
  if (!s.reader(nodes).available) return std::fill(out.begin(), out.end(), missing);
  s.between(i, t);
  s.read(nodes, t, s.modes.at(i), out);
}

ContactState Sampler::contact(std::size_t sample, int contact) {
  Impl& s = *impl_;
  s.run.samples.read(sample, s.y, s.yp);
  return contact_state(s.model, contact,
                       {s.run.t[sample], s.y.data(), s.yp.data(), &s.modes.at(sample)},
                       s.workspace);
}

}  // namespace mbs
