// A rigid contact within one step of fixed length: where it is, how its bodies give way, what its
// laws say, what it passed on.
#pragma once

#include <array>
#include <cmath>
#include <compare>

namespace mbs {

// A contact of two bodies: `first` is its number. A pair of a group: `first` < `second` are
// members.
struct ContactKey {
  int group = -1, first = 0, second = 0;
  friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

// Signs are those of runtime/impact/contact_problem.hpp: v_N > 0 opens, P_T acts along positive
// v_T. Of `v`, `P` and `after` the first part is along the normal, the others along the tangents:
// one in the plane, two in space.
struct StepContact {
  ContactKey key;
  int parts = 2;
  // The columns of both bodies: `width` columns of v; by part the gradient of its speed, then the
  // change of v by a unit impulse where bodies are free.
  int count = 0, width = 6;
  std::array<int, 12> columns{};
  double* values = nullptr;   // kept by the finder
  int linked = -1;            // its place among the responses of bodies on joints; -1: none is
  double D_NN = 0, D_TT = 0;  // 1/kg; in space the largest along a tangent
  double gap = 0;             // m, in the middle of the step
  std::array<double, 3> v{};  // m/s, before
  double rest = 0;            // m/s, half of what free acceleration makes of v_N in the step
  bool held = false;          // closed already when the step began
  double departure = 0;       // m/s, least v_N after
  std::array<double, 2> restored{};  // m/s, v_T after, of one that grips
  double sliding = 0, sticking = 0;  // P_T/P_N while it slides, and what holds it at most
  std::array<double, 3> P{};         // N s
  std::array<double, 3> after{};     // m/s
  double end_gap = 0;                // m, when the step ends
  double lift = 0;                   // kg m, which moves the bodies out of each other
  double lifted = 0;                 // J, the work of forces on that way
  int axis = 0;                      // in space: of the world, from which the tangents are taken
  bool sticks = false;

  const double* row(int part) const { return values + part * width; }
  double* row(int part) { return values + part * width; }
  const double* give(int part) const { return values + (parts + part) * width; }
  double* give(int part) { return values + (parts + part) * width; }
  // Sliding before the step, in space its size, m/s.
  double sliding_before() const { return parts == 2 ? v[1] : std::hypot(v[1], v[2]); }
  // How fast it closed, m/s; one that was closed already does not.
  double approach() const { return held || v[0] > 0 ? 0 : -v[0]; }
  // A blow, not the beginning of a rest.
  bool struck() const { return P[0] > 0 && approach() > rest; }
  // Stays closed at the end of the step.
  bool stays() const { return P[0] > 0 && departure == 0; }
  // Work taken up (Thomson and Tait), J. Of one that was held v_N belongs to the new normal.
  double lost() const {
    double sum = lifted;
    for (int k = 0; k < parts; ++k) sum -= 0.5 * P[k] * (v[k] + after[k]);
    return sum;
  }
};

}  // namespace mbs
