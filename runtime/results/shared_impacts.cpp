#include "runtime/results/shared_impacts.hpp"

#include <algorithm>
#include <limits>

namespace mbs {

namespace {

double end_of(const Impact& impact) {
  return impact.closed ? impact.t_end : std::numeric_limits<double>::infinity();
}

// Takes up one that begins before `whole` ends.
void join(Impact& whole, const Impact& part) {
  if (part.t == whole.t) whole.v_in = std::max(whole.v_in, part.v_in);
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

std::vector<Impact> shared_impacts(std::span<const std::vector<Impact>* const> parts,
                                   const std::function<double(double, double)>& largest) {
  std::vector<Impact> all, joined;
  for (const auto* part : parts) all.insert(all.end(), part->begin(), part->end());
  std::ranges::stable_sort(all, {}, &Impact::t);
  std::vector<bool> several;
  for (const Impact& next : all) {
    const bool goes_on = !joined.empty() && next.t <= end_of(joined.back());
    if (goes_on)
      join(joined.back(), next), several.back() = true;
    else
      joined.push_back(next), several.push_back(false);
  }
  for (std::size_t i = 0; i < joined.size(); ++i)
    if (several[i]) joined[i].F_max = largest(joined[i].t, end_of(joined[i]));
  return joined;
}

}  // namespace mbs
