#include "lang/elaborate/values/shape_measures.hpp"

#include <cmath>
#include <numbers>

namespace mbs::elaborate {
namespace {

using std::numbers::pi;

// Of an area: its size, first moments about the origin, polar moment about the origin; SI.
struct Moments {
  double area = 0, x = 0, y = 0, polar = 0;
  double xx = 0, xy = 0;  // second moments; yy is the rest of the polar one

  // The sliver between the origin and a piece of boundary: length ds at the point (px, py), whose
  // tangent passes the origin at the distance h.
  void add(double px, double py, double h, double ds) {
    area += h * ds / 2;
    x += px * h * ds / 3;
    y += py * h * ds / 3;
    polar += (px * px + py * py) * h * ds / 4;
    xx += px * px * h * ds / 4;
    xy += px * py * h * ds / 4;
  }
};

ir::Vec2 point_at(double h, double offset, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {h * c - offset * s, h * s + offset * c};
}

// The boundary at equal steps of the normal's angle, which for a periodic function is exact to
// rounding once the steps are fine enough.
Moments curve_moments(const ir::SupportedCurve& curve) {
  Moments m;
  const SupportTable& table = *curve.support;
  const double step = 2 * pi / static_cast<double>(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto [h, first, second] = table[i];
    const ir::Vec2 p = point_at(h, first, step * static_cast<double>(i));
    m.add(p.x, p.y, h, (h + second) * step);
  }
  return m;
}

// Gauss' rule with three points is exact for the quadratic integrands of an edge; an arc has
// pieces of it.
constexpr double gauss_at[] = {-0.7745966692414834, 0, 0.7745966692414834};
constexpr double gauss_weight[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
constexpr int arc_pieces = 32;

void add_edge(Moments& m, const ir::Vec2& from, const ir::Vec2& to) {
  const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  const double h = (from.x * dy - from.y * dx) / length;
  for (int k = 0; k < 3; ++k) {
    const double at = (1 + gauss_at[k]) / 2;
    m.add(from.x + at * dx, from.y + at * dy, h, gauss_weight[k] * length);
  }
}

void add_arc(Moments& m, const ir::Vec2& center, double radius, double from, double turn) {
  for (int i = 0; i < arc_pieces; ++i) {
    for (int k = 0; k < 3; ++k) {
      const double angle = from + turn * (i + (1 + gauss_at[k]) / 2) / arc_pieces;
      const double c = std::cos(angle), s = std::sin(angle);
      m.add(center.x + radius * c, center.y + radius * s, center.x * c + center.y * s + radius,
            gauss_weight[k] * radius * turn / arc_pieces);
    }
  }
}

Moments polygon_moments(const ShapeValue& shape) {
  Moments m;
  const auto& v = shape.corners;
  const std::size_t n = v.size();
  const double r = shape.sizes[0];
  const auto direction = [&](std::size_t i) {
    return std::atan2(v[(i + 1) % n].y - v[i].y, v[(i + 1) % n].x - v[i].x);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t next = (i + 1) % n;
    const double heading = direction(i);
    const double turn = std::remainder(direction(next) - heading, 2 * pi);
    const double turn_before = std::remainder(heading - direction((i + n - 1) % n), 2 * pi);
    const double c = std::cos(heading), s = std::sin(heading);
    const double cut_from = r * std::tan(turn_before / 2), cut_to = r * std::tan(turn / 2);
    const ir::Vec2 from{v[i].x + cut_from * c, v[i].y + cut_from * s};
    const ir::Vec2 to{v[next].x - cut_to * c, v[next].y - cut_to * s};
    add_edge(m, from, to);
    add_arc(m, {to.x - r * s, to.y + r * c}, r, heading - pi / 2, turn);
  }
  return m;
}

// Integrals of x^(i-1) y^(j-1) over a quadrant of |x/a|^n + |y/b|^n = 1, over a^i b^j.
double quadrant(double n, double i, double j) {
  return std::tgamma(i / n) * std::tgamma(j / n) / (n * n * std::tgamma(1 + (i + j) / n));
}

Moments superellipse_moments(double a, double b, double n) {
  Moments m;
  m.area = 4 * a * b * quadrant(n, 1, 1);
  m.polar = 4 * a * b * (a * a + b * b) * quadrant(n, 3, 1);
  m.xx = 4 * a * b * a * a * quadrant(n, 3, 1);
  return m;
}

std::optional<Moments> moments(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  Moments m;
  switch (shape.kind) {
    case ShapeKind::ellipse:
      m.area = pi * s[0] * s[1];
      m.polar = m.area * (s[0] * s[0] + s[1] * s[1]) / 4;
      m.xx = m.area * s[0] * s[0] / 4;
      return m;
    case ShapeKind::superellipse:
      return superellipse_moments(s[0], s[1], shape.exponent);
    case ShapeKind::polygon:
      return polygon_moments(shape);
    case ShapeKind::curve:
      return curve_moments(*shape.curve);
    default:
      return std::nullopt;
  }
}

}  // namespace

AreaMeasures area_measures(const ShapeValue& shape) {
  const auto m = moments(shape);
  if (!m) return {};
  const double x = m->x / m->area, y = m->y / m->area;
  return {m->area,
          x,
          y,
          m->xx / m->area - x * x,
          (m->polar - m->xx) / m->area - y * y,
          m->xy / m->area - x * y};
}

std::optional<double> shape_inertia_per_mass(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  switch (shape.kind) {
    case ShapeKind::sphere:
      return 2.0 / 5 * s[0] * s[0];
    case ShapeKind::disc:
    case ShapeKind::cylinder:
      return s[0] * s[0] / 2;
    case ShapeKind::box:
      return (s[0] * s[0] + s[1] * s[1]) / 12;
    case ShapeKind::plane:
    case ShapeKind::ring:
    case ShapeKind::arc:
    case ShapeKind::socket:
    case ShapeKind::ellipsoid:
    case ShapeKind::capsule:
    case ShapeKind::cone:
    case ShapeKind::polyhedron:
      return std::nullopt;
    default: {
      const Moments m = *moments(shape);
      return (m.polar - (m.x * m.x + m.y * m.y) / m.area) / m.area;
    }
  }
}

ir::Vec2 shape_center(const ShapeValue& shape) {
  if (shape.kind != ShapeKind::polygon && shape.kind != ShapeKind::curve) return {};
  const Moments m = *moments(shape);
  return {m.x / m.area, m.y / m.area};
}

namespace {

std::vector<ir::Vec2> box_corners(double a, double b) {
  return {{-a / 2, -b / 2}, {a / 2, -b / 2}, {a / 2, b / 2}, {-a / 2, b / 2}};
}

double rounding_of(const ShapeValue& shape) {
  if (shape.kind == ShapeKind::capsule) return shape.sizes[0];
  return shape.kind == ShapeKind::polygon ? shape.sizes[0] : shape.rounding;
}

}  // namespace

std::vector<ir::Vec2> corner_centers(const ShapeValue& shape) {
  if (shape.kind == ShapeKind::box) return box_corners(shape.sizes[0], shape.sizes[1]);
  std::vector<ir::Vec2> centers;
  const auto& v = shape.corners;
  const std::size_t n = v.size();
  for (std::size_t i = 0; i < n; ++i) {
    const ir::Vec2 &before = v[(i + n - 1) % n], &after = v[(i + 1) % n];
    const double in = std::atan2(v[i].y - before.y, v[i].x - before.x);
    const double turn = std::remainder(std::atan2(after.y - v[i].y, after.x - v[i].x) - in, 2 * pi);
    // Inwards along the bisector, until both edges are one rounding away.
    const double away = rounding_of(shape) / std::cos(turn / 2), angle = in + turn / 2 + pi / 2;
    centers.push_back({v[i].x + away * std::cos(angle), v[i].y + away * std::sin(angle)});
  }
  return centers;
}

ShapeValue corner_shape(const ShapeValue& polygon) {
  ShapeValue corner;
  corner.kind = ShapeKind::sphere;
  corner.sizes = {rounding_of(polygon)};
  corner.width = polygon.width;
  return corner;
}

std::optional<ir::Shape> contact_shape(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  switch (shape.kind) {
    case ShapeKind::sphere:
    case ShapeKind::disc:
      return ir::Circle{s[0], false};
    case ShapeKind::ring:
    case ShapeKind::socket:
      return ir::Circle{s[0], true};
    case ShapeKind::arc:
      return s.size() > 1 ? ir::Arc{s[0], shape.from, shape.to, s[1]}
                          : ir::Arc{s[0], shape.from, shape.to};
    case ShapeKind::plane:
      return shape.normal ? ir::HalfPlane{*shape.normal} : ir::HalfPlane{};
    case ShapeKind::ellipse:
    case ShapeKind::superellipse:
      return ir::Superellipse{s[0], s[1], shape.exponent};
    case ShapeKind::polygon:
      return ir::Polygon{shape.corners, s[0]};
    case ShapeKind::box:
      return ir::Polygon{box_corners(s[0], s[1]), 0};
    case ShapeKind::curve:
      return *shape.curve;
    default:
      return std::nullopt;
  }
}

}  // namespace mbs::elaborate
