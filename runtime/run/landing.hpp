// How a run comes to the instant of an event.
#pragma once

#include <vector>

#include "runtime/events/contact_events.hpp"
#include "runtime/run/occurrences.hpp"
#include "runtime/run/present.hpp"

namespace mbs {

// An event is located on what the integrator interpolates. Where it can do better, the motion goes
// on from a step that ends there, and a contact is closed where that step says it closes.
class Landing {
 public:
  Landing(Present& now, const ContactEvents& contacts)
      : now_(now), contacts_(contacts), y_(now.layout.size), yp_(now.layout.size) {}
  // A step has been accepted.
  void renew() { changed_ = false; }
  // The present becomes that of the event; its instant may move a little.
  void land(const Occurrence& event);

 private:
  bool worth_a_step(const Occurrence& event) const;
  bool step_to(double t);
  bool go_on(double later);
  double correction(const Occurrence& event) const;
  bool off_step();

  Present& now_;
  const ContactEvents& contacts_;
  std::vector<double> y_, yp_;
  bool changed_ = false;  // something in the last step
};

}  // namespace mbs
