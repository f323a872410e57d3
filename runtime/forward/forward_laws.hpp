// Compliant laws of contacts of two shapes, as accelerations evaluate them: from their own inputs
// straight to the registers of their tapes.
#pragma once

#include <vector>

#include "runtime/contact/law.hpp"
#include "runtime/contact/law_inputs.hpp"
#include "runtime/forward/accelerations.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

// A contact that may act, as its law was evaluated last; first what does not change from one choice
// to the next.
struct LawTouch {
  int contact = 0;
  const ContactModel* model = nullptr;
  const LawTapes* law = nullptr;
  TapeState* tape = nullptr;
  bool always = false;  // acts without touching, too
  bool known = false;
  double delta = 0;       // m, what its law sees
  double FN = 0, FT = 0;  // N
};

class ForwardLaws {
 public:
  ForwardLaws(const Model& model, const StepUnknowns& plan, const Mode& mode, Workspace& workspace);
  // The contact from here on.
  void take(int contact, LawTouch& out) const;
  // Closed, or acts without touching; else it has opened since it was chosen.
  bool on(const LawTouch& touch) const {
    const ContactMode& mode = mode_.contacts[touch.contact];
    return !mode.off && (mode.armed || touch.always);
  }
  // Its gap among the unknowns of steps.
  int gap(const LawTouch& touch) const { return sites_[touch.contact].gap; }
  // FN and FT at `delta`, m/s, s, the unknowns of steps. False: no value, the workspace knows.
  bool evaluate(LawTouch& touch, double ddelta, double vt, double t, const double* unknowns);
  // Rates of work, of the impulse and of the law's states, among those of steps.
  void write(const LawTouch& touch, double power, double* rates) const;

 private:
  struct Site {  // of a contact, among the unknowns of steps
    int gap = 0, work = 0, impulse = 0, state = 0;
  };
  struct Input {  // of a law
    double LawArguments::*value = nullptr;
    int state = 0;  // where that is null
  };
  void find_inputs(int law);

  const Model& m_;
  const Mode& mode_;
  Workspace& w_;
  std::vector<Site> sites_;                 // by contact
  std::vector<std::vector<Input>> inputs_;  // by law; none of a law of vectors
};

inline bool ForwardLaws::evaluate(LawTouch& touch, double ddelta, double vt, double t,
                                  const double* unknowns) {
  const ContactMode& mode = mode_.contacts[touch.contact];
  const LawTapes& law = *touch.law;
  TapeState& tape = *touch.tape;
  const LawArguments seen = law_arguments(mode, touch.delta, ddelta, vt, t);
  const double* const states = unknowns + sites_[touch.contact].state;
  double* to = tape.registers.data();
  for (const Input& input : inputs_[touch.model->own.law])
    *to++ = input.value ? seen.*input.value : states[input.state];
  if (!tape.flags.empty()) freeze_conditions(tape, mode.flags.values());
  ++w_.law_evaluations;
  if (!law.value.evaluate(tape)) {
    keep_law_failure(m_, law_user(m_, touch.contact, w_), {seen, states, &mode.flags.values()},
                     tape, w_);
    return false;
  }
  touch.FN = law.value.output(tape, 0);
  touch.FT = law.friction ? law.value.output(tape, 1) : 0;
  return true;
}

inline void ForwardLaws::write(const LawTouch& touch, double power, double* rates) const {
  const Site& site = sites_[touch.contact];
  rates[site.work] = power;
  rates[site.impulse] = touch.FN;
  for (int k = 0; k < touch.model->own.states; ++k)
    rates[site.state + k] = touch.law->value.output(*touch.tape, touch.law->first_rate() + k);
}

}  // namespace mbs
