#include "lang/elaborate/objects/body_mass.hpp"

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/parts.hpp"
#include "lang/elaborate/objects/space_parts.hpp"
#include "lang/elaborate/shapes/measures.hpp"
#include "lang/elaborate/shapes/solids.hpp"

namespace mbs::elaborate {

namespace {

ir::InertiaMatrix scaled(double mass, const ir::InertiaMatrix& m) {
  return {mass * m.xx, mass * m.yy, mass * m.zz, mass * m.xy, mass * m.xz, mass * m.yz};
}

}  // namespace

ir::Vec3 body_center(World& world, Object& body) {
  if (find_bound(body, "cm")) return attribute_vector(world, body, "cm").value_or(ir::Vec3{});
  if (const auto parts = mass_of_parts(world, body)) return ir::Vec3(parts->center);
  if (const auto solids = mass_of_solids(world, body)) return solids->center;
  const auto shape = shape_of(world, body);
  if (!shape) return {};
  return world.spatial ? space_center(*shape) : ir::Vec3(shape_center(*shape));
}

std::optional<double> body_mass(World& world, Object& body) {
  if (find_bound(body, "mass")) return attribute_number(world, body, "mass");
  if (const auto parts = mass_of_parts(world, body)) return parts->mass;
  if (const auto solids = mass_of_solids(world, body)) return solids->mass;
  const auto shape = shape_of(world, body);
  Object* material = material_of(world, body);
  if (!shape || !material) return std::nullopt;
  const auto density = attribute_number(world, *material, "rho");
  const auto size = shape_volume(*shape);
  if (!density || !size) return std::nullopt;
  return *density * *size;
}

std::optional<double> body_inertia(World& world, Object& body) {
  if (find_bound(body, "inertia")) return attribute_number(world, body, "inertia");
  if (const auto parts = mass_of_parts(world, body)) return parts->inertia;
  const auto shape = shape_of(world, body);
  const auto mass = body_mass(world, body);
  const auto factor = shape ? shape_inertia_per_mass(*shape) : std::nullopt;
  if (!mass || !factor) return std::nullopt;
  return *mass * *factor;
}

std::optional<ir::InertiaMatrix> body_inertia_matrix(World& world, Object& body) {
  if (find_bound(body, "inertia")) {
    const auto value = attribute(world, body, "inertia");
    const auto* given = value ? value->get<VectorValue>() : nullptr;
    if (!given) return std::nullopt;
    const auto entry = [&](std::size_t i) {
      return i < given->parts.size() ? given->parts[i].value : 0;
    };
    return ir::InertiaMatrix{entry(0), entry(1), entry(2), entry(3), entry(4), entry(5)};
  }
  if (const auto solids = mass_of_solids(world, body)) return solids->inertia;
  const auto shape = shape_of(world, body);
  const auto mass = body_mass(world, body);
  const auto per_mass = shape ? space_inertia_per_mass(*shape) : std::nullopt;
  if (!mass || !per_mass) return std::nullopt;
  return scaled(*mass, *per_mass);
}

}  // namespace mbs::elaborate
