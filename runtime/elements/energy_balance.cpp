#include "runtime/elements/energy_balance.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/elements/energy.hpp"

namespace mbs {

namespace {

double balance(const Energies& e) {
  return mechanical(e) + e.contact + e.damping - e.input;
}

constexpr double rounding = 1e-12;  // of the potential energy, well above that of a sum

}  // namespace

void EnergyBalance::add(double t, const Energies& e) {
  if (!started_) reference_ = balance(e), lowest_ = highest_ = e.potential;
  started_ = true;
  lowest_ = std::min(lowest_, e.potential);
  highest_ = std::max(highest_, e.potential);
  exchange_ = std::max({exchange_, e.kinetic, highest_ - lowest_, std::abs(e.contact),
                        std::abs(e.input), std::abs(e.damping), rounding * std::abs(e.potential)});
  const double missing = std::abs(imbalance(e));
  if (!(missing > largest_)) return;
  largest_ = missing;
  worst_at_ = t;
}

double EnergyBalance::imbalance(const Energies& e) const {
  return started_ ? balance(e) - reference_ : 0;
}

double EnergyBalance::error(const Energies& e) const {
  return share(std::abs(imbalance(e)));
}

double EnergyBalance::share(double joules) const {
  const double of = std::max(exchange_, floor_);
  return of > 0 ? joules / of : 0;
}

}  // namespace mbs
