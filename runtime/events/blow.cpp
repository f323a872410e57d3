#include "runtime/events/blow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "runtime/contact/forces.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/equations/kkt_scratch.hpp"
#include "runtime/impact/solve_among.hpp"
#include "runtime/joints/joints.hpp"

namespace mbs {

namespace {

using ir::Departure;

Departure hypothesis_of(const Model& model, int contact) {
  return std::get<Rigid>(model.contacts[contact].response).departure;
}

double kinetic_in_space(const Model& model, const double* v) {
  double sum = 0;
  for (int b = 1; b <= model.layout.bodies; ++b) {
    const double* u = v + model.layout.motion_of(b);
    const MassEntry& m = model.masses[b];
    for (int k = 0; k < 3; ++k) sum += m.mass * u[k] * u[k] + m.principal[k] * u[3 + k] * u[3 + k];
  }
  return sum / 2;
}

double kinetic(const Model& model, const double* v) {
  if (model.layout.spatial()) return kinetic_in_space(model, v);
  double sum = 0;
  for (int b = 1; b <= model.layout.bodies; ++b) {
    const double* u = v + column_of(b);
    sum +=
        model.masses[b].mass * (u[0] * u[0] + u[1] * u[1]) + model.masses[b].inertia * u[2] * u[2];
  }
  return sum / 2;
}

// 0 where the two cancel but for rounding.
double sum(double a, double b) {
  constexpr double rounding = 1e-14;
  return std::abs(a + b) <= rounding * (std::abs(a) + std::abs(b)) ? 0 : a + b;
}

}  // namespace

BlowSolver::BlowSolver(const Model& model, Workspace& workspace)
    : model_(model), workspace_(workspace) {}

void BlowSolver::fail(Code code, const Instant& now, const std::string& message,
                      const std::string& hint) {
  const ir::Contact& contact = model_.scenario->contacts[mobility_.rows.front().contact];
  Failure failure{
      code, contact.origin, fmt::format("{} at t = {:.6g} ms", message, now.t * 1e3), {}, {}};
  if (!hint.empty()) failure.hint = hint;
  keep(workspace_, std::move(failure));
}

// Bodies that differ by many orders leave the light one's motion to rounding.
void BlowSolver::no_impulses(const Instant& now) {
  constexpr double far_apart = 1e10;
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const RigidRows& row : mobility_.rows)
    for (const int body : {model_.contacts[row.contact].a, model_.contacts[row.contact].b})
      if (const double mass = model_.masses[body].mass; mass > 0)
        least = std::min(least, mass), most = std::max(most, mass);
  const bool masses = most > far_apart * least;
  fail(Code::E0707, now, "no impulses end the approach of what strikes together",
       masses ? fmt::format("beside {:.3g} kg rounding leaves too little of {:.3g} kg: check the "
                            "units; what is not to move is put on `ground`",
                            most, least)
       : mobility_.rows.size() < 2
           ? ""
           : "`impacts = sequential` strikes one contact at a time; a law of force for some of "
             "them lets them share the blow");
}

bool BlowSolver::begin(const Instant& now) {
  Workspace::Impl& w = workspace_.impl();
  mode_ = now.mode;
  if (!evaluate_drives(model_, now.t, now.mode, DriveOrder::rate, workspace_)) return false;
  place(model_, now.y, w.at);
  fill_constraint_jacobian(model_, w.at, w.g.data());
  KktScratch& s = *w.kkt;
  const std::size_t count = constraint_rows(model_, w.g, false, now.mode, s.rows);
  s.blows.factor(s.masses, std::span(s.rows).first(count));
  return true;
}

std::optional<Blow> BlowSolver::to_constraints(const Instant& now) {
  const Layout& l = model_.layout;
  if (l.constraints == 0) return std::nullopt;
  Workspace::Impl& w = workspace_.impl();
  KktScratch& s = *w.kkt;
  s.x.assign(l.motions, 0.0);
  s.p.clear();  // what the constraints lack
  for (const ConstraintRow& row : model_.rows)
    s.p.push_back(drive_value(model_, row, w, 1) - row_rate(row, w.at));
  for (int k = 0; k < l.constraints; ++k)
    if (!row_acts(now.mode, k)) s.p[k] = 0;
  const std::vector<double> lacks = s.p;
  if (!s.blows.solve(s.x, s.p)) return std::nullopt;
  Blow blow;
  blow.change = Eigen::VectorXd::Map(s.x.data(), l.motions);
  blow.multipliers = Eigen::VectorXd::Map(s.p.data(), l.constraints);
  for (int k = 0; k < l.constraints; ++k) {
    const ConstraintRow& row = model_.rows[k];
    if (row.drive < 0 || s.p[k] == 0) continue;
    blow.input -= s.p[k] * (drive_value(model_, row, w, 1) - 0.5 * lacks[k]);  // at the mean speed
    blow.driven.push_back(drive_impulse(model_, row, s.p[k], lacks[k]));
  }
  return blow;
}

