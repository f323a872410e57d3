// What a logarithmic axis shows of a list of values.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace mbs {

// The least value that makes the axis as long as it is: above 0, and more than what rounding leaves
// of nothing, 1e-13 of the largest value; the axis would be longer by many powers of ten for it.
inline double least_on_logarithm(std::span<const double> values) {
  constexpr double rounding = 1e-13;
  double most = 0;
  for (const double value : values)
    if (std::isfinite(value)) most = std::max(most, value);
  return std::max(rounding * most, std::numeric_limits<double>::denorm_min());
}

}  // namespace mbs
