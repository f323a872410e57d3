// Four-bar with clearance and friction at both pins of its coupler.
#include <cmath>

#include "bench/by_hand.hpp"
#include "bench/four_bar_by_hand.hpp"
#include "bench/mbs_workload.hpp"
#include "bench/references.hpp"
#include "bench/sections.hpp"

namespace bench {
namespace {

// The largest error of coordinates and rates, in crank lengths, radians and the crank's speeds.
double state_error(const std::vector<double>& y) {
  const FourBar<double> p;
  const double lengths[] = {p.crank, p.crank, 1, 1};
  double worst = 0;
  for (int i = 0; i < 8; ++i) {
    const double scale = lengths[i % 4] * (i < 4 ? 1 : p.omega);
    const double error = std::abs(y[i] - four_bar_end[i]) / scale;
    if (!(error <= worst)) worst = error;
  }
  return std::isnan(worst) ? INFINITY : worst;
}

// mbs follows the coupler's origin, not its centre of mass.
std::vector<double> state_of(const MbsWorkload& script, const mbs::Run& run) {
  const auto coupler = [&](int index, int order) {
    return script.coordinate(run, "coupler", index, order);
  };
  const double angle = coupler(2, 0), spin = coupler(2, 1), arm = FourBar<double>().cm_coupler;
  const double rx = arm * std::cos(angle), ry = arm * std::sin(angle);
  return {coupler(0, 0) + rx,
          coupler(1, 0) + ry,
          angle,
          script.coordinate(run, "rocker", 2, 0),
          coupler(0, 1) - spin * ry,
          coupler(1, 1) + spin * rx,
          spin,
          script.coordinate(run, "rocker", 2, 1)};
}

}  // namespace

void four_bar(const Setup& setup) {
  const double end = 0.3;
  const double depth = 2.7e-5;  // m, penetration at 1 m/s: positions count as in mbs
  Comparison c;
  c.title = "Four-bar with two clearances, 0.3 s (error of the state at 2 ms)";
  c.name = "four_bar";
  c.wanted = 1e-5, c.check = four_bar_check;
  c.error = [](const Result& result) { return state_error(result.y); };
  c.programs = by_hand(FourBar<double>(), end,
                       {depth, depth, depth / 0.15, depth / 0.25, 1, 1, 1 / 0.15, 1 / 0.25});
  std::string script = read_text(setup.examples + "/four_bar.mbs");
  script.resize(script.find("simulate"));  // what it asks of its own run
  add_mbs(c.programs, std::make_shared<MbsWorkload>(script), end, state_of);
  compare(setup, c);
}

}  // namespace bench
