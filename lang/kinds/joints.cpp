// Joints of every world: one row says all that the language knows of a kind.
#include "lang/kinds/activity.hpp"
#include "lang/kinds/friction_fields.hpp"
#include "lang/kinds/kinds.hpp"

namespace mbs {
namespace {

constexpr AttributeInfo travel_attribute = {
    .name = "travel",
    .dimension = dim::length,
    .guess = true,
    .doc = "position of the second end along the first's x axis"};
constexpr AttributeInfo travel_speed_attribute = {
    .name = "speed", .dimension = dim::speed, .guess = true, .doc = "rate of the travel"};

constexpr AttributeInfo angle_attribute = {
    .name = "angle", .guess = true, .doc = "angle of the second end against the first"};
constexpr AttributeInfo angle_speed_attribute = {
    .name = "speed",
    .dimension = dim::angular_speed,
    .guess = true,
    .doc = "angular speed of the second end against the first"};
constexpr AttributeInfo axis_attribute = {
    .name = "axis",
    .want = Want::direction,
    .doc =
        "direction of the joint's axis, which has the same parts in both bodies; otherwise the z "
        "axes of the ends, or the x axes where nothing turns",
    .spatial = true};

constexpr AttributeInfo revolute_attributes[] = {
    angle_attribute,
    angle_speed_attribute,
    axis_attribute,
    friction_attribute,
    {.name = "radius", .dimension = dim::length, .doc = "radius of the pin, where friction acts"},
    {.name = "length",
     .dimension = dim::length,
     .doc = "length of the bearing about the second end's point, whose ends friction presses as it "
            "keeps the axis; without it tilting presses nothing",
     .spatial = true},
    active_attribute,
};

constexpr AttributeInfo prismatic_attributes[] = {
    travel_attribute,
    travel_speed_attribute,
    axis_attribute,
    friction_attribute,
    {.name = "length",
     .dimension = dim::length,
     .doc = "length of the shoe about the second end's point, whose ends friction presses as it "
            "tilts; without it tilting presses nothing"},
    active_attribute,
};

constexpr AttributeInfo slot_attributes[] = {
    travel_attribute, travel_speed_attribute, axis_attribute, friction_attribute, active_attribute,
};

constexpr AttributeInfo rod_attributes[] = {
    {.name = "length",
     .dimension = dim::length,
     .doc = "distance of the two points; otherwise as assembled"},
    active_attribute,
};

constexpr AttributeInfo gear_attributes[] = {
    {.name = "ratio", .doc = "change of the second coordinate per change of the first"},
    active_attribute,
};

constexpr AttributeInfo weld_attributes[] = {active_attribute};

constexpr FieldInfo revolute_fields[] = {
    {"angle", "rad", "angle of the second end against the first"},
    {"speed", "rad/s", "rate of the angle"},
    {"force", "N", "force on the second end, a vector"},
    {"torque", "N*m", "torque on the second end"},
    friction_field::FN,
    friction_field::FT,
    friction_field::vt,
    {"friction", "N*m", "with friction: its torque on the second end"},
    friction_field::stuck,
    friction_field::energy_lost,
    impulse_field,
    angular_impulse_field,
    active_field,
};

constexpr FieldInfo prismatic_fields[] = {
    {"travel", "m", "position of the second end along the first's x axis"},
    {"speed", "m/s", "rate of the travel"},
    {"force", "N", "force on the second end, a vector"},
    {"torque", "N*m", "torque on the second end"},
    friction_field::FN,
    friction_field::FT,
    friction_field::vt,
    {"friction", "N", "with friction: its force on the second end, along the first's x axis"},
    friction_field::stuck,
    friction_field::energy_lost,
    impulse_field,
    angular_impulse_field,
    active_field,
};

constexpr FieldInfo force_fields[] = {
    {"force", "N", "force on the second end, a vector"},
    {"torque", "N*m", "torque on the second end"},
    impulse_field,
    angular_impulse_field,
    active_field,
};

constexpr KindInfo kinds[] = {
    {
        .kind = ObjectKind::revolute,
        .name = "revolute",
        .doc = "a pin joint",
        .ends = Ends::two,
        .attributes = revolute_attributes,
        .fields = revolute_fields,
        .example = "revolute O: ground to crank { angle = 0 }",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::revolute,
                           .coordinate = &joint_angle,
                           .symbol = JointSymbol::pin},
    },
    {
        .kind = ObjectKind::prismatic,
        .name = "prismatic",
        .doc = "slides along the first end's x axis, no turning",
        .ends = Ends::two,
        .attributes = prismatic_attributes,
        .fields = prismatic_fields,
        .example = "prismatic S: ground to slider",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::prismatic,
                           .coordinate = &joint_travel,
                           .symbol = JointSymbol::rail},
    },
    {
        .kind = ObjectKind::weld,
        .name = "weld",
        .doc = "fixes one end to the other",
        .ends = Ends::two,
        .attributes = weld_attributes,
        .fields = force_fields,
        .example = "weld W: a.tip to b",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::weld, .symbol = JointSymbol::block},
    },
    {
        .kind = ObjectKind::rod,
        .name = "rod",
        .doc = "keeps the distance of two points",
        .ends = Ends::two,
        .attributes = rod_attributes,
        .fields = force_fields,
        .example = "rod r: a.tip to b { length = 100 mm }",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::rod, .symbol = JointSymbol::bar},
    },
    {
        .kind = ObjectKind::slot,
        .name = "slot",
        .doc = "the second point stays on the first end's x axis",
        .ends = Ends::two,
        .attributes = slot_attributes,
        .fields = prismatic_fields,
        .example = "slot s: guide to pin",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::slot,
                           .coordinate = &joint_travel,
                           .symbol = JointSymbol::pin_on_rail},
    },
    {
        .kind = ObjectKind::gear,
        .name = "gear",
        .doc = "ties the coordinates of two joints",
        .ends = Ends::two,
        .attributes = gear_attributes,
        .fields = force_fields,
        .example = "gear g: O to P { ratio = -2 }",
        .entity = Entity::joint,
        .joint = JointInfo{.kind = ir::JointKind::gear, .ties_joints = true},
    },
};

}  // namespace

std::span<const KindInfo> joint_kinds() {
  return kinds;
}

}  // namespace mbs
