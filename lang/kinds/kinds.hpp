// The kinds of declarations and their attributes, as data: they drive checking, completion,
// `:doc` and `mbs check -v`.
#pragma once

#include <span>
#include <string_view>
#include <vector>

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
};

// What the value of an attribute must be.
enum class Want { quantity, vector, boolean, word, law, friction, material, shape, direction, members };

struct AttributeInfo {
  std::string_view name;
  Want want = Want::quantity;
  Dimension dimension;
  std::string_view default_text;  // "" if there is none: then it is required or depends on others
  bool guess = false;             // `~` allowed
  std::string_view doc;
  std::string_view words;  // of a word: "concentric free"
  bool spatial = false;    // only in a spatial world
  bool zero = false;       // may be 0 where quantities of its kind are above it
};

struct FieldInfo {  // what reports can ask of a declared thing: B.delta
  std::string_view name;
  std::string_view unit;
  std::string_view doc;
};

// What stands after the colon of a declaration.
enum class Ends { none, one, two, one_or_two };

struct KindInfo {
  ObjectKind kind;
  std::string_view name;
  std::string_view doc;
  Ends ends = Ends::none;
  bool takes_value = false;  // `= value` after the ends
  bool open = false;         // other attributes may be added (materials)
  std::span<const AttributeInfo> attributes;
  std::span<const FieldInfo> fields;
  std::string_view example;
};

std::span<const KindInfo> all_kinds();
const KindInfo* find_kind(std::string_view name);
const KindInfo& info(ObjectKind kind);
const AttributeInfo* find_attribute(const KindInfo& kind, std::string_view name);

// Columns of `B.impacts`, in the order of ir::ImpactColumn.
std::span<const FieldInfo> impact_fields();
// Fields of `pair` inside laws, and of `energy`.
std::span<const FieldInfo> pair_fields();
std::span<const FieldInfo> energy_fields();

}  // namespace mbs
