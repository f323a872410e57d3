#include "runtime/contact/law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/contact/geometry.hpp"

namespace mbs {

namespace {

const Tape& tape_of(const LawTapes& law, LawTape which) {
  switch (which) {
    case LawTape::value:
      return law.value;
    case LawTape::partial:
      return law.partial.get();
    case LawTape::signals:
      return law.signals.get();
    case LawTape::coulomb:
      return law.coulomb.get();
    case LawTape::departure:
      return law.departure.get();
    default:
      return law.checks.get();
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
    case LawTape::coulomb:
      return tapes.coulomb;
    case LawTape::departure:
      return tapes.departure;
    default:
      return tapes.checks;
  }
}

double state_of(const ir::LawProgram& program, const LawCall& call, int i) {
  return call.states ? call.states[i] : program.states[i].initial;
}

// A part of one of its vectors, of what lies in the tangent plane.
double vector_part(const ir::LawProgram& program, const LawCall& call, int i) {
  const int part = program.states[i].part;
  if (part < 0 || !call.sliding || !call.states) return state_of(program, call, i);
  const Vector3& n = call.sliding->n;
  return call.states[i] - n[part] * n.dot(Vector3::Map(call.states + i - part));
}

void fill_vectors(const Tape& tape, const ir::LawProgram& program, const LawCall& call,
                  double* to) {
  for (const Slot& slot : tape.inputs()) {
    if (slot.kind == SlotKind::law_state)
      *to++ = vector_part(program, call, slot.index);
    else if (slot.kind == SlotKind::law_vt)
      *to++ = call.sliding ? call.sliding->slip[slot.index] : 0;
    else
      *to++ = law_input(call.inputs, slot.kind);
  }
}

// A law's inputs into the first registers of one of its tapes, where an evaluation takes them from;
// states of a new contact if none are given.
void fill_inputs(const Tape& tape, const ir::LawProgram& program, const LawCall& call,
                 TapeState& state) {
  double* to = state.registers.data();
  if (program.vectors) return fill_vectors(tape, program, call, to);
  for (const Slot& slot : tape.inputs()) {
    if (slot.kind == SlotKind::law_state)
      *to++ = state_of(program, call, slot.index);
    else
      *to++ = law_input(call.inputs, slot.kind);
  }
}

void make_room(const Tape& tape, TapeState& state, std::vector<double>& out) {
  if (!state.registers.empty()) return;
  state = tape.state();
  if (out.size() < static_cast<std::size_t>(tape.output_count())) out.resize(tape.output_count());
}

bool evaluate_filled(const Tape& tape, TapeState& state, std::vector<double>& out) {
  return tape.evaluate({state.registers.data(), tape.inputs().size()},
                       {out.data(), static_cast<std::size_t>(tape.output_count())}, state);
}

// Without its failure being kept.
bool run_law(const Model& model, const LawUser& user, LawTape which, const LawCall& call,
             Workspace& w) {
  ContactTapes& tapes = user.tapes;
  const Tape& tape = tape_of(model.laws[user.law], which);
  TapeState& state = state_of(tapes, which);
  std::vector<double>& out = which == LawTape::value ? tapes.outputs : tapes.more;
  make_room(tape, state, out);
  fill_inputs(tape, model.scenario->laws[user.law], call, state);
  if (call.flags)
    freeze_conditions(state, *call.flags);
  else
    std::ranges::fill(state.flags, std::numeric_limits<double>::quiet_NaN());
  ++w.law_evaluations;
  return evaluate_filled(tape, state, out);
}

}  // namespace

bool jumps_at_rest(const LawTapes& law) {
  return law.friction && !law.sticks && law.states == 0 &&
         std::ranges::any_of(law.directions, [](int direction) { return direction != 0; });
}

LawUser law_user(const Model& model, int contact, Workspace& w) {
  const ContactModel& c = model.contacts[contact];
  return {c.own.law, w.impl().contacts[contact], contact, -1, c.usual_1, c.usual_2};
}

LawUser group_law_user(int group, int law, Workspace& w) {
  return {law, w.impl().group_laws[law], -1, group};
}

LawArguments blow_inputs(const LawUser& user, double v_impact, double vt, double t) {
  return {.vt = vt, .v_impact = v_impact, .t = t, .R1 = user.usual_1, .R2 = user.usual_2};
}

void freeze_conditions(TapeState& tape, const std::vector<double>& flags) {
  if (tape.flags.empty()) return;
  std::ranges::fill(tape.flags, std::numeric_limits<double>::quiet_NaN());
  std::copy_n(flags.begin(), std::min(tape.flags.size(), flags.size()), tape.flags.begin());
}

bool evaluate_law(const Model& model, const LawUser& user, LawTape which, const LawCall& call,
                  Workspace& w) {
  if (run_law(model, user, which, call, w)) return true;
  keep_law_failure(model, user, call, state_of(user.tapes, which), w);
  return false;
}

double law_signal(const Model& model, const LawUser& user, int signal, const LawCall& call,
                  Workspace& w) {
  ContactTapes& tapes = user.tapes;
  const LawTapes& law = model.laws[user.law];
  if (run_law(model, user, LawTape::signals, call, w)) return tapes.more[law.outputs + signal];
  // Other signals of an open contact, or the force itself, need not be finite.
  const Tape& tape = law.single[signal].get();
  make_room(tape, tapes.single[signal], tapes.more);
  fill_inputs(tape, model.scenario->laws[user.law], call, tapes.single[signal]);
  evaluate_filled(tape, tapes.single[signal], tapes.more);
  return tapes.more[0];
}

double law_force(const Model& model, const LawUser& user, const LawProbe& at, Workspace& w) {
  const ContactMemory memory{
      .loading = at.ddelta >= 0, .v_impact = at.v_impact, .R1 = user.usual_1, .R2 = user.usual_2};
  const LawCall call{law_arguments(memory, at.delta, at.ddelta, 0, 0)};
  return evaluate_law(model, user, LawTape::value, call, w) ? user.tapes.outputs[0] : 0;
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
    outputs.push_back(evaluate_filled(tape, state, one) ? one[0]
                                                        : std::numeric_limits<double>::quiet_NaN());
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

void check_law(const Model& model, const LawUser& user, const LawCall& call, Workspace& w,
               LawChecks& checks) {
  const ir::LawProgram& program = model.scenario->laws[user.law];
  checks.clear();
  if (!run_law(model, user, LawTape::checks, call, w))
    return read_checks_apart(program, call, checks);
  read_checks(program, user.tapes.more.data() + model.laws[user.law].outputs, checks);
}

bool law_checks_vary(const Model& model, int contact) {
  return model.laws[model.contacts[contact].own.law].checks_vary;
}

bool uses_memory(const Model& model, int contact) {
  return model.laws[model.contacts[contact].own.law].remembers;
}

bool can_stick(const Model& model, int contact) {
  return model.contacts[contact].own.hold >= 0;
}

}  // namespace mbs
