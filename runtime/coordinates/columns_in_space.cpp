#include "runtime/coordinates/columns_in_space.hpp"

#include <algorithm>
#include <cmath>

namespace mbs::spatial {

namespace {

// The rates of what is before a move: the point in which it stands and its axes.
struct RatesWalk {
  const double *p, *u, *a;
  SpatialTreeState& s;
  Vector3 velocity, acceleration, spin, turning;

  Vector3 speed_of(const Vector3& arm) const { return spin.cross(arm); }
  Vector3 acceleration_of(const Vector3& arm) const {
    return turning.cross(arm) + spin.cross(spin.cross(arm));
  }
  void note(int speed, const Vector3& axis) {
    const Vector3 first = spin.cross(axis), second = turning.cross(axis) + spin.cross(first);
    s.rates[speed] = {first, second, 2 * first, velocity, acceleration};
  }
  void slide(const Vector3& axis, double way, double speed, double rate) {
    acceleration += acceleration_of(way * axis) + 2 * speed * spin.cross(axis) + rate * axis;
    velocity += speed_of(way * axis) + speed * axis;
  }
  void ball(const TreeMove& move, const HungBody& body) {
    for (int k = 0; k < 3; ++k)
      s.rates[move.speed + k] = {Vector3::Zero(), Vector3::Zero(),
                                 body.spin.cross(s.axes[move.speed + k].axis), velocity,
                                 acceleration};
    spin = body.spin;
    turning = body.turning;
  }
  void follow(const TreeMove& move, const HungBody& body) {
    if (move.ball()) return ball(move, body);
    const Vector3& axis = s.axes[move.speed].axis;
    const double way = p[move.place], speed = u[move.speed], rate = a[move.speed];
    note(move.speed, axis);
    if (move.slides()) return slide(axis, way, speed, rate);
    if (move.pitch != 0) slide(axis, move.pitch * way, move.pitch * speed, move.pitch * rate);
    turning += rate * axis + speed * spin.cross(axis);
    spin += speed * axis;
  }
};

void find_rates(const Tree& tree, const double* reduced, const double* rates, SpatialTreeState& s) {
  const double *u = reduced + tree.coordinates, *a = rates + tree.coordinates;
  for (const TreeHinge& hinge : tree.space.hinges) {
    const HungBody &up = s.bodies[hinge.parent], &body = s.bodies[hinge.body];
    RatesWalk walk{reduced, u, a, s, up.pose.v, up.acceleration, up.spin, up.turning};
    const Vector3 arm = up.pose.R * hinge.start;
    walk.velocity += walk.speed_of(arm);
    walk.acceleration += walk.acceleration_of(arm);
    for (int k = hinge.first; k < hinge.first + hinge.count; ++k)
      walk.follow(tree.space.moves[k], body);
  }
}

// What a path leads to.
struct PathEnd {
  Vector3 r, v, a;
  Vector3 spin = Vector3::Zero();
  Matrix3 R = Matrix3::Zero();  // of an anchor, which does not turn
};

PathEnd end_of(const Tree& tree, const TreePath& path, const SpatialTreeState& s) {
  const HungBody& body = s.bodies[path.body];
  if (!path.anchor) return {body.pose.r, body.pose.v, body.acceleration, body.spin, body.pose.R};
  for (const TreeHinge& hinge : tree.space.hinges) {
    if (hinge.body != path.body) continue;
    for (int k = hinge.first; k < hinge.first + hinge.count; ++k)
      if (const TreeMove& move = tree.space.moves[k]; move.ball())
        return {s.axes[move.speed].point, s.rates[move.speed].velocity,
                s.rates[move.speed].acceleration};
  }
  return {};
}

struct Column {
  Vector3 shift, turn;
};
// By one speed, or by a small move along its coordinate.
struct Columns {
  Column B, C, D, E;
};

Columns columns_of(const TreeMove& move, const MovingAxis& axis, const AxisRates& rate,
                   const PathEnd& end) {
  const Vector3 &a = axis.axis, &da = rate.first, &dda = rate.second;
  const Vector3 zero = Vector3::Zero();
  if (move.slides()) return {{a, zero}, {rate.by_speed, zero}, {da, zero}, {dda, zero}};
  const Vector3 s = end.r - axis.point, v = end.v - rate.velocity, w = end.a - rate.acceleration;
  const Vector3 turned = a.cross(v);
  Columns out;
  out.B = {a.cross(s), end.R.transpose() * a};
  out.C = {2 * turned + rate.by_speed.cross(s),
           end.R.transpose() * (rate.by_speed - end.spin.cross(a))};
  out.D = {turned + da.cross(s), end.R.transpose() * da};
  out.E = {a.cross(w) + 2 * da.cross(v) + dda.cross(s),
           end.R.transpose() * (dda - end.spin.cross(da))};
  if (move.pitch == 0) return out;
  out.B.shift += move.pitch * a;
  out.C.shift += 2 * move.pitch * da;
  out.D.shift += move.pitch * da;
  out.E.shift += move.pitch * dda;
  return out;
}

void put(const Column& column, double share, double* out) {
  Vector3::Map(out) = share * column.shift;
  Vector3::Map(out + 3) = share * column.turn;
}

// A ball's four coordinates from its three small turns.
void put_ball(const Columns (&of)[3], const double* p, double share, double* out) {
  const Eigen::Matrix<double, 3, 4> T = turn_map(p);
  const QuaternionMap half = 0.5 * quaternion_map(p);
  std::fill_n(out, 4 * PlaceColumn::size, 0.0);
  for (int k = 0; k < 4; ++k, out += PlaceColumn::size)
    for (int j = 0; j < 3; ++j) {
      const auto add = [&](int at, const Column& column, double factor) {
        Vector3::Map(out + at) += factor * column.shift;
        Vector3::Map(out + at + 3) += factor * column.turn;
      };
      add(PlaceColumn::B, of[j].B, T(j, k));
      add(PlaceColumn::D, of[j].D, T(j, k));
      add(PlaceColumn::E, of[j].E, T(j, k));
      add(PlaceColumn::K, of[j].B, share * half(k, j));
    }
}

struct Filler {
  const Tree& tree;
  const double* p;
  double share;  // of corrections of turns
  TreeState& state;

