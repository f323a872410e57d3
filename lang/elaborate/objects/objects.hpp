// Declared things: their attributes, ends, places and frames.
#pragma once

#include <optional>
#include <string>

#include "lang/elaborate/values/evaluate.hpp"

namespace mbs::elaborate {

// Makes an object for a declaration; its index is the next free one of its table.
Object& new_object(Declarations& declarations, const KindInfo& kind, std::string name, Span span,
                   Scope& scope);
// Ties the attributes written in the block, and those of `default`s in force, to the kind's table.
// Reports E0402, E0410 and E0302 (an attribute given twice).
void bind_attributes(World& world, Object& object, const ast::Block* block, Scope& scope);

// Those of a block that another declaration of the same thing has; what it has itself comes first.
void bind_defaults(World& world, Object& object, const ast::Block& block, Scope& scope);

BoundAttribute* find_bound(Object& object, std::string_view name);
// The attribute's value; empty if it is not set, Poison after an error. Memoised.
std::optional<Value> attribute(World& world, Object& object, std::string_view name);
std::optional<double> attribute_number(World& world, Object& object, std::string_view name);
std::optional<ir::Vec3> attribute_vector(World& world, Object& object, std::string_view name);
// Reports E0403 if it is missing.
bool require_attribute(World& world, Object& object, std::string_view name,
                       const std::string& hint = {});
// An initial value: unset, held or guessed.
ir::Initial attribute_initial(World& world, Object& object, std::string_view name);

bool is_body(const Object& object);
bool is_point_like(const Object& object);  // a body stands for its origin
bool is_joint(const Object& object);
// The coordinate of a joint; null of what has none.
const CoordinateInfo* coordinate_of(const Object& object);
// Is a law given for the friction of a joint? Reports nothing.
bool has_friction(World& world, Object& joint);
// All that slots count of a joint; none of other things.
std::span<const CoordinateInfo> coordinates_of(const Object& object);
bool turns(const Object& object);                // a joint with an angle
bool slides_several_ways(const Object& object);  // at once, as a ball joint: where it has friction
bool slides(const Object& object);               // a joint with a travel
Object& body_of(Object& point_like);
// The points declared in its block, by name and index.
std::vector<Object*> points_of(const Object& body);
Object& center_of(Declarations& declarations, Object& body);
// Points at the corners of a body's polygon, where they are centres of the rounding; each has that
// as its shape. None without such a shape.
std::vector<Object*> corners_of(World& world, Object& body);
// In the axes of its body, from its origin.
ir::Vec3 local_position(World& world, Object& point_like);
double local_angle(World& world, Object& point_like);             // in the plane
ir::Quaternion local_rotation(World& world, Object& point_like);  // in space
ir::FrameId frame_of(World& world, Object& point_like);

// The things a declaration connects; reports E0406. False after an error.
bool resolve_ends(World& world, Object& object);

// From shape and material where not given; empty if unknown.
std::optional<double> body_mass(World& world, Object& body);
std::optional<double> body_inertia(World& world, Object& body);                    // in the plane
std::optional<ir::InertiaMatrix> body_inertia_matrix(World& world, Object& body);  // in space
// What an attribute `rotation`, or `angle` about z, says; in space. E0404 if both do.
std::optional<ir::Quaternion> attribute_rotation(World& world, Object& object);
// Its centre of mass in its own axes, from its origin: by default the centre of its shape.
ir::Vec3 body_center(World& world, Object& body);
Object* material_of(World& world, Object& object);
// What touches at an end of a contact: the point's own material, else the body's; the ground has
// none.
Object* surface_material(World& world, Object& end);
std::optional<ShapeValue> shape_of(World& world, Object& point_like);

}  // namespace mbs::elaborate
