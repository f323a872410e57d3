#include "runtime/contact/vector_law.hpp"

namespace mbs {

// The change of a state as the law sees it: a vector z is seen as z - n (n.z).
double VectorLaw::seen(int state, const SpatialChange& c) const {
  const int part = program_.states[state].part;
  if (part < 0) return c.seen.state == state ? 1 : 0;
  const int first = state - part, moved = c.seen.state - first;
  const Vector3 z = vector(first);
  if (moved < 0 || moved > 2) return -c.dn[part] * g_.n.dot(z) - g_.n[part] * c.dn.dot(z);
  return (moved == part ? 1 : 0) - g_.n[part] * g_.n[moved];
}

double VectorLaw::output(int output, const SpatialChange& c) const {
  const int states = static_cast<int>(program_.states.size());
  double sum = partials_.of(output, {.delta = c.seen.delta, .ddelta = c.seen.ddelta});
  for (int part = 0; part < 3; ++part)
    sum += partials_.by_vt_part(output, part, states) * c.slip.slip[part];
  for (int k = 0; k < states; ++k) sum += partials_.by_state(output, k) * seen(k, c);
  return sum;
}

Vector3 VectorLaw::friction(const SpatialChange& c) const {
  const int first = first_rate_ + static_cast<int>(program_.states.size());
  return {output(first, c), output(first + 1, c), output(first + 2, c)};
}

// With Omega x z.
double VectorLaw::rate(int state, const SpatialChange& c) const {
  const double own = output(first_rate_ + state, c);
  const int part = program_.states[state].part;
  if (part < 0) return own;
  const int first = state - part, moved = c.seen.state - first;
  Vector3 carried = c.carrying.cross(vector(first));
  if (moved >= 0 && moved < 3) carried += carrying_.cross(Vector3::Unit(moved));
  return own + carried[part];
}

}  // namespace mbs
