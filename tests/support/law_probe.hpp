// For tests: laws compiled from scripts and evaluated by themselves, without a mechanism.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "lang/expression/tape.hpp"
#include "tests/support/compiled.hpp"

namespace mbs::test {

// What a law sees of its contact, SI units.
struct LawView {
  double delta = 0, ddelta = 0;
  double v_impact = 1;
  double delta_max = 0;
  bool loading = true;
  double vt = 0;
  double time = 0;
  std::vector<double> z;  // states of the friction law
};

inline double input_of(const Slot& slot, const LawView& s) {
  switch (slot.kind) {
    case SlotKind::law_delta:
      return s.delta;
    case SlotKind::law_ddelta:
      return s.ddelta;
    case SlotKind::law_v_impact:
      return s.v_impact;
    case SlotKind::law_deepest:
      return s.delta_max;
    case SlotKind::law_loading:
      return s.loading ? 1 : 0;
    case SlotKind::law_vt:
      return s.vt;
    case SlotKind::law_time:
      return s.time;
    case SlotKind::law_state:
      return s.z.at(static_cast<std::size_t>(slot.index));
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

inline void set_input(const Slot& slot, double value, LawView& s) {
  switch (slot.kind) {
    case SlotKind::law_delta:
      s.delta = value;
      break;
    case SlotKind::law_ddelta:
      s.ddelta = value;
      break;
    case SlotKind::law_v_impact:
      s.v_impact = value;
      break;
    case SlotKind::law_deepest:
      s.delta_max = value;
      break;
    case SlotKind::law_vt:
      s.vt = value;
      break;
    case SlotKind::law_state:
      s.z.at(static_cast<std::size_t>(slot.index)) = value;
      break;
    default:
      break;
  }
}

// One value of a law as a function of the contact's state.
class Probe {
 public:
  Probe(const Graph& graph, NodeId output)
      : tape_(Tape::compile(graph, {&output, 1})),
        state_(tape_.state()),
        inputs_(tape_.inputs().size()) {}

  // NaN where the law has no value.
  double operator()(const LawView& s) {
    for (std::size_t i = 0; i < inputs_.size(); ++i) inputs_[i] = input_of(tape_.inputs()[i], s);
    double value = 0;
    return tape_.evaluate(inputs_, {&value, 1}, state_) ? value
                                                        : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  Tape tape_;
  TapeState state_;
  std::vector<double> inputs_;
};

// The pin and hole of a slider-crank's clearance joint: 9.5 mm in 10 mm, 15 mm long, steel.
inline std::string journal_script(const std::string& law, const std::string& friction = "none") {
  return "body pin { mass = 1 kg, inertia = 1e-4 kg*m^2 }\n"
         "clearance C: pin in ground { journal = 9.5 mm, bearing = 10 mm, length = 15 mm\n"
         "  material = steel, start = free, adhesion = true, law = " +
         law + ", friction = " + friction + " }\nsimulate 1 ms\n";
}

inline ir::LawProgram program_of(const ir::Scenario& scenario, int contact = 0) {
  return scenario.laws.at(static_cast<std::size_t>(scenario.contacts.at(contact).law.index));
}

inline ir::LawProgram journal_law(const std::string& law, const std::string& friction = "none") {
  return program_of(compile_text(journal_script(law, friction)).scenario());
}

inline Probe normal_force(const ir::LawProgram& program) {
  return {program.graph, program.FN};
}

}  // namespace mbs::test
