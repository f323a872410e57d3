// Private to runtime: where the Jacobian is emitted, and derivatives by motions.
#pragma once

#include "runtime/model/curvature.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/model_impl.hpp"
#include "runtime/model/scalar_function.hpp"

namespace mbs::emission {

struct JacobianPoint {
  const Model& m;
  const Instant& now;
  double cj;
  Workspace& w;
  bool recording;
  bool all_rows;  // or only those that the tree leaves; then also places by motions, as columns
                  // from 0 on and rows of what corrects them
  const Layout& l() const { return m.layout; }
  const Placement& at() const { return w.impl().at; }
};

// ---- by motions ------------------------------------------------------------------------
// Equations are written by motions (runtime/model/space.hpp). In the plane these are the changes of
// the coordinates; in space turns become changes of quaternions.

// d(row)/d(a small motion), `motion` a column of v, to the columns of q.
template <class Sink>
void by_place(const JacobianPoint& p, int row, int motion, double value, Sink& sink) {
  const Layout& l = p.l();
  if (!l.spatial() || !p.all_rows) return sink(row, l.q + motion, value);
  const int body = l.body_of(motion), local = motion % 6, first = l.q + l.place_of(body);
  if (local < 3) return sink(row, first + local, value);
  const Eigen::RowVector4d turn = turn_map(p.at().bodies[body].p.data()).row(local - 3);
  for (int k = 0; k < 4; ++k) sink(row, first + 3 + k, value * turn[k]);
}

// In the plane: by how much more than a shift a turn is corrected, 1/m^2 (Model::turning).
inline double measure(const JacobianPoint& p, int motion) {
  return p.all_rows && p.l().turns(motion) ? p.m.turning() : 1;
}

// What corrects a motion, to the rows of q'.
template <class Sink>
void correct_place(const JacobianPoint& p, int motion, int column, double value, Sink& sink) {
  const Layout& l = p.l();
  if (!l.spatial() || !p.all_rows) return sink(l.q + motion, column, value * measure(p, motion));
  const int body = l.body_of(motion), local = motion % 6, first = l.q + l.place_of(body);
  if (local < 3) return sink(first + local, column, value);
  const Eigen::Vector4d turn = 0.5 * quaternion_map(p.at().bodies[body].p.data()).col(local - 3);
  const double share = value * p.m.turning();
  for (int k = 0; k < 4; ++k) sink(first + 3 + k, column, share * turn[k]);
}

}  // namespace mbs::emission
