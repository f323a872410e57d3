#include "lang/elaborate/objects/objects.hpp"

#include "lang/kinds/friction_fields.hpp"

namespace mbs::elaborate {

bool is_body(const Object& object) {
  return object.type() == ObjectKind::body;
}

bool is_point_like(const Object& object) {
  return object.type() == ObjectKind::body || object.type() == ObjectKind::point;
}

bool is_joint(const Object& object) {
  return object.kind->joint.has_value();
}

const CoordinateInfo* coordinate_of(const Object& object) {
  return is_joint(object) ? object.kind->joint->coordinate : nullptr;
}

std::span<const CoordinateInfo> coordinates_of(const Object& object) {
  if (!is_joint(object)) return {};
  return mbs::coordinates_of(*object.kind->joint);
}

bool turns(const Object& object) {
  const CoordinateInfo* coordinate = coordinate_of(object);
  return coordinate && coordinate->turns;
}

bool slides_several_ways(const Object& object) {
  return is_joint(object) &&
         (object.kind->joint->by_rotation || friction_field::turns_and_slides(*object.kind));
}

bool slides(const Object& object) {
  const CoordinateInfo* coordinate = coordinate_of(object);
  return coordinate && !coordinate->turns;
}

Object& body_of(Object& point_like) {
  return is_body(point_like) ? point_like : *point_like.owner;
}

}  // namespace mbs::elaborate
