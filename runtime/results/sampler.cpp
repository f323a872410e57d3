// Reading a run: any node of the scenario's graph, at any sample or time.
#include "runtime/results/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "runtime/events/condition.hpp"
#include "runtime/forward/rate_solver.hpp"
#include "runtime/model/instant.hpp"
#include "runtime/model/unknowns_of_signals.hpp"
#include "runtime/model/workspace.hpp"
#include "runtime/record/run.hpp"
#include "runtime/results/between.hpp"
#include "runtime/results/impulse_sums.hpp"
#include "runtime/signals/contact_state.hpp"
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
    ImpulseSums impulses;
    std::vector<double> sums;  // of these, sample by sample, as far as they have been asked for
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
  // At y, yp, with these impulses.
  void read(Reader& r, double t, const Mode& mode, std::span<const double> impulses,
            std::span<double> out);
  void between(std::size_t i, double t);
  // What the reader's impulses are at a sample, and at a time of the step that begins there.
  std::span<const double> impulses_at(Reader& r, std::size_t sample);
  std::vector<double> impulses_at(Reader& r, std::size_t sample, double t);
  void middle_of_step(std::size_t i);
  void add_impulses(Reader& r, std::size_t i, double end, std::span<double> sums);
};

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

// Is the step that begins with sample i far shorter than one beside it? Events have two samples.
bool is_brief(const std::vector<double>& t, std::size_t i) {
  constexpr double part = 0.01;
  std::size_t before = i, after = i + 1;
  while (before > 0 && t[before] == t[i]) --before;
  while (after + 1 < t.size() && t[after] == t[i + 1]) ++after;
  const double longest = std::max(t[i] - t[before], t[after] - t[i + 1]);
  return t[i + 1] - t[i] < part * longest;
}

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
  SignalTape tape(model, nodes);
  ImpulseSums impulses(model, tape.impulses());
  const bool available = run.samples.keeps(unknowns_of(model, slots));
  Reader made{std::move(tape), available, std::move(impulses), {}};
  return readers.emplace(std::move(key), std::move(made)).first->second;
}

void Sampler::Impl::read(Reader& r, double t, const Mode& mode, std::span<const double> impulses,
                         std::span<double> out) {
  Instant now{t, y.data(), yp.data()};
  if (r.tape.sees_rates() && !run.stepping) now.yp = rates.rates(now.in(mode), workspace);
  r.tape.evaluate(model, now.in(mode), run.energy, workspace, out, impulses);
}

// The middle of a step of fixed length, with its rates: such a step has impulses alone.
void Sampler::Impl::middle_of_step(std::size_t i) {
  run.samples.read(i, from.y, from.yp);
  run.samples.read(i + 1, to.y, yp);
  for (std::size_t k = 0; k < y.size(); ++k) y[k] = 0.5 * (from.y[k] + to.y[k]);
}

// What acts in the step that begins with sample i, up to a time in it.
void Sampler::Impl::add_impulses(Reader& r, std::size_t i, double end, std::span<double> sums) {
  const Mode& mode = modes.at(i);
  const auto motion = [&](double t) -> Instant {
    run.stepping ? middle_of_step(i) : between(i, t);
    const Instant now{t, y.data(), yp.data(), &mode};
    return run.stepping ? now : Instant{t, y.data(), rates.rates(now, workspace), &mode};
  };
  r.impulses.add_between(run.t[i], end, motion, workspace, sums);
}

std::span<const double> Sampler::Impl::impulses_at(Reader& r, std::size_t sample) {
  const std::size_t n = r.impulses.size();
  if (n == 0) return {};
  for (std::size_t i = r.sums.size() / n; i <= sample; ++i) {
    std::vector<double> sums(n, 0.0);
    if (i > 0) {
      std::copy_n(r.sums.end() - static_cast<std::ptrdiff_t>(n), n, sums.begin());
      add_impulses(r, i - 1, run.t[i], sums);
    }
    if (const auto kick = run.kicks.before(i); !kick.empty()) {
      run.samples.read(i, y, yp);
      r.impulses.add_at({run.t[i], y.data(), yp.data(), &modes.at(i)}, kick, workspace, sums);
    }
    r.sums.insert(r.sums.end(), sums.begin(), sums.end());
  }
  return std::span(r.sums).subspan(sample * n, n);
}

std::vector<double> Sampler::Impl::impulses_at(Reader& r, std::size_t sample, double t) {
  const auto known = impulses_at(r, sample);
  std::vector<double> sums(known.begin(), known.end());
  add_impulses(r, sample, t, sums);
  return sums;
}

void Sampler::Impl::between(std::size_t i, double t) {
  from.t = run.t[i];
  to.t = run.t[i + 1];
  run.samples.read(i, from.y, from.yp);
  run.samples.read(i + 1, to.y, to.yp);
  steps.at(t, {from, to, is_brief(run.t, i)}, modes.at(i), {y, yp}, workspace);
  const double h = to.t - from.t;
  if (h > 0) run.bends.correct(i + 1, (t - from.t) / h, h, y, yp);
}

Sampler::Sampler(const Run& run, ModelPtr model)
    : impl_(std::make_unique<Impl>(run, std::move(model))) {}
Sampler::~Sampler() = default;

void Sampler::at(std::size_t sample, std::span<const NodeId> nodes, std::span<double> out) {
  Impl& s = *impl_;
  Impl::Reader& reader = s.reader(nodes);
  if (!reader.available) return std::fill(out.begin(), out.end(), missing);
  const auto impulses = s.impulses_at(reader, sample);
  s.run.samples.read(sample, s.y, s.yp);
  s.read(reader, s.run.t[sample], s.modes.at(sample), impulses, out);
}

void Sampler::at_time(double t, std::span<const NodeId> nodes, std::span<double> out) {
  Impl& s = *impl_;
  const auto& times = s.run.t;
  // The last sample at or before t: after an event that falls on t.
  const auto after = std::upper_bound(times.begin(), times.end(), t);
  const std::size_t i =
      after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1;
  if (after == times.end() || t <= times[i]) return at(i, nodes, out);
  Impl::Reader& reader = s.reader(nodes);
  if (!reader.available) return std::fill(out.begin(), out.end(), missing);
  const std::vector<double> impulses = s.impulses_at(reader, i, t);
  s.between(i, t);
  s.read(reader, t, s.modes.at(i), impulses, out);
}

ContactState Sampler::contact(std::size_t sample, int contact) {
  Impl& s = *impl_;
  s.run.samples.read(sample, s.y, s.yp);
  return contact_state(s.model, contact,
                       {s.run.t[sample], s.y.data(), s.yp.data(), &s.modes.at(sample)},
                       s.workspace);
}

}  // namespace mbs
