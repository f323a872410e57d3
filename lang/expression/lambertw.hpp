// The real branches of Lambert's W function.
#pragma once

namespace mbs {

// w with w*exp(w) = x, to a few units in the last place. Branch 0: x >= -1/e, w >= -1.
// Branch -1: -1/e <= x < 0, w <= -1. NaN outside and for other branches.
// Corless, Gonnet, Hare, Jeffrey, Knuth 1996: eq. 4.22 (series at the branch point), 4.19
// (asymptotes), 5.9 (Halley's step).
double lambertw(int branch, double x);

}  // namespace mbs
