#include "runtime/model/spatial_function.hpp"

#include <cmath>
#include <numbers>

namespace mbs::spatial {

bool is_bend(const PairFunction& f) {
  return f.kind == FunctionKind::space_turn && f.axes->axis.isZero(0);
}

namespace {

// The two ends of a function.
struct Ends {
  const SpatialPose &a, &b;
  const Vector3 &la, &lb;  // from the centres of mass to the points, world axes
  Vector3 d;               // from point to point, likewise

  Ends(const PairFunction& f, const Placement& at)
      : a(at.bodies[f.a]), b(at.bodies[f.b]), la(at.levers[f.pa]), lb(at.levers[f.pb]) {
    d = (b.r + lb) - (a.r + la);
  }
  // The levers in the axes of the bodies.
  Vector3 sa() const { return a.R.transpose() * la; }
  Vector3 sb() const { return b.R.transpose() * lb; }
};

// Blocks of local derivatives: shift and turn of a, of b.
enum Block { shift_a, turn_a, shift_b, turn_b };

void put(Local& g, Block block, const Vector3& x) {
  for (int k = 0; k < 3; ++k) g[3 * block + k] = x[k];
}
void put(LocalHessian& h, Block row, Block column, const Matrix3& x) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) h[3 * row + i][3 * column + j] = x(i, j);
}

// f stays in the world, s in the body: how (R^T f) x s changes as the body turns, as seen from a.
Matrix3 turned_arm(const Vector3& f, const Vector3& s) {
  return s.dot(f) * Matrix3::Identity() - f * s.transpose();
}

// ---- e . d ---------------------------------------------------------------------------

void along_world(const Ends& x, const Vector3& e, double factor, Local& g) {
  put(g, shift_a, -factor * e);
  put(g, turn_a, x.a.R.transpose() * (factor * e.cross(x.la)));
  put(g, shift_b, factor * e);
  put(g, turn_b, x.b.R.transpose() * (factor * x.lb.cross(e)));
}
void bend_along_world(const Ends& x, const Vector3& e, double factor, LocalHessian& h) {
  put(h, turn_a, turn_a, factor * turned_arm(x.a.R.transpose() * e, x.sa()));
  put(h, turn_b, turn_b, -factor * turned_arm(x.b.R.transpose() * e, x.sb()));
}

// ---- u . d, u fixed on a -----------------------------------------------------------------

void along_gradient(const Ends& x, const Vector3& on_a, Local& g) {
  const Vector3 u = x.a.R * on_a;
  put(g, shift_a, -u);
  put(g, turn_a, x.a.R.transpose() * u.cross(x.d + x.la));
  put(g, shift_b, u);
  put(g, turn_b, x.b.R.transpose() * x.lb.cross(u));
}

void along_hessian(const Ends& x, const Vector3& on_a, LocalHessian& h) {
  const Vector3 u = x.a.R * on_a, D = x.a.R.transpose() * x.d + x.sa();
  const Matrix3 cross = skew(on_a), toward = cross * x.a.R.transpose(), turning = x.a.R * cross;
  put(h, shift_a, turn_a, turning);
  put(h, shift_b, turn_a, -turning);
  put(h, turn_a, shift_a, -toward);
  put(h, turn_a, turn_a, -turned_arm(D, on_a));
  put(h, turn_a, shift_b, toward);
  put(h, turn_a, turn_b, -toward * x.b.R * skew(x.sb()));
  put(h, turn_b, turn_a, -skew(x.sb()) * x.b.R.transpose() * turning);
  put(h, turn_b, turn_b, -turned_arm(x.b.R.transpose() * u, x.sb()));
}

// ---- u . w, u fixed on a and w on b ---------------------------------------------------------

// The axis as it is just now, which a drive may lead.
Vector3 axis_on_a(const PairFunction& f, const Placement& at) {
  return f.led < 0 ? f.axes->on_a : Vector3(at.led[f.led] * f.axes->on_a);
}

void dot_gradient(const Ends& x, const Vector3& on_a, const Vector3& on_b, Local& g) {
  const Vector3 u = x.a.R * on_a, w = x.b.R * on_b;
  put(g, shift_a, Vector3::Zero());
  put(g, turn_a, on_a.cross(x.a.R.transpose() * w));
  put(g, shift_b, Vector3::Zero());
  put(g, turn_b, on_b.cross(x.b.R.transpose() * u));
}

