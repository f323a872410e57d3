#include "runtime/equations/sticking.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/contact/bearing.hpp"
#include "runtime/contact/turns_rigidly.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

bool any_holds(const Mode& mode) {
  return std::any_of(mode.contacts.begin(), mode.contacts.end(),
                     [](const ContactMode& c) { return c.pressed || (c.armed && c.sticking); });
}

namespace {

constexpr double parallel = 1e-6;  // rad, between normals of contacts on one line

constexpr double flush = 1e-9;  // of the model's size: what closed rigid contacts are apart

int leader_of(const Mode& mode, int contact) {
  const ContactMode& own = mode.contacts[contact];
  const int leader = own.pressed ? own.patch : own.leader;
  return leader < 0 ? contact : leader;
}

// With normals that point the same way.
bool in_one_plane(const ContactGeometry& g, const ContactGeometry& h) {
  if ((g.n - h.n).norm() > parallel) return false;
  return std::abs((h.X - g.X).dot(g.n)) <= std::abs(g.gap) + std::abs(h.gap);
}

}  // namespace

ContactGeometry geometry_of(const Model& m, int contact, Workspace& w, int edge) {
  const ContactModel& c = m.contacts[contact];
  ContactGeometry g;
  contact_geometry(c, pair_of(c, w.impl().at, edge), g);
  return g;
}

// FT is positive against sliding of the second body past the first along the normal turned by 90
// degrees; with the bodies in the other order the normal turns, and so nothing changes.
double orientation(const Model& m, int contact, int leader, const Mode& mode, Workspace& w) {
  if (contact == leader) return 1;
  const ContactGeometry g = geometry_of(m, contact, w, mode.contacts[contact].edge),
                        h = geometry_of(m, leader, w, mode.contacts[leader].edge);
  const double same_order = m.contacts[contact].a == m.contacts[leader].a ? 1 : -1;
  return same_order * (g.nx * h.nx + g.ny * h.ny) < 0 ? -1 : 1;
}

double shared_hold(const Model& m, int leader, const Instant& now, Workspace& w) {
  double sum = 0;
  for (int c = 0; c < m.layout.contacts; ++c)
    if (now.mode->contacts[c].sticking && leader_of(*now.mode, c) == leader)
      sum +=
          orientation(m, c, leader, *now.mode, w) * now.yp[m.layout.hold + m.contacts[c].own.hold];
  return sum;
}

double shared_bound(const Model& m, int leader, const Instant& now, Workspace& w) {
  double sum = 0;
  for (int c = 0; c < m.layout.contacts; ++c) {
    if (!now.mode->contacts[c].sticking || leader_of(*now.mode, c) != leader) continue;
    ContactForce f;
    if (contact_force(m, c, now, now.mode->contacts[c], w, f)) sum += f.bound;
  }
  return sum;
}

void share_force(const Model& m, int contact, const Instant& now, Workspace& w, ContactForce& f) {
  if (m.layout.spatial()) return;  // none holds for others
  const ContactModel& c = m.contacts[contact];
  if (!now.mode->contacts[contact].sticking || !f.acting || c.bearing()) return;
  const int leader = leader_of(*now.mode, contact);
  const double bound = shared_bound(m, leader, now, w);
  const double whole =
      orientation(m, contact, leader, *now.mode, w) * shared_hold(m, leader, now, w);
  f.FT = bound > 0 ? whole * f.bound / bound : 0;
  f.fx = f.FN * f.geometry.nx + f.FT * f.geometry.ny;
  f.fy = f.FN * f.geometry.ny - f.FT * f.geometry.nx;
}

bool between_same_bodies(const ContactModel& one, const ContactModel& other) {
  return std::minmax(one.a, one.b) == std::minmax(other.a, other.b);
}

bool along_one_line(const Model& m, int first, int second, const Mode& mode, Workspace& w) {
  const ContactModel &a = m.contacts[first], &b = m.contacts[second];
  if (a.bearing() || b.bearing() || a.turning() || b.turning()) return first == second;
  if (!between_same_bodies(a, b)) return false;
  const ContactGeometry g = geometry_of(m, first, w, mode.contacts[first].edge),
                        h = geometry_of(m, second, w, mode.contacts[second].edge);
  if (m.layout.spatial()) return in_one_plane(g, h);
  if (std::abs(g.nx * h.ny - g.ny * h.nx) > parallel) return false;
  const double apart = (h.px - g.px) * g.nx + (h.py - g.py) * g.ny;
  const double rounding = a.rigid() && b.rigid() ? flush * m.size : 0;
  return std::abs(apart) <= std::abs(g.gap) + std::abs(h.gap) + rounding;
}

double along(const HoldRow& row, const double* x) {
  double sum = 0;
  for (int k = 0; k < row.count; ++k) sum += row.values[k] * x[row.columns[k]];
  return sum;
}

double rate_along(const HoldRow& row, const double* accelerations) {
  double sum = row.bias;
  for (int k = 0; k < row.count; ++k) sum += row.values[k] * accelerations[row.columns[k]];
  return sum;
}

