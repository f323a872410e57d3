#include "runtime/results/impulse_sums.hpp"

#include "runtime/equations/shared_loads.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/signals/values.hpp"

namespace mbs {

namespace {

// Gauss and Legendre, four points of -1 to 1 (Abramowitz and Stegun 25.4.30): exact to degree 7.
struct Look {
  double place, weight;
};
constexpr Look looks[] = {{-0.861136311594052575, 0.347854845137453857},
                          {-0.339981043584856265, 0.652145154862546143},
                          {0.339981043584856265, 0.652145154862546143},
                          {0.861136311594052575, 0.347854845137453857}};

}  // namespace

void ImpulseSums::add_between(double from, double to, const Motion& motion, Workspace& workspace,
                              std::span<double> sums) const {
  const double half = 0.5 * (to - from), middle = 0.5 * (from + to);
  if (empty() || !(half > 0)) return;
  for (const Look& look : looks) {
    const Instant now = motion(middle + half * look.place);
    place(model_, now.y, workspace.impl().at);
    Reactions of_instant;
    for (std::size_t k = 0; k < sums.size(); ++k)
      sums[k] += half * look.weight *
                 slot_value_placed(model_, exerting(impulses_[k]), now, workspace, of_instant);
  }
}

void ImpulseSums::add_at(const Instant& now, std::span<const double> multipliers,
                         Workspace& workspace, std::span<double> sums) const {
  if (empty() || multipliers.empty()) return;
  place(model_, now.y, workspace.impl().at);
  std::vector<double> shared(multipliers.begin(), multipliers.end());
  if (!model_.sharing_rows.empty()) share_loads(model_, workspace.impl().at, now.mode, shared);
  for (std::size_t k = 0; k < sums.size(); ++k)
    sums[k] += passed_on_by_rows(model_, impulses_[k], now, shared.data(), workspace);
}

}  // namespace mbs