void dot_hessian(const Ends& x, const Vector3& on_a, const Vector3& on_b, LocalHessian& h) {
  const Vector3 u = x.a.R * on_a, w = x.b.R * on_b;
  const Matrix3 mixed = -skew(on_a) * x.a.R.transpose() * x.b.R * skew(on_b);
  put(h, turn_a, turn_a, -turned_arm(x.a.R.transpose() * w, on_a));
  put(h, turn_a, turn_b, mixed);
  put(h, turn_b, turn_a, mixed.transpose());
  put(h, turn_b, turn_b, -turned_arm(x.b.R.transpose() * u, on_b));
}

// ---- distances -----------------------------------------------------------------------------

void distance_hessian(const Ends& x, double length, LocalHessian& h) {
  Eigen::Matrix<double, 3, 12> J;
  J << -Matrix3::Identity(), x.a.R * skew(x.sa()), Matrix3::Identity(), -x.b.R * skew(x.sb());
  const Eigen::Matrix<double, 12, 12> square = J.transpose() * J / length;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) h[i][j] = square(i, j);
  LocalHessian bent{};
  bend_along_world(x, x.d, 1 / length, bent);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) h[i][j] += bent[i][j];
}

// Along the line; where the points coincide, along that on which they part.
void length_gradient(const Ends& x, Local& g) {
  const double length = x.d.norm();
  if (length > 0) return along_world(x, x.d, 1 / length, g);
  const Vector3 u =
      x.b.v + x.b.R * x.b.omega.cross(x.sb()) - x.a.v - x.a.R * x.a.omega.cross(x.sa());
  const double speed = u.norm();
  g = {};
  if (speed > 0) along_world(x, u, 1 / speed, g);
}

void length_hessian(const Ends& x, LocalHessian& h) {
  const double length = x.d.norm();
  if (length == 0) {
    h = {};
    return;
  }
  Local g;
  along_world(x, x.d, 1 / length, g);
  distance_hessian(x, length, h);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) h[i][j] -= g[i] * g[j] / length;
}

// ---- turning about an axis --------------------------------------------------------------------

// Where both directions are alike, the axis about which they part, or the x axis of the frame on a.
Vector3 bending_axis(const Ends& x, const SpatialAxes& axes) {
  const Vector3 u = x.a.R * axes.on_a, across = u.cross(x.b.R * axes.on_b);
  if (!across.isZero(0)) return across.normalized();
  const Vector3 spin = x.b.spin() - x.a.spin(), parting = spin - u * u.dot(spin);
  return parting.isZero(0) ? Vector3(x.a.R * (axes.frame_a * Vector3::UnitX()))
                           : Vector3(parting.normalized());
}

Vector3 axis_in_world(const Ends& x, const PairFunction& f) {
  const SpatialAxes& axes = *f.axes;
  if (is_bend(f)) return bending_axis(x, axes);
  switch (axes.of) {
    case SpatialAxes::Of::first:
      return x.a.R * axes.axis;
    case SpatialAxes::Of::second:
      return x.b.R * axes.axis;
    default:
      return axes.axis;
  }
}

void spin_gradient(const Ends& x, const PairFunction& f, Local& g) {
  const Vector3 k = axis_in_world(x, f);
  put(g, shift_a, Vector3::Zero());
  put(g, turn_a, -(x.a.R.transpose() * k));
  put(g, shift_b, Vector3::Zero());
  put(g, turn_b, x.b.R.transpose() * k);
}

// The axis stays where it is in its own body.
void spin_hessian(const Ends& x, const PairFunction& f, LocalHessian& h) {
  const Vector3 k = axis_in_world(x, f);
  const Matrix3 on_a = skew(x.a.R.transpose() * k), on_b = skew(x.b.R.transpose() * k);
  const Matrix3 zero = Matrix3::Zero();
  const auto of = f.axes->of;
  const bool first = of == SpatialAxes::Of::first, second = of == SpatialAxes::Of::second;
  put(h, turn_a, turn_a, first ? zero : Matrix3(-on_a));
  put(h, turn_a, turn_b, second ? Matrix3(x.a.R.transpose() * x.b.R * on_b) : zero);
  put(h, turn_b, turn_a, first ? Matrix3(-x.b.R.transpose() * x.a.R * on_a) : zero);
  put(h, turn_b, turn_b, second ? zero : on_b);
}

// A bend b between u and w, by u . w = cos b; it has none where these are alike, or opposite.
void bend_hessian(const Ends& x, const PairFunction& f, LocalHessian& h) {
  const Vector3 u = x.a.R * f.axes->on_a, w = x.b.R * f.axes->on_b;
  const double sine = u.cross(w).norm(), cosine = u.dot(w);
  h = {};
  if (sine == 0) return;
  Local g;
  spin_gradient(x, f, g);
  dot_hessian(x, f.axes->on_a, f.axes->on_b, h);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) h[i][j] = -(h[i][j] + cosine * g[i] * g[j]) / sine;
}

