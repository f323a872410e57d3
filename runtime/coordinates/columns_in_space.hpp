// How bodies in space are moved by joint coordinates, and how their speeds and accelerations depend
// on these.
//
// A turn about the axis a through o acts on a place r (s = r - o) like this, with the rates a' and
// a'' of the axis as it goes with what is before it, and rates of o that are those of what is
// before it, too:
//   d r/d p    = a x s
//   d r'/d p   = a x (r' - o') + a' x s
//   d r''/d p  = a x (r'' - o'') + 2 a' x (r' - o') + a'' x s
//   d r''/d u  = 2 (a x (r' - o') + a' x s)
// and on spin and angular acceleration in the axes of a body
//   R^T a,   R^T a',   R^T (a'' - omega x a'),   R^T (2 a' - omega x a).
// A slide moves all behind it by a, a', a'', 2 a'. The spin of a ball is measured in its own axes,
// which go with it: there a' and a'' count as 0, and for 2 a' in what depends on u stands omega x
// a.
#pragma once

#include <span>

#include "runtime/coordinates/tree_state.hpp"

namespace mbs::spatial {

void reduce_weights(const Model& model, const double* reduced, std::span<const double> weights,
                    std::span<double> out, TreeState& state);
// After expand and expand_rates.
void spread_coefficients(const Model& model, const double* reduced, const double* rates,
                         TreeState& state);

}  // namespace mbs::spatial
