// Private to runtime: what the tree itself adds to the Jacobian in joint coordinates, in space.
#pragma once

#include <algorithm>
#include <array>

#include "runtime/coordinates/motion.hpp"

namespace mbs::spatial {

// The coefficients are filled in.
struct TreePoint {
  const Model& m;
  double cj;
  const double* reduced;
  const double* r;  // absolute residual
  const TreeState& state;
  const SpatialTree& tree() const { return m.tree.space; }
  int row_of(int speed) const { return m.tree.coordinates + speed; }  // and column
};

using Motions = Eigen::Matrix<double, 6, 1>;

// One speed or one place that carries a body, with its coefficients.
struct Carrier {
  int index = 0;  // among all speeds, or places
  const double* at = nullptr;
  const TreeMove* move = nullptr;
  Motions part(int which) const { return Motions::Map(at + which); }
  Vector3 shift(int which) const { return Vector3::Map(at + which); }
};

template <class Visit>
void for_each_carrier(const TreePoint& p, const TreePath& path, bool places, Visit visit) {
  const SpatialTree& s = p.tree();
  const double* at =
      p.state.coefficients.data() + path.base + (places ? SpeedColumn::size * path.speeds : 0);
  for (int c = path.first; c < path.first + path.count; ++c) {
    const TreeMove& move = s.moves[s.carriers[c]];
    const int count = places ? move.places() : move.speeds();
    for (int i = 0; i < count; ++i, at += places ? PlaceColumn::size : SpeedColumn::size)
      visit(Carrier{(places ? move.place : move.speed) + i, at, &move});
  }
}
template <class Visit>
void for_each_path(const TreePoint& p, int body, Visit visit) {
  const SpatialTree& s = p.tree();
  for (int n = s.way_start[body]; n < s.way_start[body + 1]; ++n) visit(s.paths[s.ways[n]]);
}
template <class Visit>
void for_each_carrier(const TreePoint& p, int body, bool places, Visit visit) {
  for_each_path(p, body, [&](const TreePath& path) { for_each_carrier(p, path, places, visit); });
}

// p' - u; p' - E u/2 - (1 - p.p) p of a ball.
template <class Sink>
void emit_kinematics(const TreePoint& p, Sink& sink) {
  for (const TreeMove& move : p.tree().moves) {
    const int speed = p.row_of(move.speed);
    if (!move.ball()) {
      sink.direct(move.place, move.place, p.cj);
      sink.direct(move.place, speed, -1);
      continue;
    }
    const auto [by_p, by_u] =
        quaternion_derivatives(p.reduced + move.place, Vector3::Map(p.reduced + speed), p.cj);
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) sink.direct(move.place + i, move.place + j, by_p(i, j));
      for (int j = 0; j < 3; ++j) sink.direct(move.place + i, speed + j, by_u(i, j));
    }
  }
}

// B^T M (B u' + ...) by p, u and u', with the gyroscopic torque.
template <class Sink>
void emit_inertia(const TreePoint& p, int body, Sink& sink) {
  const MassEntry& mass = p.m.masses[body];
  const Vector3 J = Vector3::Map(mass.principal.data());
  const Vector3& omega = p.state.space.bodies[body].pose.omega;
  const Matrix3 gyration = skew(omega) * J.asDiagonal() - skew(J.cwiseProduct(omega));
  const auto inertia = [&](const Motions& acceleration, const Vector3& turn) {
    Motions out;
    out.head<3>() = mass.mass * acceleration.head<3>();
    out.tail<3>() = J.cwiseProduct(acceleration.tail<3>()) + gyration * turn;
    return out;
  };
  const auto spread = [&](int column, const Motions& force) {
    for_each_carrier(p, body, false, [&](const Carrier& row) {
      sink.direct(p.row_of(row.index), column, row.part(SpeedColumn::B).dot(force));
    });
  };
  for_each_carrier(p, body, false, [&](const Carrier& c) {
    const Motions B = c.part(SpeedColumn::B);
    spread(p.row_of(c.index), inertia(p.cj * B + c.part(SpeedColumn::C), B.tail<3>()));
  });
  for_each_carrier(p, body, true, [&](const Carrier& c) {
    spread(c.index, inertia(c.part(PlaceColumn::E), c.part(PlaceColumn::D).tail<3>()));
  });
}

// To the coordinates of a move, by its small turns if it is a ball.
template <class Sink>
void emit_by_move(const TreePoint& p, int row, const TreeMove& move,
                  const std::array<double, 3>& change, Sink& sink) {
  if (!move.ball()) return sink.direct(row, move.place, change[0]);
  const Eigen::RowVector4d by_p =
      Vector3::Map(change.data()).transpose() * turn_map(p.reduced + move.place);
  for (int k = 0; k < 4; ++k) sink.direct(row, move.place + k, by_p[k]);
}

// The change of B^T in front of the force f and the torque t on what the path leads to. A column
// (a x s, a) turns with the moves before it and, of a ball, with the ball's own; moves after it
// move its end.
template <class Sink>
void emit_leverage(const TreePoint& p, const TreePath& path, const Vector3& f, const Vector3& t,
                   Sink& sink) {
  const SpatialTreeState& s = p.state.space;
  const auto axis = [&](const TreeMove& move, int k) -> Vector3 {
    return move.slides() ? Vector3(Vector3::Zero()) : s.axes[move.speed + k].axis;
  };
  const SpatialTree& tree = p.tree();
  for (int c = path.first; c < path.first + path.count; ++c) {
    const TreeMove& by = tree.moves[tree.carriers[c]];
    const double* column = p.state.coefficients.data() + path.base;
    const double* own = column;  // of `by`
    for (int k = path.first; k < c; ++k)
      own += SpeedColumn::size * tree.moves[tree.carriers[k]].speeds();
    std::array<Vector3, 3> turned,
        moved;  // per small move of `by`: of columns after, and before it
    for (int j = 0; j < by.speeds(); ++j) {
      const Vector3 a = axis(by, j), shift = Vector3::Map(own + j * SpeedColumn::size);
      turned[j] = f.cross(a);
      moved[j] = shift.cross(f) + a.cross(t);
    }
    for (int k = path.first; k < path.first + path.count; ++k) {
      const TreeMove& of = tree.moves[tree.carriers[k]];
      for (int i = 0; i < of.speeds(); ++i, column += SpeedColumn::size) {
        std::array<double, 3> change;
        for (int j = 0; j < by.speeds(); ++j)
          change[j] = c <= k ? turned[j].dot(Vector3::Map(column)) : moved[j].dot(axis(of, i));
        emit_by_move(p, p.row_of(of.speed + i), by, change, sink);
      }
    }
  }
}

template <class Sink>
void emit_tree(const TreePoint& p, Sink& sink) {
  const Layout& l = p.m.layout;
  emit_kinematics(p, sink);
  for (int body = 1; body <= l.bodies; ++body) {
    emit_inertia(p, body, sink);
    const double* load = p.r + l.v + l.motion_of(body);
    const Vector3 f = Vector3::Map(load);
    const Vector3 t = p.state.space.bodies[body].pose.R * Vector3::Map(load + 3);
    for_each_path(p, body, [&](const TreePath& path) {
      emit_leverage(p, path, f, path.anchor ? Vector3(Vector3::Zero()) : t, sink);
    });
  }
}

}  // namespace mbs::spatial
