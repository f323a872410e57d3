#include "runtime/geometry/convex.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "lang/expression/curve.hpp"
#include "runtime/geometry/sharp_corner.hpp"

namespace mbs {

namespace {

constexpr double level = 1e-12;  // of the bound: corners equally far within this make an edge

Support of_ellipse(const ConvexShape& e, double ux, double uy) {
  const double x = e.a * e.a * ux, y = e.b * e.b * uy;
  const double h = std::sqrt(x * ux + y * uy);
  return {h, (y * ux - x * uy) / h, e.a * e.a * e.b * e.b / (h * h * h), -1};
}

// h = (|a ux|^q + |b uy|^q)^(1/q) with 1/n + 1/q = 1. Its gradient is the farthest point, and
// h + h'' = (q - 1) h^(1 - 2q) (a b)^q |ux uy|^(q - 2).
Support of_superellipse(const ConvexShape& e, double ux, double uy) {
  if (e.dual == 2) return of_ellipse(e, ux, uy);
  const double q = e.dual, p = std::abs(e.a * ux), r = std::abs(e.b * uy);
  const double h = std::pow(std::pow(p, q) + std::pow(r, q), 1 / q);
  const double x = std::copysign(e.a * std::pow(p / h, q - 1), ux);
  const double y = std::copysign(e.b * std::pow(r / h, q - 1), uy);
  const double product = std::abs(ux * uy);
  const double curved = (q - 1) * h * std::pow(e.a / h, q) * std::pow(e.b / h, q);
  return {h, y * ux - x * uy, curved * std::pow(product, q - 2), -1};
}

Support of_polygon(const ConvexShape& p, double ux, double uy) {
  double reach = -std::numeric_limits<double>::infinity();
  for (const ir::Vec2& v : p.corners) reach = std::max(reach, v.x * ux + v.y * uy);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  int corner = -1, count = 0;
  for (std::size_t i = 0; i < p.corners.size(); ++i) {
    const ir::Vec2& v = p.corners[i];
    if (v.x * ux + v.y * uy < reach - level * p.bound) continue;
    const double offset = v.y * ux - v.x * uy;
    low = std::min(low, offset);
    high = std::max(high, offset);
    corner = static_cast<int>(i);
    ++count;
  }
  return {reach + p.rounding, (low + high) / 2, p.rounding, count == 1 ? corner : -1};
}

Support of_curve(const ConvexShape& k, double ux, double uy) {
  const auto [h, first, second] = support_at(*k.table, std::atan2(uy, ux));
  return {h, first, h + second, -1};
}

// ---- making them -----------------------------------------------------------------

ConvexEdge edge_between(const ir::Vec2& from, const ir::Vec2& to) {
  const double x = to.x - from.x, y = to.y - from.y, length = std::hypot(x, y);
  ConvexEdge e;
  e.nx = y / length;
  e.ny = -x / length;
  e.distance = e.nx * from.x + e.ny * from.y;
  e.low = (x * from.x + y * from.y) / length;
  e.high = (x * to.x + y * to.y) / length;
  return e;
}

// Where the centre of the circle lies that rounds a corner between two edges.
ir::Vec2 pulled_in(const ir::Vec2& corner, const ConvexEdge& before, const ConvexEdge& after,
                   double rounding) {
  const double k = rounding / (1 + before.nx * after.nx + before.ny * after.ny);
  return {corner.x - k * (before.nx + after.nx), corner.y - k * (before.ny + after.ny)};
}

void make_polygon(const ir::Polygon& polygon, ConvexShape& out) {
  const std::size_t n = polygon.corners.size();
  std::vector<ConvexEdge> sharp;
  for (std::size_t k = 0; k < n; ++k)
    sharp.push_back(edge_between(polygon.corners[k], polygon.corners[(k + 1) % n]));
  for (std::size_t k = 0; k < n; ++k)
    out.corners.push_back(
        pulled_in(polygon.corners[k], sharp[(k + n - 1) % n], sharp[k], polygon.rounding));
  for (std::size_t k = 0; k < n; ++k) {
    ConvexEdge edge = sharp[k];
    const ir::Vec2 &from = out.corners[k], &to = out.corners[(k + 1) % n];
    edge.low = edge.nx * from.y - edge.ny * from.x;
    edge.high = edge.nx * to.y - edge.ny * to.x;
    out.edges.push_back(edge);
  }
  out.rounding = polygon.rounding;
}

struct Maker {
  ConvexShape& out;
  void operator()(const ir::Circle& c) const {
    out.kind = c.hollow ? ConvexKind::ring : ConvexKind::circle;
    out.rounding = c.hollow ? -c.radius : c.radius;
    for (const ir::Vec3& edge : c.edges) out.spread.push_back({edge.x, edge.y});
  }
  void operator()(const ir::HalfPlane&) const { out.kind = ConvexKind::plane; }
  void operator()(const ir::Superellipse& e) const {
    out.kind = ConvexKind::superellipse;
    out.a = e.a;
    out.b = e.b;
    out.dual = e.exponent == 2 ? 2 : e.exponent / (e.exponent - 1);
  }
  void operator()(const ir::Polygon& p) const {
    out.kind = ConvexKind::polygon;
    make_polygon(p, out);
  }
  void operator()(const ir::SupportedCurve& c) const {
    out.kind = ConvexKind::curve;
    out.table = c.support;
  }
  void operator()(const ir::MinkowskiSum& s) const { from_afar(s); }
  void operator()(const ir::Edge& e) const { from_afar(e); }
  void operator()(const ir::Frustum& f) const { from_afar(f); }
  void operator()(const ir::Polyhedron& p) const { from_afar(p); }
  void operator()(const ir::Prism& p) const { from_afar(p); }
  void from_afar(const ir::Shape& solid) const {
    (*this)(ir::Circle{bounding_radius(solid), false});
  }
  // Seen along their axis.
  void operator()(const ir::Rim& r) const { (*this)(ir::Circle{r.radius, false}); }
  void operator()(const ir::Bore& b) const { (*this)(ir::Circle{b.radius, true}); }
  void operator()(const ir::Arc& a) const { (*this)(ir::Circle{a.radius, true}); }
};

struct Bound {
  double operator()(const ir::Rim& r) const { return r.radius; }
  double operator()(const ir::Bore& b) const { return b.radius; }
  double operator()(const ir::Arc& a) const {
    return std::isinf(a.thickness) ? a.radius : a.radius + a.thickness;
  }
  double operator()(const ir::Circle& c) const { return c.radius; }
  double operator()(const ir::HalfPlane&) const { return std::numeric_limits<double>::infinity(); }
  // Beyond exponent 2 a superellipse bulges over its inscribed ellipse, but never out of its box.
  double operator()(const ir::Superellipse& e) const {
    return e.exponent <= 2 ? std::max(e.a, e.b) : std::hypot(e.a, e.b);
  }
  double operator()(const ir::Polygon& p) const {
    double most = 0;
    for (const ir::Vec2& v : p.corners) most = std::max(most, std::hypot(v.x, v.y));
    return most;
  }
  static double length(const ir::Vec3& v) { return std::hypot(v.x, v.y, v.z); }
  double operator()(const ir::MinkowskiSum& s) const {
    return std::max({s.semi.x, s.semi.y, s.semi.z}) + length(s.half) + s.rounding;
  }
  double operator()(const ir::Edge& e) const { return length(e.half); }
  double operator()(const ir::Frustum& f) const {
    return std::max(f.radius, std::hypot(f.top, f.height));
  }
  double operator()(const ir::Polyhedron& p) const {
    double most = 0;
    for (const ir::Vec3& corner : p.corners) most = std::max(most, length(corner));
    return most + p.rounding;
  }
  double operator()(const ir::Prism& p) const {
    return std::hypot(std::visit(*this, p.outline), p.width / 2);
  }
  double operator()(const ir::SupportedCurve& c) const {
    double most = 0;
    for (const auto& [h, first, second] : *c.support) most = std::max(most, std::hypot(h, first));
    return most * (1 + 1e-6);  // between the table's angles
  }
};

constexpr int directions = 64;  // in which a shape is looked at to see how thin it is

double inner_radius(const ConvexShape& shape) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < directions; ++i) {
    const double angle = 2 * std::numbers::pi * i / directions;
    least = std::min(least, support(shape, std::cos(angle), std::sin(angle)).reach);
  }
  return std::max(least, 0.0);
}

}  // namespace

double bounding_radius(const ir::Shape& shape) {
  return std::visit(Bound{}, shape);
}

ConvexShape convex_shape(const ir::Shape& shape, double angle) {
  ConvexShape out;
  std::visit(Maker{out}, shape);
  out.c = std::cos(angle);
  out.s = std::sin(angle);
  if (out.kind == ConvexKind::plane) return out;
  out.bound = bounding_radius(shape);
  out.inner = inner_radius(out);
  return out;
}

Support support(const ConvexShape& shape, double ux, double uy) {
  switch (shape.kind) {
    case ConvexKind::superellipse:
      return of_superellipse(shape, ux, uy);
    case ConvexKind::polygon:
      return of_polygon(shape, ux, uy);
    case ConvexKind::curve:
      return of_curve(shape, ux, uy);
    default:
      return {shape.rounding, 0, shape.rounding, -1};
  }
}

double least_rise(const ConvexShape& corner, double nx, double ny) {
  return least_rise(corner.spread, [&](const ir::Vec2& edge) { return edge.x * nx + edge.y * ny; });
}

}  // namespace mbs