std::vector<int> BlowSolver::unmoved(const std::vector<int>& contacts) {
  std::vector<int> unmoved;
  mobility_.rows.clear();
  for (const int c : contacts) mobility_.rows.push_back(rows(c));
  if (contacts.empty() ||
      !find_mobility(model_, workspace_.impl().kkt->blows, model_.layout.constraints, mobility_))
    return unmoved;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto at = mobility_.parts * static_cast<Eigen::Index>(i);
    if (mobility_.D(at, at) == 0) unmoved.push_back(contacts[i]);
  }
  return unmoved;
}

std::optional<impact::Problem> BlowSolver::problem(const Instant& now,
                                                   const std::vector<int>& contacts) {
  mobility_.rows.clear();
  asked_.clear();
  restored_.clear();
  for (const int c : contacts) mobility_.rows.push_back(rows(c));
  Kkt& kkt = workspace_.impl().kkt->blows;
  const int constraints = model_.layout.constraints;
  if (!find_mobility(model_, kkt, constraints, mobility_) ||
      !find_turning_mobility(model_, {kkt, constraints}, now.t, mobility_, workspace_, turning_)) {
    fail(Code::E0707, now, "the mechanism has no motion that a blow could change", "");
    return std::nullopt;
  }
  const int parts = mobility_.parts;
  impact::Problem p{mobility_.D, {}, std::vector<double>(contacts.size(), 0.0), {}, parts};
  p.free.resize(mobility_.D.rows());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const RigidRows& r = mobility_.rows[i];
    p.free[parts * i] = r.v_N;
    p.free[parts * i + 1] = r.v_T;
    if (r.spatial()) p.free[parts * i + 2] = r.v_T2;
    const FrictionParts rubs = friction_parts(model_, r.contact, r.vt(), 1, now.t, workspace_);
    impact::Friction friction;
    friction.sliding = std::abs(rubs.sliding);
    friction.sticking = std::max(friction.sliding, rubs.sticking);
    if (friction.sticking > 0) friction.kind = impact::Friction::Kind::coulomb;
    p.friction.push_back(friction);
    restored_.push_back(rubs.restored);
  }
  return p;
}

// What the law says: v_out, P_out or W_out.
double BlowSolver::departure(const Instant& now, int part, const impact::Compression& taken) {
  const RigidRows& r = mobility_.rows[part];
  const LawUser user = law_user(model_, r.contact, workspace_);
  LawArguments seen = blow_inputs(user, std::max(0.0, -r.v_N), r.vt(), now.t);
  seen.P_in = std::max(0.0, taken.P_in);  // but for rounding
  seen.W_in = std::max(0.0, taken.W_in);
  asked_.push_back({r.contact, seen});
  return departure_of(model_, user, {seen}, workspace_);
}

// What the moments change and take up.
void BlowSolver::turn(const Eigen::VectorXd& P, const Eigen::VectorXd& Q, Blow& blow) const {
  const impact::Turns& t = turning_.turns;
  blow.change += turning_.motion * Q;
  const Eigen::VectorXd twice = 2 * t.free + t.coupling.transpose() * P + t.D * Q;
  for (std::size_t k = 0; k < t.bounds.size(); ++k) {
    const auto at = 3 * static_cast<Eigen::Index>(k);
    blow.parts[t.bounds[k].contact].turned = -0.5 * Q.segment<3>(at).dot(twice.segment<3>(at));
  }
}

