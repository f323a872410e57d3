#include "runtime/model/scalar_function.hpp"

#include <cmath>
#include <utility>

#include "runtime/model/spatial_function.hpp"

namespace mbs {

namespace {

struct Span2 {  // from point a to point b
  double x, y;
};

Span2 span_of(const PairFunction& f, const Placement& at) {
  const Pose &a = at.poses[f.a], &b = at.poses[f.b];
  const Arm &ra = at.arms[f.pa], &rb = at.arms[f.pb];
  return {(b.x + rb.x) - (a.x + ra.x), (b.y + rb.y) - (a.y + ra.y)};
}

Span2 axis_of(const PairFunction& f, const Placement& at) {
  const Pose& a = at.poses[f.a];
  return {a.c * f.ux - a.s * f.uy, a.s * f.ux + a.c * f.uy};
}

// d(point b - point a)/d(local), and its only second derivatives: ra for angle of a, -rb for b.
struct SpanDerivative {
  std::array<double, 6> x, y;
};
SpanDerivative derivative_of(const Arm& ra, const Arm& rb) {
  return {{-1, 0, ra.y, 1, 0, -rb.y}, {0, -1, -ra.x, 0, 1, rb.x}};
}

void along_gradient(const PairFunction& f, const Placement& at, Local& g) {
  const Span2 u = axis_of(f, at), d = span_of(f, at);
  const Arm &ra = at.arms[f.pa], &rb = at.arms[f.pb];
  g[0] = -u.x;
  g[1] = -u.y;
  g[2] = u.x * (d.y + ra.y) - u.y * (d.x + ra.x);
  g[3] = u.x;
  g[4] = u.y;
  g[5] = u.y * rb.x - u.x * rb.y;
}

// The axis turns with a: d axis/d angle is the axis turned by +90 degrees.
void along_hessian(const PairFunction& f, const Placement& at, LocalHessian& h) {
  const Span2 u = axis_of(f, at), d = span_of(f, at);
  const Arm &ra = at.arms[f.pa], &rb = at.arms[f.pb];
  h[2][2] = -(u.x * (d.x + ra.x) + u.y * (d.y + ra.y));
  h[5][5] = -(u.x * rb.x + u.y * rb.y);
  h[2][5] = h[5][2] = u.x * rb.x + u.y * rb.y;
  h[2][0] = h[0][2] = u.y;
  h[2][1] = h[1][2] = -u.x;
  h[2][3] = h[3][2] = -u.y;
  h[2][4] = h[4][2] = u.x;
}

// Gradient of |d|^2/(2 L).
void distance_gradient(const PairFunction& f, const Placement& at, double length, Local& g) {
  const Span2 d = span_of(f, at);
  const SpanDerivative e = derivative_of(at.arms[f.pa], at.arms[f.pb]);
  for (int i = 0; i < 6; ++i) g[i] = (d.x * e.x[i] + d.y * e.y[i]) / length;
}

void distance_hessian(const PairFunction& f, const Placement& at, double length, LocalHessian& h) {
  const Span2 d = span_of(f, at);
  const Arm &ra = at.arms[f.pa], &rb = at.arms[f.pb];
  const SpanDerivative e = derivative_of(ra, rb);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) h[i][j] = (e.x[i] * e.x[j] + e.y[i] * e.y[j]) / length;
  h[2][2] += (d.x * ra.x + d.y * ra.y) / length;
  h[5][5] -= (d.x * rb.x + d.y * rb.y) / length;
}

double length_of(const PairFunction& f, const Placement& at) {
  const Span2 d = span_of(f, at);
  return std::hypot(d.x, d.y);
}

// Along the line; where the points coincide, along that on which they part.
void length_gradient(const PairFunction& f, const Placement& at, Local& g) {
  const double length = length_of(f, at);
  if (length > 0) return distance_gradient(f, at, length, g);
  const SpanDerivative e = derivative_of(at.arms[f.pa], at.arms[f.pb]);
  const Pose &a = at.poses[f.a], &b = at.poses[f.b];
  const Local v = {a.vx, a.vy, a.spin, b.vx, b.vy, b.spin};
  Span2 u{0, 0};
  for (int i = 0; i < 6; ++i) u.x += e.x[i] * v[i], u.y += e.y[i] * v[i];
  const double speed = std::hypot(u.x, u.y);
  g = {};
  if (!(speed > 0)) return;
  for (int i = 0; i < 6; ++i) g[i] = (u.x * e.x[i] + u.y * e.y[i]) / speed;
}

void length_hessian(const PairFunction& f, const Placement& at, LocalHessian& h) {
  const double length = length_of(f, at);
  if (length == 0) {
    h = {};
    return;
  }
  Local g;
  distance_gradient(f, at, length, g);
  distance_hessian(f, at, length, h);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) h[i][j] -= g[i] * g[j] / length;
}

bool depends(const PairFunction& f, int local, const std::vector<BodyPoint>& points) {
  if ((local < 3 ? f.a : f.b) == 0) return false;
  const BodyPoint& point = points[local < 3 ? f.pa : f.pb];
  const bool arm = point.x != 0 || point.y != 0;
  switch (f.kind) {
    case FunctionKind::angle:
      return local % 3 == 2;
    case FunctionKind::world_x:
      return local % 3 == 0 || (local % 3 == 2 && arm);
    case FunctionKind::world_y:
      return local % 3 == 1 || (local % 3 == 2 && arm);
    case FunctionKind::along:
      return local != 5 || arm;
    default:
      return true;
  }
}

