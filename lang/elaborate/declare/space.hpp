// What bodies and joints of a spatial world have beside what all have.
#pragma once

#include <array>

#include "lang/elaborate/laws/laws.hpp"
#include "lang/elaborate/objects/objects.hpp"

namespace mbs::elaborate {

// x, y and z of a vector that is held, guessed or not given.
using InitialVector = std::array<ir::Initial, 3>;
InitialVector initial_vector(World& world, Object& object, std::string_view name);

// Inertia, rotation and spin.
void declare_body_in_space(World& world, Object& object, ir::Body& body);
// Of joints that only a spatial world has.
void declare_coordinates_in_space(World& world, Object& object, ir::Joint& joint);
// The frame of a joint's end: its point's, or a new one turned so that the joint's `axis` is one of
// its axes.
ir::FrameId end_frame(World& world, Object& joint, Object& end);

// Whether a plane says which way it faces; E0403.
bool check_faces(World& world, Object& contact, const ShapeValue& shape);
// Whether there is contact of these shapes in space; E0407, E0403.
bool check_shapes_in_space(World& world, Object& contact, const ShapeValue& a, const ShapeValue& b);
// The radius that laws see of a shape that touches another.
void set_radius_in_space(Pair::Side& side, const ShapeValue& shape, const ShapeValue& other);
// Reports attributes that a journal needs, or that a ball in its socket has no use for.
bool check_round_fit_in_space(World& world, Object& contact);

// Whether the friction law can resist turning with the lever of this name; E0403, E0408.
bool check_turning_in_space(World& world, Object& contact, const ir::LawProgram& law,
                            std::string_view lever);

// The same of the friction of a joint that slides in several directions at once; E0408.
bool check_smooth_at_rest(World& world, Object& joint, const ir::LawProgram& law);

}  // namespace mbs::elaborate
