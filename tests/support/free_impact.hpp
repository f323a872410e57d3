// For tests: one free impact of two bodies under a normal law, m delta'' = -FN.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/support/law_probe.hpp"

namespace mbs::test {

struct ImpactResult {
  double restitution = 0;
  double duration = 0;   // s
  double delta_max = 0;  // m
  double F_max = 0;      // N, at the steps taken
  double F_min = 0;      // N, at the steps taken
  double lost = 0;       // the loop integral of FN over delta, J
  bool finished = false;
};

// Dormand and Prince's pair of order 5 with step control, `tolerance` relative to the impact speed;
// the turning point and the end are located to rounding.
class FreeImpact {
 public:
  FreeImpact(Probe force, double mass, double speed, double tolerance = 1e-10)
      : force_(std::move(force)), mass_(mass), speed_(speed), tolerance_(tolerance) {
    memory_.v_impact = speed;
  }

  ImpactResult run() {
    y_ = {0, speed_, 0};
    double h = 1e-12;
    for (int step = 0; step < 100000; ++step) {
      auto [next, error] = attempt(h);
      const double factor = std::clamp(0.9 * std::pow(1 / (error + 1e-12), 0.2), 0.2, 5.0);
      if (!(error <= 1)) {
        h *= std::isfinite(error) ? factor : 0.1;
        if (h < 1e-30) return result_;
        continue;
      }
      const bool turns = memory_.loading && next[1] < 0;
      const bool ends = next[0] < 0;
      if (turns) h = locate(h, 1);
      if (ends && !turns) h = locate(h, 0);
      accept(attempt(h).first, h);
      if (turns) memory_.loading = false;
      if (ends && !turns) return finish();
      h *= turns ? 0.1 : factor;
    }
    return result_;
  }

 private:
  using Y = std::array<double, 3>;  // penetration, its rate, work done by the law's force

  Y rate(const Y& y) {
    memory_.delta = std::max(y[0], 0.0);
    memory_.ddelta = y[1];
    memory_.delta_max = std::max(deepest_, memory_.delta);
    const double F = force_(memory_);
    return {y[1], -F / mass_, F * y[1]};
  }

  static Y sum(const Y& y, double h, std::initializer_list<std::pair<double, const Y*>> parts) {
    Y out = y;
    for (const auto& [weight, k] : parts)
      for (std::size_t i = 0; i < 3; ++i) out[i] += h * weight * (*k)[i];
    return out;
  }

  // The state after h, and the error in units of what is allowed.
  std::pair<Y, double> attempt(double h) {
    const Y k1 = rate(y_);
    const Y k2 = rate(sum(y_, h, {{1. / 5, &k1}}));
    const Y k3 = rate(sum(y_, h, {{3. / 40, &k1}, {9. / 40, &k2}}));
    const Y k4 = rate(sum(y_, h, {{44. / 45, &k1}, {-56. / 15, &k2}, {32. / 9, &k3}}));
    const Y k5 = rate(sum(
        y_, h,
        {{19372. / 6561, &k1}, {-25360. / 2187, &k2}, {64448. / 6561, &k3}, {-212. / 729, &k4}}));
    const Y k6 = rate(sum(y_, h,
                          {{9017. / 3168, &k1},
                           {-355. / 33, &k2},
                           {46732. / 5247, &k3},
                           {49. / 176, &k4},
                           {-5103. / 18656, &k5}}));
    const Y next = sum(y_, h,
                       {{35. / 384, &k1},
                        {500. / 1113, &k3},
                        {125. / 192, &k4},
                        {-2187. / 6784, &k5},
                        {11. / 84, &k6}});
    const Y k7 = rate(next);
    const Y error = sum({0, 0, 0}, h,
                        {{71. / 57600, &k1},
                         {-71. / 16695, &k3},
                         {71. / 1920, &k4},
                         {-17253. / 339200, &k5},
                         {22. / 525, &k6},
                         {-1. / 40, &k7}});
    const double length = std::max({std::abs(y_[0]), std::abs(next[0]), speed_ * h});
    return {next, std::max(std::abs(error[1]) / speed_, std::abs(error[0]) / length) / tolerance_};
  }

  // The step after which component i is zero.
  double locate(double h, std::size_t i) {
    double low = 0, high = h;
    for (int k = 0; k < 60; ++k) {
      const double middle = (low + high) / 2;
      (attempt(middle).first[i] > 0 ? low : high) = middle;
    }
    return i == 0 ? low : high;
  }

  void accept(const Y& y, double h) {
    y_ = y;
    result_.duration += h;
    deepest_ = std::max(deepest_, y[0]);
    const double F = -rate(y)[1] * mass_;
    result_.F_max = std::max(result_.F_max, F);
    result_.F_min = std::min(result_.F_min, F);
  }

  ImpactResult finish() {
    result_.restitution = -y_[1] / speed_;
    result_.delta_max = deepest_;
    result_.lost = y_[2];
    result_.finished = true;
    return result_;
  }

  Probe force_;
  double mass_, speed_, tolerance_;
  double deepest_ = 0;
  LawView memory_;
  Y y_{};
  ImpactResult result_;
};

inline ImpactResult free_impact(const ir::LawProgram& law, double mass, double speed,
                                double tolerance = 1e-10) {
  return FreeImpact(normal_force(law), mass, speed, tolerance).run();
}

}  // namespace mbs::test