double turned(const Ends& x, const PairFunction& f, const Placement& at) {
  const Vector3 u = x.a.R * f.axes->on_a, w = x.b.R * f.axes->on_b;
  const double angle = std::atan2(axis_in_world(x, f).dot(u.cross(w)), u.dot(w));
  if (f.counted < 0) return angle;
  const double about = at.angles[f.counted];
  return about + std::remainder(angle - about, 2 * std::numbers::pi);
}

// ---- twist about z ------------------------------------------------------------------------------

// From frame to frame, in the axes of that on a. Its sign is that of the bodies' quaternions.
Eigen::Quaterniond between_frames(const Ends& x, const SpatialAxes& axes) {
  const auto rotation = [](const SpatialPose& body) {
    return Eigen::Quaterniond(body.p[0], body.p[1], body.p[2], body.p[3]).normalized();
  };
  const Eigen::Quaterniond first = rotation(x.a) * axes.frame_a,
                           second = rotation(x.b) * axes.frame_b;
  return first.conjugate() * second;
}

// q' = (0, omega) q / 2, omega of b against a: the twist grows with omega along this, which lies
// half-way between both z axes. Axes of a's body.
Vector3 twist_axis(const PairFunction& f, const Eigen::Quaterniond& q) {
  return f.axes->frame_a * Vector3(q.y(), -q.x(), q.w());
}

void twist_gradient(const Ends& x, const PairFunction& f, Local& g) {
  const Vector3 k = twist_axis(f, between_frames(x, *f.axes));
  put(g, shift_a, Vector3::Zero());
  put(g, turn_a, -k);
  put(g, shift_b, Vector3::Zero());
  put(g, turn_b, x.b.R.transpose() * (x.a.R * k));
}

void twist_hessian(const Ends& x, const PairFunction& f, LocalHessian& h) {
  const Eigen::Quaterniond q = between_frames(x, *f.axes);
  const Matrix3 A = f.axes->frame_a.toRotationMatrix(), M = x.a.R.transpose() * x.b.R;
  Matrix3 change;  // of the axis by a small turn of b against a, axes of the frame on a
  change << -q.z(), q.w(), q.x(), -q.w(), -q.z(), q.y(), -q.x(), -q.y(), -q.z();
  const Matrix3 on_a = 0.5 * A * change * A.transpose();
  const Vector3 k = twist_axis(f, q);
  put(h, turn_a, turn_a, on_a);
  put(h, turn_a, turn_b, -on_a * M);
  put(h, turn_b, turn_a, -M.transpose() * (on_a + skew(k)));
  put(h, turn_b, turn_b, M.transpose() * on_a * M + skew(M.transpose() * k));
}

// ---- structure ----------------------------------------------------------------------------------

bool uses(const PairFunction& f, Block block, const std::vector<BodyPoint>& points) {
  if ((block < shift_b ? f.a : f.b) == 0) return false;
  const BodyPoint& point = points[block < shift_b ? f.pa : f.pb];
  const bool arm = point.x != 0 || point.y != 0 || point.z != 0;
  const bool turns = block == turn_a || block == turn_b;
  switch (f.kind) {
    case FunctionKind::space_dot:
    case FunctionKind::space_turn:
    case FunctionKind::space_spin:
    case FunctionKind::space_twist:
      return turns;
    case FunctionKind::space_along:
      return block != turn_b || arm;
    default:
      return !turns || arm;
  }
}

bool bends(const PairFunction& f, Block i, Block j) {
  switch (f.kind) {
    case FunctionKind::space_world:
      return i == j && (i == turn_a || i == turn_b);
    case FunctionKind::space_along:
      return i == turn_a || j == turn_a || (i == turn_b && j == turn_b);
    case FunctionKind::space_dot:
    case FunctionKind::space_turn:
    case FunctionKind::space_spin:
    case FunctionKind::space_twist:
      return (i == turn_a || i == turn_b) && (j == turn_a || j == turn_b);
    default:
      return true;
  }
}

}  // namespace

