// The kinds of declarations and their attributes, as data: they drive checking, completion,
// `:doc` and `mbs check -v`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lang/kinds/object_kind.hpp"
#include "lang/units/dimension.hpp"

namespace mbs {

// What the value of an attribute must be.
enum class Want {
  quantity,
  vector,
  boolean,
  word,
  law,
  friction,
  material,
  shape,
  direction,   // a vector of any dimension and length but 0
  directions,  // two of them
  rotation,
  inertia,  // in space also the entries of a matrix
  members
};

struct AttributeInfo {
  std::string_view name = {};
  Want want = Want::quantity;
  Dimension dimension = dim::pure;
  std::string_view default_text = {};  // "" if there is none: it is required or depends on others
  bool guess = false;                  // `~` allowed
  std::string_view doc = {};
  std::string_view words = {};  // of a word: "concentric free"
  bool spatial = false;         // only in a spatial world
  bool zero = false;            // may be 0 where quantities of its kind are above it
  bool infinite = false;        // may be inf
  bool axial = false;           // in space a vector, where one number is its part about z
};

struct FieldInfo {  // what reports can ask of a declared thing: B.delta
  std::string_view name;
  std::string_view unit;
  std::string_view doc;
  bool spatial = false;  // only in a spatial world
  bool several = false;  // only of clearances of several contacts
};

// What stands after the colon of a declaration.
enum class Ends { none, one, two, one_or_two };

// What a declared thing becomes in the scenario; things of one sort are declared and asked alike.
enum class Entity {
  none,
  material,
  body,
  point,
  joint,
  drive,
  force,
  spring,
  contact,
  group,
  event,
  state,
};

inline constexpr std::string_view coordinate_rate = "speed";  // of joints with one coordinate

// A coordinate of a joint's second end relative to its first.
struct CoordinateInfo {
  std::string_view name;  // of the attribute that sets it, of its field, and of what a drive moves
  Dimension dimension;
  Dimension rate;                                // of its rate
  bool turns = true;                             // an angle; else a travel
  std::string_view rate_name = coordinate_rate;  // "" if it is not asked for
};
inline constexpr CoordinateInfo joint_angle{"angle", dim::pure, dim::angular_speed, true};
inline constexpr CoordinateInfo joint_travel{"travel", dim::length, dim::speed, false};

// What a joint is drawn as. Rails slide along the joint's axis.
enum class JointSymbol : std::uint8_t { none, pin, rail, pin_on_rail, bar, block, ball };
std::string_view symbol_name(JointSymbol symbol);

struct JointInfo {
  ir::JointKind kind;
  const CoordinateInfo* coordinate = nullptr;    // null: none that can be set, driven or asked
  bool ties_joints = false;                      // its ends are two joints with coordinates
  std::span<const CoordinateInfo> several = {};  // of joints in space, in the order of ir::Joint
  bool of_clearance = false;  // stands beside the contacts of a clearance; no script declares it
  bool by_rotation = false;   // set, driven and asked for as a rotation: a ball
  bool has_pins = false;      // `pins`: of which the second carries the second coordinate
  bool screws = false;        // its travel goes with its angle, by its `lead`
  JointSymbol symbol = JointSymbol::none;
};

struct KindInfo {
  ObjectKind kind;
  std::string_view name = {};
  std::string_view doc = {};
  Ends ends = Ends::none;
  bool takes_value = false;  // `= value` after the ends
  bool open = false;         // other attributes may be added (materials)
  std::span<const AttributeInfo> attributes = {};
  std::span<const FieldInfo> fields = {};
  std::string_view example = {};
  Entity entity = Entity::none;
  std::optional<JointInfo> joint = {};
  bool spatial = false;  // only in a spatial world
};

// In the order of ObjectKind.
std::span<const KindInfo> all_kinds();
// The same by subject, a file each.
std::span<const KindInfo> body_kinds();
std::span<const KindInfo> joint_kinds();
std::span<const KindInfo> space_joint_kinds();
// The kinds of clearances of several contacts, which are none of ObjectKind.
const KindInfo& journal_joint();
const KindInfo& guide_joint();
std::span<const KindInfo> force_kinds();
std::span<const KindInfo> contact_kinds();
std::span<const KindInfo> event_kinds();

// All coordinates of a joint, in the order in which slots count them.
std::span<const CoordinateInfo> coordinates_of(const JointInfo& joint);

const KindInfo* find_kind(std::string_view name);
const KindInfo& info(ObjectKind kind);
const KindInfo& info(ir::JointKind kind);
const AttributeInfo* find_attribute(const KindInfo& kind, std::string_view name);
const FieldInfo* find_field(const KindInfo& kind, std::string_view name);

// Columns of `B.impacts`, in the order of ir::ImpactColumn.
std::span<const FieldInfo> impact_fields();
// Fields of `energy`; those of `pair` inside laws are in law_inputs.hpp.
std::span<const FieldInfo> energy_fields();

}  // namespace mbs
