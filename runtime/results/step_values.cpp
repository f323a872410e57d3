#include "runtime/results/step_values.hpp"

namespace mbs {

std::vector<double> slopes(const StepValues& v, int place, double step) {
  static constexpr double weight[step_places][step_places] = {
      {-5.5, 9, -4.5, 1}, {-1, -1.5, 3, -0.5}, {0.5, -3, 1.5, 1}, {-1, 4.5, -9, 5.5}};
  std::vector<double> result(v[0].size(), 0);
  for (std::size_t k = 0; k < result.size(); ++k)
    for (int i = 0; i < step_places; ++i) result[k] += weight[place][i] * v[i][k] / step;
  return result;
}

}  // namespace mbs
