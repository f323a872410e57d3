// How what a law gives changes with one unknown.
#pragma once

#include <vector>

#include "runtime/contact/law_inputs.hpp"

namespace mbs {

// Derivatives by one unknown of what the law sees, and of where its force acts.
struct Variation {
  double delta = 0, ddelta = 0, vt = 0;
  int state = -1;
  double turn = 0;                        // of the normal
  double ax = 0, ay = 0, bx = 0, by = 0;  // of the levers
};

// d output/d unknown from the law's partials, which come variable by variable.
struct Partials {
  const double* values;
  int outputs;
  bool deepens;  // delta is the largest penetration so far, which grows with it

  double of(int output, const Variation& v) const {
    const auto d = [&](int variable) { return by(variable, output); };
    double sum = d(by_delta) * v.delta + d(by_ddelta) * v.ddelta + d(by_vt) * v.vt;
    if (deepens) sum += d(by_deepest) * v.delta;
    if (v.state >= 0) sum += by_state(output, v.state);
    return sum;
  }
  double by_state(int output, int state) const {
    return by(input_table::all_moving + state, output);
  }
  // Derivatives by parts of vt, which only laws of vectors have, see LawTapes::partial.
  double by_vt_part(int output, int part, int states) const {
    return by(part == 0 ? by_vt : input_table::all_moving + states + part - 1, output);
  }

 private:
  double by(int variable, int output) const { return values[variable * outputs + output]; }

  static constexpr int by_delta = input_table::moving(SlotKind::law_delta);
  static constexpr int by_ddelta = input_table::moving(SlotKind::law_ddelta);
  static constexpr int by_vt = input_table::moving(SlotKind::law_vt);
  static constexpr int by_deepest = input_table::moving(SlotKind::law_deepest);
};

// The derivatives in what the tape of a law gave, behind its outputs; nothing to read for a pair
// that has not evaluated its law yet.
inline Partials partials_behind(const std::vector<double>& given, int outputs, bool deepens) {
  return {given.empty() ? nullptr : given.data() + outputs, outputs, deepens};
}

}  // namespace mbs
