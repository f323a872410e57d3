// Drives, forces, springs, and the energies they exchange.
#include "lang/kinds/activity.hpp"

namespace mbs {
namespace {

constexpr Dimension torsion_damping{1, 2, -1};

constexpr AttributeInfo spring_attributes[] = {
    {.name = "stiffness", .dimension = dim::stiffness, .doc = "force per elongation"},
    {.name = "length", .dimension = dim::length, .doc = "length without force", .zero = true},
    {.name = "damping",
     .dimension = dim::damping,
     .default_text = "0 N*s/m",
     .doc = "force per rate of elongation"},
    active_attribute,
};

constexpr AttributeInfo torsion_attributes[] = {
    {.name = "stiffness", .dimension = dim::torque, .doc = "torque per angle"},
    {.name = "angle", .default_text = "0", .doc = "angle without torque"},
    {.name = "damping",
     .dimension = torsion_damping,
     .default_text = "0 N*m*s",
     .doc = "torque per angular speed"},
    active_attribute,
};

constexpr AttributeInfo effort_attributes[] = {active_attribute};

constexpr FieldInfo effort_fields[] = {active_field};

constexpr FieldInfo drive_fields[] = {
    {"torque", "N*m", "torque the drive takes"},
    {"force", "N", "force the drive takes"},
    {"power", "W", "work rate of the drive"},
    {"impulse", "N*s",
     "integral of its force, or of its torque where it turns, since the start, blows included; in "
     "results"},
    {"angular_impulse", "N*m*s", "where it drives the pose of a body: that of its torque"},
    active_field,
};

constexpr FieldInfo spring_fields[] = {
    {"length", "m", "distance of the two points"},
    {"force", "N", "tension"},
    active_field,
};

constexpr FieldInfo torsion_fields[] = {
    {"angle", "rad", "angle of its joint"},
    {"torque", "N*m", "torque"},
    active_field,
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
    {
        .kind = ObjectKind::drive,
        .name = "drive",
        .doc = "prescribes a coordinate or a body in time",
        .ends = Ends::one,
        .takes_value = true,
        .attributes = effort_attributes,
        .fields = drive_fields,
        .example = "drive motor: O.speed = 5000 rpm",
        .entity = Entity::drive,
    },
    {
        .kind = ObjectKind::force,
        .name = "force",
        .doc = "a force on a point, or along the line between two",
        .ends = Ends::one_or_two,
        .takes_value = true,
        .attributes = effort_attributes,
        .fields = effort_fields,
        .example = "force push: K1.F = (0, -10 N)",
        .entity = Entity::force,
    },
    {
        .kind = ObjectKind::torque,
        .name = "torque",
        .doc = "a torque on a body, or between a joint's bodies",
        .ends = Ends::one,
        .takes_value = true,
        .attributes = effort_attributes,
        .fields = effort_fields,
        .example = "torque mom: K1 = 0.033 N*m",
        .entity = Entity::force,
    },
    {
        .kind = ObjectKind::spring,
        .name = "spring",
        .doc = "a spring and damper between two points",
        .ends = Ends::two,
        .attributes = spring_attributes,
        .fields = spring_fields,
        .example = "spring coil: a.tip to b { stiffness = 4530 N/m, length = 80 mm }",
        .entity = Entity::spring,
    },
    {
        .kind = ObjectKind::torsion,
        .name = "torsion",
        .doc = "a torsion spring and damper in a joint",
        .ends = Ends::one,
        .attributes = torsion_attributes,
        .fields = torsion_fields,
        .example = "torsion t1: O { stiffness = 2 N*m/rad }",
        .entity = Entity::spring,
    },
};

}  // namespace

std::span<const KindInfo> force_kinds() {
  return kinds;
}

std::span<const FieldInfo> energy_fields() {
  return energy_columns;
}

}  // namespace mbs
