// Boundaries of shapes, piece by piece, and where a point lies of them.
#pragma once

#include <functional>
#include <vector>

#include "lang/elaborate/world/value.hpp"

namespace mbs::elaborate {

// A shape on a point of a body, in the axes of the body: m, rad.
struct PlacedShape {
  ShapeValue shape;
  ir::Vec2 at;
  double angle = 0;
};

// A place on a boundary that is followed counter-clockwise, and the way that it goes on: m, m
// per 1.
struct OnOutline {
  ir::Vec2 place, way;
};
// A smooth piece of a boundary, from 0 to 1, in the axes of the body.
using OutlinePiece = std::function<OnOutline(double)>;

std::vector<OutlinePiece> outline_of(const PlacedShape& shape);
// How far a place is outside of a shape, m; below 0: inside. Of ovals only its sign is sure, and
// that it is convex along straight lines.
class Outside {
 public:
  explicit Outside(const PlacedShape& shape);
  double operator()(const ir::Vec2& place) const;

 private:
  double of_polygon(const ir::Vec2& own) const;
  ShapeValue shape_;
  ir::Vec2 at_;
  double c_ = 1, s_ = 0;
  std::vector<ir::Vec2> corners_;  // of a polygon the centres of its rounding
  double rounding_ = 0;
};
// No place of the shape is farther from its point, m.
double outer_radius(const ShapeValue& shape);

}  // namespace mbs::elaborate
