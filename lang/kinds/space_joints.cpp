// Joints that only a spatial world has: one row says all that the language knows of a kind.
#include "lang/kinds/activity.hpp"
#include "lang/kinds/friction_fields.hpp"
#include "lang/kinds/kinds.hpp"

namespace mbs {
namespace {

constexpr AttributeInfo axis_attribute = {
    .name = "axis",
    .want = Want::direction,
    .doc = "direction of the ends' z axes, which has the same parts in both bodies",
    .spatial = true};
constexpr AttributeInfo angle_attribute = {
    .name = "angle", .guess = true, .doc = "angle of the second end against the first"};
constexpr AttributeInfo x_attribute = {
    .name = "x",
    .dimension = dim::length,
    .guess = true,
    .doc = "position of the second end along the first's x axis"};
constexpr AttributeInfo y_attribute = {
    .name = "y",
    .dimension = dim::length,
    .guess = true,
    .doc = "position of the second end along the first's y axis"};

constexpr AttributeInfo spherical_attributes[] = {
    {.name = "rotation",
     .want = Want::rotation,
     .guess = true,
     .doc = "rotation of the second end against the first, `turn(axis, angle)`"},
    {.name = "spin",
     .dimension = dim::angular_speed,
     .guess = true,
     .doc = "angular velocity of the second body against the first, a vector, world axes",
     .axial = true},
    friction_attribute,
    {.name = "radius", .dimension = dim::length, .doc = "radius of the ball, where friction acts"},
    active_attribute,
};

constexpr AttributeInfo universal_attributes[] = {
    {.name = "pins",
     .want = Want::directions,
     .default_text = "[x, y]",
     .doc = "directions of the two pins: the first in the first end, the second in the second"},
    axis_attribute,
    {.name = "angle1", .guess = true, .doc = "how far the cross is turned about the first pin"},
    {.name = "angle2",
     .guess = true,
     .doc = "how far the second end is turned about the second pin"},
    {.name = "speed1", .dimension = dim::angular_speed, .guess = true, .doc = "rate of angle1"},
    {.name = "speed2", .dimension = dim::angular_speed, .guess = true, .doc = "rate of angle2"},
    friction_attribute,
    {.name = "radius", .dimension = dim::length, .doc = "radius of both pins, where friction acts"},
    {.name = "length",
     .dimension = dim::length,
     .doc =
         "of each pin, between the bearings at its ends, which the torque presses that the joint "
         "hands on"},
    active_attribute,
};

constexpr AttributeInfo cylindrical_attributes[] = {
    angle_attribute,
    {.name = "spin", .dimension = dim::angular_speed, .guess = true, .doc = "rate of the angle"},
    {.name = "travel",
     .dimension = dim::length,
     .guess = true,
     .doc = "position of the second end along the first's z axis"},
    {.name = "speed", .dimension = dim::speed, .guess = true, .doc = "rate of the travel"},
    axis_attribute,
    friction_attribute,
    {.name = "radius", .dimension = dim::length, .doc = "radius of the shaft, where friction acts"},
    {.name = "length",
     .dimension = dim::length,
     .doc = "length of the bush about the second end's point, whose ends friction presses as it "
            "keeps the axis; without it tilting presses nothing"},
    active_attribute,
};

constexpr AttributeInfo screw_attributes[] = {
    {.name = "lead",
     .dimension = dim::length,
     .doc = "travel in a whole turn; a right-handed thread's is positive"},
    angle_attribute,
    {.name = "speed", .dimension = dim::angular_speed, .guess = true, .doc = "rate of the angle"},
    axis_attribute,
    active_attribute,
};

constexpr AttributeInfo vx_attribute = {
    .name = "vx", .dimension = dim::speed, .guess = true, .doc = "rate of x"};
constexpr AttributeInfo vy_attribute = {
    .name = "vy", .dimension = dim::speed, .guess = true, .doc = "rate of y"};

constexpr AttributeInfo planar_attributes[] = {
    x_attribute,
    y_attribute,
    angle_attribute,
    vx_attribute,
    vy_attribute,
    {.name = "spin", .dimension = dim::angular_speed, .guess = true, .doc = "rate of the angle"},
    axis_attribute,
    active_attribute,
};
constexpr AttributeInfo inplane_attributes[] = {
    x_attribute, y_attribute, vx_attribute, vy_attribute, axis_attribute, active_attribute,
};
constexpr AttributeInfo constant_velocity_attributes[] = {
    {.name = "bend",
     .guess = true,
     .doc = "angle between the z axes of the ends, 0 to 180 deg; which way it bends is up to the "
            "rotations of the bodies, else about the first end's x axis"},
    {.name = "speed", .dimension = dim::angular_speed, .guess = true, .doc = "rate of the bend"},
    axis_attribute,
    active_attribute,
};

constexpr FieldInfo force_field = {"force", "N", "force on the second end, a vector"};
constexpr FieldInfo torque_field = {"torque", "N*m", "torque on the second end, a vector"};

constexpr FieldInfo spherical_fields[] = {
    {"rotation", "", "rotation of the second end against the first"},
    {"spin", "rad/s", "angular velocity of the second body against the first, a vector"},
    force_field,
    torque_field,
    friction_field::FN,
    friction_field::FT,
    friction_field::vt,
    {"friction", "N*m", "with friction: its torque on the second end, a vector"},
    friction_field::stuck,
    friction_field::energy_lost,
    impulse_field,
    angular_impulse_field,
    active_field,
};
constexpr FieldInfo universal_fields[] = {
    {"angle1", "rad", "how far the cross is turned about the first pin"},
    {"angle2", "rad", "how far the second end is turned about the second pin"},
    {"speed1", "rad/s", "rate of angle1"},
    {"speed2", "rad/s", "rate of angle2"},
    force_field,
    torque_field,
    {"FN1", "N", "with friction: force that presses the ends of the first pin"},
    {"FT1", "N", "with friction: friction force of the first pin, positive against vt1"},
    {"vt1", "m/s", "with friction: sliding speed of the first pin"},
    {"friction1", "N*m", "with friction: its torque about the first pin"},
    {"stuck1", "", "with friction: true while the first pin sticks"},
    {"FN2", "N", "with friction: force that presses the ends of the second pin"},
    {"FT2", "N", "with friction: friction force of the second pin, positive against vt2"},
    {"vt2", "m/s", "with friction: sliding speed of the second pin"},
    {"friction2", "N*m", "with friction: its torque about the second pin"},
    {"stuck2", "", "with friction: true while the second pin sticks"},
    friction_field::energy_lost,
    impulse_field,
    angular_impulse_field,
    active_field,
};
constexpr FieldInfo cylindrical_fields[] = {
    {"angle", "rad", "angle of the second end against the first"},
    {"spin", "rad/s", "rate of the angle"},
    {"travel", "m", "position of the second end along the first's z axis"},
    {"speed", "m/s", "rate of the travel"},
    force_field,
    torque_field,
    friction_field::FN,
    friction_field::FT,
    friction_field::vt,
    {"friction", "N", "with friction: its force on the second end, along the first's z axis"},
    friction_field::torque,
    friction_field::stuck,
    friction_field::energy_lost,
    impulse_field,
    angular_impulse_field,
    active_field,
};
constexpr FieldInfo screw_fields[] = {
    {"angle", "rad", "angle of the second end against the first"},
    {"speed", "rad/s", "rate of the angle"},
    {"travel", "m", "position of the second end along the first's z axis"},
    force_field,
    torque_field,
    impulse_field,
    angular_impulse_field,
    active_field,
};
constexpr FieldInfo planar_fields[] = {
    {"x", "m", "position of the second end along the first's x axis"},
    {"y", "m", "position of the second end along the first's y axis"},
    {"angle", "rad", "angle of the second end against the first"},
    {"vx", "m/s", "rate of x"},
    {"vy", "m/s", "rate of y"},
    {"spin", "rad/s", "rate of the angle"},
    force_field,
    torque_field,
    impulse_field,
    angular_impulse_field,
    active_field,
};
constexpr FieldInfo inplane_fields[] = {
    {"x", "m", "position of the second end along the first's x axis"},
    {"y", "m", "position of the second end along the first's y axis"},
    {"vx", "m/s", "rate of x"},
    {"vy", "m/s", "rate of y"},
    force_field,
    torque_field,
    impulse_field,
    angular_impulse_field,
    active_field,
};
constexpr FieldInfo constant_velocity_fields[] = {
    {"bend", "rad", "angle between the z axes of the ends"},
    {"speed", "rad/s", "rate of the bend"},
    force_field,
    torque_field,
    impulse_field,
    angular_impulse_field,
    active_field,
};

constexpr CoordinateInfo universal_coordinates[] = {
    {"angle1", dim::pure, dim::angular_speed, true, "speed1"},
    {"angle2", dim::pure, dim::angular_speed, true, "speed2"},
};
constexpr CoordinateInfo cylindrical_coordinates[] = {
    {"angle", dim::pure, dim::angular_speed, true, "spin"},
    {"travel", dim::length, dim::speed, false, "speed"},
};
constexpr CoordinateInfo screw_coordinates[] = {
    {"angle", dim::pure, dim::angular_speed, true, "speed"},
    {"travel", dim::length, dim::speed, false, ""},
};
constexpr CoordinateInfo planar_coordinates[] = {
    {"x", dim::length, dim::speed, false, "vx"},
    {"y", dim::length, dim::speed, false, "vy"},
    {"angle", dim::pure, dim::angular_speed, true, "spin"},
};
constexpr CoordinateInfo inplane_coordinates[] = {
    {"x", dim::length, dim::speed, false, "vx"},
    {"y", dim::length, dim::speed, false, "vy"},
};
constexpr CoordinateInfo joint_bend = {"bend", dim::pure, dim::angular_speed};

// What a journal needs beside its contacts; no script declares one.
constexpr KindInfo journal_kind = {
    .kind = ObjectKind::clearance,
    .name = "journal",
    .joint = JointInfo{.kind = ir::JointKind::journal,
                       .several = cylindrical_coordinates,
                       .of_clearance = true},
    .spatial = true,
};

// The same of a block in its guide, which stands for a prismatic joint, in every world.
constexpr KindInfo guide_kind = {
    .kind = ObjectKind::clearance,
    .name = "guide",
    .joint =
        JointInfo{.kind = ir::JointKind::guide, .coordinate = &joint_travel, .of_clearance = true},
};

constexpr KindInfo kinds[] = {
    {
        .kind = ObjectKind::spherical,
        .name = "spherical",
        .doc = "a ball joint",
        .ends = Ends::two,
        .attributes = spherical_attributes,
        .fields = spherical_fields,
        .example = "spherical tip: ground to top",
        .entity = Entity::joint,
        .joint =
            JointInfo{
                .kind = ir::JointKind::spherical, .by_rotation = true, .symbol = JointSymbol::ball},
        .spatial = true,
    },
    {
        .kind = ObjectKind::universal,
        .name = "universal",
        .doc = "a cross joint: two pins, square to each other",
        .ends = Ends::two,
        .attributes = universal_attributes,
        .fields = universal_fields,
        .example = "universal B: slider to rod.end { pins = [x, y] }",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::universal,
                           .several = universal_coordinates,
                           .has_pins = true,
                           .symbol = JointSymbol::ball},
        .spatial = true,
    },
    {
        .kind = ObjectKind::cylindrical,
        .name = "cylindrical",
        .doc = "turns about the first end's z axis and slides along it",
        .ends = Ends::two,
        .attributes = cylindrical_attributes,
        .fields = cylindrical_fields,
        .example = "cylindrical C: guide to rod { axis = x }",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::cylindrical,
                           .several = cylindrical_coordinates,
                           .symbol = JointSymbol::pin_on_rail},
        .spatial = true,
    },
    {
        .kind = ObjectKind::screw,
        .name = "screw",
        .doc = "turns about the first end's z axis and slides along it by its lead",
        .ends = Ends::two,
        .attributes = screw_attributes,
        .fields = screw_fields,
        .example = "screw S: ground to nut { lead = 5 mm }",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::screw,
                           .several = screw_coordinates,
                           .screws = true,
                           .symbol = JointSymbol::pin},
        .spatial = true,
    },
    {
        .kind = ObjectKind::planar,
        .name = "planar",
        .doc = "moves in the first end's xy plane and turns about its z axis",
        .ends = Ends::two,
        .attributes = planar_attributes,
        .fields = planar_fields,
        .example = "planar p: ground to block",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::planar, .several = planar_coordinates},
        .spatial = true,
    },
    {
        .kind = ObjectKind::inplane,
        .name = "inplane",
        .doc = "the second point stays in the first end's xy plane",
        .ends = Ends::two,
        .attributes = inplane_attributes,
        .fields = inplane_fields,
        .example = "inplane p: table to ball",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::inplane, .several = inplane_coordinates},
        .spatial = true,
    },
    {
        .kind = ObjectKind::constant_velocity,
        .name = "constant_velocity",
        .doc = "hands turning about z on one to one, at any bend",
        .ends = Ends::two,
        .attributes = constant_velocity_attributes,
        .fields = constant_velocity_fields,
        .example = "constant_velocity V: shaft.end to wheel",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::constant_velocity,
                           .coordinate = &joint_bend,
                           .symbol = JointSymbol::ball},
        .spatial = true,
    },
};

}  // namespace

const KindInfo& journal_joint() {
  return journal_kind;
}

const KindInfo& guide_joint() {
  return guide_kind;
}

std::span<const KindInfo> space_joint_kinds() {
  return kinds;
}

}  // namespace mbs
