// The kinds of declarations and their attributes, as data: they drive checking, completion,
// `:doc` and `mbs check -v`.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lang/kinds/joint_kind.hpp"
#include "lang/units/dimension.hpp"

namespace mbs {

enum class ObjectKind {
  world,
  material,
  body,
  point,
  revolute,
  prismatic,
  weld,
  rod,
  slot,
  gear,
  spherical,
  universal,
  cylindrical,
  ball_clearance,  // only in space
  drive,
  force,
  torque,
  spring,
  torsion,
  contact,
  contacts,  // a group
  clearance,
  event,
  state,
};

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
  direction,
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
};

struct FieldInfo {  // what reports can ask of a declared thing: B.delta
  std::string_view name;
  std::string_view unit;
  std::string_view doc;
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

// The coordinate of a joint's second end relative to its first.
struct CoordinateInfo {
  std::string_view name;  // of the attribute that sets it, of its field, and of what a drive moves
  Dimension dimension;
  Dimension rate;     // of its rate, which is called `coordinate_rate` in all joints
  bool turns = true;  // an angle between the x axes; else a travel along the first's x axis
};
inline constexpr CoordinateInfo joint_angle{"angle", dim::pure, dim::angular_speed, true};
inline constexpr CoordinateInfo joint_travel{"travel", dim::length, dim::speed, false};
inline constexpr std::string_view coordinate_rate = "speed";

struct JointInfo {
  ir::JointKind kind;
  const CoordinateInfo* coordinate = nullptr;  // null: none that can be set, driven or asked
  bool ties_joints = false;                    // its ends are two joints with coordinates
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
std::span<const KindInfo> force_kinds();
std::span<const KindInfo> contact_kinds();
std::span<const KindInfo> event_kinds();

const KindInfo* find_kind(std::string_view name);
const KindInfo& info(ObjectKind kind);
const KindInfo& info(ir::JointKind kind);
const AttributeInfo* find_attribute(const KindInfo& kind, std::string_view name);

// Columns of `B.impacts`, in the order of ir::ImpactColumn.
std::span<const FieldInfo> impact_fields();
// Fields of `energy`; those of `pair` inside laws are in law_inputs.hpp.
std::span<const FieldInfo> energy_fields();

}  // namespace mbs
