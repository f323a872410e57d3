#include "runtime/equations/consistency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/turns_rigidly.hpp"
#include "runtime/elements/drives.hpp"
#include "runtime/equations/joint_friction.hpp"
#include "runtime/equations/kkt.hpp"
#include "runtime/equations/kkt_scratch.hpp"
#include "runtime/equations/residual.hpp"
#include "runtime/equations/rigid.hpp"
#include "runtime/equations/singular.hpp"
#include "runtime/joints/joints.hpp"

namespace mbs {

namespace {

// What one value of y' makes of the present one: largest change against largest value.
struct Change {
  double largest = 0, value = 0;
  void set(double& old, double now) {
    largest = std::max(largest, std::abs(now - old));
    value = std::max(value, std::abs(now));
    old = now;
  }
  double relative() const { return value > 0 ? largest / value : 0; }
};

// What a closed rigid contact exerts beside friction that does not grow with FN: what of it is an
// unknown of the linear system.
void add_pressed(const Model& m, const Instant& now, const RigidRows& rows, Workspace& w,
                 std::vector<double>& x) {
  const Layout& l = m.layout;
  const ContactMode& mode = now.mode->contacts[rows.contact];
  const double FN = now.yp[l.impulse + rows.contact];
  if (FN == 0 && !mode.sticking) return;
  const double* held = now.yp + l.hold + m.contacts[rows.contact].own.hold;
  impact::Friction slides;
  if (!mode.sticking) slides = friction_of(m, rows, mode, now.t, w);
  const auto take = [&](const HoldRow& row, double force) {
    for (int k = 0; k < row.count; ++k) x[row.columns[k]] -= force * row.values[k];
  };
  take(rows.normal, FN);
  take(rows.tangent, mode.sticking ? -held[0] : slides.ratio * FN);
  if (rows.spatial()) take(rows.across, mode.sticking ? -held[1] : slides.ratio_2 * FN);
}

// What rounding leaves of accelerations that are 0, beside the largest there are, is taken for 0:
// contacts that hold one thing twice ask for different traces of it, which nothing could give.
void drop_rounding(const Model& m, const std::vector<double>& x, Eigen::VectorXd& free) {
  constexpr double rounding = 1e-14;
  double largest = 0;
  for (int i = 0; i < m.layout.motions; ++i)
    largest = std::max(largest, std::abs(x[i]) * (m.layout.turns(i) ? m.size : 1));
  for (double& w : free)
    if (std::abs(w) <= rounding * largest) w = 0;
}

// With the shares that spare ones have in the equations of motion, in the plane. What they hold
// others hold, too, and rows of both differ by what positions err by: asked for at once they
// contradict each other.
std::optional<impact::Solution> beside_shares(const Instant& now, const Mobility& mobility,
                                              impact::Problem problem,
                                              std::vector<impact::State> states) {
  Eigen::VectorXd shares = Eigen::VectorXd::Zero(problem.free.size());
  for (int i = 0; i < problem.size(); ++i) {
    const ContactMode& mode = now.mode->contacts[mobility.rows[i].contact];
    const bool led = mode.sticking && mode.patch >= 0;
    if (mode.sticking && (mode.spare_T || led)) {
      shares[2 * i + 1] = led ? 0 : -mode.share_T;
      problem.friction[i] = {};
    }
    if (!mode.spare_N || problem.friction[i].kind == impact::Friction::Kind::coulomb) continue;
    shares[2 * i] = mode.share_N;
    shares[2 * i + 1] += problem.friction[i].ratio * mode.share_N;
    states[i] = impact::State::open;
  }
  problem.free += problem.D * shares;
  auto forces = impact::solution_of(problem, states);
  if (forces) forces->P += shares;
  return forces;
}

// FN and FT of the closed rigid contacts as their modes say, for accelerations x without them: the
// smallest that do, normals evenly. Empty if none do.
std::optional<impact::Solution> pressed_forces(const Model& m, const Instant& now,
                                               const std::vector<double>& x, Workspace& w) {
  const Mobility& mobility = w.impl().kkt->pressed;
  const int parts = mobility.parts;
  impact::Problem problem{mobility.D, {}, {}, {}, parts};
  std::vector<impact::State> states;
  problem.free.resize(mobility.D.rows());
  for (std::size_t i = 0; i < mobility.rows.size(); ++i) {
    const RigidRows& rows = mobility.rows[i];
    const ContactMode& mode = now.mode->contacts[rows.contact];
    problem.departure.push_back(0);
    problem.friction.push_back(friction_of(m, rows, mode, now.t, w));
    states.push_back(impact::State::sticks);
    problem.free[parts * i] = rate_along(rows.normal, x.data());
    problem.free[parts * i + 1] = rate_along(rows.tangent, x.data());
    if (rows.spatial()) problem.free[parts * i + 2] = rate_along(rows.across, x.data());
  }
  if (auto forces = impact::solution_of(problem, states)) return forces;
  drop_rounding(m, x, problem.free);
  if (auto forces = impact::solution_of(problem, states)) return forces;
  if (parts != 2) return std::nullopt;
  return beside_shares(now, mobility, std::move(problem), std::move(states));
}

// Closed contacts of which forces are asked that are all but in balance with each other: a ball
// that is wedged into a row between walls, just as long as what is in it, asks for forces without
// bound as it comes down.
Failure wedged(const Model& m, const Instant& now, Workspace& w) {
  constexpr double takes_part = 0.1;  // of the largest
  const Mobility& mobility = w.impl().kkt->pressed;
  std::vector<int> normals;
  for (std::size_t i = 0; i < mobility.rows.size(); ++i)
    normals.push_back(mobility.parts * static_cast<int>(i));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(mobility.D(normals, normals));
  const Eigen::VectorXd part = modes.eigenvectors().col(0).cwiseAbs();
  Eigen::Index most = 0;
  const double largest = part.maxCoeff(&most);
  const auto others = (part.array() > takes_part * largest).count() - 1;
  const ir::Contact& first = m.scenario->contacts[mobility.rows[most].contact];
  std::string names = fmt::format("`{}`", first.name);
  if (others > 0) names += fmt::format(" and {} more", others);
  return {
      Code::E0707,
      first.origin,
      fmt::format("closed rigid contacts wedge each other at t = {:.6g} s: {}", now.t, names),
      {},
      "a law of force for some of them gives way; under laws of speed `method = stepping` goes on "
      "where forces have no bound"};
}

// Accelerations and multipliers into y' for the forces that y' itself implies; how much they moved.
bool accelerations(const Model& m, const Instant& now, double* yp, double& change, Workspace& w) {
  const Layout& l = m.layout;
  std::vector<double>& r = w.impl().residual;
  if (!residual(m, {now.t, now.y, yp, now.mode}, r.data(), w)) return false;
  KktScratch& s = *w.impl().kkt;
  s.x.resize(l.motions);
  s.p.resize(l.constraints);
  auto &x = s.x, &p = s.p;
  const auto hold = [&](const HoldRow& row) -> double& {
    return yp[l.hold + m.contacts[row.contact].own.hold + row.part];
  };
  for (int i = 0; i < l.motions; ++i) x[i] = s.masses[i] * yp[l.v + i] - r[l.v + i];
  for (int k = 0; k < l.constraints; ++k) {
    const ConstraintRow& row = m.rows[k];
    for (int i = row.first_entry; i < row.first_entry + row.entry_count; ++i)
      x[m.entries[i].column] += w.impl().g[i] * yp[l.lam + k];
    p[k] = drive_value(m, row, w.impl(), 2) - row_acceleration_bias(row, w.impl().at);
  }
  for (const HoldRow& h : s.holds) {
    for (int k = 0; k < h.count; ++k) x[h.columns[k]] += h.values[k] * hold(h);
    p.push_back(-h.bias);
  }
  for (const RigidRows& rows : s.pressed.rows) add_pressed(m, now, rows, w, x);
  s.sliding.leave_out({now.t, now.y, yp, now.mode}, x, w);
  if (!s.rates.solve(x, p)) {
    keep(w, undetermined(m, now, w));
    return false;
  }
  if (!s.sliding.add({now.t, now.y, yp, now.mode}, x, p, w)) return false;
  Change moved;
  const std::size_t pressed = s.pressed.rows.size();
  if (pressed > 0) {
    const auto forces = pressed_forces(m, now, x, w);
    if (!forces) {
      Failure failure = undetermined(m, now, w);
      keep(w, failure.hint ? std::move(failure) : wedged(m, now, w));
      return false;
    }
    Eigen::VectorXd::Map(x.data(), l.motions) += s.pressed.motion * forces->P;
    Eigen::VectorXd::Map(p.data(), s.pressed.reactions.rows()) += s.pressed.reactions * forces->P;
    for (std::size_t i = 0; i < pressed; ++i) {
      const int c = s.pressed.rows[i].contact, at = s.pressed.parts * static_cast<int>(i);
      moved.set(yp[l.impulse + c], forces->P[at]);
      if (!now.mode->contacts[c].sticking) continue;
      for (int part = 1; part < s.pressed.parts; ++part)
        moved.set(yp[l.hold + m.contacts[c].own.hold + part - 1], -forces->P[at + part]);
    }
  }
  for (int i = 0; i < l.motions; ++i) moved.set(yp[l.v + i], x[i]);
  for (int k = 0; k < l.constraints; ++k) moved.set(yp[l.lam + k], p[k]);
  for (std::size_t k = 0; k < s.holds.size(); ++k)
    moved.set(hold(s.holds[k]), p[l.constraints + k]);
  change = moved.relative();
  return true;
}

constexpr double unsettled = 1e-9;  // what repetition may leave

bool any_turns_rigidly(const Model& m) {
  return std::ranges::any_of(m.contacts,
                             [&](const ContactModel& c) { return turns_rigidly(m, c); });
}

// The moment by FN that moves most in one more round.
int moves_most(const Model& m, const Instant& now, double* yp, Workspace& w) {
  const std::vector<double> before(yp + m.layout.impulse,
                                   yp + m.layout.impulse + m.layout.contacts);
  double change = 0, most = -1;
  int which = -1;
  accelerations(m, now, yp, change, w);
  for (int c = 0; c < m.layout.contacts; ++c) {
    if (!turns_rigidly(m, m.contacts[c])) continue;
    const Turning& turning = *m.contacts[c].turning();
    const double FN = yp[m.layout.impulse + turning.of] - before[turning.of];
    const double moved = turning.share * std::abs(FN);
    if (which < 0 || moved > most) most = moved, which = c;
  }
  return which;
}

// What resists turning at a rigid contact presses that contact, by as much as it is pressed itself
// or more; or by so little less that repetition does not show what comes of it.
Failure presses_itself(const Model& m, double t, int contact, bool grows) {
  const ContactSite site = site_of(m, contact);
  return {Code::E0708,
          site.origin,
          fmt::format("what `{}` exerts presses itself up{} at t = {:.6g} s", site.name,
                      grows ? " without bound" : ", and does not settle", t),
          {},
          "a shorter lever: one of patches of contact is a small part of the bodies"};
}

// Forces that depend on accelerations or reactions, by repetition. Growth is told by changes that
// do not fall in the second half of the rounds.
bool repeat(const Model& m, const Instant& now, double* yp, Workspace& w) {
  constexpr int rounds = 100;
  constexpr double falls = 0.999;
  double change = 1, halfway = 0;
  for (int i = 0; i < (m.forces_see_rates ? rounds : 1) && change > 1e-13; ++i) {
    if (!accelerations(m, now, yp, change, w)) return false;
    if (i == rounds / 2) halfway = change;
  }
  if (change <= unsettled || !any_turns_rigidly(m)) return true;
  const int contact = moves_most(m, now, yp, w);
  keep(w, presses_itself(m, now.t, contact, !(change <= falls * halfway)));
  return false;
}

}  // namespace

void motions_to_rates(const Model& m, const double* y, double* yp) {
  const Layout& l = m.layout;
  if (!l.spatial()) {
    std::copy_n(y + l.v, l.motions, yp + l.q);
    return;
  }
  for (int b = 1; b <= l.bodies; ++b) {
    const double *v = y + l.v + l.motion_of(b), *p = y + l.q + l.place_of(b) + 3;
    double* rates = yp + l.q + l.place_of(b);
    std::copy_n(v, 3, rates);
    Eigen::Vector4d::Map(rates + 3) = quaternion_rates(p, Vector3(v[3], v[4], v[5]));
  }
}

bool make_consistent(const Model& m, const Instant& now, double* yp, Workspace& w) {
  const Layout& l = m.layout;
  const Mode& mode = *now.mode;
  const Instant found{now.t, now.y, yp, now.mode};
  std::fill_n(yp, l.size, 0.0);
  motions_to_rates(m, now.y, yp);
  if (!evaluate_drives(m, now.t, &mode, DriveOrder::acceleration, w)) return false;
  place(m, now.y, w.impl().at);
  fill_constraint_jacobian(m, w.impl().at, w.impl().g.data());
  KktScratch& s = *w.impl().kkt;
  std::size_t count = constraint_rows(m, w.impl().g, false, &mode, s.rows);
  hold_rows(m, now.y, mode, w, s.holds);
  for (const HoldRow& h : s.holds) {
    SparseRow& row = next_row(s.rows, count);
    row.columns.assign(h.columns.begin(), h.columns.begin() + h.count);
    row.values.assign(h.values.begin(), h.values.begin() + h.count);
    const ContactModel& holds = m.contacts[h.contact];
    const bool soft = slides_any_way(m, holds) || holds.turning();
    row.softness = soft ? double{mode.contacts[h.contact].softness} : 0;
  }
  s.rates.factor(s.masses, std::span(s.rows).first(count), static_cast<int>(s.holds.size()));
  pressed_rows(m, mode, w, s.pressed.rows);
  if (!s.pressed.rows.empty() && !find_mobility(m, s.rates, static_cast<int>(count), s.pressed)) {
    keep(w, undetermined(m, found, w));
    return false;
  }
  if (!s.sliding.prepare(m, mode, s.rates, static_cast<int>(count), w)) {
    keep(w, undetermined(m, found, w));
    return false;
  }
  if (!repeat(m, found, yp, w)) return false;
  if (!residual(m, found, w.impl().residual.data(), w)) return false;
  // Rows of closed rigid contacts are no rates.
  for (const RigidRows& rows : s.pressed.rows)
    w.impl().residual[l.s + rows.contact] = w.impl().residual[l.impulse + rows.contact] = 0;
  for (int i = l.s; i < l.size; ++i) yp[i] -= w.impl().residual[i];
  return true;
}

namespace {

double constraint_error(const Model& m, const Mode* mode, const Workspace::Impl& w,
                        std::vector<double>& g) {
  double largest = 0;
  for (int k = 0; k < m.layout.positions; ++k) {
    g[k] = row_acts(mode, k) ? -row_error(m, k, mode, w) : 0;
    largest = std::max(largest, std::abs(g[k]) * (is_angle(m.rows[k]) ? m.size : 1));
  }
  return largest;
}

}  // namespace

double project_positions(const Model& m, double t, double* y, const Mode* mode, Workspace& w) {
  const Layout& l = m.layout;
  const std::vector<double> mass = mass_diagonal(m);
  if (!evaluate_drives(m, t, nullptr, DriveOrder::rate, w)) return 0;
  std::vector<double> g(l.positions);
  double before = 0;
  for (int i = 0; i < 4; ++i) {
    place(m, y, w.impl().at);
    const double error = constraint_error(m, mode, w.impl(), g);
    if (i == 0) before = error;
    fill_constraint_jacobian(m, w.impl().at, w.impl().g.data());
    if (error <= 1e-16 * m.size) break;
    std::vector<double> dq(l.motions, 0.0);
    if (!Kkt(mass, constraint_rows(m, w.impl().g, true, mode)).solve(dq, g)) break;
    move_places(m, dq.data(), y + l.q);
  }
  return before;
}

double project(const Model& m, double t, double* y, const Mode* mode, Workspace& w) {
  const Layout& l = m.layout;
  const double before = project_positions(m, t, y, mode, w);
  const std::vector<double> mass = mass_diagonal(m);
  std::vector<double> v(l.motions), f(l.constraints);
  for (int i = 0; i < l.motions; ++i) v[i] = mass[i] * y[l.v + i];
  for (int k = 0; k < l.constraints; ++k) f[k] = drive_value(m, m.rows[k], w.impl(), 1);
  if (Kkt(mass, constraint_rows(m, w.impl().g, false, mode)).solve(v, f))
    std::copy(v.begin(), v.end(), y + l.v);
  return before;
}

Drift placed_drift(const Model& m, double t, const Mode* mode, Workspace& w) {
  Drift worst;
  bool driven = false;
  for (int k = 0; k < m.layout.positions; ++k) {
    const ConstraintRow& row = m.rows[k];
    if (row.tree) continue;  // holds by the choice of coordinates
    if (row.switched && !part_acts(mode, row.owner())) continue;
    if (!driven && !(driven = evaluate_drives(m, t, nullptr, DriveOrder::rate, w))) return {};
    const double error = row_error(m, k, mode, w.impl());
    const bool angle = is_angle(row);
    const double size = std::abs(error) * (angle ? m.size : 1);
    if (size > worst.largest) worst = {size, k};
  }
  return worst;
}

double position_drift(const Model& m, const Instant& now, Workspace& w) {
  if (!evaluate_drives(m, now.t, nullptr, DriveOrder::rate, w)) return 0;
  place(m, now.y, w.impl().at);
  return constraint_error(m, now.mode, w.impl(), w.impl().residual);
}

}  // namespace mbs
