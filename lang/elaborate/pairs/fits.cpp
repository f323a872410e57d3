#include "lang/elaborate/pairs/fits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/elaborate/objects/attributes.hpp"
#include "lang/elaborate/objects/clearance_parts.hpp"
#include "lang/elaborate/pairs/round_fits.hpp"

namespace mbs::elaborate {
namespace {

const BoundAttribute* own_attribute(Object& object, std::string_view name) {
  const BoundAttribute* bound = find_bound(object, name);
  return bound && bound->own ? bound : nullptr;
}

bool refuse(Reports& reports, Object& object, std::string_view name, const std::string& what,
            const std::string& hint) {
  const BoundAttribute* bound = own_attribute(object, name);
  if (!bound) return true;
  report(reports, Code::E0428, bound->attribute->name.span,
         fmt::format("{} has no `{}`", what, name))
      .hint = hint;
  return false;
}

bool is_one_of_both(Reports& reports, Object& object) {
  for (const std::string_view name : {"journal", "bearing", "ball", "socket"}) {
    const BoundAttribute* bound = own_attribute(object, name);
    if (!bound) continue;
    report(reports, Code::E0404, bound->attribute->name.span,
           fmt::format("`{}` is either a block in its guide or round", object.name))
        .hint = "`block` and `clearance`, or two of `journal`, `bearing`, `clearance`";
    return false;
  }
  return true;
}

bool has_sizes(World& world, Object& object) {
  const auto block = attribute_vector(world, object, "block");
  if (!block) return false;
  const double least = std::min({block->x, block->y, world.spatial ? block->z : block->x});
  if (least > 0) return true;
  Diagnostic& d = report(world, Code::E0411, find_bound(object, "block")->attribute->value->span,
                         fmt::format("the sizes of `block` must be greater than 0"));
  const auto* written = attribute(world, object, "block")->get<VectorValue>();
  if (world.spatial && written && block->z == 0)
    d.hint = "in space a block has three sizes, along x, y and z: `block = (60, 30, 30) mm`";
  return false;
}

bool check_block(World& world, Object& object) {
  static const std::string what = "a block in its guide";
  if (!is_one_of_both(world, object) || !has_sizes(world, object)) return false;
  if (!require_attribute(world, object, "clearance",
                         "from each face to its wall: `clearance = 0.5 mm`"))
    return false;
  bool good = refuse(world, object, "angle", what,
                     "it starts along the guide; `start = free` leaves the body's own `angle`");
  for (const char* name : {"lever", "axial", "axial_law", "rolling", "spinning"})
    good = refuse(world, object, name, what, "leave it out") && good;
  return good;
}

}  // namespace

bool check_fit(World& world, Object& clearance) {
  if (is_block(world, clearance)) return check_block(world, clearance);
  static const std::string what = "a clearance that is round";
  for (const char* name : {"travel", "speed"})
    if (!refuse(world, clearance, name, what, "a block in its guide has: `block = (60, 30) mm`"))
      return false;
  return !world.spatial || check_round_fit_in_space(world, clearance);
}

}  // namespace mbs::elaborate
