// Rows of contacts that stick or slide in space.
#include <tuple>

#include "runtime/contact/kinematics_in_space.hpp"
#include "runtime/equations/sticking.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

struct Looked {
  ContactPair pair;
  ContactGeometry g;
  SpatialDerivatives d;
  Eigen::Matrix<double, 12, 1> motion;
  Vector3 n_rate, u_bias;  // of n; of u, without accelerations
  bool ground_a, ground_b;

  Looked(const ContactModel& c, const Placement& at)
      : pair(pair_of(c, at)), ground_a(c.a == 0), ground_b(c.b == 0) {
    contact_geometry(c, pair, g);
    derivatives_in_space(c, pair, g, d);
    motion << pair.space_a->v, pair.space_a->omega, pair.space_b->v, pair.space_b->omega;
    n_rate = d.dn * motion;
    u_bias = d.u_by_place * motion;
  }
};

HoldRow row_along(const Model& m, int contact, const Looked& x, const Vector3& t,
                  const Vector3& t_rate) {
  const ContactModel& c = m.contacts[contact];
  const Local row = force_row(x.pair, x.g, t);
  HoldRow out;
  out.contact = contact;
  for (int k = 0; k < 12; ++k) {
    const int body = k < 6 ? c.a : c.b;
    if (body == 0) continue;
    out.columns[out.count] = m.layout.motion_of(body) + k % 6;
    out.values[out.count++] = row[k];
  }
  out.bias = t.dot(x.u_bias) + t_rate.dot(x.g.u);
  return out;
}

// Turning about n adds `lever` of it to a row; its columns are as row_along makes them.
void add_spin(const Looked& x, const Vector3& n, double lever, HoldRow& row) {
  const Vector3 on_a = x.pair.space_a->R.transpose() * n, on_b = x.pair.space_b->R.transpose() * n;
  const Vector3 spin = x.pair.space_b->spin() - x.pair.space_a->spin();
  int at = 0;
  for (const auto& [ground, sign, axis] :
       {std::tuple(x.ground_a, -1.0, on_a), std::tuple(x.ground_b, 1.0, on_b)}) {
    if (ground) continue;
    for (int k = 0; k < 3; ++k) row.values[at + 3 + k] += sign * lever * axis[k];
    at += 6;
  }
  row.bias += lever * x.n_rate.dot(spin);
}

// From the leader of the patch to a place of it, along the surface.
Vector3 within_patch(const Vector3& place, const ContactGeometry& leader) {
  const Vector3 apart = place - leader.X;
  return apart - leader.n * leader.n.dot(apart);
}

}  // namespace

Vector3 sliding_of_patch(const Model& m, const ContactGeometry& own, int patch, Workspace& w) {
  if (patch < 0) return own.u;
  const ContactModel& c = m.contacts[patch];
  const ContactPair pair = pair_of(c, w.impl().at);
  ContactGeometry g;
  contact_geometry(c, pair, g);
  const Vector3 spin = pair.space_b->spin() - pair.space_a->spin();
  return g.u + g.n.dot(spin) * g.n.cross(within_patch(own.X, g));
}

HoldRow slide_row_in_space(const Model& m, int contact, const Vector3& direction, Workspace& w) {
  const Looked x(m.contacts[contact], w.impl().at);
  const Vector3 t = direction - x.g.n * x.g.n.dot(direction);
  return row_along(m, contact, x, t,
                   -x.n_rate * x.g.n.dot(direction) - x.g.n * x.n_rate.dot(direction));
}

void hold_rows_in_space(const Model& m, int contact, const ContactMemory& memory, Workspace& w,
                        std::vector<HoldRow>& rows) {
  const int leader = memory.patch < 0 ? contact : memory.patch;
  const Looked x(m.contacts[leader], w.impl().at);
  const TangentFrame t = tangent_frame(x.g.n, memory.axis),
                     rate = tangent_frame_change(x.g.n, memory.axis, x.n_rate);
  rows.push_back(row_along(m, contact, x, t.t1, rate.t1));
  rows.push_back(row_along(m, contact, x, t.t2, rate.t2));
  rows.back().part = 1;
  if (leader == contact) return;
  ContactGeometry own;
  contact_geometry(m.contacts[contact], pair_of(m.contacts[contact], w.impl().at), own);
  const Vector3 way = x.g.n.cross(within_patch(own.X, x.g));
  add_spin(x, x.g.n, way.dot(t.t1), rows[rows.size() - 2]);
  add_spin(x, x.g.n, way.dot(t.t2), rows.back());
}

}  // namespace mbs
