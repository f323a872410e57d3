// A rigid contact within one step of fixed length: where it is, how its bodies give way, what its
// laws say, what it passed on.
#pragma once

#include <array>
#include <compare>

namespace mbs {

// Of two bodies: `first` is its number. Of a pair of a group: `first` < `second` are members.
struct ContactKey {
  int group = -1, first = 0, second = 0;
  friend auto operator<=>(const ContactKey&, const ContactKey&) = default;
};

// Signs are those of runtime/impact/contact_problem.hpp: v_N > 0 opens, P_T acts along positive
// v_T.
struct StepContact {
  ContactKey key;
  // Gradients of v_N and v_T by v, and the change of v by unit impulses where bodies are free.
  int count = 0;
  std::array<int, 6> columns{};
  std::array<double, 6> normal{}, tangent{}, give_N{}, give_T{};
  int linked = -1;            // its place among the responses of bodies on joints; -1: none is
  double D_NN = 0, D_TT = 0;  // 1/kg
  double gap = 0;             // m, in the middle of the step
  double v_N = 0, v_T = 0;    // m/s, before
  double rest = 0;            // m/s, half of what free acceleration makes of v_N in the step
  bool held = false;          // closed already when the step began
  double departure = 0;       // m/s, least v_N after
  double sliding = 0, sticking = 0;  // P_T/P_N while it slides, and what holds it at most
  double P_N = 0, P_T = 0;           // N s
  double after_N = 0, after_T = 0;   // m/s
  double end_gap = 0;                // m, when the step ends
  double lift = 0;                   // kg m, which moves the bodies out of each other
  double lifted = 0;                 // J, the work of forces on that way
  bool sticks = false;

  // How fast it closed, m/s; one that was closed already does not.
  double approach() const { return held || v_N > 0 ? 0 : -v_N; }
  // A blow, not the beginning of a rest.
  bool struck() const { return P_N > 0 && approach() > rest; }
  // Stays closed at the end of the step.
  bool stays() const { return P_N > 0 && departure == 0; }
  // Work taken up (Thomson and Tait), J. Of one that was held v_N belongs to the new normal.
  double lost() const { return -0.5 * (P_N * (v_N + after_N) + P_T * (v_T + after_T)) + lifted; }
};

}  // namespace mbs
