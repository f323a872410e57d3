#include "lang/elaborate/objects/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/points.hpp"
#include "lang/elaborate/objects/space_parts.hpp"
#include "lang/elaborate/shapes/measures.hpp"
#include "lang/elaborate/shapes/outline.hpp"
#include "lang/elaborate/shapes/solids.hpp"
#include "lang/elaborate/values/evaluate.hpp"
#include "lang/elaborate/values/joint_area.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

struct BodyPart {
  Object* point = nullptr;
  PlacedShape placed;
  double density = 0;           // kg/m^3
  std::optional<double> width;  // m; of a sphere none
};
struct BodyParts {
  std::vector<BodyPart> all;
  bool known = true;  // the density of each of them
  AreaMoments joint;
  double sum = 0;  // m^2, of the areas one by one
  // Beyond rounding: parts that only touch share nothing.
  bool overlap() const { return sum - joint.area > 1e-7 * sum; }
  // One density and width, so that an area stands for its mass.
  bool alike() const {
    return std::all_of(all.begin(), all.end(), [&](const BodyPart& part) {
      return part.width && part.width == all[0].width && part.density == all[0].density;
    });
  }
  PartsMass mass;
};

namespace {

std::optional<double> width_of(const ShapeValue& shape) {
  const auto extent = static_cast<std::size_t>(info(shape.kind).extent);
  return extent < shape.sizes.size() ? shape.sizes[extent] : shape.width;
}

void add_part(World& world, Object& point, BodyParts& parts) {
  const auto shape = shape_of(world, point);
  if (!shape || !shape_volume(*shape)) return;
  Object* material = surface_material(world, point);
  const auto density = material ? attribute_number(world, *material, "rho") : std::nullopt;
  parts.known = parts.known && density;
  parts.all.push_back({&point,
                       {*shape, declared_place(world, point), local_angle(world, point)},
                       density.value_or(0),
                       width_of(*shape)});
}

PlacedShape without_place(const BodyPart& part) {
  return {part.placed.shape, {}, 0};
}

// Center of area of a part, in the axes of the body.
ir::Vec2 center_of(const BodyPart& part) {
  const ir::Vec2 own = shape_center(part.placed.shape), at = part.placed.at;
  const double c = std::cos(part.placed.angle), s = std::sin(part.placed.angle);
  return {at.x + c * own.x - s * own.y, at.y + s * own.x + c * own.y};
}

PartsMass mass_one_by_one(const BodyParts& parts) {
  PartsMass sum;
  double polar = 0;  // about the origin
  for (const BodyPart& part : parts.all) {
    const double mass = part.density * *shape_volume(part.placed.shape);
    const ir::Vec2 at = center_of(part);
    sum.mass += mass;
    sum.center.x += mass * at.x;
    sum.center.y += mass * at.y;
    polar += mass * (*shape_inertia_per_mass(part.placed.shape) + at.x * at.x + at.y * at.y);
  }
  sum.center.x /= sum.mass;
  sum.center.y /= sum.mass;
  sum.inertia = polar - sum.mass * (sum.center.x * sum.center.x + sum.center.y * sum.center.y);
  return sum;
}

PartsMass mass_of_area(const AreaMoments& area, double per_area) {
  const ir::Vec2 at{area.x / area.area, area.y / area.area};
  return {per_area * area.area, at,
          per_area * (area.polar - area.area * (at.x * at.x + at.y * at.y))};
}

void measure(BodyParts& parts) {
  std::vector<PlacedShape> placed;
  for (const BodyPart& part : parts.all) {
    placed.push_back(part.placed);
    parts.sum += area_of(without_place(part)).area;
  }
  parts.joint = joint_area(placed);
  const BodyPart& first = parts.all.front();
  parts.mass = parts.overlap() && parts.alike()
                   ? mass_of_area(parts.joint, first.density * *first.width)
                   : mass_one_by_one(parts);
}

const BodyParts* parts_of(World& world, Object& body) {
  if (world.spatial) return nullptr;  // outlines are of the plane
  if (!made_of_parts(world, body)) return nullptr;
  if (!body.parts) {
    auto parts = std::make_shared<BodyParts>();
    for (Object* point : points_of(body)) add_part(world, *point, *parts);
    if (!parts->all.empty() && parts->known) measure(*parts);
    body.parts = std::move(parts);
  }
  return body.parts->known && !body.parts->all.empty() ? body.parts.get() : nullptr;
}

// The two that share most.
std::pair<const BodyPart*, const BodyPart*> worst_pair(const BodyParts& parts) {
  std::pair<const BodyPart*, const BodyPart*> worst;
  double most = 0;
  for (std::size_t i = 0; i < parts.all.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const PlacedShape both[] = {parts.all[k].placed, parts.all[i].placed};
      const double shared = area_of(both[0]).area + area_of(both[1]).area - joint_area(both).area;
      if (shared > (1 + 1e-9) * most) most = shared, worst = {&parts.all[k], &parts.all[i]};
    }
  }
  return worst;
}

}  // namespace

std::optional<PartsMass> mass_of_parts(World& world, Object& body) {
  const BodyParts* parts = parts_of(world, body);
  return parts ? std::optional(parts->mass) : std::nullopt;
}

void check_parts(World& world, Object& body) {
  if (world.spatial) return check_solids(world, body);
  const bool may = attribute_number(world, body, "overlap").value_or(0) != 0;
  const BodyParts* parts = parts_of(world, body);
  if (!parts || !parts->overlap()) return;
  const auto [first, second] = worst_pair(*parts);
  if (!may) {
    Diagnostic& d =
        report(world, Code::E0419, second->point->span,
               fmt::format("`{}` and `{}` overlap, and what they share would count twice",
                           first->point->name, second->point->name));
    d.notes.push_back(
        fmt::format("all parts of `{}` together overlap by {:.4g} mm^2 of {:.4g} mm^2", body.name,
                    (parts->sum - parts->joint.area) * 1e6, parts->sum * 1e6));
    d.hint = "`overlap = true` in the body counts it once; else move them, or give `mass`";
    return;
  }
  if (parts->alike()) return;
  Diagnostic& d = report(world, Code::E0420, second->point->span,
                         fmt::format("`{}` and `{}` overlap and are not of one width and density",
                                     first->point->name, second->point->name));
  d.hint = "give the body its `mass`, `inertia` and `cm`";
}

}  // namespace mbs::elaborate