HoldRow contact_row(const ContactModel& c, int index, const ContactPair& pair,
                    const Local& gradient, const Local& by_q) {
  const double v[] = {pair.a.vx, pair.a.vy, pair.a.spin, pair.b.vx, pair.b.vy, pair.b.spin};
  HoldRow out;
  out.contact = index;
  for (int k = 0; k < 6; ++k) {
    const int body = k < 3 ? c.a : c.b;
    if (body == 0) continue;
    out.columns[out.count] = column_of(body) + k % 3;
    out.values[out.count++] = gradient[k];
    out.bias += by_q[k] * v[k];
  }
  return out;
}

namespace {

// The row of the surfaces of a joint: the speed along the row of this geometry.
HoldRow bearing_row(const Model& m, int contact, const ContactGeometry& g, Workspace& w) {
  const ContactModel& c = m.contacts[contact];
  const PairFunction& along = c.bearing()->first().coordinate;
  const Placement& at = w.impl().at;
  const Local by_place = bearing_turn(c, at, g);
  if (!m.layout.spatial()) return contact_row(c, contact, pair_of(c, at), g.tangent_row, by_place);
  const Local v = local_velocity(along, at);
  HoldRow out;
  out.contact = contact;
  for (int k = 0; k < along.locals(); ++k) {
    if (!slides_by(*c.bearing(), k)) continue;
    out.columns[out.count] = along.column(k);
    out.values[out.count++] = g.tangent_row[k];
  }
  for (std::size_t k = 0; k < v.size(); ++k) out.bias += by_place[k] * v[k];
  return out;
}

// The rows of all ways in which what slides any way is held.
void bearing_hold_rows(const Model& m, int contact, Workspace& w, std::vector<HoldRow>& rows) {
  const HeldWays held = held_ways(m.contacts[contact], {}, 0);
  for (int part = 0; part < held.count; ++part) {
    rows.push_back(bearing_row_along(m, contact, held.ways[part], w));
    rows.back().part = part;
  }
}

}  // namespace

HoldRow bearing_row_along(const Model& m, int contact, const Vector3& direction, Workspace& w) {
  ContactGeometry g;
  bearing_geometry(m.contacts[contact], w.impl().at, g);
  set_row_along(*m.contacts[contact].bearing(), w.impl().at, direction, g);
  return bearing_row(m, contact, g, w);
}

HoldRow sliding_row(const Model& m, int contact, const ContactMode& mode, Workspace& w) {
  if (!slides_any_way(m, m.contacts[contact])) return hold_row(m, contact, w);
  ContactGeometry g;
  g.slow = mode.slow;
  g.ahead = mode.ahead;
  bearing_geometry(m.contacts[contact], w.impl().at, g);
  return bearing_row(m, contact, g, w);
}

HoldRow hold_row(const Model& m, int contact, Workspace& w) {
  const ContactModel& c = m.contacts[contact];
  if (c.turning()) return spinning_row(m, contact, w);
  ContactGeometry g;
  if (c.bearing()) {
    bearing_geometry(c, w.impl().at, g);
    return bearing_row(m, contact, g, w);
  }
  const ContactPair pair = pair_of(c, w.impl().at);
  ContactDerivatives d;
  contact_geometry(c, pair, g);
  contact_derivatives(c, pair, g, d);
  return contact_row(c, contact, pair, g.tangent_row, d.vt);
}

namespace {

bool overlaps(const Model& m, int contact, const double* y, const ContactMode& mode, Workspace& w) {
  if (mode.pressed) return true;
  const ContactModel& c = m.contacts[contact];
  return (mode.resting ? -y[m.layout.s + contact] : contact_gap(c, pair_of(c, w.impl().at))) < 0;
}

}  // namespace

void hold_rows(const Model& m, const double* y, const Mode& mode, Workspace& w,
               std::vector<HoldRow>& rows) {
  rows.clear();
  for (int c = 0; c < m.layout.contacts; ++c) {
    const ContactMode& own = mode.contacts[c];
    if (!own.armed || own.pressed || !own.sticking || own.leader >= 0) continue;
    if (m.contacts[c].bearing()) {
      if (slides_any_way(m, m.contacts[c]))
        bearing_hold_rows(m, c, w, rows);
      else
        rows.push_back(hold_row(m, c, w));
      continue;
    }
    const Turning* turning = m.contacts[c].turning();
    const int pressing = turning ? turning->of : c;
    const bool held = turns_rigidly(m, m.contacts[c]);
    if (!held && !overlaps(m, pressing, y, mode.contacts[pressing], w)) continue;
    if (slides_any_way(m, m.contacts[c]))
      hold_rows_in_space(m, c, own, w, rows);
    else
      rows.push_back(hold_row(m, c, w));
  }
}

double sliding_acceleration(const Model& m, int contact, const double* yp, Workspace& w) {
  return rate_along(hold_row(m, contact, w), yp + m.layout.v);
}

}  // namespace mbs
