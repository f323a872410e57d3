#include "lang/elaborate/shapes/solids.hpp"

#include "lang/elaborate/shapes/kinds.hpp"
#include "lang/elaborate/shapes/measures.hpp"

namespace mbs::elaborate {
namespace {

std::optional<SolidMeasures> solid_of(const ShapeValue& shape) {
  const auto solid = geometry(shape).solid;
  return solid ? solid(shape) : std::nullopt;
}

}  // namespace

std::optional<double> shape_volume(const ShapeValue& shape) {
  const auto solid = solid_of(shape);
  return solid ? std::optional(solid->volume) : std::nullopt;
}

std::optional<ir::InertiaMatrix> space_inertia_per_mass(const ShapeValue& shape) {
  const auto s = solid_of(shape);
  if (!s) return std::nullopt;
  return ir::InertiaMatrix{s->yy + s->zz, s->zz + s->xx, s->xx + s->yy, -s->xy, -s->xz, -s->yz};
}

ir::Vec3 space_center(const ShapeValue& shape) {
  const auto solid = solid_of(shape);
  return solid ? solid->centre : ir::Vec3(shape_center(shape));
}

std::vector<ir::Vec3> space_corner_centers(const ShapeValue& shape) {
  const auto corners = geometry(shape).corners_in_space;
  return corners ? corners(shape) : std::vector<ir::Vec3>{};
}

std::string_view corner_name(const ShapeValue& shape) {
  return geometry(shape).corner_name;
}

ShapeValue space_corner_shape(const ShapeValue& shape, int index) {
  if (corner_name(shape) != "rim") return corner_shape(shape);
  ShapeValue rim = shape;
  rim.kind = ShapeKind::cylinder;
  const bool top = shape.kind == ShapeKind::cone && index > 0;
  rim.sizes = {top ? shape.sizes[2] : shape.sizes[0], 2 * shape.rounding};
  return rim;
}

std::optional<ir::Shape> space_contact_shape(const ShapeValue& shape) {
  const auto contact = geometry(shape).contact_in_space;
  return contact ? std::optional(contact(shape)) : std::nullopt;
}

}  // namespace mbs::elaborate
