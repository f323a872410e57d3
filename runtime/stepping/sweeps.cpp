#include "runtime/stepping/sweeps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace mbs {

namespace {

constexpr int most_sweeps = 4000, most_lifts = 100;

// Brings a contact to its law along the normal.
void press(StepContact& c, const LinkedResponses& linked, std::vector<double>& v) {
  if (!(c.D_NN > 0)) return;
  const double wanted =
      std::max(0.0, c.P[0] - (speed_along(c, 0, v.data()) - c.departure) / c.D_NN);
  pass_on(c, linked, 0, wanted - c.P[0], v);
  c.P[0] = wanted;
}

// The same along the tangents.
void rub(StepContact& c, const LinkedResponses& linked, std::vector<double>& v) {
  if (!(c.sticking > 0) || !(c.D_TT > 0)) return;
  std::array<double, 2> wanted{};
  for (int k = 1; k < c.parts; ++k)
    wanted[k - 1] = c.P[k] - (speed_along(c, k, v.data()) - c.restored[k - 1]) / c.D_TT;
  const double size = c.parts == 2 ? std::abs(wanted[0]) : std::hypot(wanted[0], wanted[1]);
  c.sticks = size <= c.sticking * c.P[0];
  for (int k = 1; k < c.parts; ++k) {
    if (!c.sticks) wanted[k - 1] *= c.sliding * c.P[0] / size;
    pass_on(c, linked, k, wanted[k - 1] - c.P[k], v);
    c.P[k] = wanted[k - 1];
  }
}

using Cluster = std::span<StepContact* const>;

template <class Visit>
void there_and_back(Cluster contacts, int sweep, Visit visit) {
  if (sweep % 2 == 0)
    for (auto c = contacts.begin(); c != contacts.end(); ++c) visit(**c);
  else
    for (auto c = contacts.rbegin(); c != contacts.rend(); ++c) visit(**c);
}

// Contacts that pass impulses on to each other, by bodies that they share or that joints link, are
// a cluster: how long one takes to settle is nothing to the others.
class Clusters {
 public:
  Clusters(std::span<StepContact> contacts, const LinkedResponses& linked, std::size_t columns)
      : joined_(columns) {
    std::iota(joined_.begin(), joined_.end(), 0);
    for (const int column : linked.columns) join(linked.columns[0], column);
    for (StepContact& c : contacts) {
      for (int i = 0; i < c.count; ++i) join(c.columns[0], c.columns[i]);
      order_.push_back(&c);
    }
    std::ranges::stable_sort(order_, {}, [&](const StepContact* c) { return cluster_of(*c); });
  }
  template <class Visit>
  void each(Visit visit) {
    for (auto from = order_.begin(); from != order_.end();) {
      const int own = cluster_of(**from);
      const auto other = [&](const StepContact* c) { return cluster_of(*c) != own; };
      const auto to = std::find_if(from, order_.end(), other);
      visit(Cluster(from, to));
      from = to;
    }
  }

 private:
  int first_of(int column) {
    while (joined_[column] != column) column = joined_[column] = joined_[joined_[column]];
    return column;
  }
  void join(int one, int other) {
    const auto [low, high] = std::minmax({first_of(one), first_of(other)});
    joined_[high] = low;
  }
  int cluster_of(const StepContact& c) { return c.count > 0 ? first_of(c.columns[0]) : -1; }
  std::vector<int> joined_;  // by column: one of the same cluster, the first is its own
  std::vector<StepContact*> order_;
};

}  // namespace

double speed_along(const StepContact& c, int part, const double* v) {
  const double* row = c.row(part);
  double sum = 0;
  for (int i = 0; i < c.count; ++i) sum += row[i] * v[c.columns[i]];
  return sum;
}

void pass_on(const StepContact& c, const LinkedResponses& linked, int part, double impulse,
             std::vector<double>& v) {
  if (impulse == 0) return;
  const double* give = c.give(part);
  for (int i = 0; i < c.count; ++i) v[c.columns[i]] += give[i] * impulse;
  if (c.linked < 0) return;
  const std::vector<double>& change = linked.change[c.linked + part];
  for (std::size_t k = 0; k < change.size(); ++k) v[linked.columns[k]] += change[k] * impulse;
}

