#include "lang/kinds/kinds.hpp"

#include <algorithm>

namespace mbs {
namespace {

constexpr Dimension torsion_damping{1, 2, -1};

constexpr AttributeInfo world_attributes[] = {
    {"gravity", Want::vector, dim::acceleration, "(0, 0) m/s^2", false,
     "acceleration of free fall, world axes", "", false},
};
constexpr AttributeInfo material_attributes[] = {
    {"E", Want::quantity, dim::pressure, "", false, "Young's modulus", "", false},
    {"nu", Want::quantity, dim::pure, "", false, "Poisson's ratio", "", false},
    {"rho", Want::quantity, dim::density, "", false, "density", "", false},
};
constexpr AttributeInfo body_attributes[] = {
    {"mass", Want::quantity, dim::mass, "", false, "mass; otherwise from shape and material", "",
     false},
    {"inertia", Want::quantity, dim::inertia, "", false,
     "moment of inertia about the centre of mass; otherwise from the shape", "", false, true},
    {"cm", Want::vector, dim::length, "(0, 0) m", false, "centre of mass, body axes", "", false},
    {"shape", Want::shape, dim::pure, "", false,
     "sphere(R), disc(R, width), ellipse(a, b), superellipse(a, b, n), polygon(corners[, "
     "rounding]), "
     "curve(r), cylinder(R, length), box(a, b[, c]), ring(R) or plane",
     "", false},
    {"material", Want::material, dim::pure, "", false, "material, for mass and contact", "", false},
    {"at", Want::vector, dim::length, "", true, "position of the origin, world axes", "", false},
    {"velocity", Want::vector, dim::speed, "", true, "velocity of the origin, world axes", "",
     false},
    {"angle", Want::quantity, dim::pure, "", true, "angle of the body against the world", "",
     false},
    {"spin", Want::quantity, dim::angular_speed, "", true, "angular speed", "", false},
    {"rotation", Want::direction, dim::pure, "", true, "rotation vector", "", true},
};
constexpr AttributeInfo point_attributes[] = {
    {"angle", Want::quantity, dim::pure, "0", false,
     "angle of the point's x axis against the body's", "", false},
    {"shape", Want::shape, dim::pure, "", false, "contact shape centred on the point", "", false},
    {"material", Want::material, dim::pure, "", false,
     "material of the shape, for contact; otherwise the body's", "", false},
    {"x", Want::direction, dim::pure, "", false, "direction of the point's x axis", "", true},
    {"z", Want::direction, dim::pure, "", false, "direction of the point's z axis", "", true},
};
constexpr AttributeInfo revolute_attributes[] = {
    {"angle", Want::quantity, dim::pure, "", true, "angle of the second end against the first", "",
     false},
    {"speed", Want::quantity, dim::angular_speed, "", true,
     "angular speed of the second end against the first", "", false},
};
constexpr AttributeInfo prismatic_attributes[] = {
    {"travel", Want::quantity, dim::length, "", true,
     "position of the second end along the first's x axis", "", false},
    {"speed", Want::quantity, dim::speed, "", true, "rate of the travel", "", false},
};
constexpr AttributeInfo rod_attributes[] = {
    {"length", Want::quantity, dim::length, "", false,
     "distance of the two points; otherwise as assembled", "", false},
};
constexpr AttributeInfo gear_attributes[] = {
    {"ratio", Want::quantity, dim::pure, "", false,
     "change of the second coordinate per change of the first", "", false},
};
constexpr AttributeInfo spring_attributes[] = {
    {"stiffness", Want::quantity, dim::stiffness, "", false, "force per elongation", "", false},
    {"length", Want::quantity, dim::length, "", false, "length without force", "", false, true},
    {"damping", Want::quantity, dim::damping, "0 N*s/m", false, "force per rate of elongation", "",
     false},
};
constexpr AttributeInfo torsion_attributes[] = {
    {"stiffness", Want::quantity, dim::torque, "", false, "torque per angle", "", false},
    {"angle", Want::quantity, dim::pure, "0", false, "angle without torque", "", false},
    {"damping", Want::quantity, torsion_damping, "0 N*m*s", false, "torque per angular speed", "",
     false},
};
constexpr AttributeInfo contact_attributes[] = {
    {"law", Want::law, dim::pure, "", false, "law of the normal force", "", false},
    {"friction", Want::friction, dim::pure, "none", false, "law of the tangential force", "",
     false},
    {"adhesion", Want::boolean, dim::pure, "false", false, "whether FN may pull", "", false},
};
constexpr AttributeInfo contacts_attributes[] = {
    {"among", Want::members, dim::pure, "", false,
     "bodies and points with shapes, any two of which may touch", "", false},
    {"law", Want::law, dim::pure, "", false, "law of the normal force", "", false},
    {"friction", Want::friction, dim::pure, "none", false, "law of the tangential force", "",
     false},
    {"adhesion", Want::boolean, dim::pure, "false", false, "whether FN may pull", "", false},
};
constexpr AttributeInfo clearance_attributes[] = {
    {"law", Want::law, dim::pure, "", false, "law of the normal force", "", false},
    {"friction", Want::friction, dim::pure, "none", false, "law of the tangential force", "",
     false},
    {"adhesion", Want::boolean, dim::pure, "false", false, "whether FN may pull", "", false},
    {"journal", Want::quantity, dim::length, "", false, "radius of the journal, on the first end",
     "", false},
    {"bearing", Want::quantity, dim::length, "", false, "radius of the bearing, on the second end",
     "", false},
    {"clearance", Want::quantity, dim::length, "", false, "radial clearance, bearing minus journal",
     "", false},
    {"length", Want::quantity, dim::length, "", false, "length of the journal", "", false},
    {"material", Want::material, dim::pure, "", false, "material of both, or [journal, bearing]",
     "", false},
    {"start", Want::word, dim::pure, "concentric", false,
     "concentric: assembled as the ideal joint; free: left where it is put", "concentric free",
     false},
    {"lever", Want::word, dim::pure, "midway", false,
     "where friction acts: on the surface of the journal or the bearing, or midway between them",
     "midway journal bearing", false},
    {"angle", Want::quantity, dim::pure, "", true, "angle of the second end against the first", "",
     false},
};

constexpr FieldInfo point_fields[] = {
    {"x", "m", "position in the world"},        {"y", "m", "position in the world"},
    {"vx", "m/s", "velocity in the world"},     {"vy", "m/s", "velocity in the world"},
    {"position", "m", "position vector"},       {"velocity", "m/s", "velocity vector"},
    {"speed", "m/s", "length of the velocity"}, {"accel", "m/s^2", "acceleration vector"},
};
constexpr FieldInfo body_fields[] = {
    {"x", "m", "position of the origin"},
    {"y", "m", "position of the origin"},
    {"vx", "m/s", "velocity of the origin"},
    {"vy", "m/s", "velocity of the origin"},
    {"position", "m", "position vector of the origin"},
    {"velocity", "m/s", "velocity vector of the origin"},
    {"speed", "m/s", "length of the velocity"},
    {"accel", "m/s^2", "acceleration vector of the origin"},
    {"angle", "rad", "angle against the world"},
    {"spin", "rad/s", "angular speed"},
    {"cm", "m", "the centre of mass, a point"},
    {"corner", "m", "the corners of its polygon or box, points"},
    {"mass", "kg", "mass"},
    {"inertia", "kg*m^2", "moment of inertia about the centre of mass"},
};
constexpr FieldInfo revolute_fields[] = {
    {"angle", "rad", "angle of the second end against the first"},
    {"speed", "rad/s", "rate of the angle"},
    {"force", "N", "force on the second end, a vector"},
    {"torque", "N*m", "torque on the second end"},
};
constexpr FieldInfo prismatic_fields[] = {
    {"travel", "m", "position of the second end along the first's x axis"},
    {"speed", "m/s", "rate of the travel"},
    {"force", "N", "force on the second end, a vector"},
    {"torque", "N*m", "torque on the second end"},
};
constexpr FieldInfo force_fields[] = {
    {"force", "N", "force on the second end, a vector"},
    {"torque", "N*m", "torque on the second end"},
};
constexpr FieldInfo drive_fields[] = {
    {"torque", "N*m", "torque the drive takes"},
    {"force", "N", "force the drive takes"},
    {"power", "W", "work rate of the drive"},
};
constexpr FieldInfo spring_fields[] = {
    {"length", "m", "distance of the two points"},
    {"force", "N", "tension"},
};
constexpr FieldInfo torsion_fields[] = {
    {"angle", "rad", "angle of its joint"},
    {"torque", "N*m", "torque"},
};
constexpr FieldInfo contact_fields[] = {
    {"gap", "m", "distance, negative in contact"},
    {"delta", "m", "penetration, never negative"},
    {"ddelta", "m/s", "its rate"},
    {"vt", "m/s", "sliding speed"},
    {"FN", "N", "normal force"},
    {"FT", "N", "friction force"},
    {"force", "N", "force on the first end, a vector"},
    {"point", "m", "where the forces act, a vector"},
    {"normal", "", "unit vector from the first end to the second"},
    {"v_impact", "m/s", "approach speed when this contact began"},
    {"loading", "", "true while the penetration grows"},
    {"delta_max", "m", "largest penetration so far in this contact"},
    {"impacts", "", "a table with one row per impact, also of one that goes on"},
    {"angle", "rad", "clearance: angle of the second end against the first"},
};
constexpr FieldInfo contacts_fields[] = {
    {"count", "", "pairs that are closed"},
    {"hits", "", "contacts that have begun so far"},
    {"delta", "m", "largest penetration of all closed pairs"},
    {"energy_lost", "J", "work that all pairs took up so far"},
};
constexpr FieldInfo event_fields[] = {{"times", "s", "the instants it happened"}};

constexpr FieldInfo impact_columns[] = {
    {"t", "s", "when it began"},
    {"t_end", "s", "when it ended"},
    {"duration", "s", "t_end - t"},
    {"v_in", "m/s", "closing speed when it began"},
    {"v_out", "m/s", "opening speed when it ended"},
    {"restitution", "", "v_out/v_in"},
    {"F_max", "N", "largest normal force"},
    {"delta_max", "m", "largest penetration"},
    {"impulse", "N*s", "impulse of the normal force"},
    {"energy_lost", "J", "work the contact took up"},
};
constexpr FieldInfo pair_columns[] = {
    {"R1", "m",
     "radius of the first, concave negative, plane inf; of curvature where the contact began"},
    {"R2", "m", "radius of the second"},
    {"E1", "Pa", "Young's modulus of the first"},
    {"E2", "Pa", "Young's modulus of the second"},
    {"nu1", "", "Poisson's ratio of the first"},
    {"nu2", "", "Poisson's ratio of the second"},
    {"rho1", "kg/m^3", "density of the first"},
    {"rho2", "kg/m^3", "density of the second"},
    {"m1", "kg", "mass of the first body"},
    {"m2", "kg", "mass of the second body"},
    {"length", "m", "length of the contact along the axis"},
    {"clearance", "m", "radial clearance"},
    {"mat1", "", "material of the first"},
    {"mat2", "", "material of the second"},
};
constexpr FieldInfo energy_columns[] = {
    {"kinetic", "J", "kinetic energy"},
    {"potential", "J", "potential energy of weight and springs"},
    {"contact", "J", "lost in contacts so far"},
    {"input", "J", "put in by drives and forces so far"},
    {"damping", "J", "lost in dampers so far"},
    {"total", "J", "kinetic and potential"},
    {"error", "", "magnitude of the imbalance over what is exchanged in the run"},
    {"imbalance", "J", "what has come from nowhere so far; negative: what has got lost"},
};

constexpr KindInfo kinds[] = {
    {ObjectKind::world,
     "world",
     "the world: planar or spatial, gravity",
     Ends::none,
     false,
     false,
     world_attributes,
     {},
     "world planar { gravity = (0, -9.81) m/s^2 }"},
    {ObjectKind::material,
     "material",
     "a material",
     Ends::none,
     false,
     true,
     material_attributes,
     {},
     "material steel { E = 207 GPa, nu = 0.3, rho = 7800 kg/m^3 }"},
    {ObjectKind::body, "body", "a rigid body", Ends::none, false, false, body_attributes,
     body_fields, "body crank { mass = 0.3 kg, inertia = 1e-5 kg*m^2 }"},
    {ObjectKind::point, "point", "a point fixed in a body, or in the ground", Ends::none, true,
     false, point_attributes, point_fields, "point tip = (50, 0) mm"},
    {ObjectKind::revolute, "revolute", "a pin joint", Ends::two, false, false, revolute_attributes,
     revolute_fields, "revolute O: ground to crank { angle = 0 }"},
    {ObjectKind::prismatic, "prismatic", "slides along the first end's x axis, no turning",
     Ends::two, false, false, prismatic_attributes, prismatic_fields,
     "prismatic S: ground to slider"},
    {ObjectKind::weld,
     "weld",
     "fixes one end to the other",
     Ends::two,
     false,
     false,
     {},
     force_fields,
     "weld W: a.tip to b"},
    {ObjectKind::rod, "rod", "keeps the distance of two points", Ends::two, false, false,
     rod_attributes, force_fields, "rod r: a.tip to b { length = 100 mm }"},
    {ObjectKind::slot, "slot", "the second point stays on the first end's x axis", Ends::two, false,
     false, prismatic_attributes, prismatic_fields, "slot s: guide to pin"},
    {ObjectKind::gear, "gear", "ties the coordinates of two joints", Ends::two, false, false,
     gear_attributes, force_fields, "gear g: O to P { ratio = -2 }"},
    {ObjectKind::spherical,
     "spherical",
     "a ball joint in space",
     Ends::two,
     false,
     false,
     {},
     {},
     ""},
    {ObjectKind::universal,
     "universal",
     "a universal joint in space",
     Ends::two,
     false,
     false,
     {},
     {},
     ""},
    {ObjectKind::cylindrical,
     "cylindrical",
     "turns and slides about one axis in space",
     Ends::two,
     false,
     false,
     {},
     {},
     ""},
    {ObjectKind::ball_clearance,
     "ball_clearance",
     "a ball joint with clearance in space",
     Ends::two,
     false,
     false,
     {},
     {},
     ""},
    {ObjectKind::drive,
     "drive",
     "prescribes a coordinate or a body in time",
     Ends::one,
     true,
     false,
     {},
     drive_fields,
     "drive motor: O.speed = 5000 rpm"},
    {ObjectKind::force,
     "force",
     "a force on a point, or along the line between two",
     Ends::one_or_two,
     true,
     false,
     {},
     {},
     "force push: K1.F = (0, -10 N)"},
    {ObjectKind::torque,
     "torque",
     "a torque on a body, or between a joint's bodies",
     Ends::one,
     true,
     false,
     {},
     {},
     "torque mom: K1 = 0.033 N*m"},
    {ObjectKind::spring, "spring", "a spring and damper between two points", Ends::two, false,
     false, spring_attributes, spring_fields,
     "spring coil: a.tip to b { stiffness = 4530 N/m, length = 80 mm }"},
    {ObjectKind::torsion, "torsion", "a torsion spring and damper in a joint", Ends::one, false,
     false, torsion_attributes, torsion_fields, "torsion t1: O { stiffness = 2 N*m/rad }"},
    {ObjectKind::contact, "contact", "contact of two shapes", Ends::two, false, false,
     contact_attributes, contact_fields, "contact hit: ball to table { law = flores(0.8) }"},
    {ObjectKind::contacts, "contacts", "contacts among many bodies, each with each other",
     Ends::none, false, false, contacts_attributes, contacts_fields,
     "contacts heap { among = [ball, floor], law = flores(0.5) }"},
    {ObjectKind::clearance, "clearance", "a revolute joint with clearance: journal in bearing",
     Ends::two, false, false, clearance_attributes, contact_fields,
     "clearance B: rod.pin in slider { bearing = 10 mm, clearance = 0.5 mm, law = hertz, material "
     "= steel }"},
    {ObjectKind::event,
     "when",
     "actions each time a condition becomes true",
     Ends::none,
     false,
     false,
     {},
     event_fields,
     "when struck: hit.FN > 0 N { print t }"},
};

}  // namespace

std::span<const KindInfo> all_kinds() {
  return kinds;
}

const KindInfo* find_kind(std::string_view name) {
  const auto found = std::find_if(std::begin(kinds), std::end(kinds), [&](const KindInfo& kind) {
    return kind.name == name && kind.kind != ObjectKind::event;
  });
  return found == std::end(kinds) ? nullptr : found;
}

const KindInfo& info(ObjectKind kind) {
  return kinds[static_cast<std::size_t>(kind)];
}

const AttributeInfo* find_attribute(const KindInfo& kind, std::string_view name) {
  const auto found = std::find_if(kind.attributes.begin(), kind.attributes.end(),
                                  [&](const AttributeInfo& a) { return a.name == name; });
  return found == kind.attributes.end() ? nullptr : &*found;
}

std::span<const FieldInfo> impact_fields() {
  return impact_columns;
}

std::span<const FieldInfo> pair_fields() {
  return pair_columns;
}

std::span<const FieldInfo> energy_fields() {
  return energy_columns;
}

}  // namespace mbs
