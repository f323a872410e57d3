// Contacts of two, among many, and clearances.
#include "lang/kinds/activity.hpp"
#include "lang/kinds/contact_fields.hpp"

namespace mbs {
namespace {

// Contacts of all kinds have these.
constexpr AttributeInfo law_attribute = {
    .name = "law", .want = Want::law, .doc = "law of the normal force"};
constexpr AttributeInfo friction_attribute = {.name = "friction",
                                              .want = Want::friction,
                                              .default_text = "none",
                                              .doc = "law of the tangential force"};
constexpr AttributeInfo adhesion_attribute = {.name = "adhesion",
                                              .want = Want::boolean,
                                              .default_text = "false",
                                              .doc = "whether FN may pull"};

// In space.
constexpr AttributeInfo rolling_attribute = {
    .name = "rolling",
    .dimension = dim::length,
    .default_text = "0 mm",
    .doc =
        "lever of the resistance to rolling, which is friction at this times the rolling; a law "
        "that sticks holds",
    .spatial = true,
    .zero = true};
constexpr AttributeInfo spinning_attribute = {
    .name = "spinning",
    .dimension = dim::length,
    .default_text = "0 mm",
    .doc = "lever of the resistance to spinning about the normal",
    .spatial = true,
    .zero = true};

constexpr AttributeInfo contact_attributes[] = {
    law_attribute,
    friction_attribute,
    adhesion_attribute,
    {.name = "start",
     .want = Want::word,
     .default_text = "free",
     .doc = "free: left where it is put; closed: assembled so that the surfaces touch and do not "
            "approach",
     .words = "free closed"},
    rolling_attribute,
    spinning_attribute,
    active_attribute,
};

constexpr AttributeInfo contacts_attributes[] = {
    {.name = "among",
     .want = Want::members,
     .doc = "bodies and points with shapes, any two of which may touch"},
    law_attribute,
    friction_attribute,
    adhesion_attribute,
    rolling_attribute,
    spinning_attribute,
};

constexpr AttributeInfo clearance_attributes[] = {
    law_attribute,
    friction_attribute,
    adhesion_attribute,
    {.name = "journal", .dimension = dim::length, .doc = "radius of the journal, on the first end"},
    {.name = "bearing",
     .dimension = dim::length,
     .doc = "radius of the bearing, on the second end"},
    {.name = "clearance",
     .dimension = dim::length,
     .doc = "radial clearance, bearing minus journal; of a block from each face to its wall"},
    {.name = "ball", .dimension = dim::length, .doc = "radius of the ball, on the first end"},
    {.name = "socket", .dimension = dim::length, .doc = "radius of the socket, on the second end"},
    {.name = "block",
     .want = Want::vector,
     .dimension = dim::length,
     .doc = "sizes of a block in a guide, on the first end, along its x, y and, in space, z axes"},
    {.name = "length",
     .dimension = dim::length,
     .doc = "length of the journal; of a block in the plane its width across the plane"},
    {.name = "material", .want = Want::material, .doc = "material of both, or [journal, bearing]"},
    {.name = "start",
     .want = Want::word,
     .default_text = "concentric",
     .doc = "concentric: assembled as the ideal joint; free: left where it is put",
     .words = "concentric free"},
    {.name = "lever",
     .want = Want::word,
     .default_text = "midway",
     .doc = "where friction acts: on the surface of the journal or the bearing, or midway between "
            "them",
     .words = "midway journal bearing"},
    {.name = "angle", .guess = true, .doc = "angle of the second end against the first"},
    {.name = "travel",
     .dimension = dim::length,
     .guess = true,
     .doc = "of a block: position of the second end, the guide, along the block's x axis"},
    {.name = "speed",
     .dimension = dim::speed,
     .guess = true,
     .doc = "of a block: rate of the travel"},
    {.name = "axis",
     .want = Want::direction,
     .doc = "direction of the axis of the journal or the guide, which has the same parts in both "
            "bodies; otherwise the z axes of the ends, of a block the x axes",
     .spatial = true},
    {.name = "axial",
     .dimension = dim::length,
     .default_text = "0 m",
     .doc = "play of a journal along its axis, at each end face: 0, or inf where it slides freely",
     .spatial = true,
     .zero = true,
     .infinite = true},
    {.name = "axial_law",
     .want = Want::law,
     .doc = "law of the stops at the end faces of a journal with play along its axis",
     .spatial = true},
    rolling_attribute,
    spinning_attribute,
    active_attribute,
};

constexpr FieldInfo contact_fields[] = {
    contact_field::gap,
    contact_field::delta,
    contact_field::ddelta,
    contact_field::vt,
    contact_field::FN,
    contact_field::FT,
    contact_field::force,
    contact_field::moment,
    contact_field::rolling,
    contact_field::spinning,
    contact_field::point,
    contact_field::normal,
    contact_field::v_impact,
    contact_field::loading,
    contact_field::deepest,
    contact_field::closed,
    contact_field::stuck,
    contact_field::impulse,
    contact_field::impacts,
    {"angle", "rad", "clearance: angle of the second end against the first"},
    {"corner", "",
     "of polygons under a rigid law: the contacts of their corners, those of the first end before "
     "those of the second",
     false, true},
    active_field,
};

constexpr FieldInfo clearance_fields[] = {
    contact_field::gap,
    contact_field::delta,
    contact_field::ddelta,
    contact_field::vt,
    contact_field::FN,
    contact_field::FT,
    contact_field::force,
    contact_field::moment,
    contact_field::rolling,
    contact_field::spinning,
    {"torque", "N*m",
     "a journal in space, a block: on the first end about its point, in space a vector", false,
     true},
    contact_field::point,
    contact_field::normal,
    contact_field::v_impact,
    contact_field::loading,
    contact_field::deepest,
    contact_field::closed,
    contact_field::stuck,
    contact_field::impulse,
    contact_field::impacts,
    {"angle", "rad", "angle of the second end against the first"},
    {"travel", "m",
     "a journal in space: of the second end against the first, along the journal's axis; a block: "
     "of the guide along the block's x axis",
     false, true},
    {"speed", "m/s", "a block: rate of the travel", false, true},
    {"tilt", "rad",
     "a journal in space: angle between its axis and that of the bearing; a block: how far it is "
     "turned against the guide, never negative",
     false, true},
    {"rim", "", "a journal in space: the contacts of its ends, rim[1] at -z and rim[2] at +z", true,
     true},
    {"stop", "", "a journal with play along its axis: the contacts of its end faces, as rim", true,
     true},
    {"wall", "",
     "a block: the contacts of its corners with the walls, counter-clockwise from -x, -y; in space "
     "first those with the walls across y, corners at -z before those at +z, then across z",
     false, true},
    active_field,
};

constexpr FieldInfo contacts_fields[] = {
    {"count", "", "pairs that are closed"},
    {"hits", "", "contacts that have begun so far"},
    {"delta", "m", "largest penetration of all closed pairs"},
    {"energy_lost", "J", "work that all pairs took up so far"},
};

constexpr FieldInfo impact_columns[] = {
    {"t", "s", "when it began"},
    {"t_end", "s", "when it ended"},
    {"duration", "s", "t_end - t"},
    {"v_in", "m/s", "closing speed when it began"},
    {"v_out", "m/s", "opening speed when it ended"},
    {"restitution", "", "v_out/v_in"},
    {"F_max", "N", "largest normal force; not of a rigid contact"},
    {"delta_max", "m", "largest penetration; 0 of a rigid contact"},
    {"impulse", "N*s", "impulse of the normal force"},
    {"energy_lost", "J", "work the contact took up"},
    {"impulse_T", "N*s", "rigid: impulse of friction in the blow, with the sign of FT"},
    {"vt_in", "m/s", "rigid: sliding speed before the blow"},
    {"vt_out", "m/s", "rigid: sliding speed after the blow"},
    {"together", "", "rigid: contacts that were struck together"},
    {"blows", "", "rigid: blows in this row, more than one if they came at one instant"},
};

constexpr KindInfo kinds[] = {
    {
        .kind = ObjectKind::contact,
        .name = "contact",
        .doc = "contact of two shapes",
        .ends = Ends::two,
        .attributes = contact_attributes,
        .fields = contact_fields,
        .example = "contact hit: ball to table { law = flores(0.8) }",
        .entity = Entity::contact,
    },
    {
        .kind = ObjectKind::contacts,
        .name = "contacts",
        .doc = "contacts among many bodies, each with each other",
        .attributes = contacts_attributes,
        .fields = contacts_fields,
        .example = "contacts heap { among = [ball, floor], law = flores(0.5) }",
        .entity = Entity::group,
    },
    {
        .kind = ObjectKind::clearance,
        .name = "clearance",
        .doc = "a joint with clearance: journal in bearing, ball in socket, block in guide",
        .ends = Ends::two,
        .attributes = clearance_attributes,
        .fields = clearance_fields,
        .example = "clearance B: rod.pin in slider { bearing = 10 mm, clearance = 0.5 mm, law = "
                   "hertz, material = steel }",
        .entity = Entity::contact,
    },
};

}  // namespace

std::span<const KindInfo> contact_kinds() {
  return kinds;
}

std::span<const FieldInfo> impact_fields() {
  return impact_columns;
}

}  // namespace mbs
