#include "runtime/scales/state_scales.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/elements/forces.hpp"
#include "runtime/model/evaluation.hpp"

namespace mbs {

namespace {

// A guess too small costs a few short steps until the state has grown; one too large, digits.
constexpr double share = 1e-6;      // of what the rate would make of it in the time it has
constexpr double unknown = 1e-12;   // in its SI unit: least size of one that begins with 0
constexpr double noise = 1e-3;      // of what errors of the motion would add up to
constexpr double rounding = 1e-15;  // of the time, to see what rounding does to the rate
constexpr int looks = 40;           // at the rate, each at half the time of the last
constexpr int beside = 4;           // more, a rounding further on each

struct Sight {
  const Model& m;
  const Assembly& start;
  Workspace& w;

  Instant at(double t) const { return {t, start.y.data(), start.yp.data(), &start.mode}; }
  double rate(int force, double t) const {
    const bool known = evaluate_force(m, force, at(t), w);
    return known ? w.impl().forces[force].outputs[0] : 0;
  }
};

// Time in which the state itself makes its rate another, s; at most `longest`.
double memory(const Sight& s, int force, double longest) {
  double slope = 0;
  for (const ForcePartial& d : s.m.forces[force].partials)
    if (d.state == s.m.forces[force].state)
      slope = std::abs(s.w.impl().forces[force].more[d.tape_output]);
  return slope * longest > 1 ? 1 / slope : longest;
}

// What errors within tolerance of the motion make of the rate.
double rate_of_errors(const Sight& s, int force, std::span<const double> tolerance) {
  double sum = 0;
  for (const ForcePartial& d : s.m.forces[force].partials) {
    if (d.state >= 0) continue;
    const Layout& l = s.m.layout;
    if (l.spatial()) continue;  // errors of the motion are told by its own tolerances
    const int at = (d.order == 0 ? l.q : l.v) + column_of(d.body) + d.coordinate;
    sum += std::abs(s.w.impl().forces[force].more[d.tape_output]) * tolerance[at];
  }
  return std::isfinite(sum) ? sum : 0;
}

void expect(const Sight& s, int force, double duration, std::span<const double> tolerance,
            StateScales& scales) {
  const int state = s.m.forces[force].state;
  double most = std::abs(s.rate(force, 0)), rounded = 0;
  evaluate_force_partials(s.m, force, s.at(0), s.w);
  const double time = memory(s, force, duration);
  const double by_errors = rate_of_errors(s, force, tolerance);
  most *= time;
  double at = duration;
  for (int k = 0; k < looks; ++k, at /= 2) {
    const double rate = s.rate(force, at);
    most = std::max(most, std::abs(rate) * std::min(at, time));
    for (int i = 1; i <= beside; ++i)
      rounded = std::max(rounded, std::abs(s.rate(force, at * (1 + i * rounding)) - rate) * time);
  }
  const double first = std::abs(s.start.y[s.m.layout.script + state]);
  scales.size.push_back(std::max(first > 0 ? first : unknown, share * most));
  scales.floor.push_back(std::max(noise * by_errors * time, rounded));
}

}  // namespace

StateScales expect_states(const Model& m, const Assembly& start, double duration,
                          std::span<const double> tolerance, Workspace& w) {
  StateScales scales;
  const auto failure = w.failure;
  place(m, start.y.data(), w.impl().at);
  for (std::size_t i = 0; i < m.forces.size(); ++i)
    if (m.forces[i].state >= 0)
      expect({m, start, w}, static_cast<int>(i), duration, tolerance, scales);
  w.failure = failure;
  return scales;
}

}  // namespace mbs
