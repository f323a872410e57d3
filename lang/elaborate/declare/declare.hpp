// Declared objects to the scenario's tables.
#pragma once

#include "lang/elaborate/objects/objects.hpp"

namespace mbs::elaborate {

struct Pair;

// Fills the scenario from all declared objects, in order.
void declare_all(World& world);

void declare_point(World& world, Object& point);
// The shape of a point or body, for those who look.
void show_shape(World& world, Object& point);
void declare_body(World& world, Object& body);
// E0406 if both ends are on one body.
bool different_bodies(World& world, const Object& object);
void declare_joint(World& world, Object& joint);
// A joint without it, or whose friction is broken, has none.
std::optional<ir::JointFriction> joint_friction(World& world, Object& joint);
// Reports joints with friction in a scenario with rigid contacts.
void check_friction_beside_blows(World& world);
void declare_drive(World& world, Object& drive);
void declare_force(World& world, Object& force);    // force, torque
void declare_spring(World& world, Object& spring);  // spring, torsion
void declare_state(World& world, Object& state);
void declare_contact(World& world, Object& contact);
// Levers of what resists rolling and spinning; E0403, E0408.
void set_turning(World& world, Object& object, const ir::LawProgram& law, ir::Contact& contact);
// A journal in space, a block in its guide; `common`: what all of its contacts have.
void declare_journal(World& world, Object& object, const LawUnit& unit, const ir::Contact& common);
void declare_block(World& world, Object& object, const LawUnit& unit, const ir::Contact& common);
// A polygon under a rigid law: a contact for each of its corners.
void declare_corners(World& world, Object& object, const LawUnit& unit, const ir::Contact& common);
// Reports what a clearance of its kind lacks, or has no use for.
bool check_fit(World& world, Object& clearance);
// Reports what a contact with a rigid law cannot have.
void check_rigid_contact(World& world, Object& object, const ir::Contact& contact,
                         const ir::LawProgram& law);
// Warns of a tangential restitution that no blow asks for.
void check_restored_sliding(World& world, Object& object, const ir::LawProgram& law);
// Of Hertz's law for these surfaces, N/m^1.5; 0 where radii or materials do not say.
double hertz_stiffness(World& world, const Pair& pair);
// Why a rigid contact cannot have this friction; null: it can.
const char* unfit_rigid_friction(const ir::LawProgram& law);
void declare_contacts(World& world, Object& group);

}  // namespace mbs::elaborate
