// The world, materials, bodies and their points.
#include "lang/kinds/kinds.hpp"

namespace mbs {
namespace {

constexpr AttributeInfo world_attributes[] = {
    {.name = "gravity",
     .want = Want::vector,
     .dimension = dim::acceleration,
     .default_text = "(0, 0) m/s^2",
     .doc = "acceleration of free fall, world axes"},
};

constexpr AttributeInfo material_attributes[] = {
    {.name = "E", .dimension = dim::pressure, .doc = "Young's modulus"},
    {.name = "nu", .doc = "Poisson's ratio"},
    {.name = "rho", .dimension = dim::density, .doc = "density"},
};

constexpr AttributeInfo body_attributes[] = {
    {.name = "mass", .dimension = dim::mass, .doc = "mass; otherwise from shape and material"},
    {.name = "inertia",
     .want = Want::inertia,
     .dimension = dim::inertia,
     .doc = "moment of inertia about the centre of mass; otherwise from the shape. In space the "
            "moments about x, y, z, or all of Ixx, Iyy, Izz, Ixy, Ixz, Iyz; one number holds about "
            "all axes",
     .zero = true},
    {.name = "cm",
     .want = Want::vector,
     .dimension = dim::length,
     .default_text = "(0, 0) m",
     .doc = "centre of mass, body axes"},
    {.name = "shape", .want = Want::shape, .doc = "its shape, for contacts and for its mass"},
    {.name = "material", .want = Want::material, .doc = "material, for mass and contact"},
    {.name = "overlap",
     .want = Want::boolean,
     .default_text = "false",
     .doc = "whether the shapes of its points, of which it is made, may overlap"},
    {.name = "at",
     .want = Want::vector,
     .dimension = dim::length,
     .guess = true,
     .doc = "position of the origin, world axes"},
    {.name = "velocity",
     .want = Want::vector,
     .dimension = dim::speed,
     .guess = true,
     .doc = "velocity of the origin, world axes"},
    {.name = "angle", .guess = true, .doc = "angle of the body against the world"},
    {.name = "spin",
     .dimension = dim::angular_speed,
     .guess = true,
     .doc = "angular speed; in space a vector, world axes",
     .axial = true},
    {.name = "rotation",
     .want = Want::rotation,
     .guess = true,
     .doc = "rotation of the body against the world, `turn(axis, angle)`",
     .spatial = true},
};

constexpr AttributeInfo point_attributes[] = {
    {.name = "angle", .default_text = "0", .doc = "angle of the point's x axis against the body's"},
    {.name = "shape", .want = Want::shape, .doc = "contact shape centred on the point"},
    {.name = "material",
     .want = Want::material,
     .doc = "material of the shape, for contact; otherwise the body's"},
    {.name = "rotation",
     .want = Want::rotation,
     .doc = "rotation of the point's axes against the body's, `turn(axis, angle)`",
     .spatial = true},
    {.name = "x",
     .want = Want::direction,
     .doc = "direction of the point's x axis",
     .spatial = true},
    {.name = "z",
     .want = Want::direction,
     .doc = "direction of the point's z axis",
     .spatial = true},
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
    {"angular_accel", "rad/s^2", "angular acceleration"},
    {"z", "m", "position of the origin", true},
    {"vz", "m/s", "velocity of the origin", true},
    {"rotation", "", "rotation against the world", true},
    {"ex", "", "its x axis, a vector", true},
    {"ey", "", "its y axis, a vector", true},
    {"ez", "", "its z axis, a vector", true},
    {"cm", "m", "the centre of mass, a point"},
    {"corner", "m", "the corners of its polygon or box, points"},
    {"edge", "m", "the edges of its box, polyhedron or prism, points in their middles", true},
    {"cap", "m", "the ends of its capsule, points", true},
    {"rim", "m", "the rims of its cylinder or disc, points", true},
    {"mass", "kg", "mass"},
    {"inertia", "kg*m^2", "moment of inertia about the centre of mass"},
};

constexpr FieldInfo point_fields[] = {
    {"x", "m", "position in the world"},
    {"y", "m", "position in the world"},
    {"vx", "m/s", "velocity in the world"},
    {"vy", "m/s", "velocity in the world"},
    {"position", "m", "position vector"},
    {"velocity", "m/s", "velocity vector"},
    {"speed", "m/s", "length of the velocity"},
    {"accel", "m/s^2", "acceleration vector"},
    {"z", "m", "position in the world", true},
    {"vz", "m/s", "velocity in the world", true},
    {"ex", "", "its x axis, a vector", true},
    {"ey", "", "its y axis, a vector", true},
    {"ez", "", "its z axis, a vector", true},
    {"spin", "rad/s", "angular velocity", true},
    {"angular_accel", "rad/s^2", "angular acceleration", true},
};

constexpr KindInfo kinds[] = {
    {
        .kind = ObjectKind::world,
        .name = "world",
        .doc = "the world: planar or spatial, gravity",
        .attributes = world_attributes,
        .example = "world planar { gravity = (0, -9.81) m/s^2 }",
    },
    {
        .kind = ObjectKind::material,
        .name = "material",
        .doc = "a material",
        .open = true,
        .attributes = material_attributes,
        .example = "material steel { E = 207 GPa, nu = 0.3, rho = 7800 kg/m^3 }",
        .entity = Entity::material,
    },
    {
        .kind = ObjectKind::body,
        .name = "body",
        .doc = "a rigid body",
        .attributes = body_attributes,
        .fields = body_fields,
        .example = "body crank { mass = 0.3 kg, inertia = 1e-5 kg*m^2 }",
        .entity = Entity::body,
    },
    {
        .kind = ObjectKind::point,
        .name = "point",
        .doc = "a point fixed in a body, or in the ground",
        .takes_value = true,
        .attributes = point_attributes,
        .fields = point_fields,
        .example = "point tip = (50, 0) mm",
        .entity = Entity::point,
    },
};

}  // namespace

std::span<const KindInfo> body_kinds() {
  return kinds;
}

}  // namespace mbs
