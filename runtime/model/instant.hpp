// The solution at one time.
#pragma once

namespace mbs {

// The unknowns at a time; a view.
struct Instant {
  double t = 0;
  const double* y = nullptr;
  const double* yp = nullptr;
};

}  // namespace mbs
