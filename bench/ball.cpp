// Ball on a shaking table for ten seconds, at the end at rest on it.
#include <cmath>

#include "bench/by_hand.hpp"
#include "bench/mbs_workload.hpp"
#include "bench/problems.hpp"
#include "bench/references.hpp"
#include "bench/sections.hpp"

namespace bench {
namespace {

double worst_onset(const std::vector<double>& onsets) {
  if (onsets.size() < ball_onsets.size()) return INFINITY;
  double worst = 0;
  for (std::size_t i = 0; i < ball_onsets.size(); ++i)
    worst = std::fmax(worst, std::abs(onsets[i] - ball_onsets[i]));
  return worst;
}

}  // namespace

void ball(const Setup& setup) {
  Comparison c;
  c.title = "Ball on a shaking table, 10 s with quasi-rest (worst of the first five bounces, s)";
  c.name = "ball";
  c.id = "ball", c.wanted = 1e-5, c.check = ball_check, c.reference = ball_onsets;
  c.error = [](const Result& result) { return worst_onset(result.onsets); };
  c.programs = by_hand(Ball<double>(), 10, {1.5e-5, 1});
  const auto script = std::make_shared<MbsWorkload>(
      "world planar { gravity = (0, -9.81) m/s^2 }\n"
      "body ball { shape = sphere(100 mm), mass = 1 kg, at = (0, 1) m }\nbody table { shape = "
      "plane }\n"
      "drive shake: table = (0, 0.5 m + 0.1 m * sin(7.5 rad/s * t))\n"
      "contact hit: ball to table { law = flores(0.9, K = 1.4e12 N/m^1.5) }\n");
  add_mbs(c.programs, script, 10,
          [](const MbsWorkload&, const mbs::Run&) { return std::vector<double>(); });
  compare(setup, c);
}

}  // namespace bench
