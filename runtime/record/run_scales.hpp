// What the tolerances of a run refer to, as numbers.
#pragma once

#include <vector>

namespace mbs {

// The size of one contact's events when its bodies meet at the reference speed.
struct ContactScale {
  double mass = 1;          // kg, effective, at the start; the smallest of others if `prescribed`
  double depth = 1e-6;      // m, penetration at which the law has taken up mass*speed^2/2
  double duration = 0;      // s, of such an impact, about
  bool prescribed = false;  // the motion of both bodies is
};

struct RunScales {
  double accuracy = 0;         // r, in force for this run
  double speed = 0;            // m/s, the reference Vs; 0: not begun
  double speed_tolerance = 0;  // m/s, the share of it that r is of
  double depth = 0;            // m, share of the smallest of all contacts; without any, of the size
  double mass = 0;             // kg, smallest that contacts or bodies show
  std::vector<ContactScale> contacts;
  std::vector<ContactScale> groups;  // the shallowest of each group's pairs
  // m/s, to which speeds are followed.
  double least_speed() const { return accuracy * speed_tolerance; }
};

}  // namespace mbs
