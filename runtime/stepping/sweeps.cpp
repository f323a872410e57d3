#include "runtime/stepping/sweeps.hpp"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

constexpr int most_sweeps = 2000, most_lifts = 100;

double along(const StepContact& c, const std::array<double, 6>& row, const std::vector<double>& v) {
  double sum = 0;
  for (int i = 0; i < c.count; ++i) sum += row[i] * v[c.columns[i]];
  return sum;
}

void add(const StepContact& c, const LinkedResponses& linked, bool tangent, double impulse,
         std::vector<double>& v) {
  const auto& give = tangent ? c.give_T : c.give_N;
  for (int i = 0; i < c.count; ++i) v[c.columns[i]] += give[i] * impulse;
  if (c.linked < 0) return;
  const std::vector<double>& change = linked.change[2 * c.linked + tangent];
  for (std::size_t k = 0; k < change.size(); ++k) v[linked.columns[k]] += change[k] * impulse;
}

// Brings a contact to its law along the normal.
void press(StepContact& c, const LinkedResponses& linked, std::vector<double>& v) {
  if (!(c.D_NN > 0)) return;
  const double wanted = std::max(0.0, c.P_N - (along(c, c.normal, v) - c.departure) / c.D_NN);
  const double change = wanted - c.P_N;
  if (change == 0) return;
  c.P_N = wanted;
  add(c, linked, false, change, v);
}

// The same along the tangent.
void rub(StepContact& c, const LinkedResponses& linked, std::vector<double>& v) {
  if (!(c.sticking > 0) || !(c.D_TT > 0)) return;
  double wanted = c.P_T - along(c, c.tangent, v) / c.D_TT;
  c.sticks = std::abs(wanted) <= c.sticking * c.P_N;
  if (!c.sticks) wanted = std::copysign(c.sliding * c.P_N, wanted);
  const double change = wanted - c.P_T;
  if (change == 0) return;
  c.P_T = wanted;
  add(c, linked, true, change, v);
}

template <class Visit>
void there_and_back(std::span<StepContact> contacts, int sweep, Visit visit) {
  if (sweep % 2 == 0)
    for (auto c = contacts.begin(); c != contacts.end(); ++c) visit(*c);
  else
    for (auto c = contacts.rbegin(); c != contacts.rend(); ++c) visit(*c);
}

}  // namespace

void pass_on(const StepContact& c, const LinkedResponses& linked, double P_N, double P_T,
             std::vector<double>& v) {
  if (P_N != 0) add(c, linked, false, P_N, v);
  if (P_T != 0) add(c, linked, true, P_T, v);
}

namespace {

// An iterate of sweeps there and back, and the one before: as these err along few slow directions,
// each goes on from a point beyond the last one (Nesterov 1983), which begins anew where it has
// gone too far (O'Donoghue and Candes 2015).
class Momentum {
 public:
  explicit Momentum(std::span<const StepContact> contacts) : last_(contacts.size()) {
    for (std::size_t i = 0; i < last_.size(); ++i) last_[i] = {contacts[i].P_N, contacts[i].P_T};
    from_ = last_;
  }
  // After a sweep: how far it went, and whether that was against the way of the momentum.
  double advance(std::span<const StepContact> contacts) {
    double change = 0, turned = 0;
    for (std::size_t i = 0; i < last_.size(); ++i) {
      const Impulse now{contacts[i].P_N, contacts[i].P_T};
      change = std::max({change, std::abs(now.N - from_[i].N), std::abs(now.T - from_[i].T)});
      turned +=
          (from_[i].N - now.N) * (now.N - last_[i].N) + (from_[i].T - now.T) * (now.T - last_[i].T);
    }
    if (turned > 0) weight_ = 1;
    return change;
  }
  // To where the next sweep begins.
  void lead(std::span<StepContact> contacts, const LinkedResponses& linked,
            std::vector<double>& v) {
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * weight_ * weight_));
    const double beyond = (weight_ - 1) / next;
    weight_ = next;
    for (std::size_t i = 0; i < last_.size(); ++i) {
      StepContact& c = contacts[i];
      const Impulse now{c.P_N, c.P_T};
      c.P_N = std::max(0.0, now.N + beyond * (now.N - last_[i].N));
      c.P_T = now.T + beyond * (now.T - last_[i].T);
      pass_on(c, linked, c.P_N - now.N, c.P_T - now.T, v);
      last_[i] = now;
      from_[i] = {c.P_N, c.P_T};
    }
  }

 private:
  struct Impulse {
    double N = 0, T = 0;
  };
  std::vector<Impulse> last_, from_;
  double weight_ = 1;
};

}  // namespace

SweepResult sweep_impulses(std::span<StepContact> contacts, const LinkedResponses& linked,
                           double tolerance, std::vector<double>& v) {
  SweepResult result;
  if (contacts.empty()) return result;
  Momentum momentum(contacts);
  while (result.sweeps < most_sweeps) {
    double largest = 0;
    for (int i = 0; i < 2; ++i, ++result.sweeps)
      there_and_back(contacts, i, [&](StepContact& c) {
        press(c, linked, v);
        rub(c, linked, v);
        largest = std::max(largest, c.P_N);
      });
    if (momentum.advance(contacts) <= tolerance * largest) return result;
    momentum.lead(contacts, linked, v);
  }
  result.converged = false;
  return result;
}

void sweep_gaps(std::span<StepContact> contacts, const LinkedResponses& linked, double tolerance,
                std::vector<double>& moved) {
  for (int sweep = 0; sweep < most_lifts; ++sweep) {
    double worst = 0;
    there_and_back(contacts, sweep, [&](StepContact& c) {
      if (!(c.D_NN > 0)) return;
      const double off =
          (c.stays() ? c.end_gap : std::max(c.end_gap, 0.0)) + along(c, c.normal, moved);
      double change = -off / c.D_NN;
      if (!c.stays()) change = std::max(change, -c.lift);
      if (change == 0) return;
      worst = std::max(worst, std::abs(change) * c.D_NN);
      c.lift += change;
      add(c, linked, false, change, moved);
    });
    if (worst <= tolerance) return;
  }
}

}  // namespace mbs
