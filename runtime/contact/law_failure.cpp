// Why a law had no force to give, in its own words.
#include <fmt/format.h>

#include <cmath>

#include "lang/expression/outside.hpp"
#include "runtime/contact/law.hpp"
#include "runtime/contact/shape_pairs.hpp"
#include "runtime/model/failure.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

// Where a law was at work.
struct LawSite {
  const std::string& contact;
  Span origin;
  const char* kind;
};
LawSite place_of(const Model& model, const LawUser& user) {
  if (user.contact < 0)
    return {model.groups[user.group].name, model.groups[user.group].origin, "contact"};
  const ContactSite site = site_of(model, user.contact);
  return {site.name, site.origin, site.kind};
}

std::string in_unit(double value, const Unit& unit) {
  const std::string number = fmt::format("{:.4g}", value / unit.factor);
  return unit.text.empty() ? number : number + " " + unit.text;
}

// What a rigid law was given; its friction knows nothing of the blow but the sliding before it.
std::string seen_in_blow(ir::Departure departure, bool slips, const LawArguments& a) {
  if (slips) return fmt::format("vt = {:.6g} m/s", a.vt);
  std::string seen = fmt::format("v_impact = {:.6g} m/s, vt = {:.6g} m/s", a.v_impact, a.vt);
  if (departure != ir::Departure::speed)
    seen += fmt::format(", P_in = {:.6g} N*s, W_in = {:.6g} J", a.P_in, a.W_in);
  return seen;
}

std::string place_and_time(const LawSite& site, double t) {
  return fmt::format("{} `{}` at t = {:.6g} ms", site.kind, site.contact, t * 1e3);
}

// What the law was given when it failed, and when that was.
void add_circumstances(Failure& f, const LawSite& site, const LawArguments& a) {
  f.notes.push_back(place_and_time(site, a.t));
  if (site.kind != std::string_view("contact")) {
    f.notes.push_back(fmt::format("FN = {:.6g} N, vt = {:.6g} m/s", a.FN, a.vt));
    return;
  }
  f.notes.push_back(
      fmt::format("delta = {:.6g} mm, ddelta = {:.6g} m/s, v_impact = {:.6g} m/s, delta_max = "
                  "{:.6g} mm, vt = {:.6g} m/s",
                  a.delta * 1e3, a.ddelta, a.v_impact, a.deepest * 1e3, a.vt));
}

// What the two sides of the equation are at the bounds, and what follows from it.
void explain_bounds(Failure& f, const LawSite& site, const ir::RootNote& note,
                    const TapeFailure& why, const LawArguments& a) {
  const double low = why.residual_low, high = why.residual_high;
  if (!(why.low < why.high)) {
    f.notes.push_back(fmt::format("`{}` is looked for between these bounds", note.unknown));
    f.hint = "write the smaller bound first, and the other above it";
    return;
  }
  if (low == 0 && high == 0) {
    f.notes.push_back(fmt::format("`{}`: both sides are equal at both bounds", note.text));
    f.hint = fmt::format("does the equation depend on `{}`?", note.unknown);
    return;
  }
  if (std::isnan(low) || std::isnan(high)) {
    f.notes.push_back(fmt::format("`{}`: left minus right is not a number at the {} bound",
                                  note.text, std::isnan(low) ? "lower" : "upper"));
    f.hint = "look for a root or logarithm of a negative number in it, or for 0/0";
    return;
  }
  f.notes.push_back(fmt::format("`{}`: left minus right is {} and {} at the bounds", note.text,
                                in_unit(low, note.side_unit), in_unit(high, note.side_unit)));
  f.hint = fmt::format(
      "the parts may have passed through each other; look at `{}.v_impact` ({:.4g} m/s)",
      site.contact, a.v_impact);
}

