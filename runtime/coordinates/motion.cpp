#include "runtime/coordinates/motion.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/coordinates/columns_in_space.hpp"
#include "runtime/coordinates/motion_in_space.hpp"
#include "runtime/model/evaluation.hpp"
#include "runtime/model/workspace.hpp"

namespace mbs {

namespace {

double at_or_zero(const double* p, int i) {
  return i < 0 ? 0 : p[i];
}

std::span<const TreeSegment> segments_of(const Tree& tree, int body) {
  const TreeBody& b = tree.bodies[body];
  return std::span(tree.segments).subspan(b.first, b.count);
}
std::span<const SegmentState> states_of(const Tree& tree, const TreeState& state, int body) {
  const TreeBody& b = tree.bodies[body];
  return std::span(state.segments).subspan(b.first, b.count);
}

void turn_nodes(const Tree& tree, const double* p, TreeState& state) {
  for (int i = 0; i < tree.coordinates; ++i) {
    if (!tree.turns(i)) continue;
    const double angle = p[i], cosine = std::cos(angle), sine = std::sin(angle);
    state.cosine[i] = cosine;
    state.sine[i] = sine;
  }
}

// With the nodes turned already.
SegmentState placed(const TreeSegment& s, const double* p, const TreeState& state) {
  double x = s.cx, y = s.cy, c = 1, w = 0;
  if (s.slide >= 0) x += p[s.slide] * s.ux, y += p[s.slide] * s.uy;
  if (s.node >= 0) c = state.cosine[s.node], w = state.sine[s.node];
  return {c * x - w * y, w * x + c * y, c * s.ux - w * s.uy, w * s.ux + c * s.uy};
}

void turn_segments(const Tree& tree, const double* p, TreeState& state) {
  turn_nodes(tree, p, state);
  SegmentState* out = state.segments.data();
  for (const TreeSegment& s : tree.segments) *out++ = placed(s, p, state);
}

void copy_kept(const Tree& tree, const double* reduced, double* y) {
  const double* from = reduced + 2 * tree.coordinates;
  for (const int absolute : tree.others) y[absolute] = *from++;
}

}  // namespace

void expand(const Model& m, const double* reduced, double* y, TreeState& state) {
  if (m.layout.spatial()) return spatial::expand(m, reduced, y, state);
  const Tree& tree = m.tree;
  const Layout& l = m.layout;
  const double *p = reduced, *u = reduced + tree.coordinates;
  turn_segments(tree, p, state);
  double *q = y + l.q, *v = y + l.v;
  for (int body = 1; body <= l.bodies; ++body, q += 3, v += 3) {
    const TreeBody& b = tree.bodies[body];
    const TreeSegment* segment = tree.segments.data() + b.first;
    const SegmentState* s = state.segments.data() + b.first;
    double x = 0, height = 0, vx = 0, vy = 0;
    for (const SegmentState* end = s + b.count; s != end; ++s, ++segment) {
      x += s->ax;
      height += s->ay;
      if (segment->node >= 0) vx -= u[segment->node] * s->ay, vy += u[segment->node] * s->ax;
      if (segment->slide >= 0) vx += u[segment->slide] * s->dx, vy += u[segment->slide] * s->dy;
    }
    q[0] = x, q[1] = height, q[2] = at_or_zero(p, b.node) + b.offset;
    v[0] = vx, v[1] = vy, v[2] = at_or_zero(u, b.node);
  }
  copy_kept(tree, reduced, y);
}

void place_bodies(const Model& m, const double* y, const TreeState& state, Placement& at) {
  const Layout& l = m.layout;
  if (l.spatial()) return spatial::place_bodies(m, y, state, at);
  for (int body = 1; body <= l.bodies; ++body) {
    const TreeBody& b = m.tree.bodies[body];
    const double* q = y + l.q + column_of(body);
    const double* v = y + l.v + column_of(body);
    const double c = b.node < 0 ? 1 : state.cosine[b.node];
    const double s = b.node < 0 ? 0 : state.sine[b.node];
    at.poses[body] = {q[0], q[1], q[2], c * b.cosine - s * b.sine, s * b.cosine + c * b.sine,
                      v[0], v[1], v[2]};
  }
  place_arms(m, at);
}

void expand_rates(const Model& m, const double* reduced, const double* rates, double* yp,
                  TreeState& state) {
  const Tree& tree = m.tree;
  const Layout& l = m.layout;
  if (l.spatial()) return spatial::expand_rates(m, reduced, rates, yp, state);
  const double *u = reduced + tree.coordinates, *a = rates + tree.coordinates;
  double *v = yp + l.q, *acceleration = yp + l.v;
  for (int body = 1; body <= l.bodies; ++body, v += 3, acceleration += 3) {
    const TreeBody& b = tree.bodies[body];
    const TreeSegment* segment = tree.segments.data() + b.first;
    const SegmentState* s = state.segments.data() + b.first;
    double vx = 0, vy = 0, ax = 0, ay = 0;
    for (const SegmentState* end = s + b.count; s != end; ++s, ++segment) {
      const int node = segment->node, slider = segment->slide;
      if (node >= 0) {
        const double spin = u[node], turning = a[node];
        vx -= spin * s->ay;
        vy += spin * s->ax;
        ax -= turning * s->ay + spin * spin * s->ax;
        ay += turning * s->ax - spin * spin * s->ay;
      }
      if (slider < 0) continue;
      const double slide = u[slider], twist = node < 0 ? 0 : 2 * u[node] * slide;
      vx += slide * s->dx;
      vy += slide * s->dy;
      ax += a[slider] * s->dx - twist * s->dy;
      ay += a[slider] * s->dy + twist * s->dx;
    }
    v[0] = vx, v[1] = vy, v[2] = at_or_zero(u, b.node);
    acceleration[0] = ax, acceleration[1] = ay, acceleration[2] = at_or_zero(a, b.node);
  }
  copy_kept(tree, rates, yp);
}

void expand_motion(const Model& m, const double* reduced, const double* rates, double* y,
                   double* yp, TreeState& state) {
  if (m.layout.spatial()) return spatial::expand_motion(m, reduced, rates, y, yp, state);
  expand(m, reduced, y, state);
  expand_rates(m, reduced, rates, yp, state);
}

void expand_all(const Model& m, const double* reduced, const double* rates, double* y, double* yp,
                TreeState& state) {
  expand_motion(m, reduced, rates, y, yp, state);
  if (m.layout.spatial()) spatial::put_place_rates(m.layout, state.space, yp);
}

namespace {

struct Reduced {
  double *reduced, *rates;
};

// Travel, speed and acceleration of the last slide on the way to a body, from where the body is:
// the other segments' part is taken off.
void read_slide(const Model& m, int body, std::size_t last, const Instant& absolute, Reduced to,
                const TreeState& state) {
  const auto [reduced, rates] = to;
  const double *y = absolute.y, *yp = absolute.yp;
  const Tree& tree = m.tree;
  const Layout& l = m.layout;
  const int d = tree.coordinates, column = column_of(body);
  const auto segments = segments_of(tree, body);
  double x[2] = {y[l.q + column], y[l.q + column + 1]};
  double v[2] = {y[l.v + column], y[l.v + column + 1]};
  double a[2] = {yp[l.v + column], yp[l.v + column + 1]};
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const SegmentState s = placed(segments[i], reduced, state);
    const int node = segments[i].node, slider = segments[i].slide;
    const double spin = at_or_zero(reduced + d, node), turning = at_or_zero(rates + d, node);
    const double slide = i == last ? 0 : at_or_zero(reduced + d, slider);
    const double sliding = i == last ? 0 : at_or_zero(rates + d, slider);
    x[0] -= s.ax;
    x[1] -= s.ay;
    v[0] -= slide * s.dx - spin * s.ay;
    v[1] -= slide * s.dy + spin * s.ax;
    a[0] -= sliding * s.dx - turning * s.ay - spin * spin * s.ax - 2 * spin * slide * s.dy;
    a[1] -= sliding * s.dy + turning * s.ax - spin * spin * s.ay + 2 * spin * slide * s.dx;
  }
  const SegmentState s = placed(segments[last], reduced, state);
  const int slider = segments[last].slide;
  reduced[slider] += x[0] * s.dx + x[1] * s.dy;
  reduced[d + slider] = v[0] * s.dx + v[1] * s.dy;
  rates[d + slider] = a[0] * s.dx + a[1] * s.dy;
}

}  // namespace

