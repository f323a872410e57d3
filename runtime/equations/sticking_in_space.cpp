// Rows of contacts that stick or slide in space.
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

  Looked(const ContactModel& c, const Placement& at) : pair(pair_of(c, at)) {
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

}  // namespace

HoldRow slide_row_in_space(const Model& m, int contact, const Vector3& direction, Workspace& w) {
  const Looked x(m.contacts[contact], w.impl().at);
  const Vector3 t = direction - x.g.n * x.g.n.dot(direction);
  return row_along(m, contact, x, t,
                   -x.n_rate * x.g.n.dot(direction) - x.g.n * x.n_rate.dot(direction));
}

void hold_rows_in_space(const Model& m, int contact, int axis, Workspace& w,
                        std::vector<HoldRow>& rows) {
  const Looked x(m.contacts[contact], w.impl().at);
  const TangentFrame t = tangent_frame(x.g.n, axis),
                     rate = tangent_frame_change(x.g.n, axis, x.n_rate);
  rows.push_back(row_along(m, contact, x, t.t1, rate.t1));
  rows.push_back(row_along(m, contact, x, t.t2, rate.t2));
  rows.back().part = 1;
}

}  // namespace mbs
