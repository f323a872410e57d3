// Where contacts open within explicit steps: a step that failed over such an instant had better end
// there, since the force is smooth up to it and behind it, and not across.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "runtime/forward/accelerations.hpp"
#include "runtime/scales/scales.hpp"

namespace mbs {

// A step, s, into an impact at this speed, m/s: at its beginning the force bends.
double first_of_impact(const Scales& scales, int contact, double speed);

class Openings {
 public:
  explicit Openings(const Scales& scales) : scales_(scales) {}
  // The motion starts anew.
  void forget() { ahead_ = 0; }
  // Those of these contacts that are closed where accelerations were evaluated last, which is where
  // a step begins.
  void begin(const Accelerations& at, std::span<const int> contacts);
  // An attempt from there to `to`, where accelerations were evaluated last, has failed. Where it
  // had better end, if a contact has opened in it: a little behind that instant, so that the step
  // has it, or before, if one step is too long for how the force bends towards its end.
  std::optional<double> goal(const Accelerations& at, double from, double to);
  // The opening that was left for the step from `from`, if it is before `to`.
  std::optional<double> ahead(double from, double to);

 private:
  struct Closed {
    int contact = 0;
    ContactMotion motion;
  };
  struct Opening {
    double t = 0;  // s
    int contact = 0;
    double rate = 0;  // m/s, at which it leaves
  };
  std::optional<Opening> first(const Accelerations& at, double from, double to) const;

  const Scales& scales_;
  std::vector<Closed> closed_;
  double ahead_ = 0;  // s
};

}  // namespace mbs
