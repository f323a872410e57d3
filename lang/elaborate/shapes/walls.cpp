// What other shapes move on or in: planes, rings, arcs.
#include <limits>

#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/outline.hpp"

namespace mbs::elaborate {
namespace {

double from_inside(const ShapeValue& shape) {
  return -shape.sizes[0];
}

ir::Shape plane_contact(const ShapeValue& shape) {
  return shape.normal ? ir::HalfPlane{*shape.normal} : ir::HalfPlane{};
}

ir::Shape arc_contact(const ShapeValue& shape) {
  ir::Arc arc{shape.sizes[0], shape.from, shape.to};
  if (shape.sizes.size() > 1) arc.thickness = shape.sizes[1];
  return arc;
}

}  // namespace

namespace shape_kinds {

constexpr ShapeGeometry plane{
    .kind = ShapeKind::plane,
    .radius = [](const ShapeValue&) { return std::numeric_limits<double>::infinity(); },
    .contact = plane_contact,
    .touching = always<Touching::plane>,
    .contact_in_space = plane_contact,
};

constexpr ShapeGeometry ring{
    .kind = ShapeKind::ring,
    .radius = from_inside,
    .outline = circle_outline,
    .outside = outside_circle,
    .contact = [](const ShapeValue& s) -> ir::Shape {
      return ir::Circle{s.sizes[0], true};
    },
    .touching = always<Touching::hollow>,
    .contact_in_space = [](const ShapeValue& s) -> ir::Shape { return ir::Bore{s.sizes[0]}; },
};

constexpr ShapeGeometry arc{
    .kind = ShapeKind::arc,
    .radius = from_inside,
    .outline = circle_outline,
    .outside = outside_circle,
    .contact = arc_contact,
    .touching = always<Touching::none>,
};

}  // namespace shape_kinds
}  // namespace mbs::elaborate