Failure no_root(const LawSite& site, const ir::LawProgram& program, const TapeFailure& why,
                const LawArguments& a) {
  Failure f{Code::E0604, site.origin, "", {}, {}};
  const ir::RootNote* note = why.root < static_cast<int>(program.roots.size())
                                 ? &program.roots[static_cast<std::size_t>(why.root)]
                                 : nullptr;
  const Unit unit = note ? note->unit : Unit{};
  f.message = fmt::format("`{}`: no {} in {} .. {} at delta = {:.4g} mm",
                          note ? note->law : program.name, note ? note->unknown : "solution",
                          in_unit(why.low, unit), in_unit(why.high, unit), a.delta * 1e3);
  if (note) {
    f.origin = note->origin;
    explain_bounds(f, site, *note, why, a);
  }
  add_circumstances(f, site, a);
  return f;
}

// An input of a law where its states are as they begin. A law of vectors slides along x.
double input_of(const ir::LawProgram& program, const LawArguments& a, const Slot& slot) {
  if (slot.kind == SlotKind::law_state) return program.states[slot.index].initial;
  return slot.kind == SlotKind::law_vt && slot.index > 0 ? 0 : law_input(a, slot.kind);
}

// A part of a law by itself, its states as they begin.
double value_of(const ir::LawProgram& program, NodeId node, const LawArguments& a) {
  std::vector<double> values;
  for (const Slot& slot : program.graph.slots_used(node))
    values.push_back(input_of(program, a, slot));
  return evaluate_once(program.graph, node, values);
}

bool has_no_value(const ir::LawProgram& program, NodeId node, const LawArguments& a) {
  return node.valid() && !std::isfinite(value_of(program, node, a));
}

// Bodies that lie along each other have a line of contact, which no two balls press alike.
void blame_line(Failure& f, const Model& model, int contact, const ir::LawProgram& program,
                const LawArguments& a) {
  const bool varies = contact >= 0 && model.contacts[contact].shapes &&
                      model.contacts[contact].shapes->curvature_varies;
  LawArguments balls = a;
  balls.R1 = balls.R2 = 1;
  if (!varies || std::isfinite(1 / (1 / a.R1 + 1 / a.R2)) ||
      has_no_value(program, program.FN, balls))
    return;
  f.notes.push_back(
      "both lie along each other there: a line of contact has no radii for laws of balls");
  f.hint = "give the law its stiffness, `hertz(K = 1e9 N/m^1.5)`, or take a law with one, `hooke`";
}

// The law of the normal force is to blame unless that force has a value and friction has none.
Failure law_not_finite(const LawSite& site, const ir::LawProgram& program, const LawArguments& a) {
  const double FN = value_of(program, program.FN, a);
  const bool slips = std::isfinite(FN) && (has_no_value(program, program.FT, a) ||
                                           has_no_value(program, program.stick, a) ||
                                           has_no_value(program, program.vt_out, a));
  Failure f{Code::E0605, site.origin, "", {}, {}};
  f.message = fmt::format("`{}` gave a number that is not finite",
                          slips ? program.friction_text : program.text);
  if (program.rigid()) {
    f.notes.push_back(place_and_time(site, a.t));
    f.notes.push_back(seen_in_blow(program.departure, slips, a));
  } else {
    add_circumstances(f, site, a);
    if (slips) f.notes.push_back(fmt::format("the normal force is {:.6g} N", FN));
  }
  const auto value = [&](const Slot& slot) { return input_of(program, a, slot); };
  for (const NodeId node : {program.FN, program.FT})
    blame_data(f, outside_of_data(program.graph, node, value));
  return f;
}

}  // namespace

void keep_law_failure(const Model& model, const LawUser& user, const LawCall& call,
                      const TapeState& state, Workspace& w) {
  if (w.failure) return;
  const ir::LawProgram& program = model.scenario->laws[user.law];
  const LawSite site = place_of(model, user);
  if (state.failure && state.failure->root >= 0)
    keep(w, no_root(site, program, *state.failure, call.inputs));
  else
    keep(w, [&] {
      Failure f = law_not_finite(site, program, call.inputs);
      blame_line(f, model, user.contact, program, call.inputs);
      return f;
    }());
}

}  // namespace mbs