void reduce(const Model& m, const double* y, const double* yp, double* reduced, double* rates,
            TreeState& state) {
  const Tree& tree = m.tree;
  const Layout& l = m.layout;
  if (l.spatial()) return spatial::reduce(m, y, yp, reduced, rates, state);
  const int d = tree.coordinates;
  std::fill_n(reduced, 2 * d, 0.0);
  std::fill_n(rates, 2 * d, 0.0);
  for (int body = 1; body <= l.bodies; ++body) {
    const TreeBody& b = tree.bodies[body];
    if (b.node < 0 || tree.absolute[b.node] != column_of(body) + 2) continue;  // its parent's
    reduced[b.node] = y[l.q + column_of(body) + 2];
    reduced[d + b.node] = y[l.v + column_of(body) + 2];
    rates[d + b.node] = yp[l.v + column_of(body) + 2];
  }
  // Each slide from the body that it was made for, in the order of their making: parents first.
  turn_nodes(tree, reduced, state);
  for (int slide = 0; slide < d; ++slide) {
    const int body = tree.absolute[slide] / 3 + 1;
    if (tree.turns(slide)) continue;
    const auto segments = segments_of(tree, body);
    for (std::size_t i = 0; i < segments.size(); ++i)
      if (segments[i].slide == slide) read_slide(m, body, i, {0, y, yp}, {reduced, rates}, state);
  }
  std::copy_n(reduced + d, d, rates);
  for (std::size_t i = 0; i < tree.others.size(); ++i) {
    reduced[2 * d + i] = y[tree.others[i]];
    rates[2 * d + i] = yp[tree.others[i]];
  }
}

