#include "lang/elaborate/objects/space_parts.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/objects/points.hpp"
#include "lang/elaborate/objects/space_objects.hpp"
#include "lang/elaborate/shapes/solids.hpp"
#include "lang/elaborate/values/solid_overlap.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {
namespace {

struct Part {
  Object* point = nullptr;
  PlacedSolid solid;
  double mass = 0;  // kg
  ir::Vec3 center() const { return solid.at + solid.rotation * space_center(solid.shape); }
};

// All or nothing: without the density of one of them there is no mass.
std::vector<Part> parts_of(World& world, Object& body) {
  std::vector<Part> parts;
  if (!world.spatial || !made_of_parts(world, body)) return parts;
  for (Object* point : points_of(body)) {
    const auto shape = shape_of(world, *point);
    const auto volume = shape ? shape_volume(*shape) : std::nullopt;
    if (!volume) continue;
    Object* material = surface_material(world, *point);
    const auto density = material ? attribute_number(world, *material, "rho") : std::nullopt;
    if (!density) return {};
    parts.push_back({point,
                     {*shape, declared_place(world, *point), local_rotation(world, *point)},
                     *density * *volume});
  }
  return parts;
}

void add(ir::InertiaMatrix& sum, double mass, const ir::InertiaMatrix& m) {
  sum.xx += mass * m.xx;
  sum.yy += mass * m.yy;
  sum.zz += mass * m.zz;
  sum.xy += mass * m.xy;
  sum.xz += mass * m.xz;
  sum.yz += mass * m.yz;
}

// The inertia of a unit mass there.
ir::InertiaMatrix of_point(const ir::Vec3& p) {
  return {p.y * p.y + p.z * p.z,
          p.z * p.z + p.x * p.x,
          p.x * p.x + p.y * p.y,
          -p.x * p.y,
          -p.x * p.z,
          -p.y * p.z};
}

ir::Vec3 times(const ir::InertiaMatrix& m, const ir::Vec3& v) {
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

// In other axes: entries e_i . R J R^-1 e_k.
ir::InertiaMatrix turned(const ir::Quaternion& r, const ir::InertiaMatrix& m) {
  const auto row = [&](const ir::Vec3& e) { return r * times(m, inverse(r) * e); };
  const ir::Vec3 x = row({1, 0, 0}), y = row({0, 1, 0}), z = row({0, 0, 1});
  return {x.x, y.y, z.z, x.y, x.z, y.z};
}

// Products that are rounding beside the moments.
void drop_rounding(ir::InertiaMatrix& m) {
  const double rounding = 1e-14 * (m.xx + m.yy + m.zz);
  for (double* product : {&m.xy, &m.xz, &m.yz})
    if (std::abs(*product) < rounding) *product = 0;
}

}  // namespace

bool made_of_parts(World& world, Object& body) {
  if (&body == world.ground || !is_body(body)) return false;
  for (const char* own : {"shape", "mass", "inertia"})
    if (find_bound(body, own)) return false;
  return true;
}

std::optional<SolidMass> mass_of_solids(World& world, Object& body) {
  const std::vector<Part> parts = parts_of(world, body);
  if (parts.empty()) return std::nullopt;
  SolidMass sum;
  for (const Part& part : parts) {
    sum.mass += part.mass;
    sum.center = sum.center + part.mass * part.center();
  }
  sum.center = (1 / sum.mass) * sum.center;
  for (const Part& part : parts) {
    add(sum.inertia, part.mass,
        turned(part.solid.rotation, *space_inertia_per_mass(part.solid.shape)));
    add(sum.inertia, part.mass, of_point(part.center() - sum.center));
  }
  drop_rounding(sum.inertia);
  return sum;
}

namespace {

// What is engraved, or lost to the digits of a file, is no hollow.
constexpr double full = 0.99;

void tell_of_hollows(Reports& reports, const Object& body, const Object& owner,
                     const ShapeValue& shape) {
  if (shape.fills >= full) return;
  report(
      reports, Code::W0213, owner.span,
      fmt::format("the part in the file fills {:.3g} % of its hull, and mass, inertia and centre "
                  "of mass of `{}` are those of the hull",
                  100 * shape.fills, body.name))
      .hint = "give the body its `mass`, `inertia` and `cm`";
}

void check_hollows(World& world, Object& body, const std::vector<Part>& parts) {
  const auto bound = [&](const char* name) { return find_bound(body, name) != nullptr; };
  if (bound("mass") && bound("inertia") && bound("cm")) return;
  if (const auto shape = shape_of(world, body)) tell_of_hollows(world, body, body, *shape);
  for (const Part& part : parts) tell_of_hollows(world, body, *part.point, part.solid.shape);
}

}  // namespace

void check_solids(World& world, Object& body) {
  const std::vector<Part> parts = parts_of(world, body);
  check_hollows(world, body, parts);
  const bool may = attribute_number(world, body, "overlap").value_or(0) != 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!solids_overlap(parts[k].solid, parts[i].solid)) continue;
      report(world, may ? Code::E0420 : Code::E0419, parts[i].point->span,
             fmt::format("`{}` and `{}` overlap, and what they share {}", parts[k].point->name,
                         parts[i].point->name,
                         may ? "is not worked out in space" : "would count twice"))
          .hint =
          "move them until they only touch, or give the body its `mass`, `inertia` and `cm`";
      return;
    }
  }
}

}  // namespace mbs::elaborate
