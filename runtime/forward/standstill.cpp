#include "runtime/forward/standstill.hpp"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

constexpr double part_moved = 0.5;     // of the way that both rates give at least
constexpr double worth_a_look = 1e-3;  // tolerances of speeds
// A shorter way, as a part of a place, is lost in rounding.
constexpr double resolved = 1e3 * std::numeric_limits<double>::epsilon();
constexpr double shorter = 0.5;
// Longer by so much with each step: some seventy of them until it may be met again, which leave
// nothing of what decays.
constexpr double leeway = 1.01;
constexpr double far_shorter = 0.25;  // what else makes steps so short is no matter of this

}  // namespace

bool Standstill::met_in(const RungeKutta& steps, const StepUnknowns& plan,
                        std::span<const double> weights, double noise) {
  const double h = steps.tried_time() - steps.time();
  const double *from = steps.y().data(), *to = steps.tried();
  const double *before = steps.f().data(), *after = steps.tried_rates();
  for (int i = plan.positions(); i < plan.motion; ++i) {
    const StepUnknowns::Moved& moved = plan.moved[i - plan.positions()];
    const int k = moved.place;
    const double way_on = (to[k] - from[k]) * before[k];
    if (way_on >= part_moved * h * before[k] * before[k]) continue;  // most of all
    const double slowest = std::min(std::abs(before[k]), std::abs(after[k])), way = h * slowest;
    const double moved_on = std::copysign(1, before[k]) * (to[k] - from[k]);
    if (moved_on >= part_moved * way || before[k] * after[k] <= 0) continue;
    if (moved.share != 1 || slowest * weights[i] < worth_a_look) continue;
    if (way < resolved * std::abs(to[k]) || way * weights[k] < noise) continue;
    longest_ = shorter * h;
    return true;
  }
  return false;
}

void Standstill::passed(double size) {
  if (size < far_shorter * longest_)
    forget();
  else
    longest_ *= leeway;
}

}  // namespace mbs
