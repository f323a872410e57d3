#include "runtime/scales/impact_depth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace mbs {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least = 1e-15;      // of the size
constexpr double usual = 1e-4;       // of the size: where it is looked for first
constexpr double usual_power = 2.5;  // of the work by the depth, as Hertz has it
constexpr double close = 1e-9;       // of a depth: what a line misses then is its square
constexpr int most_lines = 8;        // then the bracket is halved
constexpr int most = 100;

}  // namespace

// By Gauss's rule after depth = d u^2.
double work_until(const ForceAt& force_at, double depth) {
  static constexpr std::array<double, 4> nodes = {0.1834346424956498, 0.5255324099163290,
                                                  0.7966664774136267, 0.9602898564975363};
  static constexpr std::array<double, 4> weights = {0.3626837833783620, 0.3137066458778873,
                                                    0.2223810344533745, 0.1012285362903763};
  double sum = 0;
  for (int i = 0; i < 8; ++i) {
    const double u = 0.5 * (1 + (i % 2 ? nodes[i / 2] : -nodes[i / 2]));
    const double force = force_at(depth * u * u);
    if (!std::isfinite(force)) return infinity;
    sum += weights[i / 2] * std::max(force, 0.0) * u;
  }
  return sum * depth;  // half the weights, twice u du
}

// The work grows with the depth, and of a power law its logarithm by that of the depth is a line:
// then the second line has found it.
std::optional<double> impact_depth(const ForceAt& force_at, double energy, double size) {
  const double shallow = std::log(least), deep = 0;
  double low = shallow, high = deep, x = std::log(usual), last_x = 0, last = infinity;
  for (int i = 0; i < most; ++i) {
    const double excess = std::log(work_until(force_at, size * std::exp(x)) / energy);
    (excess > 0 ? high : low) = x;
    const double slope = std::isfinite(last) ? (excess - last) / (x - last_x) : usual_power;
    const double on_line = excess == 0 ? x : x - excess / slope;
    last_x = x, last = excess;
    if (std::abs(on_line - x) < close || high - low < close) {
      const bool at_end = x - shallow < 2 * close || deep - x < 2 * close;
      return at_end ? std::nullopt : std::optional(size * std::exp(std::clamp(on_line, low, high)));
    }
    x = on_line > low && on_line < high && i < most_lines ? on_line : 0.5 * (low + high);
  }
  return {};
}

}  // namespace mbs