namespace {

// A sweep of positions; the farthest way that it moves anything, m.
double lift(Cluster contacts, int sweep, const LinkedResponses& linked,
            std::vector<double>& moved) {
  double worst = 0;
  there_and_back(contacts, sweep, [&](StepContact& c) {
    if (!(c.D_NN > 0)) return;
    const double off =
        (c.stays() ? c.end_gap : std::max(c.end_gap, 0.0)) + speed_along(c, 0, moved.data());
    double change = -off / c.D_NN;
    if (!c.stays()) change = std::max(change, -c.lift);
    if (change == 0) return;
    worst = std::max(worst, std::abs(change) * c.D_NN);
    c.lift += change;
    pass_on(c, linked, 0, change, moved);
  });
  return worst;
}

// An iterate of sweeps there and back, and the one before: as these err along few slow directions,
// each goes on from a point beyond the last one (Nesterov 1983), which begins anew where it has
// gone too far (O'Donoghue and Candes 2015).
class Momentum {
 public:
  explicit Momentum(Cluster contacts) : last_(contacts.size()) {
    for (std::size_t i = 0; i < last_.size(); ++i) last_[i] = contacts[i]->P;
    from_ = last_;
  }
  // After a sweep: how far it went, and whether that was against the way of the momentum.
  double advance(Cluster contacts) {
    double change = 0, turned = 0;
    for (std::size_t i = 0; i < last_.size(); ++i)
      for (int k = 0; k < contacts[i]->parts; ++k) {
        const double now = contacts[i]->P[k];
        change = std::max(change, std::abs(now - from_[i][k]));
        turned += (from_[i][k] - now) * (now - last_[i][k]);
      }
    if (turned > 0) weight_ = 1;
    return change;
  }
  // To where the next sweep begins.
  void lead(Cluster contacts, const LinkedResponses& linked, std::vector<double>& v) {
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * weight_ * weight_));
    const double beyond = (weight_ - 1) / next;
    weight_ = next;
    for (std::size_t i = 0; i < last_.size(); ++i) {
      StepContact& c = *contacts[i];
      const std::array<double, 3> now = c.P;
      for (int k = 0; k < c.parts; ++k) {
        c.P[k] = now[k] + beyond * (now[k] - last_[i][k]);
        if (k == 0) c.P[0] = std::max(0.0, c.P[0]);
        pass_on(c, linked, k, c.P[k] - now[k], v);
      }
      last_[i] = now;
      from_[i] = c.P;
    }
  }

 private:
  std::vector<std::array<double, 3>> last_, from_;
  double weight_ = 1;
};

SweepResult sweep_cluster(Cluster contacts, const LinkedResponses& linked, double tolerance,
                          std::vector<double>& v) {
  SweepResult result;
  Momentum momentum(contacts);
  while (result.sweeps < most_sweeps) {
    double largest = 0;
    for (int i = 0; i < 2; ++i, ++result.sweeps)
      there_and_back(contacts, i, [&](StepContact& c) {
        press(c, linked, v);
        rub(c, linked, v);
        largest = std::max(largest, c.P[0]);
      });
    if (momentum.advance(contacts) <= tolerance * largest) return result;
    momentum.lead(contacts, linked, v);
  }
  result.converged = false;
  return result;
}

}  // namespace

SweepResult sweep_impulses(std::span<StepContact> contacts, const LinkedResponses& linked,
                           double tolerance, std::vector<double>& v) {
  SweepResult all;
  Clusters(contacts, linked, v.size()).each([&](Cluster cluster) {
    const SweepResult own = sweep_cluster(cluster, linked, tolerance, v);
    all.sweeps = std::max(all.sweeps, own.sweeps);
    all.visits += own.sweeps * static_cast<long>(cluster.size());
    all.converged = all.converged && own.converged;
  });
  return all;
}

void sweep_gaps(std::span<StepContact> contacts, const LinkedResponses& linked, double tolerance,
                std::vector<double>& moved) {
  Clusters(contacts, linked, moved.size()).each([&](Cluster cluster) {
    for (int sweep = 0; sweep < most_lifts; ++sweep)
      if (lift(cluster, sweep, linked, moved) <= tolerance) return;
  });
}

}  // namespace mbs
