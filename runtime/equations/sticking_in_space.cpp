// Rows of contacts that stick or slide in space.
#include "runtime/contact/bearing.hpp"
#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/equations/rows_in_space.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

struct Looked {
  ContactPair pair;
  ContactGeometry g;
  SpatialDerivatives d;
  Vector3 n_rate, u_bias;  // of n; of u, without accelerations

  Looked(const ContactModel& c, const Placement& at, const ContactMode* aims = nullptr)
      : pair(pair_of(c, at, aims ? int{aims->edge} : -1)) {
    g.slow = aims ? double{aims->slow} : 0;
    if (g.slow > 0) g.ahead = aims->ahead;
    contact_geometry(c, pair, g);
    derivatives_in_space(c, pair, g, d);
    const Eigen::Matrix<double, 12, 1> motion = motion_of(pair);
    n_rate = d.dn * motion;
    u_bias = d.u_by_place * motion;
  }
};

// The row of the speed of which `by_motion` is the gradient.
HoldRow row_of(const Model& m, int contact, const Local& by_motion, double bias) {
  const ContactModel& c = m.contacts[contact];
  HoldRow out;
  out.contact = contact;
  for (int k = 0; k < 12; ++k) {
    const int body = k < 6 ? c.a : c.b;
    if (body == 0) continue;
    out.columns[out.count] = m.layout.motion_of(body) + k % 6;
    out.values[out.count++] = by_motion[k];
  }
  out.bias = bias;
  return out;
}

// The row of the sliding along t, with `lever` of the turning about the normal; for what resists
// turning that of the turning about t, whose spins have no rate without accelerations.
HoldRow row_along(const Model& m, int contact, const Looked& x, const Vector3& t,
                  const Vector3& t_rate, double lever = 0) {
  if (const Turning* turning = m.contacts[contact].turning())
    return row_of(m, contact, moment_row(x.pair, turning->arm * t),
                  turning->arm * t_rate.dot(relative_spin(x.pair)));
  Local row = force_row(x.pair, x.g, t);
  const Local turning = moment_row(x.pair, x.g.n);
  for (int k = 0; k < 12 && lever != 0; ++k) row[k] += lever * turning[k];
  const double bias = t.dot(x.u_bias) + t_rate.dot(x.g.u);
  return row_of(m, contact, row, bias + lever * x.n_rate.dot(relative_spin(x.pair)));
}

// From the leader of the patch to a place of it, along the surface.
Vector3 within_patch(const Vector3& place, const ContactGeometry& leader) {
  const Vector3 apart = place - leader.X;
  return apart - leader.n * leader.n.dot(apart);
}

}  // namespace

Vector3 sliding_of_patch(const Model& m, const ContactGeometry& own, int patch, const Mode& mode,
                         Workspace& w) {
  if (patch < 0) return own.u;
  const ContactGeometry g = geometry_of(m, patch, w, mode.contacts[patch].edge);
  const Vector3 spin = relative_spin(pair_of(m.contacts[patch], w.impl().at));
  return g.u + g.n.dot(spin) * g.n.cross(within_patch(own.X, g));
}

double slides_ahead(const Model& m, int contact, const ContactMode& mode, const Placement& at) {
  const ContactModel& c = m.contacts[contact];
  ContactGeometry g;
  if (c.bearing())
    bearing_geometry(c, at, g);
  else
    contact_geometry(c, pair_of(c, at, mode.edge), g);
  return Vector3::Map(mode.ahead->data()).dot(g.slip);
}

HoldRow spinning_row(const Model& m, int contact, Workspace& w) {
  const Looked x(m.contacts[contact], w.impl().at);
  return row_along(m, contact, x, x.g.n, x.n_rate);
}

HoldRow turning_row(const Model& m, int contact, const Vector3& about, Workspace& w) {
  return row_of(m, contact, moment_row(pair_of(m.contacts[contact], w.impl().at), about), 0);
}

HoldRow slide_row_in_space(const Model& m, int contact, const Vector3& direction, Workspace& w) {
  if (m.contacts[contact].bearing()) return bearing_row_along(m, contact, direction, w);
  const Looked x(m.contacts[contact], w.impl().at);
  const Vector3 t = direction - x.g.n * x.g.n.dot(direction);
  return row_along(m, contact, x, t,
                   -x.n_rate * x.g.n.dot(direction) - x.g.n * x.n_rate.dot(direction));
}

RowsInSpace rows_in_space(const Model& m, int contact, int axis, const ContactMode* aims,
                          Workspace& w) {
  const Looked x(m.contacts[contact], w.impl().at, aims);
  RowsInSpace out;
  out.axis = axis < 0 ? least_axis(x.g.n) : axis;
  out.geometry = x.g;
  out.frame = tangent_frame(x.g.n, out.axis);
  const TangentFrame rate = tangent_frame_change(x.g.n, out.axis, x.n_rate);
  out.normal = row_along(m, contact, x, x.g.n, x.n_rate);
  out.tangents = {row_along(m, contact, x, out.frame.t1, rate.t1),
                  row_along(m, contact, x, out.frame.t2, rate.t2)};
  out.tangents[1].part = 1;
  return out;
}

void hold_rows_in_space(const Model& m, int contact, const ContactMemory& memory, Workspace& w,
                        std::vector<HoldRow>& rows) {
  const int leader = memory.patch < 0 ? contact : int{memory.patch};
  const Looked x(m.contacts[leader], w.impl().at);
  const TangentFrame t = tangent_frame(x.g.n, memory.axis),
                     rate = tangent_frame_change(x.g.n, memory.axis, x.n_rate);
  Vector3 way = Vector3::Zero();  // of this contact for a unit of turning
  if (leader != contact) way = x.g.n.cross(within_patch(geometry_of(m, contact, w).X, x.g));
  rows.push_back(row_along(m, contact, x, t.t1, rate.t1, way.dot(t.t1)));
  rows.push_back(row_along(m, contact, x, t.t2, rate.t2, way.dot(t.t2)));
  rows.back().part = 1;
}

}  // namespace mbs
