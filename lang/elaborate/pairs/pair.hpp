// What a law may ask of the two that touch: what follows from their shapes and materials.
#pragma once

#include <optional>
#include <string>

#include "lang/elaborate/pairs/side.hpp"
#include "lang/elaborate/world/world.hpp"

namespace mbs::elaborate {

// What `pair` knows. A missing value says why when a law asks for it (E0409).
struct Pair {
  using Side = PairSide;
  std::string contact;  // "hit"
  Side sides[2];
  std::optional<double> length, clearance;  // m
  bool placeholder = false;                 // a definition is checked without a contact
};

// Shapes, radii and materials of a contact's sides; false after an error.
bool fill_pair(World& world, Object& contact, Pair& pair);
// The same of the two sides of a joint with friction.
bool fill_joint_pair(World& world, Object& joint, Pair& pair);
// The shape at an end: the point's own, else that of the body whose origin it is. E0403.
std::optional<ShapeValue> end_shape(World& world, Object& contact, Object& end);

// What `pair` knows, or why it does not (E0409).
Value pair_field(World& world, const Pair& pair, const ast::Identifier& field,
                 const ast::Expr& expr, Scope& scope);

}  // namespace mbs::elaborate
