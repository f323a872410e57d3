// CVODE around one of the problems, as a specialist would call it: roots at the gaps, a restart at
// each onset. BDF with a dense difference Jacobian, or Adams with functional iteration.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "bench/dopri.hpp"

namespace bench {

enum class Method { bdf, adams };

// Callbacks of plain doubles; the driver is compiled once, away from the problems' templates.
struct CvodeProblem {
  int size = 0;
  std::function<void(double t, const double* y, double* dy)> rates;
  int contacts = 0;
  std::function<double(int contact, double t, const double* y)> gap;
  std::function<void(int contact, double t, const double* y, bool closed)>
      crossed;  // latch, release
};

struct CvodeOptions {
  Method method = Method::adams;
  double relative = 1e-8;
  std::array<double, 32> absolute{};  // per unknown
  double first_step_after_onset = 0;  // 0: the solver's own
};

// Integrates y in place from 0 to `end`; adds the times at which contacts began to `onsets`.
Cost integrate_cvode(const CvodeProblem& problem, const CvodeOptions& options, double* y,
                     double end, std::vector<double>* onsets = nullptr);

// The same for one of problems.hpp.
template <class Problem>
CvodeProblem adapt(Problem& problem) {
  return {Problem::size, [&](double t, const double* y, double* dy) { problem.rates(t, y, dy); },
          Problem::contacts,
          [&](int contact, double t, const double* y) { return problem.gap(contact, t, y); },
          [&](int contact, double t, const double* y, bool closed) {
            auto& latch = problem.latches[contact];
            latch.closed = closed;
            if (closed) latch.v_impact = problem.closing_speed(contact, t, y);
          }};
}

}  // namespace bench