Blow BlowSolver::passed_on(const Instant& now, const Eigen::VectorXd& P, const Eigen::VectorXd& Q) {
  const Layout& l = model_.layout;
  Workspace::Impl& w = workspace_.impl();
  Blow blow;
  blow.change = mobility_.motion * P;
  blow.kinetic = kinetic(model_, now.y + l.v);
  Eigen::VectorXd change = mobility_.D * P, reactions = mobility_.reactions * P;
  const bool turns = Q.size() > 0;
  if (turns) change += turning_.turns.coupling * Q;
  if (turns) reactions += turning_.reactions * Q;
  for (std::size_t i = 0; i < mobility_.rows.size(); ++i) {
    const RigidRows& r = mobility_.rows[i];
    const int at = mobility_.parts * static_cast<int>(i);
    BlowPart part{r.contact,
                  P[at],
                  P[at + 1],
                  r.v_N,
                  r.v_T,
                  sum(r.v_N, change[at]),
                  sum(r.v_T, change[at + 1])};
    if (r.spatial()) {
      part.spatial = true;
      part.P_T2 = P[at + 2];
      part.v_T2 = r.v_T2;
      part.after_T2 = sum(r.v_T2, change[at + 2]);
    }
    blow.parts.push_back(part);
  }
  if (turns) turn(P, Q, blow);
  for (int k = 0; k < l.constraints; ++k)
    if (model_.rows[k].drive >= 0)
      blow.input -= reactions[k] * drive_value(model_, model_.rows[k], w, 1);
  blow.multipliers = std::move(reactions);
  return blow;
}

// Friction acts against the speed by which sliding differs from what `vt_out` says, so that one
// that grips leaves with that.
void BlowSolver::restore_sliding(impact::Problem& p) const {
  for (int i = 0; i < p.size(); ++i) {
    const RigidRows& r = mobility_.rows[i];
    const int at = p.parts * i;
    if (!r.spatial()) {
      p.free[at + 1] -= restored_[i];
    } else if (r.vt() > 0) {
      p.free[at + 1] -= restored_[i] * r.v_T / r.vt();
      p.free[at + 2] -= restored_[i] * r.v_T2 / r.vt();
    }
  }
}

std::optional<impact::TurnedSolution> BlowSolver::solved(const Instant& now,
                                                         const impact::Problem& p) {
  if (!turning_.any()) {
    auto contacts = impact::solve(p);
    if (!contacts) return std::nullopt;
    return impact::TurnedSolution{std::move(*contacts), {}};
  }
  auto solution = impact::solve(p, turning_.turns);
  if (!solution || solution->settled) return solution;
  const int turning = turning_.turns.bounds.front().contact;
  fail(Code::E0707, now,
       fmt::format("impulses and what resists the turning of `{}` do not settle",
                   model_.scenario->contacts[mobility_.rows[turning].contact].name),
       "a shorter lever: one of patches of contact is a small part of the bodies");
  return std::nullopt;
}

std::optional<Blow> BlowSolver::by_speeds(const Instant& now, impact::Problem& p, double still) {
  for (int i = 0; i < p.size(); ++i)
    if (p.free[p.parts * i] < -still) p.departure[i] = departure(now, i, {});
  if (workspace_.failure) return std::nullopt;
  restore_sliding(p);
  if (const auto solution = solved(now, p))
    return passed_on(now, solution->contacts.P, solution->moments);
  if (workspace_.failure) return std::nullopt;
  // Between contacts that friction wedges no impulses may give the speeds of departure; some that
  // end the approach there are.
  std::fill(p.departure.begin(), p.departure.end(), 0.0);
  if (const auto held = solved(now, p)) {
    Blow blow = passed_on(now, held->contacts.P, held->moments);
    blow.jams = true;
    return blow;
  }
  if (!workspace_.failure) no_impulses(now);
  return std::nullopt;
}

// A contact whose law speaks of speeds takes part where it rests.
std::optional<Blow> BlowSolver::by_process(const Instant& now, const impact::Problem& p,
                                           double still) {
  const bool alone = p.size() == 1;
  impact::Restitution restitution;
  const auto law = [&](int i) { return hypothesis_of(model_, mobility_.rows[i].contact); };
  if (alone && law(0) == Departure::work) restitution.kind = impact::Restitution::Kind::work;
  restitution.given_back = [&](int i, const impact::Compression& taken) {
    if (law(i) == Departure::speed || p.free[p.parts * i] >= -still) return 0.0;
    const double value = departure(now, i, taken);
    if (alone || law(i) == Departure::impulse) return value;
    return taken.W_in > 0 ? std::sqrt(value / taken.W_in) * taken.P_in : 0;
  };
  const auto result = impact::run_process(p, restitution);
  if (workspace_.failure) return std::nullopt;
  if (result) return passed_on(now, result->P);
  no_impulses(now);
  return std::nullopt;
}

// Contacts of the problem that a blow at the first of them can move.
namespace {

// What moves of both.
std::string ends_of(const Model& model, int contact) {
  const auto name = [&](int body) {
    return body == 0 ? std::string("the ground")
                     : fmt::format("`{}`", model.scenario->bodies[body].name);
  };
  const ContactModel& c = model.contacts[contact];
  return fmt::format("{} and {}", name(c.a), name(c.b));
}

}  // namespace

