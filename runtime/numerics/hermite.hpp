// The cubic through values and slopes at both ends of a step.
#pragma once

namespace mbs {

class Hermite {
 public:
  // At x seconds within a step of length h.
  Hermite(double h, double x) {
    const double u = x / h;
    a_ = (1 + 2 * u) * (1 - u) * (1 - u), b_ = u * (1 - u) * (1 - u) * h;
    c_ = u * u * (3 - 2 * u), d_ = u * u * (u - 1) * h;
    rise_ = 6 * u * (1 - u) / h;
    e_ = (1 - u) * (1 - 3 * u), f_ = u * (3 * u - 2);
  }
  double value(double y0, double s0, double y1, double s1) const {
    return a_ * y0 + b_ * s0 + c_ * y1 + d_ * s1;
  }
  double slope(double y0, double s0, double y1, double s1) const {
    return rise_ * (y1 - y0) + e_ * s0 + f_ * s1;
  }

 private:
  double a_, b_, c_, d_, e_, f_, rise_;
};

}  // namespace mbs