  void fill(const TreePath& path) const {
    const SpatialTreeState& s = state.space;
    const PathEnd end = end_of(tree, path, s);
    double* speeds = state.coefficients.data() + path.base;
    double* places = speeds + SpeedColumn::size * path.speeds;
    for (int c = path.first; c < path.first + path.count; ++c) {
      const TreeMove& move = tree.space.moves[tree.space.carriers[c]];
      Columns of[3];
      for (int k = 0; k < move.speeds(); ++k, speeds += SpeedColumn::size) {
        of[k] = columns_of(move, s.axes[move.speed + k], s.rates[move.speed + k], end);
        put(of[k].B, 1, speeds + SpeedColumn::B);
        put(of[k].C, 1, speeds + SpeedColumn::C);
      }
      if (move.ball()) {
        put_ball(of, p + move.place, share, places);
      } else {
        put(of[0].B, 1, places + PlaceColumn::B);
        put(of[0].D, 1, places + PlaceColumn::D);
        put(of[0].E, 1, places + PlaceColumn::E);
        put(of[0].B, move.slides() ? 1 : share, places + PlaceColumn::K);
      }
      places += PlaceColumn::size * move.places();
    }
  }
};

void fill(const Model& m, const double* reduced, TreeState& state) {
  const Filler filler{m.tree, reduced, m.turning(), state};
  for (const TreePath& path : m.tree.space.paths) filler.fill(path);
}

}  // namespace

void spread_coefficients(const Model& m, const double* reduced, const double* rates,
                         TreeState& state) {
  find_rates(m.tree, reduced, rates, state.space);
  fill(m, reduced, state);
}

// By B alone, which no rates enter. A ball's coordinates are four for three turns, of half their
// size each.
void reduce_weights(const Model& m, const double* reduced, std::span<const double> weights,
                    std::span<double> out, TreeState& state) {
  const Tree& tree = m.tree;
  const Layout& l = m.layout;
  fill(m, reduced, state);
  std::vector<double>& squares = state.space.squares;
  std::ranges::fill(squares, 0.0);
  double *places = squares.data(), *speeds = places + tree.speeds;
  for (int i = 0; i < l.motions; ++i) {
    const double* q = weights.data() + l.q + l.place_of(l.body_of(i));
    const double by_place = l.turns(i) ? q[3] / 2 : q[i % l.per_motion];
    const double by_speed = weights[l.v + i];
    for (int k = tree.rows.start[l.v + i]; k < tree.rows.start[l.v + i + 1]; ++k) {
      const Spread& spread = tree.rows.spreads[k];
      const double b = state.coefficients[spread.coefficient];
      places[spread.target - tree.coordinates] += by_place * b * by_place * b;
      speeds[spread.target - tree.coordinates] += by_speed * b * by_speed * b;
    }
  }
  for (const TreeMove& move : tree.space.moves) {
    const double most = *std::max_element(places + move.speed, places + move.speed + move.speeds());
    std::fill_n(out.begin() + move.place, move.places(), std::sqrt(most) * (move.ball() ? 2 : 1));
    for (int k = 0; k < move.speeds(); ++k)
      out[tree.coordinates + move.speed + k] = std::sqrt(speeds[move.speed + k]);
  }
  double* rest = out.data() + tree.motion();
  for (const int absolute : tree.others) *rest++ = weights[absolute];
}

}  // namespace mbs::spatial
