#include "bench/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "bench/counted.hpp"
#include "bench/measure.hpp"
#include "bench/peers.hpp"

namespace bench {
namespace {

constexpr double loosest = 1e-3, tightest = 1e-12;

double error_at(const Comparison& c, const Program& program, double tol) {
  return c.error(program.solve(tol, c.check));
}

// The loosest tolerance whose error, and that of the next tighter one, is small enough: a single
// good error may be luck.
double tolerance_for(const Comparison& c, const Program& program) {
  double last = error_at(c, program, loosest);
  for (double tol = loosest; tol > tightest; tol /= 2) {
    const double next = error_at(c, program, tol / 2);
    if (last <= c.wanted && next <= c.wanted) return tol;
    last = next;
  }
  return tightest;
}

void print_row(const std::string& name, double tol, double error, double seconds, double baseline,
               const Cost& cost) {
  std::printf("| %s | %.1e | %.1e | %.3f | %.2f | %ld | %ld | %ld | %ld | %ld | %ld |\n",
              name.c_str(), tol, error, 1e3 * seconds, seconds / baseline, cost.steps,
              cost.evaluations, cost.jacobians, cost.factorizations, cost.restarts, cost.impacts);
}

// Error against time, both logarithmic; programs by letters.
struct Curve {
  char letter;
  std::vector<double> seconds, errors;
};

void plot(const std::vector<Curve>& curves) {
  constexpr int width = 68, height = 16;
  double left = 1e9, right = -1e9, low = 1e9, high = -1e9;
  for (const Curve& curve : curves)
    for (std::size_t i = 0; i < curve.errors.size(); ++i) {
      left = std::min(left, std::log10(curve.seconds[i]));
      right = std::max(right, std::log10(curve.seconds[i]));
      low = std::min(low, std::log10(curve.errors[i]));
      high = std::max(high, std::log10(curve.errors[i]));
    }
  std::vector<std::string> rows(height, std::string(width, ' '));
  for (const Curve& curve : curves)
    for (std::size_t i = 0; i < curve.errors.size(); ++i) {
      const double x = (std::log10(curve.seconds[i]) - left) / std::max(right - left, 1e-9);
      const double y = (high - std::log10(curve.errors[i])) / std::max(high - low, 1e-9);
      rows[std::lround(y * (height - 1))][std::lround(x * (width - 1))] = curve.letter;
    }
  std::printf("\n```text\n");
  for (int i = 0; i < height; ++i)
    std::printf("%8.0e |%s\n", std::pow(10, high - (high - low) * i / (height - 1)),
                rows[i].c_str());
  std::printf("         +%s\n   error  %-10.2g%*.2g\n", std::string(width, '-').c_str(),
              1e3 * std::pow(10, left), width - 10, 1e3 * std::pow(10, right));
  std::printf("          ms of user time");
  for (std::size_t i = 0; i < curves.size(); ++i) std::printf("%s", i ? "" : "\n");
}

void add_point(const Comparison& c, const Program& program, double tol, Curve& curve) {
  if (!curve.seconds.empty() && curve.seconds.back() > 2) return;
  const double error = error_at(c, program, tol);
  if (!(error > 0) || !std::isfinite(error)) return;
  curve.errors.push_back(error);
  curve.seconds.push_back(times_of({[&] { program.work(tol); }}, 1)[0]);
}

// All programs at one tolerance before the next, so that a busy moment meets them all.
std::vector<Curve> curves_of(const Comparison& c) {
  std::vector<Curve> curves;
  for (std::size_t i = 0; i < c.programs.size(); ++i)
    curves.push_back({static_cast<char>('A' + i), {}, {}});
  const double step = std::sqrt(10.0);
  for (double tol = loosest; tol > 0.9e-8; tol /= step)
    for (std::size_t i = 0; i < c.programs.size(); ++i) add_point(c, c.programs[i], tol, curves[i]);
  return curves;
}

// s, at the error wanted: on the straight line through all points, both scales logarithmic.
double fitted(const Curve& curve, double error) {
  const double n = static_cast<double>(curve.errors.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < curve.errors.size(); ++i) {
    const double u = std::log(curve.errors[i] / error), v = std::log(curve.seconds[i]);
    x += u / n, y += v / n, xx += u * u / n, xy += u * v / n;
  }
  const double slope = (xy - x * y) / (xx - x * x);
  return std::exp(y - slope * x);
}

void work_and_precision(const Comparison& c) {
  const std::vector<Curve> curves = curves_of(c);
  plot(curves);
  for (std::size_t i = 0; i < c.programs.size(); ++i)
    std::printf("%c %s\n", curves[i].letter, c.programs[i].name.c_str());
  std::printf(
      "tolerances from 1e-3 to 1e-8, two per decade\n```\n\nAt %g, on lines through all points:",
      c.wanted);
  for (const Curve& curve : curves) {
    if (curve.errors.size() < 3) continue;
    const double seconds = fitted(curve, c.wanted);
    std::printf("%s %c %.3g ms (%.2f)", curve.letter == 'A' ? "" : ",", curve.letter, 1e3 * seconds,
                seconds / fitted(curves[0], c.wanted));
  }
  std::printf("\n");
}

}  // namespace

Cost cost_of(const mbs::Run& run) {
  Cost cost;
  cost.steps = run.counters.steps, cost.evaluations = run.counters.residuals;
  cost.jacobians = run.counters.jacobians, cost.factorizations = run.counters.factorizations;
  cost.restarts = run.counters.restarts;
  for (const auto& contact : run.impacts) cost.impacts += static_cast<long>(contact.size());
  return cost;
}

namespace {

void compare_one(const Setup& setup, const Comparison& c) {
  const int programs = static_cast<int>(c.programs.size());
  for (int i = 0; setup.which < 0 && i < programs; ++i)
    std::printf("%d\t%s\n", i, c.programs[i].name.c_str());
  if (setup.which < 0 || setup.which >= programs) return;
  const Program& program = c.programs[setup.which];
  count_one(
      setup, program.name, [&] { return program.work(setup.tol); },
      [&] { return error_at(c, program, setup.tol); });
}

}  // namespace

void compare(const Setup& setup, const Comparison& c) {
  if (asked_for(setup, c.name)) compare_one(setup, c);
  if (!setup.one.empty()) return;
  std::printf("\n### %s, error <= %g\n\n", c.title.c_str(), c.wanted);
  std::printf(
      "| program | tol | error | ms | ratio | steps | evaluations | Jacobians | factorizations | "
      "restarts | impacts |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  std::vector<double> tols;
  std::vector<Cost> costs(c.programs.size());
  std::vector<std::function<void()>> works;
  for (std::size_t i = 0; i < c.programs.size(); ++i) {
    tols.push_back(tolerance_for(c, c.programs[i]));
    works.push_back([&, i] { costs[i] = c.programs[i].work(tols[i]); });
  }
  const std::vector<double> seconds = times_of(works, setup.rounds());
  for (std::size_t i = 0; i < c.programs.size(); ++i)
    print_row(c.programs[i].name, tols[i], error_at(c, c.programs[i], tols[i]), seconds[i],
              seconds[0], costs[i]);
  if (!c.id.empty())
    for (const PeerRow& row : peer_rows(setup, c.id, c.wanted, c.reference))
      print_row(row.name, row.tol, row.error, row.seconds, seconds[0], row.cost);
  std::fflush(stdout);
  if (!setup.quick) work_and_precision(c);
  std::fflush(stdout);
}

}  // namespace bench
