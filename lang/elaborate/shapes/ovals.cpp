// Ellipses, superellipses and curves: smooth and convex all around.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "lang/elaborate/shapes/drawing.hpp"
#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/outline.hpp"
#include "lang/elaborate/shapes/prism.hpp"
#include "lang/expression/curve.hpp"

namespace mbs::elaborate {
namespace {

using std::numbers::pi;

// ---- ellipses and superellipses ----------------------------------------------------------

AreaMoments ellipse_moments(const ShapeValue& shape) {
  const double a = shape.sizes[0], b = shape.sizes[1];
  AreaMoments m;
  m.area = pi * a * b;
  m.polar = m.area * (a * a + b * b) / 4;
  m.xx = m.area * a * a / 4;
  return m;
}

// Integrals of x^(i-1) y^(j-1) over a quadrant of |x/a|^n + |y/b|^n = 1, over a^i b^j.
double quadrant(double n, double i, double j) {
  return std::tgamma(i / n) * std::tgamma(j / n) / (n * n * std::tgamma(1 + (i + j) / n));
}

AreaMoments superellipse_moments(const ShapeValue& shape) {
  const double a = shape.sizes[0], b = shape.sizes[1], n = shape.exponent;
  AreaMoments m;
  m.area = 4 * a * b * quadrant(n, 1, 1);
  m.polar = 4 * a * b * (a * a + b * b) * quadrant(n, 3, 1);
  m.xx = 4 * a * b * a * a * quadrant(n, 3, 1);
  return m;
}

// By its polar angle: r = (|cos/a|^n + |sin/b|^n)^(-1/n).
OutlinePiece by_polar_angle(const ShapeValue& shape, double from, double turn) {
  const double a = shape.sizes[0], b = shape.sizes[1], n = shape.exponent;
  return [=](double s) {
    const double phi = from + s * turn, c = std::cos(phi), w = std::sin(phi);
    const double u = std::pow(std::abs(c / a), n), v = std::pow(std::abs(w / b), n);
    const double r = std::pow(u + v, -1 / n);
    const double slope = c == 0 || w == 0 ? 0 : -r / (u + v) * (v * c / w - u * w / c);
    return OnOutline{{r * c, r * w}, {turn * (slope * c - r * w), turn * (slope * w + r * c)}};
  };
}

std::vector<OutlinePiece> ellipse_outline(const ShapeValue& shape) {
  return outline_around(
      [&](double from, double turn) { return by_polar_angle(shape, from, turn); });
}

double outside_ellipse(const ShapeValue& shape, const ir::Vec2& p) {
  const double a = shape.sizes[0], b = shape.sizes[1], n = shape.exponent;
  const double u = std::pow(std::abs(p.x / a), n) + std::pow(std::abs(p.y / b), n);
  return std::min(a, b) * (std::pow(u, 1 / n) - 1);
}

ir::Shape ellipse_contact(const ShapeValue& shape) {
  return ir::Superellipse{shape.sizes[0], shape.sizes[1], shape.exponent};
}

// ---- curves ----------------------------------------------------------------------------

ir::Vec2 point_at(double h, double offset, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {h * c - offset * s, h * s + offset * c};
}

// The boundary at equal steps of the normal's angle, which for a periodic function is exact to
// rounding once the steps are fine enough.
AreaMoments curve_moments(const ShapeValue& shape) {
  AreaMoments m;
  const SupportTable& table = *shape.curve->support;
  const double step = 2 * pi / static_cast<double>(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto [h, first, second] = table[i];
    const ir::Vec2 p = point_at(h, first, step * static_cast<double>(i));
    m.add(p.x, p.y, h, (h + second) * step);
  }
  return m;
}

OutlinePiece by_normal(const ShapeValue& shape, double from, double turn) {
  const auto support = shape.curve->support;
  return [=](double s) {
    const double angle = from + s * turn;
    const auto [h, first, second] = support_at(*support, angle);
    const double way = turn * (h + second);
    return OnOutline{point_at(h, first, angle), {-way * std::sin(angle), way * std::cos(angle)}};
  };
}

std::vector<OutlinePiece> curve_outline(const ShapeValue& shape) {
  return outline_around([&](double from, double turn) { return by_normal(shape, from, turn); });
}

// The largest of p.u - h(u) over all directions u: the best entry of the table, then Newton's
// steps.
double outside_curve(const ShapeValue& shape, const ir::Vec2& p) {
  const SupportTable& table = *shape.curve->support;
  const double step = 2 * pi / static_cast<double>(table.size());
  const auto beyond = [&](double angle) {
    return p.x * std::cos(angle) + p.y * std::sin(angle) - support_at(table, angle)[0];
  };
  double best = 0, most = beyond(0);
  for (std::size_t i = 1; i < table.size(); ++i)
    if (const double here = beyond(step * static_cast<double>(i)); here > most)
      most = here, best = step * static_cast<double>(i);
  for (int i = 0; i < 4; ++i) {
    const double c = std::cos(best), s = std::sin(best);
    const auto [h, first, second] = support_at(table, best);
    best += std::clamp((p.y * c - p.x * s - first) / (p.x * c + p.y * s + second), -step, step);
  }
  return std::max(most, beyond(best));
}

constexpr ShapeGeometry ellipse_row{
    .kind = ShapeKind::ellipse,
    .radius = first_size,
    .moments = ellipse_moments,
    .inertia = prism_inertia,
    .outline = ellipse_outline,
    .outside = outside_ellipse,
    .contact = ellipse_contact,
    .touching = always<Touching::core>,
    .prism = true,
    .solid = prism_solid,
    .contact_in_space = prism_contact,
    .drawn = drawn_smooth_prism,
    .drawn_flat = drawn_outline,
};

constexpr ShapeGeometry superellipse_row() {
  ShapeGeometry row = ellipse_row;
  row.kind = ShapeKind::superellipse;
  row.moments = superellipse_moments;
  return row;
}

}  // namespace

namespace shape_kinds {

constexpr ShapeGeometry ellipse = ellipse_row;
constexpr ShapeGeometry superellipse = superellipse_row();

constexpr ShapeGeometry curve{
    .kind = ShapeKind::curve,
    .radius = [](const ShapeValue&) { return 0.0; },
    .moments = curve_moments,
    .inertia = prism_inertia,
    .outline = curve_outline,
    .outside = outside_curve,
    .contact = [](const ShapeValue& s) -> ir::Shape { return *s.curve; },
    .touching = always<Touching::core>,
    .prism = true,
    .solid = prism_solid,
    .contact_in_space = prism_contact,
    .drawn = drawn_smooth_prism,
    .drawn_flat = drawn_outline,
};

}  // namespace shape_kinds
}  // namespace mbs::elaborate
