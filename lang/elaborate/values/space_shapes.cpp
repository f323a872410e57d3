// Mass properties and corners of shapes in space.
#include "lang/elaborate/values/shapes.hpp"

namespace mbs::elaborate {
namespace {

// About the axes of a solid whose mean squares of x, y, z about its centre are these.
ir::InertiaMatrix of_squares(double x, double y, double z) {
  return {y + z, z + x, x + y, 0, 0, 0};
}

}  // namespace

std::optional<ir::InertiaMatrix> space_inertia_per_mass(const ShapeValue& shape) {
  const auto& s = shape.sizes;
  const auto square = [&](std::size_t i) { return s[i] * s[i]; };
  switch (shape.kind) {
    case ShapeKind::sphere:
      return of_squares(square(0) / 5, square(0) / 5, square(0) / 5);
    case ShapeKind::disc:
    case ShapeKind::cylinder:
      return of_squares(square(0) / 4, square(0) / 4, square(1) / 12);
    case ShapeKind::box:
      if (s.size() < 3) return std::nullopt;
      return of_squares(square(0) / 12, square(1) / 12, square(2) / 12);
    default:
      return std::nullopt;
  }
}

std::vector<ir::Vec3> space_corner_centers(const ShapeValue& shape) {
  const std::optional<double> height =
      shape.kind == ShapeKind::box && shape.sizes.size() > 2 ? std::optional(shape.sizes[2])
                                                             : shape.width;
  std::vector<ir::Vec3> corners;
  if (!height) return corners;
  for (const double z : {-*height / 2, *height / 2})
    for (const ir::Vec2& corner : corner_centers(shape)) corners.emplace_back(corner.x, corner.y, z);
  return corners;
}

}  // namespace mbs::elaborate
