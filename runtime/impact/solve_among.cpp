#include "runtime/impact/solve_among.hpp"

#include <algorithm>
#include <cmath>

namespace mbs::impact {

namespace {

bool couples(const Problem& p, int i, int k) {
  constexpr double rounding = 1e-13;
  const int n = p.parts;
  const double unit = std::sqrt(p.D(n * i, n * i) * p.D(n * k, n * k));
  return p.D.block(n * i, n * k, n, n).cwiseAbs().maxCoeff() > rounding * unit;
}

}  // namespace

std::optional<Solution> solve_among(const Problem& p, const std::vector<bool>& taken) {
  Problem some;
  some.parts = p.parts;
  std::vector<int> places;
  for (int i = 0; i < p.size(); ++i) {
    if (!taken[i]) continue;
    for (int part = 0; part < p.parts; ++part) places.push_back(p.parts * i + part);
    some.departure.push_back(p.departure[i]);
    some.friction.push_back(p.friction[i]);
  }
  some.D = p.D(places, places);
  some.free = p.free(places);
  const auto solution = places.empty() ? std::optional(Solution{}) : solve(some);
  if (!solution) return solution;
  Solution all{std::vector<State>(p.size(), State::open),
               Eigen::VectorXd::Zero(p.parts * p.size()),
               {},
               solution->unique};
  for (std::size_t k = 0; k < places.size(); ++k) {
    all.P[places[k]] = solution->P[k];
    all.states[places[k] / p.parts] = solution->states[k / p.parts];
  }
  all.w = p.free + p.D * all.P;
  return all;
}

std::vector<bool> reached_from(const Problem& p, int first) {
  std::vector<bool> reached(p.size());
  std::vector<int> order{first};
  reached[first] = true;
  for (std::size_t next = 0; next < order.size(); ++next)
    for (int k = 0; k < p.size(); ++k)
      if (!reached[k] && couples(p, order[next], k)) reached[k] = true, order.push_back(k);
  return reached;
}

}  // namespace mbs::impact
