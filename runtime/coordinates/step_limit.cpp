#include "runtime/coordinates/step_limit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact/shape_pairs.hpp"
#include "runtime/coordinates/round_bodies.hpp"

namespace mbs {

namespace {

constexpr double most = 0.2;  // rad in a step

bool off_centre(double x, double y) {
  return x != 0 || y != 0;
}

// In the plane.
std::vector<bool> off_their_centres(const Model& m) {
  std::vector<bool> matters(m.masses.size());
  for (const BodyPoint& point : m.points)
    if (off_centre(point.x, point.y)) matters[point.body] = true;
  for (const TreeSegment& s : m.tree.segments)
    if (s.node >= 0 && (s.slide >= 0 || off_centre(s.cx, s.cy)))
      matters[m.layout.body_of(m.tree.absolute[s.node])] = true;
  return matters;
}

}  // namespace

StepLimit::StepLimit(const Model& m) : parts_(m.layout.spatial() ? 3 : 1) {
  const bool spatial = m.layout.spatial();
  if (spatial && !m.tree.used()) return;  // quaternions bend as bodies turn, which limits steps
  std::vector<bool> matters = spatial ? out_of_round(m) : off_their_centres(m);
  for (const ContactModel& c : m.contacts) {
    if (!c.shapes) continue;
    if (c.shapes->first_turns) matters[c.a] = true;
    if (c.shapes->second_turns) matters[c.b] = true;
  }
  for (std::size_t body = 1; body < matters.size(); ++body)
    if (matters[body] && (!spatial || turns_on_a_pin(m.tree, static_cast<int>(body))))
      spins_.push_back(m.layout.v + m.layout.motion_of(static_cast<int>(body)) +
                       m.layout.per_motion - parts_);
}

double StepLimit::longest_step(const double* y) const {
  double fastest = 0;
  for (const int spin : spins_) {
    double square = 0;
    for (int k = 0; k < parts_; ++k) square += y[spin + k] * y[spin + k];
    fastest = std::max(fastest, parts_ == 1 ? std::abs(y[spin]) : std::sqrt(square));
  }
  return fastest > 0 ? most / fastest : std::numeric_limits<double>::infinity();
}

}  // namespace mbs
