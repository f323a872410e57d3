#include "runtime/coordinates/step_limit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact/shape_pairs.hpp"

namespace mbs {

namespace {

constexpr double most = 0.2;  // rad in a step

bool off_centre(double x, double y) {
  return x != 0 || y != 0;
}

}  // namespace

StepLimit::StepLimit(const Model& m) {
  std::vector<bool> matters(m.masses.size());
  for (const BodyPoint& point : m.points)
    if (off_centre(point.x, point.y)) matters[point.body] = true;
  for (const ContactModel& c : m.contacts) {
    if (!c.shapes) continue;
    if (c.shapes->first_turns) matters[c.a] = true;
    if (c.shapes->second_turns) matters[c.b] = true;
  }
  for (const TreeSegment& s : m.tree.segments)
    if (s.node >= 0 && (s.slide >= 0 || off_centre(s.cx, s.cy)))
      matters[m.tree.absolute[s.node] / 3 + 1] = true;
  if (m.layout.spatial()) return;  // quaternions bend as bodies turn, which limits steps by itself
  for (std::size_t body = 1; body < matters.size(); ++body)
    if (matters[body]) spins_.push_back(m.layout.v + column_of(static_cast<int>(body)) + 2);
}

double StepLimit::longest_step(const double* y) const {
  double fastest = 0;
  for (const int spin : spins_) fastest = std::max(fastest, std::abs(y[spin]));
  return fastest > 0 ? most / fastest : std::numeric_limits<double>::infinity();
}

}  // namespace mbs