const double* corrections_of(const Model& m, const double* residual, Workspace& w) {
  return m.layout.spatial() ? w.impl().corrections.data() : residual + m.layout.q;
}

void contract(const Model& m, const AbsoluteResidual& whole, const double* reduced,
              const double* rates, double* out, TreeState& state) {
  const Tree& tree = m.tree;
  const Layout& l = m.layout;
  if (l.spatial()) return spatial::contract(m, whole, reduced, rates, out, state);
  const auto [r, corrections] = whole;
  const int d = tree.coordinates;
  double *kinematic = out, *momentum = out + d;
  for (int i = 0; i < d; ++i) kinematic[i] = rates[i] - reduced[d + i];
  std::fill_n(momentum, d, 0.0);
  for (int body = 1; body <= l.bodies; ++body) {
    const auto segments = segments_of(tree, body);
    const auto states = states_of(tree, state, body);
    const double* g = corrections + column_of(body);
    const double* f = r + l.v + column_of(body);
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const SegmentState& s = states[i];
      if (const int node = segments[i].node; node >= 0) {
        kinematic[node] += s.ax * g[1] - s.ay * g[0];
        momentum[node] += s.ax * f[1] - s.ay * f[0];
      }
      if (const int slide = segments[i].slide; slide >= 0) {
        kinematic[slide] += s.dx * g[0] + s.dy * g[1];
        momentum[slide] += s.dx * f[0] + s.dy * f[1];
      }
    }
    if (const int node = tree.bodies[body].node; node >= 0) {
      kinematic[node] += g[2];
      momentum[node] += f[2];
    }
  }
  double* rest = out + 2 * d;
  for (const int absolute : tree.others) *rest++ = r[absolute];
}

void reduce_weights(const Model& m, const double* reduced, std::span<const double> weights,
                    std::span<double> out, TreeState& state) {
  const Tree& tree = m.tree;
  const Layout& l = m.layout;
  if (l.spatial()) return spatial::reduce_weights(m, reduced, weights, out, state);
  const int d = tree.coordinates;
  std::fill_n(out.begin(), 2 * d, 0.0);
  const auto add = [](double& sum, double x) { sum += x * x; };
  for (int part = 0; part < 2; ++part) {
    double* sums = out.data() + part * d;
    for (int body = 1; body <= l.bodies; ++body) {
      const double* w = weights.data() + (part ? l.v : l.q) + column_of(body);
      const auto segments = segments_of(tree, body);
      const auto states = states_of(tree, state, body);
      for (std::size_t i = 0; i < segments.size(); ++i) {
        const SegmentState& s = states[i];
        if (segments[i].node >= 0)
          add(sums[segments[i].node], std::hypot(w[0] * s.ay, w[1] * s.ax));
        if (segments[i].slide >= 0)
          add(sums[segments[i].slide], std::hypot(w[0] * s.dx, w[1] * s.dy));
      }
      if (const int node = tree.bodies[body].node; node >= 0) add(sums[node], w[2]);
    }
  }
  for (int i = 0; i < 2 * d; ++i) out[i] = std::sqrt(out[i]);
  double* rest = out.data() + 2 * d;
  for (const int absolute : tree.others) *rest++ = weights[absolute];
}

void spread_coefficients(const Model& m, const double* reduced, const double* rates,
                         TreeState& state) {
  const Tree& tree = m.tree;
  if (m.layout.spatial()) return spatial::spread_coefficients(m, reduced, rates, state);
  const double* u = reduced + tree.coordinates;
  for (std::size_t i = 0; i < tree.segments.size(); ++i) {
    const SegmentState& s = state.segments[i];
    const double spin = at_or_zero(u, tree.segments[i].node);
    const double slide = at_or_zero(u, tree.segments[i].slide);
    double* c = state.coefficients.data() + 1 + 8 * i;
    c[0] = -s.ay, c[1] = s.ax;
    c[2] = s.dx, c[3] = s.dy;
    c[4] = -spin * s.ax - slide * s.dy, c[5] = -spin * s.ay + slide * s.dx;
    c[6] = -spin * s.dy, c[7] = spin * s.dx;
  }
}

}  // namespace mbs