// Needs `used`.
bool bends(const PairFunction& f, int i, int j) {
  if (!f.uses(i) || !f.uses(j)) return false;
  switch (f.kind) {
    case FunctionKind::angle:
      return false;
    case FunctionKind::world_x:
    case FunctionKind::world_y:
      return i == j && i % 3 == 2;
    case FunctionKind::along:
      return i == 2 || j == 2 || (i == 5 && j == 5);
    default:
      return true;
  }
}

}  // namespace

double value(const PairFunction& f, const Placement& at) {
  if (f.spatial()) return spatial::value(f, at);
  if (f.kind == FunctionKind::angle) return at.poses[f.b].angle - at.poses[f.a].angle + f.offset;
  const Span2 d = span_of(f, at);
  switch (f.kind) {
    case FunctionKind::world_x:
      return d.x + f.offset;
    case FunctionKind::world_y:
      return d.y + f.offset;
    case FunctionKind::along: {
      const Span2 u = axis_of(f, at);
      return u.x * d.x + u.y * d.y + f.offset;
    }
    case FunctionKind::distance:
      return (d.x * d.x + d.y * d.y - f.length * f.length) / (2 * f.length) + f.offset;
    default:
      return std::hypot(d.x, d.y) + f.offset;
  }
}

void gradient(const PairFunction& f, const Placement& at, Local& g) {
  if (f.spatial()) return spatial::gradient(f, at, g);
  switch (f.kind) {
    case FunctionKind::angle:
      g = {0, 0, -1, 0, 0, 1};
      return;
    case FunctionKind::world_x:
      g = {-1, 0, at.arms[f.pa].y, 1, 0, -at.arms[f.pb].y};
      return;
    case FunctionKind::world_y:
      g = {0, -1, -at.arms[f.pa].x, 0, 1, at.arms[f.pb].x};
      return;
    case FunctionKind::along:
      along_gradient(f, at, g);
      return;
    case FunctionKind::distance:
      distance_gradient(f, at, f.length, g);
      return;
    default:
      length_gradient(f, at, g);
  }
}

void hessian(const PairFunction& f, const Placement& at, LocalHessian& h) {
  if (f.spatial()) return spatial::hessian(f, at, h);
  switch (f.kind) {
    case FunctionKind::angle:
      return;
    case FunctionKind::world_x:
      h[2][2] = at.arms[f.pa].x;
      h[5][5] = -at.arms[f.pb].x;
      return;
    case FunctionKind::world_y:
      h[2][2] = at.arms[f.pa].y;
      h[5][5] = -at.arms[f.pb].y;
      return;
    case FunctionKind::along:
      along_hessian(f, at, h);
      return;
    case FunctionKind::distance:
      distance_hessian(f, at, f.length, h);
      return;
    default:
      length_hessian(f, at, h);
      return;
  }
}

PairFunction structured(PairFunction f, const std::vector<BodyPoint>& points) {
  if (f.spatial()) return spatial::structured(std::move(f), points);
  f.used = 0;
  f.curved = 0;
  f.bent = 0;
  for (int i = 0; i < 6; ++i)
    if (depends(f, i, points)) f.used |= static_cast<std::uint16_t>(1u << i);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j)
      if (bends(f, i, j)) {
        f.curved |= std::uint64_t{1} << (6 * i + j);
        f.bent |= static_cast<std::uint16_t>(1u << i);
      }
  return f;
}

Local local_velocity(const PairFunction& f, const Placement& at) {
  if (!f.spatial()) {
    const Pose &a = at.poses[f.a], &b = at.poses[f.b];
    return {a.vx, a.vy, a.spin, b.vx, b.vy, b.spin};
  }
  Local v;
  const SpatialPose* ends[] = {&at.bodies[f.a], &at.bodies[f.b]};
  for (int i = 0; i < 12; ++i) v[i] = i % 6 < 3 ? ends[i / 6]->v[i % 3] : ends[i / 6]->omega[i % 3];
  return v;
}

double rate(const PairFunction& f, const Placement& at) {
  Local g;
  gradient(f, at, g);
  if (f.spatial()) {
    const Local v = local_velocity(f, at);
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += g[i] * v[i];
    return sum;
  }
  const Pose &a = at.poses[f.a], &b = at.poses[f.b];
  return g[0] * a.vx + g[1] * a.vy + g[2] * a.spin + g[3] * b.vx + g[4] * b.vy + g[5] * b.spin;
}

double second_rate(const PairFunction& f, const Placement& at, const double* accelerations) {
  Local g;
  gradient(f, at, g);
  const Local v = local_velocity(f, at);
  double sum = 0;
  f.for_each_used([&](int i) { sum += g[i] * accelerations[f.column(i)]; });
  LocalHessian h;
  hessian(f, at, h);
  f.for_each_curved([&](int i, int j) { sum += v[i] * h[i][j] * v[j]; });
  return sum;
}

}  // namespace mbs
