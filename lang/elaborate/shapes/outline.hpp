// Boundaries of shapes, piece by piece, and where a point lies of them.
#pragma once

#include <functional>
#include <vector>

#include "lang/elaborate/shapes/boundary.hpp"
#include "lang/elaborate/world/value.hpp"

namespace mbs::elaborate {

// A shape on a point of a body, in the axes of the body: m, rad.
struct PlacedShape {
  ShapeValue shape;
  ir::Vec2 at;
  double angle = 0;
};

std::vector<OutlinePiece> outline_of(const PlacedShape& shape);
// Those of kinds of shapes, in their own axes: of pieces that go on by as much all around, of a
// circle of the first size, and of straight edges with rounded corners.
std::vector<OutlinePiece> outline_around(
    const std::function<OutlinePiece(double from, double turn)>& piece);
std::vector<OutlinePiece> circle_outline(const ShapeValue& shape);
std::vector<OutlinePiece> cornered_outline(const ShapeValue& shape);
double outside_circle(const ShapeValue& shape, const ir::Vec2& place);

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
