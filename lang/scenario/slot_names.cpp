// What slots and lists are called in the text of a scenario.
#include "lang/scenario/slot_names.hpp"

#include <fmt/format.h>

#include <string>

#include "lang/kinds/contact_fields.hpp"
#include "lang/kinds/friction_fields.hpp"
#include "lang/kinds/kinds.hpp"
#include "lang/kinds/law_inputs.hpp"

namespace mbs::ir {
namespace {

std::string table_column(const Scenario& s, const ListSource& list) {
  const TableInfo& table = s.tables[list.entity];
  const std::string column =
      list.column < static_cast<int>(table.columns.size()) ? table.columns[list.column].name : "?";
  return fmt::format("{}.{}", table.name.empty() ? "table" : table.name, column);
}

// "top.x", "top.spin.z'", "O.angle'"
std::string space_coordinate_name(const Scenario& s, const Slot& slot) {
  static constexpr const char* of_body[] = {"x",          "y",          "z",         "rotation.w",
                                            "rotation.x", "rotation.y", "rotation.z"};
  static constexpr const char* axes[] = {"x", "y", "z"};
  std::string name;
  if (slot.kind == SlotKind::body_coordinate)
    name = fmt::format("{}.{}", s.bodies[slot.entity].name, of_body[slot.index]);
  else if (slot.kind == SlotKind::body_spin)
    name = fmt::format("{}.spin.{}", s.bodies[slot.entity].name, axes[slot.index]);
  else
    name = fmt::format("{}.{}", s.joints[slot.entity].name,
                       coordinates_of(*info(s.joints[slot.entity].kind).joint)[slot.index].name);
  return name + std::string(slot.order, '\'');
}

std::string coordinate_name(const Scenario& s, const Slot& slot) {
  static constexpr const char* names[3][3] = {
      {"x", "y", "angle"}, {"vx", "vy", "spin"}, {"ax", "ay", "spin'"}};
  return fmt::format("{}.{}", s.bodies[slot.entity].name, names[slot.order][slot.index]);
}

std::string reaction_name(const Scenario& s, const std::string& owner, int index) {
  static constexpr const char* parts[] = {"force.x", "force.y", "torque"};
  static constexpr const char* in_space[] = {"force.x",  "force.y",  "force.z",
                                             "torque.x", "torque.y", "torque.z"};
  return fmt::format("{}.{}", owner, s.spatial ? in_space[index] : parts[index]);
}

// As scripts ask for it: of a pin with its number, of a bush along and about its axis, of a ball by
// axes.
std::string friction_name(const Joint& joint, const Slot& slot) {
  const KindInfo& kind = info(joint.kind);
  const auto signal = static_cast<FrictionSignal>(slot.index);
  const std::string name(friction_field::shown[slot.index].name);
  if (kind.joint->has_pins) return name + std::to_string(slot.order + 1);
  if (friction_field::turns_and_slides(kind)) {
    if (signal == FrictionSignal::effort) return std::string(friction_field::torque.name);
    if (signal == FrictionSignal::effort_2) return "friction";
  }
  return kind.joint->by_rotation && signal == FrictionSignal::effort ? name + ".x" : name;
}

}  // namespace

const std::string& impacts_of(const Scenario& s, int shared, int contact) {
  return shared >= 0 ? s.clearances[shared].name : s.contacts[contact].name;
}

std::string list_name(const Scenario& s, int index) {
  const ListSource& list = s.lists[index];
  switch (list.kind) {
    case ListSource::Kind::impact_column:
      return fmt::format("{}.impacts.{}", impacts_of(s, list.shared, list.entity),
                         impact_fields()[list.column].name);
    case ListSource::Kind::event_times:
      return s.events[list.entity].name + ".times";
    case ListSource::Kind::table_column:
      return table_column(s, list);
    case ListSource::Kind::constant:
    case ListSource::Kind::sorted:
    case ListSource::Kind::at_instants:
    case ListSource::Kind::chosen:
    case ListSource::Kind::numbered:
    case ListSource::Kind::range:
    case ListSource::Kind::ruled:
    case ListSource::Kind::joined:
      return fmt::format("list{}", index);
  }
  return "";
}

std::string slot_name(const Scenario& s, const Slot& slot) {
  switch (slot.kind) {
    case SlotKind::time:
      return "t";
    case SlotKind::body_coordinate:
      return s.spatial ? space_coordinate_name(s, slot) : coordinate_name(s, slot);
    case SlotKind::body_spin:
    case SlotKind::joint_coordinate:
      return space_coordinate_name(s, slot);
    case SlotKind::joint_reaction:
      return reaction_name(s, s.joints[slot.entity].name, slot.index);
    case SlotKind::joint_impulse:
      return fmt::format("{}.impulse{}",
                         slot.order == 1 ? s.drives[slot.entity].name : s.joints[slot.entity].name,
                         slot.index);
    case SlotKind::drive_effort:
      return fmt::format("{}.effort{}", s.drives[slot.entity].name, slot.index);
    case SlotKind::spring_force:
      return s.springs[slot.entity].name + ".force";
    case SlotKind::contact_signal:
      return fmt::format("{}.{}", s.contacts[slot.entity].name,
                         contact_field::name_of(static_cast<ContactSignal>(slot.index)));
    case SlotKind::contact_law:
      return fmt::format("{}.law{}", s.contacts[slot.entity].name, slot.index);
    case SlotKind::joint_friction:
      return s.joints[slot.entity].name + "." + friction_name(s.joints[slot.entity], slot);
    case SlotKind::joint_law:
      return fmt::format("{}.law{}", s.joints[slot.entity].name, slot.index);
    case SlotKind::state:
      return s.states[slot.entity].name;
    case SlotKind::active:
      return name_of(s, {static_cast<Sort>(slot.index), slot.entity}) + ".active";
    case SlotKind::group_signal:
      return fmt::format("{}.{}", s.groups[slot.entity].name,
                         info(ObjectKind::contacts).fields[slot.index].name);
    case SlotKind::energy:
      return fmt::format("energy.{}", energy_fields()[slot.index].name);
    case SlotKind::reduction:
      return fmt::format("result{}", slot.index);
    case SlotKind::list_element:
      return list_name(s, slot.index);
    case SlotKind::list_item:
      return fmt::format("{}[{}]", list_name(s, slot.entity), slot.index + 1);
    case SlotKind::row_count:
      return fmt::format("count({})", list_name(s, slot.index));
    case SlotKind::loop_item:
      return fmt::format("item{}", slot.index);
    default:
      return "?";
  }
}

std::string law_slot_name(const LawProgram& law, const Slot& slot) {
  if (slot.kind == SlotKind::law_state) return law.states[slot.index].name;
  static constexpr const char* parts[] = {"vt.x", "vt.y", "vt.z"};
  if (slot.kind == SlotKind::law_vt && law.vectors) return parts[slot.index];
  const LawInput* input = find_law_input(slot.kind);
  return input ? input_name(*input) : "?";
}

}  // namespace mbs::ir