std::vector<int> BlowSolver::reached_from(const impact::Problem& p, int first) const {
  const std::vector<bool> reached = impact::reached_from(p, first);
  std::vector<int> contacts;
  for (int i = 0; i < p.size(); ++i)
    if (reached[i]) contacts.push_back(mobility_.rows[i].contact);
  return contacts;
}

std::optional<Blow> BlowSolver::strike(const Instant& now, const std::vector<int>& contacts,
                                       double still) {
  auto p = problem(now, contacts);
  if (!p) return std::nullopt;
  int speed = -1, process = -1;  // that approach, by what their laws speak of
  for (int i = 0; i < p->size(); ++i) {
    if (p->free[p->parts * i] >= -still) continue;
    const int c = contacts[i];
    (hypothesis_of(model_, c) == Departure::speed ? speed : process) = i;
    if (p->D(p->parts * i, p->parts * i) > 0) continue;
    fail(Code::E0707, now,
         fmt::format("nothing gives way where `{}` strikes", model_.scenario->contacts[c].name),
         fmt::format("drives and joints alone decide how {} move: let one of them follow",
                     ends_of(model_, c)));
    return std::nullopt;
  }
  if (speed >= 0 && process >= 0) {
    // Those that do not feel each other have blows of their own.
    const std::vector<int> some = reached_from(*p, speed);
    if (some.size() < contacts.size()) return strike(now, some, still);
    const auto name = [&](int i) { return model_.scenario->contacts[contacts[i]].name; };
    fail(Code::E0707, now,
         fmt::format("`{}` and `{}` strike at once under different hypotheses", name(speed),
                     name(process)),
         "one blow has one hypothesis: laws of speed (newton), or of impulse and work (poisson, "
         "stronge)");
    return std::nullopt;
  }
  return process >= 0 ? by_process(now, *p, still) : by_speeds(now, *p, still);
}

// The speeds of contacts that hold the same thing twice differ by what steps err: then least
// squares, after which none is faster than those that were to be stopped, which are slow. Each row
// counts by the mass that it moves.
std::optional<Blow> BlowSolver::stop(const Instant& now, const std::vector<int>& contacts,
                                     const std::vector<bool>& stuck) {
  const auto p = problem(now, contacts);
  if (!p) return std::nullopt;
  std::vector<int> stopped;
  for (int i = 0; i < p->size(); ++i)
    for (int part = 0; part < (stuck[i] ? p->parts : 1); ++part)
      stopped.push_back(p->parts * i + part);
  const Eigen::VectorXd scale = p->D.diagonal()(stopped).unaryExpr(
      [](double d) { return d > 0 ? 1 / std::sqrt(d) : 0; });  // 0: what nothing can move
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors(stopped.size(), stopped.size());
  factors.setThreshold(1e-11);
  factors.compute(scale.asDiagonal() * p->D(stopped, stopped) * scale.asDiagonal());
  Eigen::VectorXd P = Eigen::VectorXd::Zero(p->D.rows());
  P(stopped) = -scale.cwiseProduct(factors.solve(scale.cwiseProduct(p->free(stopped))));
  return passed_on(now, P);
}

// The approach is any, as small as one likes; but beside what slides fast it must be seen.
std::optional<Blow> BlowSolver::jam(const Instant& now, const Jammed& jammed, double still) {
  const double seen = 10 * impact::rounding_of_speeds;  // of the largest speed
  const auto p = problem(now, jammed.contacts);
  if (!p) return std::nullopt;
  for (const double approach : {still, seen * p->free.cwiseAbs().maxCoeff()}) {
    if (approach < still) continue;
    if (auto blow = jam(now, *p, approach * jammed.pushed.normalized())) return blow;
    if (workspace_.failure && workspace_.failure->code != Code::E0707) break;
  }
  return std::nullopt;
}

std::optional<Blow> BlowSolver::jam(const Instant& now, impact::Problem p,
                                    const Eigen::VectorXd& approach) {
  p.free += approach;
  if (hypothesis_of(model_, mobility_.rows.front().contact) != Departure::speed)
    return by_process(now, p, 0);
  impact::Restitution none{impact::Restitution::Kind::impulse,
                           [](int, const impact::Compression&) { return 0.0; }};
  const auto result = impact::run_process(p, none);
  if (!result) return std::nullopt;
  return passed_on(now, result->P);
}

}  // namespace mbs
