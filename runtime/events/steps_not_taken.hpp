// Where contacts begin if their beginnings are not located: a step in which one goes deeper than it
// may is not taken, and half of it is tried instead, until one ends deep enough inside and not too
// deep (Flores, Ambrosio, Claro, Lankarani 2006). What a step that is not taken would have come to
// is read from the polynomial of the one that the solver has made.
#pragma once

#include <optional>

namespace mbs {

struct BeginningBySteps {
  std::optional<double> t;  // s; empty: it ends the step open
  int not_taken = 0;
};

// `gap` of an open contact by time, m, in a step of the solver.
template <class Gap>
BeginningBySteps begins_by_steps(Gap&& gap, double from, double to, double deepest) {
  BeginningBySteps found;
  for (double step = to - from; from < to;) {
    const double end = from + step < to ? from + step : to;
    const double there = gap(end);
    if (there > 0) {
      from = end;
    } else if (-there <= deepest || !(from + step / 2 > from)) {
      found.t = end;
      return found;
    } else {
      step /= 2;
      ++found.not_taken;
    }
  }
  return found;
}

}  // namespace mbs
