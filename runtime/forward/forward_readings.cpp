// What readings of a run ask of accelerations.
#include "runtime/forward/forward.hpp"

namespace mbs {

// What has been factorised once was so with another bound.
void Forward::set_least_pivot(double least) {
  Accelerations::set_least_pivot(least);
  constant_ = false;
  for (ForwardBlock& block : plan_.blocks) block.constant = false;
}

// What the equation of motion of a given coordinate lacks.
double Forward::given_effort(int coordinate) const {
  const Columns columns(motion_);
  double effort = loops_.any() ? loops_.pull_on_given(coordinate) : 0;
  for (const int driven : plan_.driven) {
    const ForwardBody& b = plan_.bodies[driven];
    const Load& load = loads_[b.body];
    Pair a = columns.bias(b.body);
    for (const ForwardColumn& c : frees(b)) a += a_[c.coordinate] * columns[c.column];
    const Pair lacks = b.mass * a - Eigen::Map<const Pair>(&load.fx);
    for (const ForwardColumn& c : givens(b))
      if (c.coordinate == coordinate) effort += (columns[c.column] * lacks).sum();
    if (b.node == coordinate) effort += b.inertia * a_[b.node] - load.torque;
  }
  return effort;
}

void Forward::show_multipliers(double* lambda) const {
  for (std::size_t i = 0; i < loops_.rows().size(); ++i)
    lambda[loops_.rows()[i]] = loops_.multiplier(i);
  for (const GivenCoordinate& g : m_.tree.prescribed.given)
    lambda[g.row] = -g.sign * given_effort(g.coordinate);
}

}  // namespace mbs
