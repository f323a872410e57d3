#include "runtime/coordinates/tree_state.hpp"

#include "runtime/model/evaluation.hpp"

namespace mbs {

TreeState::TreeState(const Model& m)
    : cosine(m.tree.coordinates, 1.0),
      sine(m.tree.coordinates, 0.0),
      segments(m.tree.segments.size()),
      coefficients(1 + 8 * m.tree.segments.size(), 0.0) {
  if (m.layout.spatial()) {
    at = placement_of(m);
    space.bodies.resize(m.masses.size());
    space.loads.resize(m.masses.size());
    space.axes.resize(m.tree.speeds);
    space.rates.resize(m.tree.speeds);
    space.sums.assign(m.tree.speeds, 0.0);
    space.squares.resize(2 * m.tree.speeds);
    coefficients.assign(m.tree.space.coefficients, 0.0);
  }
  coefficients[0] = 1;
}

}  // namespace mbs
