#include "lang/elaborate/shapes/prism.hpp"

#include <cmath>

#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/measures.hpp"

namespace mbs::elaborate {

std::optional<SolidMeasures> prism_solid(const ShapeValue& shape) {
  if (!shape.width) return std::nullopt;
  const AreaMeasures m = area_measures(shape);
  const double width = *shape.width;
  // A product that is rounding beside the squares is none: three moments, not six.
  constexpr double rounding = 1e-14;
  const double xy = std::abs(m.xy) < rounding * (m.xx + m.yy) ? 0 : m.xy;
  return SolidMeasures{m.area * width, {m.x, m.y, 0}, m.xx, m.yy, width * width / 12, xy, 0, 0};
}

std::vector<ir::Vec3> prism_corners(const std::vector<ir::Vec2>& corners, double height,
                                    double rounding) {
  std::vector<ir::Vec3> all;
  const double z = height > 0 ? height / 2 - rounding : 0;
  if (z < 0) return all;
  for (const double side : {-z, z}) {
    for (const ir::Vec2& corner : corners) all.emplace_back(corner.x, corner.y, side);
    if (z == 0) break;
  }
  return all;
}

double prism_inertia(const ShapeValue& shape) {
  const AreaMoments m = geometry(shape).moments(shape);
  return (m.polar - (m.x * m.x + m.y * m.y) / m.area) / m.area;
}

ir::Shape prism_contact(const ShapeValue& shape) {
  const ir::Shape planar = geometry(shape).contact(shape);
  ir::Prism prism;
  prism.width = shape.width.value_or(0);
  if (const auto* ellipse = std::get_if<ir::Superellipse>(&planar)) prism.outline = *ellipse;
  if (const auto* polygon = std::get_if<ir::Polygon>(&planar)) prism.outline = *polygon;
  if (const auto* curve = std::get_if<ir::SupportedCurve>(&planar)) prism.outline = *curve;
  return prism;
}

}  // namespace mbs::elaborate
