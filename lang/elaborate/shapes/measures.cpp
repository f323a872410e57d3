#include "lang/elaborate/shapes/measures.hpp"

#include "lang/elaborate/shapes/kinds.hpp"

namespace mbs::elaborate {

AreaMeasures area_measures(const ShapeValue& shape) {
  const auto moments = geometry(shape).moments;
  if (!moments) return {};
  const AreaMoments m = moments(shape);
  const double x = m.x / m.area, y = m.y / m.area;
  return {m.area,
          x,
          y,
          m.xx / m.area - x * x,
          (m.polar - m.xx) / m.area - y * y,
          m.xy / m.area - x * y};
}

std::optional<double> shape_inertia_per_mass(const ShapeValue& shape) {
  const auto inertia = geometry(shape).inertia;
  return inertia ? std::optional(inertia(shape)) : std::nullopt;
}

ir::Vec2 shape_center(const ShapeValue& shape) {
  const AreaMeasures m = area_measures(shape);
  return {m.x, m.y};
}

std::vector<ir::Vec2> corner_centers(const ShapeValue& shape) {
  const auto corners = geometry(shape).corners;
  return corners ? corners(shape) : std::vector<ir::Vec2>{};
}

ShapeValue corner_shape(const ShapeValue& whole) {
  ShapeValue corner;
  corner.kind = ShapeKind::sphere;
  corner.sizes = {geometry(whole).radius(whole)};
  corner.width = whole.width;
  return corner;
}

std::optional<ir::Shape> contact_shape(const ShapeValue& shape) {
  const auto contact = geometry(shape).contact;
  return contact ? std::optional(contact(shape)) : std::nullopt;
}

}  // namespace mbs::elaborate
