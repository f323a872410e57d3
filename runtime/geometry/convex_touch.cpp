#include "runtime/geometry/convex_touch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "runtime/geometry/sharp_corner.hpp"

namespace mbs {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double longest_turn = 0.7;     // rad, of one step of the search
constexpr double newton_end = 1e-8;      // rad; a step of this size leaves less than rounding
constexpr double bisection_end = 1e-15;  // rad
constexpr int newton_steps = 8, most_steps = 120;
constexpr int directions = 24;  // of a search for the least overlap
// Penetrations below this fraction of the thinner shape are the shortest way out, if its corners
// are rounder than that; deeper ones are looked at from all sides.
constexpr double deep = 0.01;

// A shape with its axes in the world; or a disc somewhere, for a corner of a polygon.
struct Placed {
  const ConvexShape* shape = nullptr;
  double c = 1, s = 0;
  double x = 0, y = 0, radius = 0;  // the disc, from the centre of the shape it is part of

  Support operator()(double ux, double uy) const {
    if (!shape) return {x * ux + y * uy + radius, y * ux - x * uy, radius, -1};
    return support(*shape, ux * c + uy * s, uy * c - ux * s);
  }
};

struct Both {
  Placed first, second;
  double dx = 0, dy = 0;
  bool inside = false;  // the second in the first, a ring: the least s is looked for
};

Placed placed(const ConvexShape& shape, double c, double s) {
  return {&shape, c * shape.c - s * shape.s, s * shape.c + c * shape.s, 0, 0, 0};
}

// A corner of a polygon alone.
Placed corner_of(const Placed& p, std::size_t k) {
  const ir::Vec2& v = p.shape->corners[k];
  return {nullptr, 1, 0, p.c * v.x - p.s * v.y, p.s * v.x + p.c * v.y, p.shape->rounding};
}

// The shapes along one direction.
struct Look {
  double nx = 1, ny = 0;
  Support a, b;
  double gap = 0;
  double slope = 0;  // ds/d(angle of n), or -ds/d(angle of n) inside a ring
  double bend = 0;   // minus the derivative of that
};

Look look(const Both& p, double nx, double ny) {
  Look l{nx, ny, p.first(nx, ny), p.second(-nx, -ny), 0, 0, 0};
  l.gap = nx * p.dx + ny * p.dy - l.a.reach - l.b.reach;
  l.slope = nx * p.dy - ny * p.dx - l.a.offset - l.b.offset;
  l.bend = l.gap + l.a.radius + l.b.radius;
  if (p.inside) l.slope = -l.slope, l.bend = -l.bend;
  return l;
}

Touch touch_of(const Look& l) {
  Touch t;
  t.nx = l.nx;
  t.ny = l.ny;
  t.gap = l.gap;
  t.x1 = l.a.reach * l.nx - l.a.offset * l.ny;
  t.y1 = l.a.reach * l.ny + l.a.offset * l.nx;
  t.x2 = -l.b.reach * l.nx + l.b.offset * l.ny;
  t.y2 = -l.b.reach * l.ny - l.b.offset * l.nx;
  t.radius_1 = l.a.radius;
  t.radius_2 = l.b.radius;
  return t;
}

// Angles from a first direction, between which s has a maximum.
struct Range {
  double low = -std::numbers::pi, high = std::numbers::pi;
  double start = 0;
};

// Whether Newton's next step ends the search. Near a flat point the bend is so large that steps are
// short anywhere: there the slope tells.
bool nearly_there(const Look& l) {
  const double size = std::abs(l.gap) + std::abs(l.a.reach) + std::abs(l.b.reach);
  return l.bend > 0 && std::abs(l.slope) <= newton_end * std::min(l.bend, size);
}

Look look_at(const Both& p, double nx, double ny, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return look(p, nx * c - ny * s, nx * s + ny * c);
}

// Newton's method for slope = 0, uphill where s bends the wrong way, with bisection as the last
// resort: where a curvature vanishes the slope has no tangent.
Look climb(const Both& p, double nx, double ny, Range range) {
  double angle = range.start;
  bool below = false, above = false;
  Look l;
  for (int i = 0; i < most_steps; ++i) {
    l = look_at(p, nx, ny, angle);
    if (l.slope == 0) break;
    const double most = std::copysign(longest_turn, l.slope);
    const double step =
        l.bend > 0 ? std::clamp(l.slope / l.bend, -longest_turn, longest_turn) : most;
    if (nearly_there(l)) return look_at(p, nx, ny, angle + step);
    (l.slope > 0 ? range.low : range.high) = angle;
    (l.slope > 0 ? below : above) = true;
    double next = angle + step;
    const bool slow = i >= newton_steps && below && above && i % 2 == 0;
    if (slow || !(next > range.low && next < range.high)) next = (range.low + range.high) / 2;
    if (std::abs(next - angle) <= bisection_end) break;
    angle = next;
  }
  return l;
}

// For shapes that overlap s can have several maxima: start at the best of directions all around.
Look climb_from_best(const Both& p, const Look& found) {
  Look best = found;
  for (int i = 0; i < directions; ++i) {
    const double angle = 2 * std::numbers::pi * i / directions;
    const Look l = look(p, std::cos(angle), std::sin(angle));
    if (l.gap > best.gap) best = l;
  }
  if (!(best.gap > found.gap)) return found;
  const Look climbed = climb(p, best.nx, best.ny, {});
  return climbed.gap > best.gap ? climbed : best;
}

Touch smooth_touch(const Both& p) {
  const double distance = std::hypot(p.dx, p.dy);
  const Look l = distance > 0 ? climb(p, p.dx / distance, p.dy / distance, {}) : look(p, 1, 0);
  const double thin = std::min(p.first.shape->inner, p.second.shape->inner);
  return touch_of(l.gap < -deep * thin ? climb_from_best(p, l) : l);
}

// ---- planes and polygons -----------------------------------------------------------

Both swapped(const Both& p) {
  return {p.second, p.first, -p.dx, -p.dy};
}

Touch swapped(const Touch& t) {
  Touch r = t;
  r.nx = -t.nx, r.ny = -t.ny;
  r.x1 = t.x2, r.y1 = t.y2, r.x2 = t.x1, r.y2 = t.y1;
  r.radius_1 = t.radius_2, r.radius_2 = t.radius_1;
  if (t.normal == NormalOf::both) return r;
  r.normal = t.normal == NormalOf::first ? NormalOf::second : NormalOf::first;
  if (t.corner >= 0) r.corner = t.corner ^ 1;
  return r;
}

// The first one has an edge with this normal, at this distance: the second's farthest point counts.
Touch edge_touch(const Both& p, double nx, double ny, double distance, const Support& second) {
  Look l{nx, ny, {distance, 0, infinity, -1}, second, 0, 0, 0};
  l.gap = nx * p.dx + ny * p.dy - distance - second.reach;
  l.a.offset = nx * p.dy - ny * p.dx - second.offset;
  Touch t = touch_of(l);
  t.normal = NormalOf::first;
  if (second.corner >= 0) t.corner = 2 * second.corner;  // odd: of the first
  return t;
}

Touch plane_touch(const Both& p) {
  const double nx = -p.first.s, ny = p.first.c;
  return edge_touch(p, nx, ny, 0, p.second(-nx, -ny));
}

// An edge of the first polygon from which the second shape is farthest.
struct BestEdge {
  std::size_t edge = 0;
  double nx = 1, ny = 0;
  double gap = -infinity;
  Support second;
};

bool any_edge(double, double) {
  return true;
}

BestEdge edge_at(const Both& p, std::size_t k) {
  const ConvexEdge& e = p.first.shape->edges[k];
  const double nx = p.first.c * e.nx - p.first.s * e.ny;
  const double ny = p.first.s * e.nx + p.first.c * e.ny;
  const Support second = p.second(-nx, -ny);
  return {k, nx, ny, nx * p.dx + ny * p.dy - e.distance - second.reach, second};
}

// The best of the edges whose normals are `allowed`; the gap is -infinity where none is.
template <typename Allowed>
BestEdge best_edge(const Both& p, const Allowed& allowed) {
  BestEdge best;
  for (std::size_t k = 0; k < p.first.shape->edges.size(); ++k) {
    const BestEdge edge = edge_at(p, k);
    if (edge.gap > best.gap && allowed(edge.nx, edge.ny)) best = edge;
  }
  return best;
}

// Along the edge, how far the second's farthest point lies past its ends: < 0 before the first, > 0
// beyond the second, 0 between them.
double past_ends(const Both& p, const BestEdge& best) {
  const ConvexEdge& e = p.first.shape->edges[best.edge];
  const double at = best.nx * p.dy - best.ny * p.dx - best.second.offset;
  return at < e.low ? at - e.low : std::max(at - e.high, 0.0);
}

Touch on_edge(const Both& p, const BestEdge& best) {
  return edge_touch(p, best.nx, best.ny, p.first.shape->edges[best.edge].distance, best.second);
}

// A sharp point on the edge.
Touch standing(const Both& p, const BestEdge& best) {
  const ConvexEdge& e = p.first.shape->edges[best.edge];
  const double at = best.nx * p.dy - best.ny * p.dx - best.second.offset;
  Touch t = on_edge(p, best);
  t.edge = static_cast<int>(best.edge);
  t.inside = std::min(at - e.low, e.high - at) + corner_leaves * p.first.shape->bound;
  return t;
}

// A rounded corner of the first against a smooth shape: the normal lies between those of its edges.
Touch on_corner(const Both& p, const BestEdge& best, double past) {
  const auto& edges = p.first.shape->edges;
  const std::size_t n = edges.size();
  const std::size_t corner = past > 0 ? (best.edge + 1) % n : best.edge;
  const ConvexEdge& from = edges[(corner + n - 1) % n];
  const ConvexEdge& to = edges[corner];
  const double turn =
      std::atan2(from.nx * to.ny - from.ny * to.nx, from.nx * to.nx + from.ny * to.ny);
  const Both part{corner_of(p.first, corner), p.second, p.dx, p.dy};
  const double nx = p.first.c * from.nx - p.first.s * from.ny;
  const double ny = p.first.s * from.nx + p.first.c * from.ny;
  return touch_of(climb(part, nx, ny, {0, turn, turn / 2}));
}

bool is_point(const ConvexShape& shape, double same) {
  return shape.kind == ConvexKind::circle && shape.rounding <= same;
}

// The edge on which a sharp corner stands that has come to the polygon, if `nearest` is nearest to
// it, see sharp_corner.hpp.
BestEdge edge_of_corner(const Both& p, const BestEdge& nearest) {
  const Placed& corner = p.second;
  const auto rise = [&](double nx, double ny) {
    return least_rise(*corner.shape, nx * corner.c + ny * corner.s, ny * corner.c - nx * corner.s);
  };
  if (rise(nearest.nx, nearest.ny) >= crosses) return nearest;
  const BestEdge own = best_edge(p, [&](double nx, double ny) { return rise(nx, ny) >= stands; });
  return own.gap >= -corner_depth * p.first.shape->inner ? own : nearest;
}

// A corner that has come to an end of the edge and lies beside it has a gap of more than `same`.
Touch standing_if_over(const Both& p, const BestEdge& best, double same) {
  Touch t = standing(p, best);
  const ConvexEdge& e = p.first.shape->edges[best.edge];
  const double along = best.nx * p.dy - best.ny * p.dx - best.second.offset;
  const bool first = along - e.low < e.high - along;
  if (std::min(along - e.low, e.high - along) > same) return t;
  const double x = first ? -best.ny : best.ny, y = first ? best.nx : -best.nx;  // inwards
  const Placed& corner = p.second;
  const double cx = x * corner.c + y * corner.s, cy = y * corner.c - x * corner.s;
  const bool over = any_leads_in(corner.shape->spread,
                                 [&](const ir::Vec2& edge) { return cx * edge.x + cy * edge.y; });
  if (!over) t.gap = std::max(t.gap, corner_leaves * p.first.shape->bound);
  return t;
}

Touch polygon_and_smooth(const Both& p, int held) {
  const double same = corner_touches * p.first.shape->bound;
  const bool sharp = is_point(*p.second.shape, same) && p.first.shape->rounding <= same;
  if (sharp && held >= 0) return standing(p, edge_at(p, held));
  const BestEdge best = best_edge(p, any_edge);
  if (sharp && !p.second.shape->spread.empty() && best.gap <= same)
    return standing_if_over(p, edge_of_corner(p, best), same);
  const double past = past_ends(p, best);
  if (past != 0) return on_corner(p, best, past);
  return sharp ? standing(p, best) : on_edge(p, best);
}

// The two closest corners of polygons that are apart.
Touch closest_corners(const Both& p) {
  double least = infinity;
  Both closest = p;
  for (std::size_t i = 0; i < p.first.shape->corners.size(); ++i) {
    const Placed first = corner_of(p.first, i);
    for (std::size_t k = 0; k < p.second.shape->corners.size(); ++k) {
      const Placed second = corner_of(p.second, k);
      const double x = p.dx + second.x - first.x, y = p.dy + second.y - first.y;
      if (std::hypot(x, y) >= least) continue;
      least = std::hypot(x, y);
      closest = {first, second, p.dx, p.dy};
    }
  }
  const double x = p.dx + closest.second.x - closest.first.x,
               y = p.dy + closest.second.y - closest.first.y;
  return touch_of(look(closest, x / least, y / least));
}

// The edges overlap along some length: the point is the middle of that.
double overlap_middle(const Both& p, const BestEdge& best, const ConvexEdge& other) {
  const ConvexEdge& e = p.first.shape->edges[best.edge];
  const double centre = best.nx * p.dy - best.ny * p.dx;
  const double low = std::max(e.low, centre - other.high),
               high = std::min(e.high, centre - other.low);
  return centre - (low + high) / 2;  // as an offset of the second
}

// Edges that face each other in parallel touch along a length, not in a point.
void middle_of_parallel(const Both& p, BestEdge& best) {
  for (const ConvexEdge& other : p.second.shape->edges) {
    const double x = p.second.c * other.nx - p.second.s * other.ny;
    const double y = p.second.s * other.nx + p.second.c * other.ny;
    if (x * best.nx + y * best.ny > 0 || std::abs(best.nx * y - best.ny * x) > 1e-12) continue;
    best.second.offset = overlap_middle(p, best, other);
  }
}

// While the polygons without their roundings are apart, s has one maximum: at an edge if a corner
// lies above it, else between two corners. If they overlap, it is at the best edge.
Touch polygons(const Both& p) {
  const Both q = swapped(p);
  BestEdge first = best_edge(p, any_edge), second = best_edge(q, any_edge);
  const bool of_first = first.gap >= second.gap;
  const Both& at = of_first ? p : q;
  BestEdge& best = of_first ? first : second;
  middle_of_parallel(at, best);
  const double apart = best.gap + p.first.shape->rounding + p.second.shape->rounding;
  if (apart > 0 && past_ends(at, best) != 0) return closest_corners(p);
  const Touch t = on_edge(at, best);
  return of_first ? t : swapped(t);
}

// ---- rings ---------------------------------------------------------------------------

bool is(const Placed& p, ConvexKind kind) {
  return p.shape->kind == kind;
}

// The corner farthest from the ring's centre.
Touch ring_and_polygon(const Both& p) {
  double most = -1;
  Both farthest = p;
  std::size_t corner = 0;
  for (std::size_t k = 0; k < p.second.shape->corners.size(); ++k) {
    const Placed disc = corner_of(p.second, k);
    const double distance = std::hypot(p.dx + disc.x, p.dy + disc.y);
    if (distance <= most) continue;
    most = distance;
    farthest.second = disc;
    corner = k;
  }
  const double x = p.dx + farthest.second.x, y = p.dy + farthest.second.y;
  Touch t = touch_of(most > 0 ? look(farthest, -x / most, -y / most) : look(farthest, 1, 0));
  t.corner = 2 * static_cast<int>(corner);
  return t;
}

// The second shape within the first, a ring of radius R about the origin. Its farthest point from
// there is as far as it reaches, d.u + h(u), in the direction u for which that is largest; n = -u.
Touch ring_touch(Both p) {
  p.inside = true;
  if (is(p.second, ConvexKind::polygon)) return ring_and_polygon(p);
  constexpr double between = 2 * std::numbers::pi / directions;
  Look best = look(p, 1, 0);
  for (int i = 1; i < directions; ++i) {
    const Look l = look(p, std::cos(between * i), std::sin(between * i));
    if (l.gap < best.gap) best = l;
  }
  return touch_of(climb(p, best.nx, best.ny, {-between, between, 0}));
}

}  // namespace

Touch find_touch(const ConvexPair& pair, const ConvexPlacing& at) {
  const Both p{placed(pair.first, at.c1, at.s1), placed(pair.second, at.c2, at.s2), at.dx, at.dy};
  if (is(p.first, ConvexKind::ring)) return ring_touch(p);
  if (is(p.second, ConvexKind::ring)) return swapped(ring_touch(swapped(p)));
  if (is(p.first, ConvexKind::plane)) return plane_touch(p);
  if (is(p.second, ConvexKind::plane)) return swapped(plane_touch(swapped(p)));
  const bool first = is(p.first, ConvexKind::polygon), second = is(p.second, ConvexKind::polygon);
  if (first && second) return polygons(p);
  if (first) return polygon_and_smooth(p, at.edge);
  if (second) return swapped(polygon_and_smooth(swapped(p), at.edge));
  return smooth_touch(p);
}

}  // namespace mbs
