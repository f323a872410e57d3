#include "lang/elaborate/shapes/outline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/measures.hpp"

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

double to_segment(const ir::Vec2& a, const ir::Vec2& b, const ir::Vec2& p) {
  const double x = b.x - a.x, y = b.y - a.y;
  const double along = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
  const double s = std::clamp(along, 0.0, 1.0);
  return std::hypot(p.x - a.x - s * x, p.y - a.y - s * y);
}

}  // namespace

std::vector<OutlinePiece> outline_around(
    const std::function<OutlinePiece(double from, double turn)>& piece) {
  std::vector<OutlinePiece> pieces;
  for (int i = 0; i < oval_pieces; ++i) {
    const double turn = 2 * pi / oval_pieces;
    pieces.push_back(piece(i * turn, turn));
  }
  return pieces;
}

std::vector<OutlinePiece> circle_outline(const ShapeValue& shape) {
  return outline_around(
      [&](double from, double turn) { return arc({}, shape.sizes[0], from, turn); });
}

std::vector<OutlinePiece> cornered_outline(const ShapeValue& shape) {
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

double outside_circle(const ShapeValue& shape, const ir::Vec2& place) {
  return std::hypot(place.x, place.y) - shape.sizes[0];
}

std::vector<OutlinePiece> outline_of(const PlacedShape& shape) {
  const auto outline = geometry(shape.shape).outline;
  std::vector<OutlinePiece> pieces = outline ? outline(shape.shape) : std::vector<OutlinePiece>{};
  for (OutlinePiece& piece : pieces)
    piece = [shape, own = std::move(piece)](double s) { return in_body(shape, own(s)); };
  return pieces;
}

Outside::Outside(const PlacedShape& shape)
    : shape_(shape.shape), at_(shape.at), c_(std::cos(shape.angle)), s_(std::sin(shape.angle)) {
  corners_ = corner_centers(shape_);
  if (!corners_.empty()) rounding_ = corner_shape(shape_).sizes[0];
}

double Outside::operator()(const ir::Vec2& place) const {
  const double x = place.x - at_.x, y = place.y - at_.y;
  const ir::Vec2 own{c_ * x + s_ * y, c_ * y - s_ * x};
  return corners_.empty() ? geometry(shape_).outside(shape_, own) : of_polygon(own);
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
