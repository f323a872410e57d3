#include "runtime/impact/process.hpp"

#include <cmath>

namespace mbs::impact {

Eigen::VectorXd impulses_given_back(const Restitution& r, const std::vector<Compression>& taken) {
  const int n = static_cast<int>(taken.size());
  Eigen::VectorXd back(n);
  for (int i = 0; i < n; ++i) {
    const double value = r.given_back(i, taken[i]);
    const bool impulse = r.kind == Restitution::Kind::impulse;
    // By work each contact gives back the part ce of its impulse, W_out = ce^2 W_in.
    back[i] = impulse             ? value
              : taken[i].W_in > 0 ? std::sqrt(value / taken[i].W_in) * taken[i].P_in
                                  : 0;
  }
  return back;
}

std::optional<ProcessResult> run_process(const Problem& p, const Restitution& restitution) {
  if (p.spatial()) return run_process_in_space(p, restitution);
  return p.size() == 1 ? process_of_one(p, restitution) : process_of_many(p, restitution);
}

}  // namespace mbs::impact
