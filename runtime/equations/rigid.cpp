#include "runtime/equations/rigid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/contact/forces.hpp"
#include "runtime/equations/giving_way.hpp"
#include "runtime/equations/rows_in_space.hpp"

namespace mbs {

namespace {

// m/s, in place of a speed of 0 that has a direction: less than any that is looked at.
constexpr double beginning = 1e-200;

RigidRows rows_of(const Model& model, int contact, Workspace& w, const ContactMode& mode) {
  const int axis = mode.sticking ? int{mode.axis} : -1;
  const RowsInSpace x = rows_in_space(model, contact, axis, &mode, w);
  const ContactGeometry& g = x.geometry;
  RigidRows rows;
  rows.contact = contact;
  rows.normal = x.normal;
  rows.tangent = x.tangents[0];
  rows.across = x.tangents[1];
  rows.gap = g.gap;
  rows.v_N = g.gap_rate;
  rows.v_T = x.frame.t1.dot(g.slip);
  rows.v_T2 = x.frame.t2.dot(g.slip);
  rows.frame = x.frame;
  rows.axis = x.axis;
  rows.e = {x.frame.t1.dot(g.e), x.frame.t2.dot(g.e)};
  rows.seen = g.vt;
  rows.edge = g.edge;
  return rows;
}

}  // namespace

RigidRows rigid_rows(const Model& model, int contact, Workspace& w, const ContactMode& mode) {
  if (model.layout.spatial()) return rows_of(model, contact, w, mode);
  return rigid_rows_on(model, contact, w, mode.edge);
}

RigidRows rigid_rows_on(const Model& model, int contact, Workspace& w, int edge) {
  if (model.layout.spatial()) {
    ContactMode mode;
    mode.stand_on(edge);
    return rows_of(model, contact, w, mode);
  }
  const ContactModel& c = model.contacts[contact];
  const ContactPair pair = pair_of(c, w.impl().at, edge);
  ContactGeometry g;
  ContactDerivatives d;
  contact_geometry(c, pair, g);
  contact_derivatives(c, pair, g, d);
  RigidRows rows;
  rows.contact = contact;
  rows.normal = contact_row(c, contact, pair, g.normal_row, d.gap_rate);
  rows.tangent = contact_row(c, contact, pair, g.tangent_row, d.vt);
  rows.gap = g.gap;
  rows.v_N = g.gap_rate;
  rows.v_T = g.vt;
  rows.edge = g.edge;
  return rows;
}

const HoldRow& row_at(const Mobility& m, int i) {
  const RigidRows& rows = m.rows[i / m.parts];
  const int part = i % m.parts;
  return part == 0 ? rows.normal : part == 1 ? rows.tangent : rows.across;
}

bool find_mobility(const Model& model, Kkt& kkt, int constraints, Mobility& m) {
  m.parts = rigid_parts(model);
  const int n = m.parts * static_cast<int>(m.rows.size());
  m.D.resize(n, n);
  m.motion.resize(model.layout.motions, n);
  m.reactions.resize(constraints, n);
  for (int k = 0; k < n; ++k) {
    const double* motion = m.motion.col(k).data();
    if (!give_way(kkt, row_at(m, k), matrix_column(m.motion, k), matrix_column(m.reactions, k)))
      return false;
    for (int i = 0; i < n; ++i) m.D(i, k) = seen_along(row_at(m, i), motion);
    m.D(k, k) = give_along(model, row_at(m, k), motion);
  }
  m.D = 0.5 * (m.D + m.D.transpose()).eval();
  return true;
}

FrictionParts friction_parts(const Model& model, int contact, double v_T, int direction, double t,
                             Workspace& w) {
  return friction_parts(model, law_user(model, contact, w), v_T, direction, t, w);
}

namespace {

const ir::Contact* contact_of(const Model& model, const LawUser& user) {
  return user.contact < 0 ? nullptr : &model.scenario->contacts[user.contact];
}

// `FT` or `stick`, as parts of FN; of a bound that is too small what brakes as sliding begins.
struct Unfit {
  const char* what;
  double ratio, sliding = 0;
};

// Friction that drives instead of braking, or holds with less than nothing or than it slides with.
void refuse(const Model& model, const LawUser& user, const Unfit& unfit, const LawCall& call,
            Workspace& w) {
  const ir::Scenario& s = *model.scenario;
  const ir::Contact* contact = contact_of(model, user);
  Failure failure{Code::E0608, contact ? contact->origin : s.groups[user.group].origin, {}, {}, {}};
  const double vt = std::abs(call.inputs.vt);
  failure.message = fmt::format("`{}` of `{}` is {:.6g} of FN {} at t = {:.6g} ms", unfit.what,
                                contact ? contact->name : s.groups[user.group].name, unfit.ratio,
                                vt > beginning ? fmt::format("at {:.6g} m/s", vt) : "at rest",
                                call.inputs.t * 1e3);
  failure.notes.push_back(fmt::format("its friction is `{}`", s.laws[user.law].friction_text));
  if (unfit.sliding > 0)
    failure.notes.push_back(fmt::format("`FT` is {:.6g} of FN as sliding begins", unfit.sliding));
  failure.hint =
      unfit.sliding > 0
          ? "what holds a contact is at least what brakes it once it slides"
          : "friction of rigid contacts acts against the sliding: `FT` has the sign of `vt`, and "
            "`stick` is not negative";
  keep(w, std::move(failure));
}

}  // namespace

FrictionParts friction_parts(const Model& model, const LawUser& user, double v_T, int direction,
                             double t, Workspace& w) {
  if (!model.laws[user.law].friction) return {};
  LawCall call;
  call.inputs.vt = v_T != 0 ? v_T : direction * beginning;
  call.inputs.FN = 1;
  call.inputs.t = t;
  call.inputs.R1 = user.usual_1;
  call.inputs.R2 = user.usual_2;
  if (!evaluate_law(model, user, LawTape::coulomb, call, w)) return {};
  const FrictionParts parts{user.tapes.more[2], user.tapes.more[3], user.tapes.more[4]};
  const double along = call.inputs.vt < 0 ? -parts.sliding : parts.sliding;
  if (along < 0) refuse(model, user, {"FT", along}, call, w);
  constexpr double rounding = 1e-9;
  const bool holds_less = v_T == 0 && parts.sticking < (1 - rounding) * along;
  if (parts.sticking < 0)
    refuse(model, user, {"stick", parts.sticking}, call, w);
  else if (holds_less && model.laws[user.law].sticks)
    refuse(model, user, {"stick", parts.sticking, along}, call, w);
  return parts;
}

double departure_of(const Model& model, const LawUser& user, const LawCall& call, Workspace& w) {
  if (!evaluate_law(model, user, LawTape::departure, call, w)) return 0;
  const double value = user.tapes.more[0];
  if (value >= 0 && std::isfinite(value)) return value;
  static constexpr const char* names[] = {"", "v_out", "P_out", "W_out"};
  static constexpr const char* units[] = {"", "m/s", "N*s", "J"};
  const ir::Scenario& s = *model.scenario;
  const ir::LawProgram& law = s.laws[user.law];
  const bool pair = user.contact < 0;
  Failure failure{Code::E0608,
                  pair ? s.groups[user.group].origin : s.contacts[user.contact].origin,
                  {},
                  {},
                  {}};
  failure.message = fmt::format(
      "`{}` of `{}` is {:.6g} {} for a blow with {:.6g} m/s at t = {:.6g} ms",
      names[static_cast<int>(law.departure)],
      pair ? s.groups[user.group].name : s.contacts[user.contact].name, value,
      units[static_cast<int>(law.departure)], call.inputs.v_impact, call.inputs.t * 1e3);
  failure.notes.push_back(fmt::format("its law is `{}`", law.text));
  failure.hint = "bodies depart with a speed, an impulse or a work that is not negative";
  keep(w, std::move(failure));
  return 0;
}

impact::Friction friction_of(const Model& model, const RigidRows& rows, const ContactMode& mode,
                             double t, Workspace& w) {
  impact::Friction friction;
  const int direction = mode.direction;
  if (mode.sticking) {
    friction.kind = impact::Friction::Kind::coulomb;
    friction.sticking = friction_parts(model, rows.contact, 0, 1, t, w).sticking;
    return friction;
  }
  if (rows.spatial()) {
    const double seen = std::max(rows.seen, 0.0);
    const double sliding = friction_parts(model, rows.contact, seen, 1, t, w).sliding;
    friction.ratio = -sliding * rows.e[0];
    friction.ratio_2 = -sliding * rows.e[1];
    return friction;
  }
  // A contact that begins to slide keeps its direction against the rounding of its speed.
  const bool forth = direction == 0 || direction * rows.v_T > 0;
  friction.ratio =
      -friction_parts(model, rows.contact, forth ? rows.v_T : 0, direction, t, w).sliding;
  return friction;
}

bool any_pressed(const Mode& mode) {
  return std::any_of(mode.contacts.begin(), mode.contacts.end(),
                     [](const ContactMode& c) { return c.pressed; });
}

void pressed_rows(const Model& model, const Mode& mode, Workspace& w,
                  std::vector<RigidRows>& rows) {
  rows.clear();
  for (int c = 0; c < model.layout.contacts; ++c)
    if (mode.contacts[c].pressed) rows.push_back(rigid_rows(model, c, w, mode.contacts[c]));
}

}  // namespace mbs
