#include "lang/elaborate/values/outline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "lang/elaborate/values/shape_measures.hpp"
#include "lang/expression/curve.hpp"

namespace mbs::elaborate {
namespace {

using std::numbers::pi;

constexpr int oval_pieces = 32;

ir::Vec2 turned(const ir::Vec2& v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x - s * v.y, s * v.x + c * v.y};
}

OnOutline in_body(const PlacedShape& shape, const OnOutline& own) {
  const ir::Vec2 place = turned(own.place, shape.angle);
  return {{shape.at.x + place.x, shape.at.y + place.y}, turned(own.way, shape.angle)};
}

OutlinePiece edge(const ir::Vec2& from, const ir::Vec2& to) {
  const ir::Vec2 way{to.x - from.x, to.y - from.y};
  return [=](double s) { return OnOutline{{from.x + s * way.x, from.y + s * way.y}, way}; };
}

OutlinePiece arc(const ir::Vec2& center, double radius, double from, double turn) {
  return [=](double s) {
    const double c = std::cos(from + s * turn), w = std::sin(from + s * turn);
    return OnOutline{{center.x + radius * c, center.y + radius * w},
                     {-radius * turn * w, radius * turn * c}};
  };
}

// Of an ellipse or a superellipse by its polar angle: r = (|cos/a|^n + |sin/b|^n)^(-1/n).
OutlinePiece oval(const ShapeValue& shape, double from, double turn) {
  const double a = shape.sizes[0], b = shape.sizes[1], n = shape.exponent;
  return [=](double s) {
    const double phi = from + s * turn, c = std::cos(phi), w = std::sin(phi);
    const double u = std::pow(std::abs(c / a), n), v = std::pow(std::abs(w / b), n);
    const double r = std::pow(u + v, -1 / n);
    const double slope = c == 0 || w == 0 ? 0 : -r / (u + v) * (v * c / w - u * w / c);
    return OnOutline{{r * c, r * w}, {turn * (slope * c - r * w), turn * (slope * w + r * c)}};
  };
}

// Of a curve by the angle of its normal.
OutlinePiece by_normal(const ShapeValue& shape, double from, double turn) {
  const auto support = shape.curve->support;
  return [=](double s) {
    const double angle = from + s * turn, c = std::cos(angle), w = std::sin(angle);
    const auto [h, first, second] = support_at(*support, angle);
    const double way = turn * (h + second);
    return OnOutline{{h * c - first * w, h * w + first * c}, {-way * w, way * c}};
  };
}

std::vector<OutlinePiece> of_polygon(const ShapeValue& shape) {
  const std::vector<ir::Vec2> centers = corner_centers(shape);
  const double r = corner_shape(shape).sizes[0];
  const std::size_t n = centers.size();
  std::vector<OutlinePiece> pieces;
  const auto normal = [&](std::size_t i) {
    const ir::Vec2 &a = centers[i % n], &b = centers[(i + 1) % n];
    return std::atan2(a.x - b.x, b.y - a.y);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const ir::Vec2 &a = centers[i], &b = centers[(i + 1) % n];
    const double angle = normal(i), x = r * std::cos(angle), y = r * std::sin(angle);
    pieces.push_back(edge({a.x + x, a.y + y}, {b.x + x, b.y + y}));
    if (r > 0) pieces.push_back(arc(b, r, angle, std::remainder(normal(i + 1) - angle, 2 * pi)));
  }
  return pieces;
}

std::vector<OutlinePiece> own_outline(const ShapeValue& shape) {
  if (shape.kind == ShapeKind::box || shape.kind == ShapeKind::polygon) return of_polygon(shape);
  std::vector<OutlinePiece> pieces;
  for (int i = 0; i < oval_pieces; ++i) {
    const double turn = 2 * pi / oval_pieces, from = i * turn;
    if (shape.kind == ShapeKind::curve)
      pieces.push_back(by_normal(shape, from, turn));
    else if (shape.kind == ShapeKind::ellipse || shape.kind == ShapeKind::superellipse)
      pieces.push_back(oval(shape, from, turn));
    else
      pieces.push_back(arc({}, shape.sizes[0], from, turn));
  }
  return pieces;
}

double to_segment(const ir::Vec2& a, const ir::Vec2& b, const ir::Vec2& p) {
  const double x = b.x - a.x, y = b.y - a.y;
  const double along = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
  const double s = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - a.x - s * x, p.y - a.y - s * y);
}

double outside_oval(const ShapeValue& shape, const ir::Vec2& p) {
  const double a = shape.sizes[0], b = shape.sizes[1], n = shape.exponent;
  const double u = std::pow(std::abs(p.x / a), n) + std::pow(std::abs(p.y / b), n);
  return std::min(a, b) * (std::pow(u, 1 / n) - 1);
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

}  // namespace

std::vector<OutlinePiece> outline_of(const PlacedShape& shape) {
  std::vector<OutlinePiece> pieces = own_outline(shape.shape);
  for (OutlinePiece& piece : pieces)
    piece = [shape, own = std::move(piece)](double s) { return in_body(shape, own(s)); };
  return pieces;
}

Outside::Outside(const PlacedShape& shape)
    : shape_(shape.shape), at_(shape.at), c_(std::cos(shape.angle)), s_(std::sin(shape.angle)) {
  if (shape_.kind != ShapeKind::box && shape_.kind != ShapeKind::polygon) return;
  corners_ = corner_centers(shape_);
  rounding_ = corner_shape(shape_).sizes[0];
}

double Outside::operator()(const ir::Vec2& place) const {
  const double x = place.x - at_.x, y = place.y - at_.y;
  const ir::Vec2 own{c_ * x + s_ * y, c_ * y - s_ * x};
  if (!corners_.empty()) return of_polygon(own);
  switch (shape_.kind) {
    case ShapeKind::ellipse:
    case ShapeKind::superellipse:
      return outside_oval(shape_, own);
    case ShapeKind::curve:
      return outside_curve(shape_, own);
    default:
      return std::hypot(own.x, own.y) - shape_.sizes[0];
  }
}

double Outside::of_polygon(const ir::Vec2& p) const {
  double beyond = -std::numeric_limits<double>::infinity();
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const ir::Vec2 &a = corners_[i], &b = corners_[(i + 1) % corners_.size()];
    const double x = b.x - a.x, y = b.y - a.y;
    beyond = std::max(beyond, ((p.x - a.x) * y - (p.y - a.y) * x) / std::hypot(x, y));
    nearest = std::min(nearest, to_segment(a, b, p));
  }
  return (beyond > 0 ? nearest : beyond) - rounding_;
}

double outer_radius(const ShapeValue& shape) {
  double most = 0;
  for (const OutlinePiece& piece : outline_of({shape, {}, 0})) {
    for (const double s : {0.0, 0.5}) {
      const OnOutline on = piece(s);
      most =
          std::max(most, std::hypot(on.place.x, on.place.y) + std::hypot(on.way.x, on.way.y) / 2);
    }
  }
  return most;
}

}  // namespace mbs::elaborate
