// The books of a run: work put in against energy found.
#pragma once

#include "runtime/elements/energy.hpp"

namespace mbs {

// What a run misses is judged by what it exchanges: the largest so far of the kinetic energy, the
// rise or fall of the potential energy (so it does not matter where heights are counted from) and
// the works of drives and forces, contacts and dampers. Below `floor` nothing is resolved anyway,
// and what sums of these numbers are rounded by is nothing.
class EnergyBalance {
 public:
  void set_floor(double joules) { floor_ = joules; }
  void add(double t, const Energies& energies);  // the next instant
  // J, what has come from nowhere since the first instant; negative: what has got lost.
  double imbalance(const Energies& energies) const;
  // Its magnitude over the largest exchange so far: 0 if nothing has happened yet.
  double error(const Energies& energies) const;
  // The largest of all instants so far, by the largest exchange so far, and when it was.
  double largest_error() const { return share(largest_); }
  double worst_at() const { return worst_at_; }  // s

 private:
  double share(double joules) const;
  double missing(const Energies& energies) const;  // J, beyond rounding
  bool started_ = false;
  double floor_ = 0, exchange_ = 0, largest_ = 0;    // J
  double rounding_ = 0;                              // J, of the sums so far
  double reference_ = 0, lowest_ = 0, highest_ = 0;  // J, the last two of the potential energy
  double worst_at_ = 0;
};

// kinetic + potential, which `energy.total` shows.
inline double mechanical(const Energies& e) {
  return e.kinetic + e.potential;
}

}  // namespace mbs