double value(const PairFunction& f, const Placement& at) {
  const Ends x(f, at);
  switch (f.kind) {
    case FunctionKind::space_world:
      return f.axes->axis.dot(x.d) + f.offset;
    case FunctionKind::space_along:
      return (x.a.R * f.axes->on_a).dot(x.d) + f.offset;
    case FunctionKind::space_dot:
      return (x.a.R * axis_on_a(f, at)).dot(x.b.R * f.axes->on_b) + f.offset;
    case FunctionKind::space_distance:
      return (x.d.squaredNorm() - f.length * f.length) / (2 * f.length) + f.offset;
    case FunctionKind::space_turn:
      return turned(x, f, at) + f.offset;
    case FunctionKind::space_spin:
      return 0;
    case FunctionKind::space_twist:
      return 2 * between_frames(x, *f.axes).z() + f.offset;
    default:
      return x.d.norm() + f.offset;
  }
}

void gradient(const PairFunction& f, const Placement& at, Local& g) {
  const Ends x(f, at);
  switch (f.kind) {
    case FunctionKind::space_world:
      return along_world(x, f.axes->axis, 1, g);
    case FunctionKind::space_along:
      return along_gradient(x, f.axes->on_a, g);
    case FunctionKind::space_dot:
      return dot_gradient(x, axis_on_a(f, at), f.axes->on_b, g);
    case FunctionKind::space_distance:
      return along_world(x, x.d, 1 / f.length, g);
    case FunctionKind::space_turn:
    case FunctionKind::space_spin:
      return spin_gradient(x, f, g);
    case FunctionKind::space_twist:
      return twist_gradient(x, f, g);
    default:
      return length_gradient(x, g);
  }
}

void hessian(const PairFunction& f, const Placement& at, LocalHessian& h) {
  const Ends x(f, at);
  switch (f.kind) {
    case FunctionKind::space_world:
      return bend_along_world(x, f.axes->axis, 1, h);
    case FunctionKind::space_along:
      return along_hessian(x, f.axes->on_a, h);
    case FunctionKind::space_dot:
      return dot_hessian(x, axis_on_a(f, at), f.axes->on_b, h);
    case FunctionKind::space_distance:
      return distance_hessian(x, f.length, h);
    case FunctionKind::space_turn:
    case FunctionKind::space_spin:
      return is_bend(f) ? bend_hessian(x, f, h) : spin_hessian(x, f, h);
    case FunctionKind::space_twist:
      return twist_hessian(x, f, h);
    default:
      return length_hessian(x, h);
  }
}

namespace {

// What is fixed on an evenly turning body: its direction, how that goes, and how that does.
struct Turning {
  Vector3 now, rate, second;
  Turning(const SpatialPose& body, const Vector3& direction) : now(direction) {
    const Vector3 spin = body.spin();
    rate = spin.cross(now);
    second = spin.cross(rate);
  }
};

}  // namespace

std::optional<double> bent_rate(const PairFunction& f, const Placement& at) {
  const SpatialPose &a = at.bodies[f.a], &b = at.bodies[f.b];
  if (f.kind == FunctionKind::space_dot) {
    const Turning u(a, a.R * axis_on_a(f, at)), w(b, b.R * f.axes->on_b);
    return u.second.dot(w.now) + 2 * u.rate.dot(w.rate) + u.now.dot(w.second);
  }
  const bool world = f.kind == FunctionKind::space_world;
  const bool along = f.kind == FunctionKind::space_along;
  if (!world && !along && f.kind != FunctionKind::space_distance) return {};
  const Turning la(a, at.levers[f.pa]), lb(b, at.levers[f.pb]);
  const Vector3 second = lb.second - la.second;
  if (world) return f.axes->axis.dot(second);
  const Vector3 d = (b.r + lb.now) - (a.r + la.now), rate = (b.v + lb.rate) - (a.v + la.rate);
  if (!along) return (rate.squaredNorm() + d.dot(second)) / f.length;
  const Turning u(a, a.R * f.axes->on_a);
  return u.second.dot(d) + 2 * u.rate.dot(rate) + u.now.dot(second);
}

PairFunction structured(PairFunction f, const std::vector<BodyPoint>& points) {
  f.used = 0;
  f.bent = 0;
  f.bent_by = {};
  for (int i = 0; i < 12; ++i)
    if (uses(f, static_cast<Block>(i / 3), points)) f.used |= static_cast<std::uint16_t>(1u << i);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      if (f.uses(i) && f.uses(j) &&
          bends(f, static_cast<Block>(i / 3), static_cast<Block>(j / 3))) {
        f.bent_by[i] |= static_cast<std::uint16_t>(1u << j);
        f.bent |= static_cast<std::uint16_t>(1u << i);
      }
  return f;
}

}  // namespace mbs::spatial
