// One impact of two spheres: alone, and as a pass of a sweep.
#include <cmath>

#include "bench/by_hand.hpp"
#include "bench/mbs_workload.hpp"
#include "bench/problems.hpp"
#include "bench/references.hpp"
#include "bench/sections.hpp"

namespace bench {

void spheres(const Setup& setup) {
  Comparison c;
  c.title = "One impact of two spheres (error of the restitution)";
  c.name = "spheres";
  c.id = "spheres", c.wanted = 1e-5, c.check = spheres_end, c.reference = spheres_speed;
  c.error = [](const Result& result) { return std::abs(result.y[1] - spheres_speed[0]) / 0.5; };
  c.programs = by_hand(Spheres<double>(), spheres_end, {1e-4, 1});
  const auto script = std::make_shared<MbsWorkload>(
      "body left  { shape = sphere(50 mm), material = steel, at = (-50.1, 0) mm, velocity = (0.5, "
      "0) m/s }\n"
      "body right { shape = sphere(50 mm), material = steel, at = (50, 0) mm }\n"
      "contact hit: left to right { law = flores(0.8) }\n");
  add_mbs(c.programs, script, spheres_end, [](const MbsWorkload& s, const mbs::Run& run) {
    const double right = s.coordinate(run, "right", 0, 1), left = s.coordinate(run, "left", 0, 1);
    return std::vector<double>{0, right - left};
  });
  compare(setup, c);
}

}  // namespace bench
