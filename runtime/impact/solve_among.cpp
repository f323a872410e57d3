#include "runtime/impact/solve_among.hpp"

namespace mbs::impact {

std::optional<Solution> solve_among(const Problem& p, const std::vector<bool>& taken) {
  Problem some;
  std::vector<int> places;
  for (int i = 0; i < p.size(); ++i) {
    if (!taken[i]) continue;
    places.insert(places.end(), {2 * i, 2 * i + 1});
    some.departure.push_back(p.departure[i]);
    some.friction.push_back(p.friction[i]);
  }
  some.D = p.D(places, places);
  some.free = p.free(places);
  const auto solution = places.empty() ? std::optional(Solution{}) : solve(some);
  if (!solution) return solution;
  Solution all{std::vector<State>(p.size(), State::open),
               Eigen::VectorXd::Zero(2 * p.size()),
               {},
               solution->unique};
  for (std::size_t k = 0; k < places.size(); ++k) {
    all.P[places[k]] = solution->P[k];
    all.states[places[k] / 2] = solution->states[k / 2];
  }
  all.w = p.free + p.D * all.P;
  return all;
}

}  // namespace mbs::impact
