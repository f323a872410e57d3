// One of problems.hpp as the programs that a specialist would write for it.
#pragma once

#include <algorithm>
#include <vector>

#include "bench/compare.hpp"
#include "bench/cvode_driver.hpp"
#include "bench/dopri.hpp"

namespace bench {

template <class P>
Cost run_cvode(const P& with, Method method, const std::vector<double>& scales, double tol,
               double until, Result* result) {
  P problem = with;
  CvodeOptions options;
  options.method = method, options.relative = 0;
  for (std::size_t i = 0; i < scales.size(); ++i) options.absolute[i] = tol * scales[i];
  const auto start = problem.start();
  std::vector<double> y(start.begin(), start.end()), onsets;
  const Cost cost = integrate_cvode(adapt(problem), options, y.data(), until, &onsets);
  if (result) *result = {std::move(y), std::move(onsets)};
  return cost;
}

template <class P>
Cost run_dopri(const P& with, double tol, double until, Result* result) {
  Dopri<double, P> method(with, tol);
  const auto y = method.run(until);
  if (result) *result = {{y.begin(), y.end()}, method.onsets};
  return method.cost;
}

// `scales`: what the tolerance is multiplied by, per unknown.
template <class P>
std::vector<Program> by_hand(P problem, double end, std::vector<double> scales) {
  std::vector<Program> programs;
  for (const Method method : {Method::adams, Method::bdf}) {
    programs.push_back(
        {method == Method::adams ? "CVODE Adams, by hand" : "CVODE BDF, by hand",
         [=](double tol, double until) {
           Result result;
           run_cvode(problem, method, scales, tol, until, &result);
           return result;
         },
         [=](double tol) { return run_cvode(problem, method, scales, tol, end, nullptr); }});
  }
  programs.push_back({"Dormand-Prince, by hand",
                      [=](double tol, double until) {
                        Result result;
                        run_dopri(problem, tol, until, &result);
                        return result;
                      },
                      [=](double tol) { return run_dopri(problem, tol, end, nullptr); }});
  return programs;
}

// State and onsets by the explicit method in long double. `problem` in long double.
template <class P>
std::pair<std::vector<double>, std::vector<double>> reference_of(const P& problem, double until,
                                                                 long double tol = 1e-15L) {
  Dopri<long double, P> method(problem, tol);
  const auto y = method.run(until);
  return {{y.begin(), y.end()}, {method.onsets.begin(), method.onsets.end()}};
}

}  // namespace bench
