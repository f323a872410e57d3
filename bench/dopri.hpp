// Dormand and Prince's explicit method of order 5(4) with landing on the onset of contact: what a
// specialist takes for a non-stiff impact problem, and in long double the source of references.
#pragma once

#include <array>
#include <cmath>
#include <vector>

namespace bench {

struct Cost {
  long steps = 0, evaluations = 0, jacobians = 0, factorizations = 0, restarts = 0, impacts = 0;
};

template <class T, class Problem>
class Dopri {
 public:
  static constexpr int n = Problem::size;
  using State = std::array<T, n>;

  Dopri(const Problem& problem, T tolerance) : problem_(problem), tolerance_(tolerance) {}

  // Integrates to `end`; records onset times.
  State run(T end) {
    State y = problem_.start();
    T t = 0, h = end * T(1e-6);
    problem_.latches = {};
    while (t < end) {
      if (t + h > end) h = end - t;
      State next;
      const T error = attempt(t, h, y, next);
      if (!(error <= 1)) {  // of NaN too: the stage left the domain of a law
        h *= error > 1 ? std::fmax(T(0.2), T(0.9) * std::pow(error, T(-0.2))) : T(0.2);
        continue;
      }
      if (crossed(t + h, next)) {
        land(t, h, y, next);
        continue;
      }
      ++cost.steps;
      t += h, y = next;
      h *= std::fmin(T(5), T(0.9) * std::pow(std::fmax(error, T(1e-10)), T(-0.2)));
    }
    return y;
  }

  Cost cost;
  std::vector<T> onsets;

 private:
  bool crossed(int contact, T t, const State& y) const {
    return (problem_.gap(contact, t, y.data()) <= 0) != problem_.latches[contact].closed;
  }
  bool crossed(T t, const State& y) const {
    bool any = false;
    for (int i = 0; i < Problem::contacts; ++i) any = any || crossed(i, t, y);
    return any;
  }

  // The step ends on the other side of gap = 0: shorten it until it ends just there.
  void land(T& t, T& h, State& y, State& next) {
    T low = 0, high = h;
    for (int i = 0; i < 200 && high - low > tolerance_ * T(1e-3) * h; ++i) {
      const T middle = (low + high) / 2;
      attempt(t, middle, y, next);
      (crossed(t + middle, next) ? high : low) = middle;
    }
    attempt(t, high, y, next);
    t += high, y = next;
    for (int i = 0; i < Problem::contacts; ++i)
      if (crossed(i, t, y)) turn(i, t, y);
    ++cost.steps;
    h = std::fmax(high, h * T(0.05));
  }

  void turn(int contact, T t, const State& y) {
    auto& latch = problem_.latches[contact];
    latch.closed = !latch.closed;
    if (!latch.closed) return;
    latch.v_impact = problem_.closing_speed(contact, t, y.data());
    onsets.push_back(t);
    ++cost.impacts;
  }

  T attempt(T t, T h, const State& y, State& out) {
    static constexpr double a[7][6] = {
        {},
        {1.0 / 5},
        {3.0 / 40, 9.0 / 40},
        {44.0 / 45, -56.0 / 15, 32.0 / 9},
        {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
        {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
        {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
    static constexpr double c[7] = {0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1};
    static constexpr double e[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                    -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
    State k[7], stage;
    for (int s = 0; s < 7; ++s) {
      stage = y;
      for (int j = 0; j < s; ++j)
        for (int i = 0; i < n; ++i) stage[i] += h * coefficient(a[s][j]) * k[j][i];
      problem_.rates(t + h * coefficient(c[s]), stage.data(), k[s].data());
    }
    cost.evaluations += 6;
    out = stage;
    T sum = 0;
    for (int i = 0; i < n; ++i) {
      T d = 0;
      for (int s = 0; s < 7; ++s) d += coefficient(e[s]) * k[s][i];
      const T scale = tolerance_ * (scale_floor + std::fmax(std::fabs(y[i]), std::fabs(out[i])));
      sum += h * d / scale * (h * d / scale);
    }
    return std::sqrt(sum / n);
  }
  static T coefficient(double value) { return T(value); }

 public:
  T scale_floor = T(1e-3);

 private:
  Problem problem_;
  T tolerance_;
};

}  // namespace bench
