#include "runtime/contact/forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/model/workspace.hpp"


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
void fill_inputs(const Tape& tape, const ir::LawProgram& program, const LawArguments& a,
                 const double* states, TapeState& state) {
  const double fixed[law_fixed_inputs] = {a.delta, a.ddelta, a.v_impact, a.delta_max, a.loading,
                                          a.vt,    a.t,      a.R1,       a.R2};
  double* to = state.registers.data();
  for (const Slot& slot : tape.inputs()) {
    const int i = slot.index;
    if (slot.kind == SlotKind::law_state)
      *to++ = states ? states[i] : program.states[i].initial;
    else
      *to++ = fixed[static_cast<int>(slot.kind) - static_cast<int>(SlotKind::law_delta)];
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

LawArguments law_arguments(const ContactForce& force, const ContactMode& mode, double t) {
  return {force.delta,
          force.ddelta,
          mode.v_impact,
          std::max(mode.delta_max, force.delta),
          mode.loading ? 1.0 : 0.0,
          force.geometry.vt,
          t,
          mode.R1,
          mode.R2};
}

bool run_law(const Model& model, int law, LawTape which, const LawArguments& arguments,
             const double* states, const ContactMode* mode, ContactTapes& tapes, Workspace& w) {
  const Tape& tape = tape_of(model.laws[law], which);
  TapeState& state = state_of(tapes, which);
  fill_inputs(tape, model.scenario->laws[law], arguments, states, state);
  set_flags(state, mode);
  ++w.law_evaluations;
  return evaluate_filled(tape, state, which == LawTape::value ? tapes.outputs : tapes.more);
}

bool evaluate_law(const Model& model, int contact, LawTape which, const LawArguments& arguments,
                  const double* states, const ContactMode* mode, Workspace& w) {
  ContactTapes& tapes = w.impl().contacts[contact];
  const int law = model.contacts[contact].law;
  if (run_law(model, law, which, arguments, states, mode, tapes, w)) return true;
  const ir::Contact& c = model.scenario->contacts[contact];
  keep_law_failure(model, law, c.name, c.origin, state_of(tapes, which), arguments, w);
  return false;
}

double law_signal(const Model& model, int contact, int signal, const LawArguments& arguments,
                  const double* states, const ContactMode& mode, Workspace& w) {
  ContactTapes& tapes = w.impl().contacts[contact];
  const int index = model.contacts[contact].law;
  const LawTapes& law = model.laws[index];
  const auto previous = w.failure;
  const bool ok = evaluate_law(model, contact, LawTape::signals, arguments, states, &mode, w);
  w.failure = previous;
  if (ok) return tapes.more[law.outputs + signal];
  // Of an open contact other signals, or the force itself, need not be finite.
  const Tape& tape = law.single[signal];
  fill_inputs(tape, model.scenario->laws[index], arguments, states, tapes.single[signal]);
  evaluate_filled(tape, tapes.single[signal], tapes.more);
  return tapes.more[0];
}

namespace {

// Geometry and penetration; true if the force acts.
bool meets(const Model& model, int contact, const double* y, const ContactMode& mode, Workspace& w,
           ContactForce& out) {
  const ContactModel& c = model.contacts[contact];
  ContactGeometry& g = out.geometry;
  contact_geometry(c, pair_of(c, w.impl().at), g);
  out.acting = false;
  out.holds = false;
  out.FN = out.FT = out.bound = out.fx = out.fy = out.power = 0;
  out.delta = mode.resting ? y[model.layout.s + contact] : -g.gap;
  out.ddelta = -g.gap_rate;
  if (mode.armed && out.delta > 0) return true;
  out.delta = 0;
  return false;
}

}  // namespace

bool contact_force(const Model& model, int contact, double t, const double* y, const double* yp,
                   const ContactMode& mode, Workspace& w, ContactForce& out) {
  if (!meets(model, contact, y, mode, w, out)) return true;
  const ContactModel& c = model.contacts[contact];
  const ContactGeometry& g = out.geometry;
  const double* states = y + model.layout.z + c.first_state;
  if (!evaluate_law(model, contact, LawTape::value, law_arguments(out, mode, t), states, &mode, w))
    return false;
  const LawTapes& law = model.laws[c.law];
  const std::vector<double>& value = w.impl().contacts[contact].outputs;
  out.acting = true;
  out.FN = value[0];
  out.FT = law.friction ? value[1] : 0;
  out.bound = law.sticks ? std::max(value[2], 0.0) : 0;
  if (mode.sticking) {
    out.holds = mode.leader < 0;
    out.FT = out.holds ? yp[model.layout.hold + c.hold] : 0;
  }
  out.rates = value.data() + law.first_rate();
  out.fx = out.FN * g.nx + out.FT * g.ny;  // FN n - FT t
  out.fy = out.FN * g.ny - out.FT * g.nx;
  out.power = out.FN * out.ddelta + out.FT * g.vt;
  return true;
}

// ---- what others ask of a contact ------------------------------------------------

double normal_force(const Model& model, int contact, double t, const double* y, const double* yp,
                    const ContactMode& mode, Workspace& w) {
  place_pair(model, model.contacts[contact], y, w.impl().at);
  ContactForce force;
  contact_force(model, contact, t, y, yp, mode, w, force);
  return force.FN;
}

namespace {

// Only the two bodies of a contact: root functions are asked for often.
ContactGeometry geometry_at(const Model& model, int contact, const double* y) {
  const ContactModel& c = model.contacts[contact];
  const Pose a = pose_at(model, c.a, y), b = pose_at(model, c.b, y);
  ContactGeometry g;
  contact_geometry(c, {a, b, arm_at(a, model.points[c.pa]), arm_at(b, model.points[c.pb])}, g);
  return g;
}

// Inside a ring the centres are c - gap apart.
double smooth(const ContactModel& contact, double gap) {
  const double c = contact.reach;
  if (contact.shape != ContactShape::inside || c <= 0) return gap;
  return gap * (1 - gap / (2 * c));
}

}  // namespace

double smooth_gap(const Model& model, int contact, double, const double* y) {
  return smooth(model.contacts[contact], geometry_at(model, contact, y).gap);
}

ContactMotion contact_motion(const Model& model, int contact, const ContactState& state) {
  return {smooth(model.contacts[contact], state.gap), state.gap_rate};
}

ContactMotion contact_motion(const Model& model, int contact, const Placement& at) {
  const ContactModel& c = model.contacts[contact];
  ContactGeometry g;
  contact_geometry(c, pair_of(c, at), g);
  return {smooth(c, g.gap), g.gap_rate};
}

double turning_speed(const Model& model, int contact, const double* y) {
  const ContactModel& c = model.contacts[contact];
  if (c.shape != ContactShape::convex) return 0;
  double speed = 0;
  for (const int body : {c.a, c.b})
    if (body > 0) speed += std::abs(y[model.layout.v + column_of(body) + 2]);
  return speed;
}

std::vector<int> contact_unknowns(const Model& model, int contact) {
  const ContactModel& c = model.contacts[contact];
  const Layout& l = model.layout;
  std::vector<int> all = {l.s + contact};
  for (const int body : {c.a, c.b})
    for (int k = 0; body > 0 && k < 3; ++k) {
      all.push_back(l.q + column_of(body) + k);
      all.push_back(l.v + column_of(body) + k);
    }
  for (int k = 0; k < c.states; ++k) all.push_back(l.z + c.first_state + k);
  if (c.hold >= 0) all.push_back(l.hold + c.hold);
  return all;
}

double gap_rate(const Model& model, int contact, double, const double* y) {
  return geometry_at(model, contact, y).gap_rate;
}

double contact_gap(const Model& model, int contact, const double* y) {
  return geometry_at(model, contact, y).gap;
}

void latch_radii(const Model& model, int contact, const double* y, ContactMode& mode) {
  if (model.contacts[contact].shape != ContactShape::convex) return;
  const ContactGeometry g = geometry_at(model, contact, y);
  mode.R1 = g.radius_1;
  mode.R2 = g.radius_2;
}

double sliding_speed(const Model& model, int contact, double, const double* y) {
  return geometry_at(model, contact, y).vt;
}

double law_force(const Model& model, int contact, double delta, double ddelta, double v_impact,
                 Workspace& w) {
  const ContactModel& c = model.contacts[contact];
  const LawArguments arguments{delta, ddelta, v_impact,  delta,    ddelta >= 0 ? 1.0 : 0.0,
                               0,     0,      c.usual_1, c.usual_2};
  if (!evaluate_law(model, contact, LawTape::value, arguments, nullptr, nullptr, w)) return 0;
  return w.impl().contacts[contact].outputs[0];
}

void read_checks(const ir::LawProgram& program, const double* out,
                 std::vector<int>& failed_requirements, std::vector<int>& raised_warnings) {
  for (int i = 0; i < static_cast<int>(program.requirements.size()); ++i, ++out)
    if (!(std::abs(*out) > 0)) failed_requirements.push_back(std::isnan(*out) ? ~i : i);
  for (int i = 0; i < static_cast<int>(program.warnings.size()); ++i, ++out)
    if (*out != 0) raised_warnings.push_back(std::isnan(*out) ? ~i : i);
}

void read_checks_apart(const ir::LawProgram& program, const LawArguments& arguments,
                       const double* states, std::vector<int>& failed_requirements,
                       std::vector<int>& raised_warnings) {
  std::vector<double> outputs, one(1);
  const auto judge = [&](const ir::LawCheck& check) {
    const Tape tape = Tape::compile(program.graph, {&check.condition, 1});
    TapeState state = tape.state();
    fill_inputs(tape, program, arguments, states, state);
    outputs.push_back(evaluate_filled(tape, state, one) ? one[0] : std::nan(""));
  };
  std::for_each(program.requirements.begin(), program.requirements.end(), judge);
  std::for_each(program.warnings.begin(), program.warnings.end(), judge);
  read_checks(program, outputs.data(), failed_requirements, raised_warnings);
}

void law_checks(const Model& model, int contact, double t, const ContactState& state,
                const double* y, const Mode& mode, std::vector<int>& failed_requirements,
                std::vector<int>& raised_warnings, Workspace& w) {
  const ContactModel& c = model.contacts[contact];
  const ir::LawProgram& program = model.scenario->laws[c.law];
  failed_requirements.clear();
  raised_warnings.clear();
  if (program.requirements.empty() && program.warnings.empty()) return;
  if (!(state.delta > 0)) return;
  ContactForce force;
  force.delta = state.delta;
  force.ddelta = state.ddelta;
  force.geometry.vt = state.vt;
  const ContactMode& own = mode.contacts[contact];
  const LawArguments arguments = law_arguments(force, own, t);
  const double* states = y + model.layout.z + c.first_state;
  if (!run_law(model, c.law, LawTape::checks, arguments, states, &own, w.impl().contacts[contact],
               w))
    return read_checks_apart(program, arguments, states, failed_requirements, raised_warnings);
  read_checks(program, w.impl().contacts[contact].more.data() + model.laws[c.law].outputs,
              failed_requirements, raised_warnings);
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
