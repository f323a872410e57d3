// The attributes of declared things.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lang/elaborate/world/world.hpp"

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
bool require_attribute(Reports& reports, Object& object, std::string_view name,
                       const std::string& hint = {});
// An initial value: unset, held or guessed.
ir::Initial attribute_initial(World& world, Object& object, std::string_view name);

// Is a law given for the friction of a joint? Reports nothing.
bool has_friction(World& world, Object& joint);
std::optional<ShapeValue> shape_of(World& world, Object& point_like);
Object* material_of(World& world, Object& object);
// What touches at an end of a contact: the point's own material, else the body's; the ground has
// none.
Object* surface_material(World& world, Object& end);

}  // namespace mbs::elaborate
