#include "lang/elaborate/objects/space_objects.hpp"

#include <fmt/format.h>

#include <cmath>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/objects.hpp"
#include "lang/elaborate/values/rotations.hpp"

namespace mbs::elaborate {
namespace {

constexpr ir::Vec3 x_axis{1, 0, 0}, z_axis{0, 0, 1};

std::optional<ir::Vec3> given_direction(World& world, Object& object, std::string_view name) {
  return attribute_vector(world, object, name);
}

// The x axis turned about z towards `toward`, as near as can be.
std::optional<ir::Quaternion> turned_about_z(Reports& reports, Object& point,
                                             const ir::Quaternion& r, const ir::Vec3& toward) {
  const ir::Vec3 local = inverse(r) * toward;
  if (std::hypot(local.x, local.y) > 1e-9)
    return r * ir::turn(z_axis, std::atan2(local.y, local.x));
  report(reports, Code::E0424, find_bound(point, "x")->attribute->value->span,
         fmt::format("`x` and `z` of `{}` lie along one line", point.name))
      .hint = "`z` is kept, and `x` made square to it: give another direction";
  return std::nullopt;
}

ir::Quaternion axes_of(World& world, Object& point) {
  const auto z = given_direction(world, point, "z"), x = given_direction(world, point, "x");
  if (!z && !x) return {};
  if (!z) return shortest_turn(x_axis, *x, z_axis);
  const ir::Quaternion upright = shortest_turn(z_axis, *z, x_axis);
  return x ? turned_about_z(world, point, upright, *x).value_or(upright) : upright;
}

bool check_one_way(Reports& reports, Object& point) {
  const BoundAttribute* turned = find_bound(point, "rotation");
  if (!turned) turned = find_bound(point, "angle");
  const BoundAttribute* axis = find_bound(point, "z");
  if (!axis) axis = find_bound(point, "x");
  if (!turned || !axis) return true;
  report(reports, Code::E0404, axis->attribute->name.span,
         fmt::format("`{}` and `{}` both turn the axes of `{}`", turned->attribute->name.name,
                     axis->attribute->name.name, point.name))
      .hint = "one of them is enough";
  return false;
}

}  // namespace

std::optional<ir::Quaternion> attribute_rotation(World& world, Object& object) {
  const BoundAttribute* rotation = find_bound(object, "rotation");
  const BoundAttribute* angle = find_bound(object, "angle");
  if (rotation && angle && rotation->own == angle->own) {
    report(world, Code::E0404, angle->attribute->name.span,
           fmt::format("`rotation` and `angle` both turn `{}`", object.name))
        .hint = "`angle = a` is short for `rotation = turn(z, a)`";
    return std::nullopt;
  }
  if (angle && (!rotation || angle->own)) {
    const auto about_z = attribute_number(world, object, "angle");
    return about_z ? std::optional(ir::turn(z_axis, *about_z)) : std::nullopt;
  }
  const auto value = attribute(world, object, "rotation");
  if (!value || !value->get<RotationValue>()) return std::nullopt;
  return constant_rotation(world, *value, "`rotation`", rotation->attribute->value->span);
}

ir::Quaternion local_rotation(World& world, Object& point_like) {
  if (is_body(point_like)) return {};
  if (!check_one_way(world, point_like)) return {};
  if (const auto rotation = attribute_rotation(world, point_like)) return *rotation;
  return axes_of(world, point_like);
}

}  // namespace mbs::elaborate
