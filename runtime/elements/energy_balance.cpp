#include "runtime/elements/energy_balance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/elements/energy.hpp"

namespace mbs {

namespace {

double balance(const Energies& e) {
  return mechanical(e) + e.contact + e.damping - e.input;
}

constexpr double rounding = 1e-12;  // of the potential energy, well above that of a sum
constexpr double of_sums = 16 * std::numeric_limits<double>::epsilon();  // of their largest term

}  // namespace

void EnergyBalance::add(double t, const Energies& e) {
  if (!started_) reference_ = balance(e), lowest_ = highest_ = e.potential;
  started_ = true;
  lowest_ = std::min(lowest_, e.potential);
  highest_ = std::max(highest_, e.potential);
  exchange_ = std::max({exchange_, e.kinetic, highest_ - lowest_, std::abs(e.contact),
                        std::abs(e.input), std::abs(e.damping), rounding * std::abs(e.potential)});
  for (const double term : {e.kinetic, e.potential, e.contact, e.input, e.damping})
    rounding_ = std::max(rounding_, of_sums * std::abs(term));
  const double now = missing(e);
  if (!(now > largest_)) return;
  largest_ = now;
  worst_at_ = t;
}

double EnergyBalance::imbalance(const Energies& e) const {
  return started_ ? balance(e) - reference_ : 0;
}

double EnergyBalance::missing(const Energies& e) const {
  const double joules = std::abs(imbalance(e));
  return joules <= rounding_ ? 0 : joules;
}

double EnergyBalance::error(const Energies& e) const {
  return share(missing(e));
}

double EnergyBalance::share(double joules) const {
  const double of = std::max(exchange_, floor_);
  return of > 0 ? joules / of : 0;
}

}  // namespace mbs
