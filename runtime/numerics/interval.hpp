// Bounds of values: interval arithmetic over the operations of a graph.
#pragma once

#include "lang/expression/graph.hpp"

namespace mbs {

// All that a value may be; lo <= hi. What has no bounds, or may be no number here and there, is
// `anything`; what is surely no number, such as the root of what is negative, is `nowhere`: lo >
// hi.
struct Interval {
  double lo = 0, hi = 0;
};

Interval anything();
Interval nowhere();
inline bool is_nowhere(Interval x) {
  return x.lo > x.hi;
}
inline bool bounded(Interval x) {
  return !is_nowhere(x) && x.hi - x.lo < 1e300;
}
inline bool is_one_value(Interval x) {
  return x.lo == x.hi;
}

// Bounds of `op` where its operands stay within `a` and `b` (of one operand: only `a`), rounding
// included. Conditions are 0, 1 or [0, 1]: not decided.
Interval bounds_of(Op op, Interval a, Interval b);
// Bounds of `condition ? then : otherwise`.
Interval bounds_of_select(Interval condition, Interval then, Interval otherwise);

}  // namespace mbs
