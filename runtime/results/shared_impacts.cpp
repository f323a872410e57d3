#include "runtime/results/shared_impacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs {

namespace {

double end_of(const Impact& impact) {
  return impact.closed ? impact.t_end : std::numeric_limits<double>::infinity();
}

// Takes up one that begins before `whole` ends.
void join(Impact& whole, const Impact& part) {
  if (part.t == whole.t) whole.v_in = std::max(whole.v_in, part.v_in);
  whole.F_max = std::numeric_limits<double>::quiet_NaN();
  whole.depth = std::max(whole.depth, part.depth);
  whole.impulse += part.impulse;
  whole.impulse_T += part.impulse_T;
  whole.blows = std::max(whole.blows, part.blows);
  whole.energy_lost += part.energy_lost;
  if (end_of(part) < end_of(whole)) return;
  whole.closed = part.closed;
  whole.t_end = part.t_end;
  whole.v_out = part.v_out;
}

}  // namespace

std::vector<Impact> shared_impacts(std::span<const std::vector<Impact>* const> parts) {
  std::vector<Impact> all, joined;
  for (const auto* part : parts) all.insert(all.end(), part->begin(), part->end());
  std::ranges::stable_sort(all, {}, &Impact::t);
  for (const Impact& next : all) {
    if (joined.empty() || next.t > end_of(joined.back()))
      joined.push_back(next);
    else
      join(joined.back(), next);
  }
  return joined;
}

void find_largest_forces(std::span<Impact> impacts,
                         const std::function<double(double from, double to)>& largest) {
  for (Impact& impact : impacts)
    if (std::isnan(impact.F_max)) impact.F_max = largest(impact.t, end_of(impact));
}

}  // namespace mbs
