#include "runtime/contact/law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mbs {

namespace {

const Tape& tape_of(const LawTapes& law, LawTape which) {
  switch (which) {
    case LawTape::value:
      return law.value;
    case LawTape::partial:
      return law.partial;
    case LawTape::signals:
      return law.signals;
    default:
      return law.checks;
  }
}

TapeState& state_of(ContactTapes& tapes, LawTape which) {
  switch (which) {
    case LawTape::value:
      return tapes.value;
    case LawTape::partial:
      return tapes.partial;
    case LawTape::signals:
      return tapes.signals;
    default:
      return tapes.checks;
  }
}

// A law's inputs into the first registers of one of its tapes, where an evaluation takes them from;
// states of a new contact if none are given.
void fill_inputs(const Tape& tape, const ir::LawProgram& program, const LawCall& call,
                 TapeState& state) {
  double* to = state.registers.data();
  for (const Slot& slot : tape.inputs()) {
    const int i = slot.index;
    if (slot.kind == SlotKind::law_state)
      *to++ = call.states ? call.states[i] : program.states[i].initial;
    else
      *to++ = law_input(call.inputs, slot.kind);
  }
}

bool evaluate_filled(const Tape& tape, TapeState& state, std::vector<double>& out) {
  return tape.evaluate({state.registers.data(), tape.inputs().size()},
                       {out.data(), static_cast<std::size_t>(tape.output_count())}, state);
}

void set_flags(TapeState& state, const ContactMode* mode) {
  if (state.flags.empty()) return;
  std::fill(state.flags.begin(), state.flags.end(), std::numeric_limits<double>::quiet_NaN());
  if (!mode) return;
  const std::size_t n = std::min(state.flags.size(), mode->flags.size());
  std::copy_n(mode->flags.begin(), n, state.flags.begin());
}

}  // namespace

bool run_law(const Model& model, const LawCall& call, LawTape which, ContactTapes& tapes,
             Workspace& w) {
  const Tape& tape = tape_of(model.laws[call.law], which);
  TapeState& state = state_of(tapes, which);
  fill_inputs(tape, model.scenario->laws[call.law], call, state);
  set_flags(state, call.mode);
  ++w.law_evaluations;
  return evaluate_filled(tape, state, which == LawTape::value ? tapes.outputs : tapes.more);
}

bool evaluate_law(const Model& model, int contact, LawTape which, const LawCall& call,
                  Workspace& w) {
  ContactTapes& tapes = w.impl().contacts[contact];
  if (run_law(model, call, which, tapes, w)) return true;
  const ir::Contact& c = model.scenario->contacts[contact];
  keep_law_failure(model, {c.name, c.origin}, call, state_of(tapes, which), w);
  return false;
}

double law_signal(const Model& model, int contact, int signal, const LawCall& call, Workspace& w) {
  ContactTapes& tapes = w.impl().contacts[contact];
  const LawTapes& law = model.laws[call.law];
  const auto previous = w.failure;
  const bool ok = evaluate_law(model, contact, LawTape::signals, call, w);
  w.failure = previous;
  if (ok) return tapes.more[law.outputs + signal];
  // Of an open contact other signals, or the force itself, need not be finite.
  const Tape& tape = law.single[signal];
  fill_inputs(tape, model.scenario->laws[call.law], call, tapes.single[signal]);
  evaluate_filled(tape, tapes.single[signal], tapes.more);
  return tapes.more[0];
}

double law_force(const Model& model, int contact, double delta, double ddelta, double v_impact,
                 Workspace& w) {
  const ContactModel& c = model.contacts[contact];
  const LawCall call{c.law,
                     {.delta = delta,
                      .ddelta = ddelta,
                      .v_impact = v_impact,
                      .delta_max = delta,
                      .loading = ddelta >= 0 ? 1.0 : 0.0,
                      .R1 = c.usual_1,
                      .R2 = c.usual_2}};
  if (!evaluate_law(model, contact, LawTape::value, call, w)) return 0;
  return w.impl().contacts[contact].outputs[0];
}

double group_law_force(const Model& model, int law, double delta, double ddelta, double v_impact,
                       Workspace& w) {
  ContactTapes& tapes = w.impl().group_laws[law];
  const LawCall call{law,
                     {.delta = delta,
                      .ddelta = ddelta,
                      .v_impact = v_impact,
                      .delta_max = delta,
                      .loading = ddelta >= 0 ? 1.0 : 0.0}};
  return run_law(model, call, LawTape::value, tapes, w) ? tapes.outputs[0] : 0;
}

// ---- require and warn if -------------------------------------------------------------

namespace {

// The outputs of a tape of checks: requirements, then warnings.
void read_checks(const ir::LawProgram& program, const double* out, LawChecks& checks) {
  for (int i = 0; i < static_cast<int>(program.requirements.size()); ++i, ++out)
    if (!(std::abs(*out) > 0)) checks.failed.push_back(std::isnan(*out) ? ~i : i);
  for (int i = 0; i < static_cast<int>(program.warnings.size()); ++i, ++out)
    if (*out != 0) checks.raised.push_back(std::isnan(*out) ? ~i : i);
}

// One by one: what is not a number in one of them must not hide the others.
void read_checks_apart(const ir::LawProgram& program, const LawCall& call, LawChecks& checks) {
  std::vector<double> outputs, one(1);
  const auto judge = [&](const ir::LawCheck& check) {
    const Tape tape = Tape::compile(program.graph, {&check.condition, 1});
    TapeState state = tape.state();
    fill_inputs(tape, program, call, state);
    outputs.push_back(evaluate_filled(tape, state, one) ? one[0] : std::nan(""));
  };
  std::for_each(program.requirements.begin(), program.requirements.end(), judge);
  std::for_each(program.warnings.begin(), program.warnings.end(), judge);
  read_checks(program, outputs.data(), checks);
}

}  // namespace

bool has_checks(const Model& model, int law) {
  const ir::LawProgram& program = model.scenario->laws[law];
  return !program.requirements.empty() || !program.warnings.empty();
}

void check_law(const Model& model, const LawCall& call, ContactTapes& tapes, Workspace& w,
               LawChecks& checks) {
  const ir::LawProgram& program = model.scenario->laws[call.law];
  checks.clear();
  if (!run_law(model, call, LawTape::checks, tapes, w))
    return read_checks_apart(program, call, checks);
  read_checks(program, tapes.more.data() + model.laws[call.law].outputs, checks);
}

bool law_checks_vary(const Model& model, int contact) {
  return model.laws[model.contacts[contact].law].checks_vary;
}

bool uses_memory(const Model& model, int contact) {
  const LawTapes& law = model.laws[model.contacts[contact].law];
  return law.uses_loading || law.uses_delta_max;
}

bool can_stick(const Model& model, int contact) {
  return model.contacts[contact].hold >= 0;
}

bool uses_loading(const Model& model, int contact) {
  return model.laws[model.contacts[contact].law].uses_loading;
}

}  // namespace mbs
