// Here and now: the unknowns at one time, and what the model remembers.
#pragma once

namespace mbs {

struct Mode;

// A view; nothing is owned. Evaluations take it together with a Workspace.
struct Instant {
  double t = 0;                // s
  const double* y = nullptr;   // all unknowns, see model.hpp
  const double* yp = nullptr;  // their rates
  const Mode* mode = nullptr;  // null where contacts and conditions play no part
  Instant in(const Mode& other) const { return {t, y, yp, &other}; }
};

}  // namespace mbs
