// N balls in a box with a floor and two walls, in space four: the search for pairs that touch.
#include <cmath>
#include <cstdio>

#include "bench/box_of_balls.hpp"
#include "bench/compare.hpp"
#include "bench/counted.hpp"
#include "bench/mbs_workload.hpp"
#include "bench/sections.hpp"

namespace bench {
namespace {

std::string walls_of(int axes, const std::string& side) {
  if (axes == 2)
    return "point floor = (0, 0) { shape = plane }\npoint left = (0, 0) { shape = plane, angle = "
           "-90 "
           "deg }\npoint right = (" +
           side + ", 0) { shape = plane, angle = 90 deg }\n";
  return "point floor = (0, 0, 0) { shape = plane(z) }\npoint left = (0, 0, 0) { shape = plane(x) "
         "}\npoint front = (0, 0, 0) { shape = plane(y) }\npoint right = (" +
         side + ", 0 m, 0 m) { shape = plane(-x) }\npoint back = (0 m, " + side +
         ", 0 m) { shape = plane(-y) }\n";
}

// As BoxOfBalls has them.
std::string box_of(int axes, int n) {
  const int columns = BoxOfBalls(axes, n).columns_of_start();
  const std::vector<double> start = BoxOfBalls(axes, n).start();
  const auto vector = [&](std::size_t first) {
    std::string text = "(";
    for (int k = 0; k < axes; ++k) {
      char number[40];
      std::snprintf(number, sizeof number, "%s%.17g", k > 0 ? ", " : "", start[first + k]);
      text += number;
    }
    return text + ")";
  };
  std::string text = axes == 2 ? "world planar { gravity = (0, -9.81) m/s^2 }\n"
                               : "world spatial { gravity = -9.81 m/s^2 * z }\n";
  for (int i = 0; i < n; ++i)
    text += "body ball[" + std::to_string(i + 1) +
            "] { shape = sphere(20 mm), mass = 0.1 kg, at = " + vector(axes * i) +
            " m, velocity = " + vector(axes * (n + i)) + " m/s }\n";
  return text + walls_of(axes, "60 mm * " + std::to_string(columns)) +
         "contacts heap { among = [ball, floor, left, right" + (axes == 2 ? "" : ", front, back") +
         "], law = hunt_crossley(ce = 0.6, K = 1e8 N/m^1.5) }\n";
}

// x, y (and z) of all balls.
std::vector<double> places(const mbs::Run& run, int axes, int n) {
  const auto y = run.y_at(run.size() - 1);
  const int each = axes == 2 ? 3 : 7;
  std::vector<double> all;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < axes; ++k) all.push_back(y[each * i + k]);
  return all;
}

struct Box {
  int axes = 2, n = 0;
  double end = 0, check = 0;  // s
  bool slow_ways = true;      // Verlet, and mbs by IDA
};

void box(const Setup& setup, const Box& what) {
  const int axes = what.axes, n = what.n;
  const double end = what.end, check = what.check;
  Comparison c;
  c.name = (axes == 2 ? "balls_" : "balls_in_space_") + std::to_string(n);
  if (!setup.one.empty() && !asked_for(setup, c.name)) return;
  char title[100];
  std::snprintf(title, sizeof title, "%d balls in a box%s, %g s (rms error of places at %g s, m)",
                n, axes == 2 ? "" : " in space", end, check);
  c.title = title;
  c.wanted = 1e-6, c.check = check;
  Cost unused;
  const std::vector<double> fine = box_by_cvode(axes, n, 1e-10, check, unused);
  c.error = [fine](const Result& result) {
    double sum = 0;
    for (std::size_t i = 0; i < fine.size() / 2; ++i) sum += std::pow(result.y[i] - fine[i], 2);
    return std::sqrt(2 * sum / static_cast<double>(fine.size()));
  };
  const auto by_hand = [axes, n, end](auto solve, const char* name) {
    return Program{name,
                   [=](double tol, double until) {
                     Cost cost;
                     return Result{solve(axes, n, tol, until, cost), {}};
                   },
                   [=](double tol) {
                     Cost cost;
                     solve(axes, n, tol, end, cost);
                     return cost;
                   }};
  };
  const auto script = std::make_shared<MbsWorkload>(box_of(axes, n));
  const auto at_end = [axes, n](const MbsWorkload&, const mbs::Run& run) {
    return places(run, axes, n);
  };
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
  box(setup, {2, 10, 0.5, 0.03});
  box(setup, {2, 100, setup.quick ? 0.1 : 0.5, 0.03, !setup.quick});
  box(setup, {2, 1000, setup.quick ? 0.05 : 0.15, 0.01, false});
  box(setup, {3, 100, setup.quick ? 0.05 : 0.2, 0.03, !setup.quick});
  box(setup, {3, 1000, setup.quick ? 0.02 : 0.05, 0.01, false});
}

}  // namespace bench
