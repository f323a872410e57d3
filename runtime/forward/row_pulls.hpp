// What a constraint between two bodies in space pulls them by, and its second rate, from how the
// bodies of a tree move. All in world axes, torques about the centres of mass.
#pragma once

#include <span>

#include "runtime/forward/body_rates.hpp"
#include "runtime/model/pair_function.hpp"

namespace mbs {

// A function of two bodies by their motions. The first is pushed by -force.
struct RowPull {
  Vector3 force = Vector3::Zero(), about_a = Vector3::Zero(), about_b = Vector3::Zero();
  double second_rate = 0;    // with the accelerations that the bodies have
  bool turns_alone = false;  // has no force
};

// Functions at one placement, one after the other: what several have in common is found once.
class RowPulls {
 public:
  RowPulls(const Placement& at, std::span<const BodyRates> bodies) : at_(at), bodies_(bodies) {}
  RowPull of(const PairFunction& function);
  // The rate of the function.
  double rate(const PairFunction& function);
  // The second rate of the way from its one point to the other.
  Vector3 second(const PairFunction& function) const;

 private:
  // From point to point, with its rates.
  struct Apart {
    int pa = -1, pb = -1;
    Vector3 now, rate, second;
  };
  const Apart& apart(const PairFunction& f);
  RowPull along(const PairFunction& f, const Vector3& axis);
  RowPull along_turning(const PairFunction& f);
  RowPull between_axes(const PairFunction& f) const;
  RowPull by_derivatives(const PairFunction& f) const;

  const Placement& at_;
  std::span<const BodyRates> bodies_;
  Apart apart_;
};

}  // namespace mbs
