// N balls in a box with a floor and two walls: the search for pairs that touch.
#include <cmath>
#include <cstdio>

#include "bench/box_of_balls.hpp"
#include "bench/compare.hpp"
#include "bench/mbs_workload.hpp"
#include "bench/sections.hpp"

namespace bench {
namespace {

std::string box_of(int n) {
  const std::string count = std::to_string(n),
                    columns = std::to_string(static_cast<int>(std::ceil(std::sqrt(n))));
  std::string text = "world planar { gravity = (0, -9.81) m/s^2 }\n";
  for (int i = 0; i < n; ++i) {
    const int across = static_cast<int>(std::ceil(std::sqrt(n)));
    const std::string column = std::to_string(i % across), row = std::to_string(i / across);
    text += "body ball[" + std::to_string(i + 1) +
            "] { shape = sphere(20 mm), mass = 0.1 kg, at = (60 mm * (" + column +
            " + 0.5), 60 mm * (" + row + " + 0.5)), velocity = (1.5 * sin(2.4 * " + column + " + " +
            row + "), 1.5 * cos(3.1 * " + row + " - " + column + ")) m/s }\n";
  }
  return text +
         "point floor = (0, 0) { shape = plane }\npoint left = (0, 0) { shape = plane, angle = -90 "
         "deg }\n"
         "point right = (60 mm * " +
         columns +
         ", 0) { shape = plane, angle = 90 deg }\n"
         "contacts heap { among = [ball, floor, left, right], law = hunt_crossley(ce = 0.6, K = "
         "1e8 N/m^1.5) }\n";
}

// x, y of all balls.
std::vector<double> places(const mbs::Run& run, int n) {
  const auto y = run.y_at(run.size() - 1);
  std::vector<double> all;
  for (int i = 0; i < n; ++i) all.insert(all.end(), {y[3 * i], y[3 * i + 1]});
  return all;
}

struct Box {
  int n = 0;
  double end = 0, check = 0;  // s
  bool slow_ways = true;      // Verlet, and mbs by IDA
};

void box(const Setup& setup, const Box& what) {
  const int n = what.n;
  const double end = what.end, check = what.check;
  Comparison c;
  char title[100];
  std::snprintf(title, sizeof title, "%d balls in a box, %g s (rms error of places at %g s, m)", n,
                end, check);
  c.title = title;
  c.wanted = 1e-6, c.check = check;
  Cost unused;
  const std::vector<double> fine = box_by_cvode(n, 1e-10, check, unused);
  c.error = [fine, n](const Result& result) {
    double sum = 0;
    for (int i = 0; i < 2 * n; ++i) sum += std::pow(result.y[i] - fine[i], 2);
    return std::sqrt(sum / (2 * n));
  };
  const auto by_hand = [n, end](auto solve, const char* name) {
    return Program{name,
                   [=](double tol, double until) {
                     Cost cost;
                     return Result{solve(n, tol, until, cost), {}};
                   },
                   [=](double tol) {
                     Cost cost;
                     solve(n, tol, end, cost);
                     return cost;
                   }};
  };
  const auto script = std::make_shared<MbsWorkload>(box_of(n));
  const auto at_end = [n](const MbsWorkload&, const mbs::Run& run) { return places(run, n); };
  c.programs.push_back(by_hand(box_by_cvode, "CVODE Adams, by hand"));
  if (what.slow_ways) {
    c.programs.push_back(by_hand(box_by_verlet, "velocity Verlet, by hand"));
    c.programs.push_back(mbs_program(script, end, at_end));
  }
  c.programs.push_back(mbs_program(script, end, at_end, Engine::islands));
  compare(setup, c);
}

}  // namespace

void balls(const Setup& setup) {
  box(setup, {10, 0.5, 0.03});
  box(setup, {100, setup.quick ? 0.1 : 0.5, 0.03, !setup.quick});
  box(setup, {1000, setup.quick ? 0.05 : 0.15, 0.01, false});
}

}  // namespace bench
