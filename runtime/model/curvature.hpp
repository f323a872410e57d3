// Private to runtime: how the rate of a function of two bodies changes with their places.
#pragma once

#include "runtime/model/scalar_function.hpp"

namespace mbs {

// Adds `factor` times d(gradient . v)/d(motions) of a function with the Hessian h, which is
// symmetric in the plane.
inline void add_curvature(const PairFunction& f, const LocalHessian& h, const Local& v,
                          double factor, Local& out) {
  if (f.spatial())
    f.for_each_curved([&](int i, int j) { out[j] += factor * h[i][j] * v[i]; });
  else
    f.for_each_curved([&](int i, int j) { out[i] += factor * h[i][j] * v[j]; });
}

inline Local curvature(const PairFunction& f, const LocalHessian& h, const Local& v) {
  Local out{};
  add_curvature(f, h, v, 1, out);
  return out;
}

}  // namespace mbs
