// Steps that stand still with a speed: what is stiff and damped does so at one length of them, a
// fixed point of the method that the equations do not have.
#pragma once

#include <limits>
#include <span>

#include "runtime/forward/accelerations.hpp"
#include "runtime/numerics/runge_kutta.hpp"

namespace mbs {

// At the end of the range in which it is stable the method maps what decays quickest onto itself,
// and behind it places go back while their rates say forwards. A controller that knows errors alone
// settles at just that length of steps, and leaves speeds of some ten tolerances for ever, of
// bodies whose places stay what they are; a damper makes a force of them. Such steps are not taken,
// and those behind them are shorter for a while.
class Standstill {
 public:
  // Does what was tried leave a place where it is, or behind, whose rate says at both ends that it
  // moves? Ways up to `noise`, in tolerances of places, are what constraints leave of them.
  bool met_in(const RungeKutta& steps, const StepUnknowns& plan, std::span<const double> weights,
              double noise);
  // s, that a step may have.
  double longest() const { return longest_; }
  // It was of late.
  bool near() const { return longest_ < std::numeric_limits<double>::infinity(); }
  // A step was accepted; the next may have this size, s, as far as errors go.
  void passed(double size);
  void forget() { *this = {}; }

 private:
  double longest_ = std::numeric_limits<double>::infinity();
};

}  // namespace mbs
