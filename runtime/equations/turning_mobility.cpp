#include "runtime/equations/turning_mobility.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "runtime/contact/forces.hpp"
#include "runtime/equations/giving_way.hpp"
#include "runtime/equations/rows_in_space.hpp"

namespace mbs {

namespace {

// Moments as parts of FN, m: of turning that goes on, and of what is held.
struct Bound {
  double sliding = 0, sticking = 0;
};
Bound bound_of(const Model& m, int contact, double lever, double turning, double t, Workspace& w) {
  if (!(lever > 0)) return {};
  const FrictionParts parts = friction_parts(m, contact, lever * turning, 1, t, w);
  const double sliding = std::abs(parts.sliding);
  return {lever * sliding, lever * std::max(sliding, parts.sticking)};
}

// What rows see of motion, without what rounding leaves of it.
Eigen::VectorXd seen_by(const Mobility& contacts, const double* motion) {
  Eigen::VectorXd out(contacts.parts * static_cast<int>(contacts.rows.size()));
  for (Eigen::Index i = 0; i < out.size(); ++i)
    out[i] = seen_along(row_at(contacts, static_cast<int>(i)), motion);
  return out;
}

// Bounds, rows and turning of all contacts that resist it.
void add_turns(const Model& m, double t, const Mobility& contacts, Workspace& w,
               TurningMobility& out) {
  std::vector<double> free;
  for (std::size_t i = 0; i < contacts.rows.size(); ++i) {
    const RigidRows& r = contacts.rows[i];
    const ir::Contact& asked = m.scenario->contacts[r.contact];
    if (!(asked.rolling > 0) && !(asked.spinning > 0)) continue;
    const ContactPair at = pair_of(m.contacts[r.contact], w.impl().at);
    const Vector3 n = r.frame.t1.cross(r.frame.t2);
    for (const Vector3& about : {r.frame.t1, r.frame.t2, n}) {
      out.rows.push_back(turning_row(m, r.contact, about, w));
      free.push_back(about.dot(relative_spin(at)));
    }
    const double* turning = &free[free.size() - 3];
    const Bound rolling =
        bound_of(m, r.contact, asked.rolling, std::hypot(turning[0], turning[1]), t, w);
    const Bound spinning = bound_of(m, r.contact, asked.spinning, std::abs(turning[2]), t, w);
    out.turns.bounds.push_back({.contact = static_cast<int>(i),
                                .sliding = {rolling.sliding, spinning.sliding},
                                .sticking = {rolling.sticking, spinning.sticking}});
  }
  out.turns.free = Eigen::VectorXd::Map(free.data(), static_cast<Eigen::Index>(free.size()));
}

// On the first body of what turns, for FN = 1 N.
Vector3 moment_for_FN(const Model& m, int turning, const Instant& now, Workspace& w) {
  LiveContact live = live_contact(m, turning, now, now.mode->contacts[turning], w);
  live.memory.press();
  live.pressed = 1;
  ContactForce force;
  if (!contact_force(m, live, now.t, w, force)) return Vector3::Zero();
  return force.moment;
}

}  // namespace

bool find_turning_mobility(const Model& m, Constrained system, double t, const Mobility& contacts,
                           Workspace& w, TurningMobility& out) {
  out = {};
  if (!m.layout.spatial()) return true;
  add_turns(m, t, contacts, w, out);
  const int n = static_cast<int>(out.rows.size());
  out.motion.resize(m.layout.motions, n);
  out.reactions.resize(system.rows, n);
  out.turns.D.resize(n, n);
  out.turns.coupling.resize(contacts.parts * static_cast<int>(contacts.rows.size()), n);
  for (int k = 0; k < n; ++k) {
    const double* motion = out.motion.col(k).data();
    if (!give_way(system.kkt, out.rows[k], matrix_column(out.motion, k),
                  matrix_column(out.reactions, k)))
      return false;
    out.turns.coupling.col(k) = seen_by(contacts, motion);
    for (int i = 0; i < n; ++i) out.turns.D(i, k) = seen_along(out.rows[i], motion);
    out.turns.D(k, k) = give_along(m, out.rows[k], motion);
  }
  out.turns.D = 0.5 * (out.turns.D + out.turns.D.transpose()).eval();
  return true;
}

std::optional<Eigen::VectorXd> pushed_by_turning(const Model& m, Constrained system,
                                                 const Instant& now, int contact,
                                                 const Mobility& contacts, Workspace& w) {
  Vector3 moment = Vector3::Zero();
  for (int c = m.layout.in_joints; c < m.layout.contacts; ++c) {
    const ContactMode& mode = now.mode->contacts[c];
    if (m.contacts[c].turning()->of == contact && mode.armed && !mode.sticking)
      moment += moment_for_FN(m, c, now, w);
  }
  if (moment.isZero(0)) return std::nullopt;
  std::vector<double> motion(m.layout.motions), reactions(system.rows);
  if (!give_way(system.kkt, turning_row(m, contact, -moment, w), motion, reactions))
    return std::nullopt;
  return seen_by(contacts, motion.data());
}

}  // namespace mbs
