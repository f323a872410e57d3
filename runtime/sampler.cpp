// Reading a run: any node of the scenario's graph, at any sample or time.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "runtime/rates.hpp"
#include "runtime/run.hpp"
#include "runtime/signals.hpp"

namespace mbs {

struct Sampler::Impl {
  const Run& run;
  ModelPtr held;
  const Model& model;
  Workspace workspace;
  struct Reader {
    SignalTape tape;
    bool sees_rates;
  };
  std::map<std::vector<std::int32_t>, Reader> readers;
  std::vector<double> y, yp;  // between samples
  RateSolver rates;
  std::optional<EnergyBalance> books;  // over the whole run; filled when first asked for

  Impl(const Run& r, ModelPtr other)
      : run(r),
        held(other ? std::move(other) : r.model),
        model(*held),
        workspace(*held),
        rates(*held) {
    y.resize(layout(model).size);
    yp.resize(layout(model).size);
  }
  Reader& reader(std::span<const NodeId> nodes);
  void read(std::span<const NodeId> nodes, Instant now, const Mode& mode, std::span<double> out);
  void open_books();
  EnergyBalance balance() const { return books.value_or(EnergyBalance{}); }
  const Mode& mode(std::size_t sample) const { return run.modes[run.mode_of[sample]]; }
  void between(std::size_t i, double t);
};

namespace {

template <class Predicate>
bool any_slot(const Graph& graph, std::span<const NodeId> nodes, Predicate predicate) {
  return std::any_of(nodes.begin(), nodes.end(), [&](NodeId node) {
    const auto slots = graph.slots_used(node);
    return std::any_of(slots.begin(), slots.end(), predicate);
  });
}

bool is_energy_error(const Slot& slot) {
  return slot.kind == SlotKind::energy &&
         static_cast<EnergySignal>(slot.index) == EnergySignal::error;
}

bool is_acceleration_or_reaction(const Slot& slot) {
  return (slot.kind == SlotKind::body_coordinate && slot.order == 2) ||
         slot.kind == SlotKind::joint_reaction || slot.kind == SlotKind::drive_effort;
}

}  // namespace

Sampler::Impl::Reader& Sampler::Impl::reader(std::span<const NodeId> nodes) {
  std::vector<std::int32_t> key;
  for (NodeId node : nodes) key.push_back(node.index);
  const auto found = readers.find(key);
  if (found != readers.end()) return found->second;
  const Graph& graph = scenario(model).graph;
  if (any_slot(graph, nodes, is_energy_error)) open_books();
  const bool sees_rates = any_slot(graph, nodes, is_acceleration_or_reaction);
  return readers.emplace(std::move(key), Reader{SignalTape(model, nodes), sees_rates})
      .first->second;
}

void Sampler::Impl::read(std::span<const NodeId> nodes, Instant now, const Mode& mode,
                         std::span<double> out) {
  Reader& r = reader(nodes);
  if (r.sees_rates) now.yp = rates.rates(now.t, now.y, now.yp, mode, workspace);
  r.tape.evaluate(model, now, mode, balance(), workspace, out);
}

// The largest energy of the whole run is the measure: early in a run that starts at rest there is
// next to none.
void Sampler::Impl::open_books() {
  if (books) return;
  books.emplace();
  for (std::size_t i = 0; i < run.size(); ++i)
    books->add(energies(model, run.t[i], run.y_at(i).data(), workspace));
}

// Cubic Hermite of y; its derivative for y'.
void Sampler::Impl::between(std::size_t i, double t) {
  const double h = run.t[i + 1] - run.t[i], u = (t - run.t[i]) / h;
  const auto y0 = run.y_at(i), y1 = run.y_at(i + 1), d0 = run.yp_at(i), d1 = run.yp_at(i + 1);
  const double a = (1 + 2 * u) * (1 - u) * (1 - u), b = u * (1 - u) * (1 - u) * h;
  const double c = u * u * (3 - 2 * u), d = u * u * (u - 1) * h;
  const double slope = 6 * u * (1 - u) / h;
  const double e = (1 - u) * (1 - 3 * u), f = u * (3 * u - 2);
  for (std::size_t k = 0; k < y.size(); ++k) {
    y[k] = a * y0[k] + b * d0[k] + c * y1[k] + d * d1[k];
    yp[k] = slope * (y1[k] - y0[k]) + e * d0[k] + f * d1[k];
  }
}

Sampler::Sampler(const Run& run, ModelPtr model)
    : impl_(std::make_unique<Impl>(run, std::move(model))) {}
Sampler::~Sampler() = default;

void Sampler::at(std::size_t sample, std::span<const NodeId> nodes, std::span<double> out) {
  Impl& s = *impl_;
  s.read(nodes, {s.run.t[sample], s.run.y_at(sample).data(), s.run.yp_at(sample).data()},
         s.mode(sample), out);
}

void Sampler::at_time(double t, std::span<const NodeId> nodes, std::span<double> out) {
  Impl& s = *impl_;
  const auto& times = s.run.t;
  // The last sample at or before t: after an event that falls on t.
  const auto after = std::upper_bound(times.begin(), times.end(), t);
  const std::size_t i =
      after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1;
  if (after == times.end() || t <= times[i]) return at(i, nodes, out);
  s.between(i, t);
  s.read(nodes, {t, s.y.data(), s.yp.data()}, s.mode(i), out);
}

ContactState Sampler::contact(std::size_t sample, int contact) {
  Impl& s = *impl_;
  return contact_state(s.model, contact, s.run.t[sample], s.run.y_at(sample).data(),
                       s.run.yp_at(sample).data(), s.mode(sample), s.workspace);
}

}  // namespace mbs
